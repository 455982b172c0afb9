// The result of the answer while it is typed: the server is asked once the fingers pause.
const PAUSE = 150;

export function attach(remark) {
  const form = remark.closest("form");
  let timer = 0;
  let asked = 0;
  const ask = async () => {
    asked += 1;
    const turn = asked;
    const response = await fetch(remark.dataset.preview, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
    }).catch(() => null);
    const words = response?.ok ? await response.text() : "";
    if (turn === asked && remark.textContent !== words) remark.textContent = words;
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener("input", wait);
  form.addEventListener("change", wait);
  wait();
}
