// Sentences come from the page, in its language; only their numbers and names are put in here.
const said = (value) => (typeof value === "number" ? String(value).replace("-", "−") : value);
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? said(values[name]) : whole));
