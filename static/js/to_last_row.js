// The sheet opens where it was written last, and stays there when a phone is turned, unless it was pushed elsewhere.
export function attach(box) {
  let last = true;
  box.addEventListener("scroll", () => (last = box.scrollTop + box.clientHeight > box.scrollHeight - 2));
  new ResizeObserver(() => last && (box.scrollTop = box.scrollHeight)).observe(box);
}
