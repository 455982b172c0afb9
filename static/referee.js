// Everything works without scripts; these add comfort. One behaviour a file, attached by a data- attribute.
const behaviours = {
  "[data-field='counts']": "./js/counts.js",
  "[data-field='points']": "./js/points.js",
  "[data-order]": "./js/order.js",
  "[data-hand]": "./js/hand.js",
  "[data-seats]": "./js/seats.js",
  "[data-once]": "./js/once.js",
  "[data-draft]": "./js/draft.js",
  "[data-print]": "./js/print.js",
  "[data-wake]": "./js/wake.js",
  "[data-follow]": "./js/follow.js",
  "[data-deck]": "./js/deck.js",
};
const attach = (part) => {
  for (const [selector, file] of Object.entries(behaviours)) {
    const found = part.querySelectorAll(selector);
    if (found.length) import(file).then((module) => found.forEach(module.attach));
  }
};
attach(document);
document.addEventListener("renewed", (event) => attach(event.target));
document.querySelector(".alert .why, .why:not([hidden])")?.closest(".alert, .entry, .field, .why").scrollIntoView({ block: "center" });
