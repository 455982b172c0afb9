// Whether a field is on the page: not of a way that is folded away. Its own box may have given way to the
// form's.
export const isShown = (field) => !field.hidden && field.parentElement.offsetParent !== null;
