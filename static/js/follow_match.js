// An open page of a match follows what other phones record: a stream tells it (match_stream.js), or it asks
// every two seconds. In a phone without a server it asks once it is there, and whenever the application has
// written something for another tab. A page where nobody has typed is replaced; where the user has only its
// head is, and a notice says what was recorded.
import { listen } from "./match_stream.js";
import { dress, parsed, put, whileShown } from "./partial_update.js";

const OFTEN = 2000;
const SELDOM = 60000;
// So many times nobody answered: then what stands here may be old, and the page says so.
const MISSED = 2;
const LONGEST = 15000;
// Milliseconds in which a tap on a page that has just changed was meant for the one before.
const UNSEEN = 400;

const followed = new WeakSet();

export function attach(head) {
  if (followed.has(head)) return;
  followed.add(head);
  new Follower(head).begin();
}

class Follower {
  pause = OFTEN;
  timer = 0;
  missed = 0;
  asking = false;
  // Whether something happened while an answer was awaited.
  again = false;

  constructor(head) {
    this.head = head;
    this.tag = head.dataset.tag;
    this.shown = whileShown();
    this.news = document.createElement("p");
    this.news.className = "news";
    this.news.setAttribute("role", "status");
    head.append(this.news);
  }

  begin() {
    const { events, tabs } = this.head.dataset;
    const hear = (event) => this.hear(event);
    if (events) this.stream = listen(events, () => this.tag, hear, this.shown);
    document.addEventListener("visibilitychange", () => this.ask(), { signal: this.shown });
    this.shown.addEventListener("abort", () => clearTimeout(this.timer));
    if (tabs) this.hearTabs(tabs);
    else this.wait();
  }

  async ask() {
    clearTimeout(this.timer);
    this.again ||= this.asking;
    if (this.asking || document.hidden) return;
    this.asking = true;
    this.again = false;
    let goesOn = true;
    try {
      goesOn = await this.askOnce();
      this.pause = OFTEN;
    } catch (error) {
      this.miss(error);
    }
    if (this.shown.aborted) return;
    this.asking = false;
    if (!goesOn) return;
    if (this.again) this.ask();
    else this.wait();
  }

  // Whether to ask on: not where another page takes the place of this one.
  async askOnce() {
    const since = performance.now();
    const answer = await fetch(this.head.dataset.follow, {
      cache: "no-store",
      headers: { "If-None-Match": `"${this.tag}"` },
      signal: AbortSignal.timeout?.(LONGEST),
    });
    const state = answer.status === 200 ? await answer.json() : null;
    if (this.shown.aborted) return false;
    if (this.missed >= MISSED) this.news.textContent = "";
    this.missed = 0;
    if (answer.status === 404 && !typing()) return gone();
    if (state) return this.take(state, since);
    if (answer.status !== 304) throw new Error(answer.status); // the server is up
    return true;
  }

  miss(error) {
    if (["TypeError", "TimeoutError"].includes(error.name)) {
      this.missed += 1;
      if (this.missed === MISSED) tell(this.news, this.head.dataset.stale);
    }
    this.pause = Math.min(this.pause * 2, SELDOM);
  }

  wait() {
    if (this.head.dataset.events) this.timer = setTimeout(() => this.look(), apart(this.pause));
  }

  look() {
    if (this.stream?.alive()) this.timer = setTimeout(() => this.look(), apart(OFTEN));
    else this.ask();
  }

  async take(state, since) {
    if (state.next) {
      const module = await import("./next_match.js");
      return module.goOn(state.next);
    }
    this.tag = await applyNews(this.head, this.news, state, since);
    return true;
  }

  // What this phone has just sent is answered by a page of its own. Another page's news, and those that tell
  // less than what came since the page shown, are none of this page.
  async hear({ id, data, of }) {
    if (id === this.tag || this.shown.aborted || document.querySelector("form[data-sent]")) return;
    const mine = of === this.head.dataset.events && !this.asking;
    const state = mine ? JSON.parse(data) : null;
    if (!state?.tag || (state.page === null && where(state.tag) !== where(this.tag))) {
      this.ask();
      return;
    }
    this.asking = true;
    clearTimeout(this.timer);
    const goesOn = await this.take(state, performance.now());
    this.asking = false;
    if (!goesOn || this.shown.aborted) return;
    if (this.again) this.ask();
    else this.look();
  }

  // What this tab has just sent is answered by a page of its own.
  hearTabs(name) {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => {
      if (data.wrote && !document.querySelector("form[data-sent]")) this.ask();
    };
    this.shown.addEventListener("abort", () => channel.close());
    this.ask();
  }
}

// Many phones that were told at once do not all ask again at once.
const apart = (pause) => pause * (0.9 + Math.random() / 5);

// The place in the log that a tag names, without what is being counted there.
const where = (tag) => tag.split("-").slice(0, 2).join("-");

const form = () => document.querySelector("main form[data-draft]");

// A form that this phone has touched, or one that says what was wrong or came too late. What another tab of a
// phone has typed, and this one recalled, is recorded there.
const touched = () => (document.querySelector("[data-tabs]") ? "[data-touched='']" : "[data-touched]");

// Whether the user has something in hand here that a new page must not take away.
function typing() {
  const open = form();
  if (!open) return false;
  return open.matches(touched()) || document.querySelector("main .why:not([hidden]), main .notice") !== null;
}

// The link was cut, the match or the rows shown are gone: a page that is only read says so. What is being
// typed stays where it is, and asks on, more and more seldom: another server may have answered in the place
// of this one.
function gone() {
  location.reload();
  return false;
}

// What is on its way from here is answered by a page of its own, and may be what was just recorded: nothing
// is touched. What is being counted is no record: only what shows it is told, and nothing else of the page
// changes.
async function applyNews(head, news, state, since) {
  document.dispatchEvent(new CustomEvent("counted", { detail: { count: state.count, since } }));
  if (state.page) await show(head, news, state);
  else if (state.page === "" && !typing()) gone();
  return state.tag;
}

async function show(head, news, state) {
  const page = parsed(state.page);
  const place = head.querySelector(".where").textContent;
  const before = form();
  const same = typing() && (await isRecorded(before));
  if (!typing() || same) await dress(page);
  const open = form();
  if (open?.dataset.sent || !head.isConnected) return;
  const given = same && open === before;
  const kept = open && !given && (typing() || (!ofMatch(head) && !asksSame(open, page)));
  put(head, page.querySelector("header.head"), news);
  if (!kept) renew(page);
  const fits = !kept || (carried(open, page) && place === head.querySelector(".where").textContent);
  if (!fits) dropFaults(open);
  tell(news, state.said, fits ? null : head.dataset, !kept);
}

// What stands in the form is what was recorded: nothing of it is lost where the form gives way.
async function isRecorded(form) {
  const request = {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
    signal: AbortSignal.timeout?.(LONGEST),
  };
  const answer = await fetch(form.dataset.recorded, request).catch(() => null);
  return Boolean(answer?.ok && (await answer.json()).same);
}

// What was wrong with the answer to a question that is no longer asked is not to be corrected any more.
function dropFaults(form) {
  const faults = form.querySelectorAll(".why[data-article], [data-sums-up]");
  for (const fault of faults) fault.remove();
  if (faults.length) form.dispatchEvent(new Event("corrected"));
}

// Whether the page is that of the match, which asks whatever is asked now; another one asks one thing.
const ofMatch = (head) => new URL(head.dataset.follow, location.href).searchParams.get("shows") === "match";

function renew(page) {
  const main = document.querySelector("main");
  document.title = page.title;
  const back = place(main);
  const asked = nowAsked();
  const numbers = new Map(ownNumbers(main).map((box) => [box.dataset.asked, box.value]));
  put(main, page.querySelector("main"));
  for (const box of ownNumbers(main)) box.value = numbers.get(box.dataset.asked) || box.value;
  if (asked && asked !== nowAsked()) shield(main);
  back();
}

const nowAsked = () => form()?.dataset.asked ?? document.querySelector("main form.own [name=asked]")?.value;

// The boxes of a player's own phone, whose page is another one after each answer.
const ownNumbers = (main) => [...main.querySelectorAll("form.own [data-asked]")];

function shield(main) {
  const refuse = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  main.addEventListener("click", refuse, true);
  setTimeout(() => main.removeEventListener("click", refuse, true), UNSEEN);
}

// What is unfolded stays so, and the keyboard focus stays at its link or button.
function place(main) {
  const what = "a[href], button, input, select, summary, [tabindex]";
  const called = (part) =>
    [part.tagName, part.getAttribute("href"), part.name, part.textContent.trim()].join(" ");
  const at = [...main.querySelectorAll(what)].indexOf(document.activeElement);
  const held = at < 0 ? "" : called(document.activeElement);
  const open = [...main.querySelectorAll("details")].map((folded) => folded.open);
  return () => {
    for (const [number, folded] of main.querySelectorAll("details").entries()) {
      if (open[number]) folded.open = true;
    }
    if (at < 0) return;
    const all = [...main.querySelectorAll(what)];
    const same = all.find((part) => called(part) === held);
    const alike = all[at]?.tagName === held.split(" ")[0] ? all[at] : null;
    (same || alike || main).focus({ preventScroll: true });
  };
}

// Where the page itself shows it, it is only read out.
function tell(news, said, see = null, aloud = false) {
  news.className = aloud ? "for-ears" : "news";
  news.replaceChildren(said && said + " ");
  if (!see) return;
  const link = document.createElement("a");
  link.href = see.match;
  link.textContent = see.see;
  news.append(link);
}

// Whether the same is still asked of the same players: then what is typed answers it, at the new end of the
// log.
const asksSame = (form, page) =>
  page.querySelector("main form[data-draft]")?.dataset.asked === form.dataset.asked;

function carried(form, page) {
  if (!asksSame(form, page)) return false;
  const other = page.querySelector("main form[data-draft]");
  form.elements.expected.value = other.elements.expected.value;
  form.dataset.draft = other.dataset.draft;
  form.dispatchEvent(new Event("carried"));
  return true;
}
