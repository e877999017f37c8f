// A bubble over a card or an answer: the rule that forbids it.

import { el } from "./dom.js";

let bubble = null;
let over = null;

export function tell(node, text) {
  hush();
  bubble = el("div.bubble", { role: "tooltip", id: "why" }, text);
  document.body.append(bubble);
  const [rect, size] = [node.getBoundingClientRect(), bubble.getBoundingClientRect()];
  const left = Math.min(Math.max(8, rect.left + rect.width / 2 - size.width / 2), innerWidth - size.width - 8);
  const above = rect.top - size.height - 10;
  bubble.style.setProperty("left", `${left}px`);
  bubble.style.setProperty("top", `${above > 8 ? above : rect.bottom + 10}px`);
  node.setAttribute("aria-describedby", "why");
  over = node;
}

export function hush(node = over) {
  if (node !== over) return;
  over?.removeAttribute("aria-describedby");
  bubble?.remove();
  bubble = over = null;
}
