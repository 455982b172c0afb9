// A part of a page becomes as the answer has it, in place: what is equal stays the same element, so that
// focus, caret, scrolling and an open list stay; a control keeps what was typed since the form was sent.
// Elements are told by their `data-part`, controls by their names, the others by their order.
const CONTROLS = "input, select, textarea";
const KEPT = ["open", "hidden", "aria-busy", "data-sent"];

// `sent`: the values with which the answer was asked.
export function renew(part, fresh, sent) {
  const focused = document.activeElement;
  children(part, fresh, sent);
  if (focused !== document.activeElement && part.contains(focused)) focused.focus({ preventScroll: true });
}

function children(part, fresh, sent) {
  const nodes = [...fresh.childNodes];
  const keys = new Set(nodes.map(key).filter(Boolean));
  const nodesByKey = new Map();
  for (const node of [...part.childNodes]) {
    const own = key(node);
    if (!own) continue;
    if (keys.has(own)) nodesByKey.set(own, node);
    else node.remove();
  }
  let at = part.firstChild;
  for (const node of nodes) {
    const own = key(node);
    const twin = own ? nodesByKey.get(own) : alike(at, node);
    if (!twin) {
      part.insertBefore(node, at);
      continue;
    }
    if (twin === at) at = at.nextSibling;
    else part.insertBefore(twin, at);
    become(twin, node, sent);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function key(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const name = node.dataset.part ?? node.getAttribute("name") ?? "";
  return name && `${node.nodeName} ${name}`;
}

const alike = (old, node) => (old && !key(old) && old.nodeName === node.nodeName ? old : null);

function become(old, fresh, sent) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.matches(CONTROLS)) return control(old, fresh, sent);
  attributes(old, fresh);
  if (!old.isEqualNode(fresh) || old.querySelector(CONTROLS)) children(old, fresh, sent);
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!KEPT.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

// One that the person is in is left alone; another takes the value of the answer unless it was changed.
function control(old, fresh, sent) {
  if (old === document.activeElement) return;
  if (old.type === "checkbox") {
    if (old.checked === sent.getAll(old.name).includes(old.value)) old.checked = fresh.checked;
    return;
  }
  const since = old.value !== sent.get(old.name);
  const value = since ? old.value : fresh.value;
  attributes(old, fresh);
  if (old.nodeName === "SELECT" && !old.isEqualNode(fresh)) old.replaceChildren(...fresh.childNodes);
  if (old.value !== value) old.value = value;
}
