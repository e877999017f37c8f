// Elements made from data. All text is inserted as text: nothing written by people or rulesets is read as HTML.

const SVG = "http://www.w3.org/2000/svg";

function dress(node, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, heard] of Object.entries(value)) node.addEventListener(event, heard);
    else if (name === "vars") for (const [key, one] of Object.entries(value)) node.style.setProperty(key, one);
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "value" || name === "checked" || name === "hidden" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
}

const shown = (inner) => inner.flat(3).filter((one) => one || one === 0);

// An element such as `p.faint` with its properties and what is in it; nothing stands for null, false and "".
export function el(tag, props = {}, ...inner) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  node.append(...shown(inner));
  dress(node, classes.length ? { class: classes.join(" "), ...props } : props);
  return node;
}

export function svg(tag, props = {}, ...inner) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) if (value !== null) node.setAttribute(name, value);
  node.append(...shown(inner));
  return node;
}

export const button = (text, act, props = {}) => el("button", { type: "button", on: { click: act }, ...props }, text);

// What cannot be undone is done at the second press.
export const twice = (question, act) => ({ target }) => {
  const row = target.parentNode;
  if (row.previousSibling.className === "sure") return act();
  target.onkeydown = (e) => !e.repeat || e.key !== "Enter";
  row.before(el("p.sure", { role: "alert" }, question));
  row.previousSibling.scrollIntoView({ block: "center" });
};

export const fill = (node, ...inner) => put(node, shown(inner));

// The focus stays on what is in the node still, or goes to what has the same key.
function put(node, inner) {
  const held = node.contains(document.activeElement) ? document.activeElement : null;
  node.replaceChildren(...inner);
  const { key } = held?.dataset ?? {};
  const same = held?.isConnected ? held : key && node.querySelector(`[data-key="${CSS.escape(key)}"]`);
  same?.focus({ preventScroll: true });
}

// Show `items` in `box`: an element stays while an item with its key does, and keeps focus and motion.
export function keyed(box, items, key, make, mend = () => {}) {
  const old = new Map([...box.children].map((node) => [node.dataset.key, node]));
  const nodes = items.map((item, place) => {
    const name = String(key(item, place));
    const node = old.get(name) ?? make(item, place);
    node.dataset.key = name;
    mend(node, item, place);
    return node;
  });
  if (nodes.length !== box.children.length || nodes.some((node, place) => box.children[place] !== node)) put(box, nodes);
  return nodes;
}
