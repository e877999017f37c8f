// A dialog over the page. Escape closes it and returns the focus, or gives it to the room if its place is gone.

import { button, el } from "./dom.js";
import { t } from "./texts.js";

let count = 0;

export function sheet(title, inner, { wide = false, closed = () => {}, name = "" } = {}) {
  const id = `sheet-${++count}`;
  const box = el(
    "dialog",
    { class: wide ? "sheet wide" : "sheet", "aria-labelledby": id, data: { sheet: name } },
    el("div.sheet-head", {}, el("h2", { id }, title), button("×", () => box.close(), { class: "quiet close", "aria-label": t("close") })),
    el("div.sheet-body", { tabindex: "0" }, inner),
  );
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("close", () => {
    box.remove();
    if (document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
    closed();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

export const openSheet = (name) => document.querySelector(`dialog[data-sheet="${name}"]`);
