// Sentences come from the page, in its language; only their numbers are put in here.
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]).replace("-", "−") : whole));
