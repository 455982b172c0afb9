// The whole page that came in an answer, as if it had been opened at this address. One without an address is
// an answer to what was sent from here: the way back leads to the page that sent it.
import { dress, leaveFor, same, sheets, wake } from "./partial_update.js";

export async function turnTo(page, address) {
  await dress(page);
  leaveFor(address);
  // The sheet beside the question stays until it is read anew.
  const [old, next] = [document, page].map((source) => source.querySelector("[data-sheet]"));
  const stays = next && old?.dataset.sheet === next.dataset.sheet;
  if (stays) {
    next.replaceChildren(...old.childNodes);
    next.hidden = old.hidden;
  }
  const byKeyboard = document.activeElement?.matches("form :focus-visible");
  const announcement = document.querySelector("body > [data-said]") || announcer();
  for (const node of [...document.body.childNodes]) {
    if (node !== announcement) node.remove();
  }
  document.documentElement.lang = page.documentElement.lang;
  document.title = page.title;
  if (!stays) undress(page);
  // The script that leads to a refusal does it here: the browser would complain that something has the focus.
  for (const focused of page.querySelectorAll("[autofocus]")) focused.removeAttribute("autofocus");
  announcement.before(...page.body.childNodes);
  scrollTo({ top: 0, behavior: "instant" });
  if (byKeyboard) toQuestion();
  const heading = document.querySelector("main h2")?.textContent;
  announcement.replaceChildren(
    heading && !page.title.startsWith(heading) ? `${page.title}. ${heading}` : page.title,
  );
  wake(document.body);
}

// The style sheets that the next page does without go.
function undress(page) {
  const needed = sheets(page);
  for (const sheet of sheets(document)) {
    if (!needed.some((other) => same(other, sheet))) sheet.remove();
  }
}

// Who recorded by keyboard goes on from what is asked now.
function toQuestion() {
  const title = document.querySelector("main form h2, main h2");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

// It stays where it is, for what reads aloud hears only words that come into a part it knows.
function announcer() {
  const announcement = document.createElement("p");
  announcement.className = "for-ears";
  announcement.setAttribute("role", "status");
  announcement.dataset.said = "";
  document.body.append(announcement);
  return announcement;
}
