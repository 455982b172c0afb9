// The sheet opens where it was written last, a whole row under its head, and stays there when a phone is
// turned, unless it was pushed elsewhere. What would show of another row stays free at its end.
const PADDING = 5; // of a cell: so much may go without any word being cut

export function attach(box) {
  const table = box.querySelector("table");
  const head = box.querySelector("thead th");
  const rows = box.querySelectorAll("tbody tr");
  let last = true;
  const toEnd = (free) => {
    table.style.marginBottom = `${free}px`;
    box.scrollTop = box.scrollHeight;
  };
  const open = () => {
    toEnd(0);
    const edge = head.getBoundingClientRect().bottom;
    const seen = [...rows].map((row) => row.getBoundingClientRect()).filter((row) => row.bottom > edge + 1);
    if (seen.length > 1 && seen[0].top < edge - PADDING) toEnd(seen[0].bottom - edge);
  };
  box.addEventListener("scroll", () => {
    last = box.scrollTop + box.clientHeight > box.scrollHeight - 2;
  });
  const turned = new ResizeObserver(() => {
    if (last) open();
  });
  turned.observe(box);
}
