// The view of the table shows the next match by itself, and stays over the whole screen.
import { parsed } from "./partial_update.js";
import { turnTo } from "./page_replacement.js";

// Whether to ask again, for it was not there.
export async function goOn(address) {
  const answer = await fetch(address);
  if (answer.ok) await turnTo(parsed(await answer.text()), new URL(address, location.href));
  return !answer.ok;
}
