// Everything works without scripts; these add comfort. One behaviour a file, attached by a data- attribute.
// What was typed is brought back first, so that the others find it.
const WIDE = matchMedia(
  "(min-width: 900px) and (min-height: 481px), (min-width: 700px) and (min-height: 900px)",
);
let rest = 1000;
const behaviours = {
  "[data-draft]": () => import("./js/keep_draft.js"),
  "[data-signed]": () => import("./js/widgets/minus_key.js"),
  "[data-names]": () => import("./js/widgets/new_name.js"),
  "[data-other-than]": () => import("./js/widgets/without_named_player.js"),
  "[data-ways]": () => import("./js/widgets/shared_by_ways.js"),
  "[data-pad='turns']": () => import("./js/widgets/turns.js"),
  "[data-pad='board']": () => import("./js/widgets/board.js"),
  "[data-pad='grid']": () => import("./js/widgets/grid.js"),
  "[data-pad='points']": () => import("./js/widgets/points.js"),
  "[data-pad='increments']": () => import("./js/widgets/increments.js"),
  "[data-preview]": () => import("./js/amount_preview.js"),
  "[data-count]": () => import("./js/running_count.js"),
  "[data-running]": () => import("./js/count_so_far.js"),
  "[data-order]": () => import("./js/widgets/order.js"),
  "[data-hand]": () => import("./js/widgets/card_hands.js"),
  "button[data-wrong]": () => import("./js/wrong_answers.js"),
  "form[data-asked]": () => import("./js/missing_answers.js"),
  "[data-seats]": () => import("./js/new_match_seats.js"),
  "[data-drop]": () => import("./js/discard_draft.js"),
  "[data-network]": () => import("./js/request_retry.js"),
  "[data-offline]": () => import("./js/offline_page.js"),
  "[data-to-end]": () => import("./js/to_last_row.js"),
  "[data-sheet]": async () => WIDE.matches && import("./js/sheet_beside.js"),
  "[data-largest]": () => import("./js/largest_file.js"),
  "[data-print]": () => import("./js/print_button.js"),
  "[data-full-screen]": () => import("./js/full_screen.js"),
  "[data-clock]": () => import("./js/end_time_reminder.js"),
  "[data-send]": () => import("./js/send_result.js"),
  "[data-count-up]": () => import("./js/count_up.js"),
  "[data-search]": () => import("./js/desk/search_as_typed.js"),
  "[data-deck]": () => import("./js/desk/tap_cards.js"),
  "[data-papers]": () => import("./js/papers.js"),
};
// What others record and a screen that stays on can wait until the page is at rest: nothing that is asked now
// waits for them.
const later = {
  "[data-follow]": () => import("./js/follow_match.js"),
  "[data-wake]": () => import("./js/wake_lock.js"),
};
const attach = async (part, known = behaviours) => {
  const used = Object.entries(known).filter(([selector]) => part.querySelector(selector));
  const coming = used.map(([, bring]) => bring().catch(() => null));
  for (const [at, [selector]] of used.entries()) {
    const module = await coming[at];
    if (module) part.querySelectorAll(selector).forEach((element) => begin(module, element));
  }
};
// A behaviour that fails says so on the console and takes none of the others with it.
function begin(module, element) {
  try {
    module.attach(element);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
document.addEventListener("renewed", ({ target }) => {
  if (target === document.body) show();
  else attach(target);
});
for (const kind of ["input", "change"]) {
  document.addEventListener(kind, (event) => {
    if (ready()) forget(event);
  });
}
const ready = () => "ready" in document.documentElement.dataset;
// Behaviours move things about and bring back what was typed: only then are faults sought out, and forgotten.
async function show() {
  await attach(document);
  lead();
  document.documentElement.dataset.ready = "";
  if (document.querySelector(Object.keys(later).join())) setTimeout(come, rest);
}
show();
function come() {
  rest = 0;
  attach(document, later);
}
// What the next question may need comes while this one is answered; what no phone needs, when a tablet is
// turned.
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, ahead);
function ahead({ target }) {
  const form = target.closest("form[data-once]");
  if (!form) return;
  import("./js/page_replacement.js").catch(() => null);
  const page = form.closest("[data-styles]");
  if (!page) return;
  fetch(page.dataset.styles).catch(() => null);
  delete page.dataset.styles;
}
WIDE.addEventListener("change", async () => {
  const aside = document.querySelector("[data-sheet]");
  if (aside && WIDE.matches) (await import("./js/sheet_beside.js")).attach(aside);
});

// To the first sentence that stands beside what it blames; the summary above the form counts them, and goes
// where it is one.
function lead() {
  const faults = [...document.querySelectorAll("main .why:not([hidden], [data-sums-up], [data-why])")];
  const first = faults.find((fault) => !fault.closest(".alert")) || faults[0];
  if (!first) return;
  if (!faults[1]) dropSummary();
  first.tabIndex = -1;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: "center" });
}

// A fault is over once what it blames is changed; what is still wrong will be said again. A script's own stay
// its own.
function forget({ target }) {
  const parts = [target.closest(".entry, .hand, .seat, .option, .share"), target.closest(".field")];
  const over = parts.flatMap((part) =>
    part
      ? [...part.querySelectorAll(":scope > .why:not(.alike, [data-why]), :scope > * > .faults > .why")]
      : [],
  );
  const after = target.closest("label.field")?.nextElementSibling;
  if (after?.matches(".why:not(.alike, [data-why])")) over.push(after);
  for (const fault of over) fault.remove();
  if (over.length) dropSummary();
  target.form?.dispatchEvent(new Event("corrected"));
}

function dropSummary() {
  document.querySelector("[data-sums-up]")?.remove();
}
