// What the rules say is renewed while one types: the search page is asked for, and its answers are put in
// this page.
const PAUSE = 250;

export function attach(form) {
  let timer = 0;
  let asked = null;
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    try {
      const answer = await fetch(address, { signal: asked.signal });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document
        .querySelector("[data-found]")
        .replaceChildren(...page.querySelector("[data-found]").childNodes);
      history.replaceState(history.state, "", address);
    } catch {
      // Whoever types on asks again; the button is still there.
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  });
}
