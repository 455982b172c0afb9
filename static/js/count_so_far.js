// What others count is told in words while it is counted, and that it is this phone's turn: that is felt
// once, where the browser lets a page that was tapped vibrate.
const LONG = 150;
let turn = false;

export function attach(line) {
  const { running } = line.dataset;
  const feel = () => {
    if (running !== "yours") return;
    if (line.textContent && !turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(LONG);
    turn = Boolean(line.textContent);
  };
  const hear = ({ detail: { count } }) => {
    if (!line.isConnected) return document.removeEventListener("counted", hear);
    // Whose answer is missing is said of the question that stands there: a form that was touched may be of
    // the one before.
    const form = running === "missing" && document.querySelector("form.ask[data-asked]");
    const other = form && count?.asked !== form.dataset.asked;
    line.textContent = (!other && count?.[running || "said"]) || "";
    if (running) line.parentElement.hidden = !line.textContent;
    feel();
  };
  document.addEventListener("counted", hear);
  feel();
}
