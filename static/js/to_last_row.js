// The sheet opens where it was written last.
export function attach(box) {
  box.scrollTop = box.scrollHeight;
}
