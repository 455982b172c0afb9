// Everything works without scripts; these add comfort. One behaviour a file, attached by a data- attribute.
// What was typed is brought back first, so that the others find it.
const behaviours = {
  "[data-draft]": "./js/draft.js",
  "[data-field='counts']": "./js/counts.js",
  "[data-field='points']": "./js/points.js",
  "[data-order]": "./js/order.js",
  "[data-hand]": "./js/hand.js",
  "[data-seats]": "./js/seats.js",
  "[data-once]": "./js/once.js",
  "[data-print]": "./js/print.js",
  "[data-wake]": "./js/wake.js",
  "[data-follow]": "./js/follow.js",
  "[data-deck]": "./js/deck.js",
};
const attach = async (part) => {
  const used = Object.entries(behaviours).filter(([selector]) => part.querySelector(selector));
  const modules = await Promise.allSettled(used.map(([, file]) => import(file)));
  modules.forEach(({ value }, at) => value && part.querySelectorAll(used[at][0]).forEach(value.attach));
};
attach(document);
document.addEventListener("renewed", (event) => attach(event.target));
document.querySelector(".alert .why, .why:not([hidden])")?.closest(".alert, .entry, .field, .why").scrollIntoView({ block: "center" });
