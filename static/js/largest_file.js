// A file larger than what is taken is refused when it is chosen, before a byte of it is read; the server
// judges again.
export function attach(box) {
  const sentence = document.createElement("p");
  sentence.className = "why";
  sentence.dataset.why = ""; // its own: a change of the box takes away what the server said there
  sentence.hidden = true;
  sentence.setAttribute("role", "alert");
  box.closest("label").after(sentence);
  box.addEventListener("change", () => {
    const large = [...box.files].some(({ size }) => size > Number(box.dataset.largest));
    sentence.textContent = large ? box.dataset.tooLarge : "";
    sentence.hidden = !large;
    box.setCustomValidity(sentence.textContent);
  });
}
