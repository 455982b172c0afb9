// It is this phone's turn: it is felt once, where the browser lets a page that was tapped vibrate.
const LONG = 150;
let told;

export function attach({ dataset: { yourTurn } }) {
  if (yourTurn !== told && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(LONG);
  told = yourTurn;
}
