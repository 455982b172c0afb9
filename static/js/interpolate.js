// Sentences come from the page, in its language; only their numbers and names are put in here. Right-to-left
// words are isolated, as in referee/words/direction.py, so that they turn round no number beside them.
const LETTER =
  "[\\u0590-\\u08ff\\u200f\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1eeff}]";
const WORDS = new RegExp(`${LETTER}+(?:[\\s'’.\\-]+${LETTER}+)*`, "gu");
const asText = (value) =>
  typeof value === "number" ? String(value).replace("-", "−") : value?.replace(WORDS, "\u2068$&\u2069");
export const fill = (words, values) =>
  words.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? asText(values[name]) : whole));
