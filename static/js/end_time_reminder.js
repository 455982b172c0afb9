// The hour the table agreed on is said once for each match and phone, when the phone's clock has come to it.
// It ends nothing.
import { keep, recalled } from "./browser_storage.js";

const OFTEN = 30000;
const MATCHES = 40;
const SAID = "hours-said";

export function attach(line) {
  const { clock, since, match } = line.dataset;
  const due = first(clock, new Date(since));
  let timer = 0;
  const look = () => {
    clearTimeout(timer);
    if (!line.isConnected) return document.removeEventListener("visibilitychange", look);
    if (document.hidden || rememberedMatches().includes(match)) return;
    const left = due - Date.now();
    if (left > 0) timer = setTimeout(look, Math.min(left, OFTEN));
    else tell(line, match);
  };
  document.addEventListener("visibilitychange", look);
  look();
}

// The first time that the clock shows this hour once the match has begun: it may be after midnight.
function first(hour, since) {
  const due = new Date(since);
  due.setHours(...hour.split(":").map(Number), 59, 999);
  if (due < since) due.setDate(due.getDate() + 1);
  return due.setSeconds(0, 0);
}

function tell(line, match) {
  const status = line.querySelector("[data-reached]");
  status.textContent = status.dataset.reached;
  // Where nothing can be kept it is said again on the next page.
  keep(SAID, JSON.stringify([...rememberedMatches(), match].slice(-MATCHES)));
}

const rememberedMatches = () => recalled(SAID) || [];
