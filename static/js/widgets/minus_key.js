// A key for the sign of a number: phones hide the minus.
export function attach(pad) {
  const box = pad.querySelector("input");
  const key = document.createElement("button");
  key.type = "button";
  key.textContent = "±";
  key.setAttribute("aria-label", box.dataset.signLabel);
  key.onclick = () => {
    box.value = /^[-−]/.test(box.value) ? box.value.slice(1) : "−" + box.value;
    box.dispatchEvent(new Event("input", { bubbles: true }));
    box.focus();
  };
  pad.prepend(key);
}
