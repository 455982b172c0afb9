// The browser's storage; nothing is kept, and no error raised, in a private window or where the phone is
// full.
export const recall = (key) => tried((memory) => memory.getItem(key), null);
export const keep = (key, value) => tried((memory) => memory.setItem(key, value) === undefined, false);
export const drop = (key) => tried((memory) => memory.removeItem(key));
export const keys = (start) =>
  tried((memory) => Object.keys(memory).filter((key) => key.startsWith(start)), []);

export function recalled(key) {
  try {
    return JSON.parse(recall(key));
  } catch {
    return null;
  }
}

function tried(what, otherwise) {
  try {
    return what(localStorage);
  } catch {
    return otherwise;
  }
}
