// An open page of a match follows what other phones record. A page where nothing is typed is read anew. Where somebody
// may be typing only the felt head is, and a notice says what was recorded: not a sign of what is typed is touched.
const OFTEN = 2000;
const SELDOM = 60000;
// So many times nobody answered: then what stands here may be old, and the page says so.
const MISSED = 2;
const LONGEST = 15000;

export function attach(head) {
  const news = document.createElement("p");
  news.className = "news";
  news.setAttribute("role", "status");
  head.append(news);
  let tag = head.dataset.tag;
  let pause = OFTEN;
  let timer = 0;
  let asking = false;
  let missed = 0;

  const ask = async () => {
    clearTimeout(timer);
    if (asking || document.hidden) return;
    asking = true;
    let next = true;
    try {
      const since = performance.now();
      const how = { cache: "no-store", headers: { "If-None-Match": `"${tag}"` }, signal: AbortSignal.timeout?.(LONGEST) };
      const answer = await fetch(head.dataset.follow, how);
      if (missed >= MISSED) news.textContent = "";
      missed = 0;
      if (answer.status === 404 && !typing()) next = gone();
      else if (answer.status === 200) tag = await told(head, news, tag, await answer.json(), since);
      else if (answer.status !== 304) throw new Error(answer.status); // somebody is there
      pause = OFTEN;
    } catch (error) {
      if (["TypeError", "TimeoutError"].includes(error.name) && ++missed === MISSED) news.textContent = head.dataset.stale;
      pause = Math.min(pause * 2, SELDOM);
    }
    asking = false;
    if (next) timer = setTimeout(ask, pause);
  };
  document.addEventListener("visibilitychange", ask);
  timer = setTimeout(ask, pause);
}

const typing = () => document.querySelector("main form[data-draft]");

// The link was cut or the match is gone: a page that is only read says so. What is being typed stays where it is, and
// asks on, more and more seldom: another server may have answered in the place of this one.
function gone() {
  location.reload();
  return false;
}

// What is on its way from here is answered by a page of its own, and may be what was just recorded: nothing is touched.
// What is being counted is no record: it is told to whoever shows it, and nothing else of the page changes.
async function told(head, news, tag, state, since) {
  document.dispatchEvent(new CustomEvent("counted", { detail: { count: state.count, since } }));
  const recorded = (one) => one.split("-").slice(0, 2).join("-");
  return recorded(tag) === recorded(state.tag) ? state.tag : show(head, news, state);
}

async function show(head, news, state) {
  const page = (await read(head.dataset.page, state)) || (await read(head.dataset.match, state));
  if (!page) throw new Error("no page");
  const fresh = page.querySelector("header.head");
  const where = head.querySelector(".where").textContent;
  const form = typing();
  if (form?.dataset.sent) return state.tag;
  head.replaceChildren(...fresh.childNodes, news);
  head.dispatchEvent(new Event("renewed", { bubbles: true }));
  if (!form) renew(page);
  else tell(news, state.said, same(form, page) && where === head.querySelector(".where").textContent, head.dataset);
  return state.tag;
}

async function read(address, state) {
  const answer = await fetch(`${address}?just=${state.length - 1}`, { cache: "no-store" });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

function renew(page) {
  const main = document.querySelector("main");
  document.title = page.title;
  dress(page);
  const back = place(main);
  main.replaceChildren(...page.querySelector("main").childNodes);
  back();
  main.dispatchEvent(new Event("renewed", { bubbles: true }));
}

// What is unfolded stays so, and whoever has come to a link or a button by keyboard stays there.
function place(main) {
  const what = "a[href], button, input, select, summary, [tabindex]";
  const called = (one) => [one.tagName, one.getAttribute("href"), one.name, one.textContent.trim()].join(" ");
  const at = [...main.querySelectorAll(what)].indexOf(document.activeElement);
  const held = at < 0 ? "" : called(document.activeElement);
  const open = [...main.querySelectorAll("details")].map((one) => one.open);
  return () => {
    main.querySelectorAll("details").forEach((one, number) => (one.open ||= Boolean(open[number])));
    if (at < 0) return;
    const all = [...main.querySelectorAll(what)];
    const same = all.find((one) => called(one) === held) || (all[at]?.tagName === held.split(" ")[0] && all[at]) || main;
    same.focus({ preventScroll: true });
  };
}

// The end of a match has a style sheet of its own.
function dress(page) {
  const sheets = [...page.querySelectorAll("link[rel=stylesheet]")];
  const has = (sheet) => document.querySelector(`link[href="${sheet.getAttribute("href")}"]`);
  document.head.append(...sheets.filter((sheet) => !has(sheet)));
}

function tell(news, said, same, { match, see }) {
  news.replaceChildren(said + " ");
  if (same) return;
  const link = document.createElement("a");
  link.href = match;
  link.textContent = see;
  news.append(link);
}

// Whether the same is still asked of the same players: then what is typed answers it, at the new end of the log.
function same(form, page) {
  const other = page.querySelector("main form[data-draft]");
  if (!other || form.dataset.asked !== other.dataset.asked) return false;
  form.elements.expected.value = other.elements.expected.value;
  form.dataset.draft = other.dataset.draft;
  form.dispatchEvent(new Event("carried"));
  return true;
}
