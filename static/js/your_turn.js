// It is this phone's turn: that is felt once, where the browser lets a page that was tapped vibrate.
const LONG = 150;
let was = false;

export function attach(sign) {
  const feel = () => {
    if (!sign.hidden && !was && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(LONG);
    was = !sign.hidden;
  };
  new MutationObserver(feel).observe(sign, { attributes: true, attributeFilter: ["hidden"] });
  feel();
}
