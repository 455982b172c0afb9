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
  "[data-deck]": "./js/deck.js",
};
for (const [selector, file] of Object.entries(behaviours)) {
  const found = document.querySelectorAll(selector);
  if (found.length) import(file).then((module) => found.forEach(module.attach));
}
document.querySelector(".alert .why, .why:not([hidden])")?.closest(".alert, .entry, .field, .why").scrollIntoView({ block: "center" });
