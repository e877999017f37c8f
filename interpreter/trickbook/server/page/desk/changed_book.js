// The rulebook of a text; what its parent says otherwise is marked.

import { el, fill } from "../dom.js";
import { book } from "../rulebook.js";
import { t } from "../texts.js";

export function changedBook({ ask }) {
  const says = el("p", { class: "says", role: "status" });
  const page = el("div", { class: "paper book", tabindex: "0", role: "region", "aria-label": t("desk.book") }, el("p", { class: "faint" }, t("opening.no_book")));
  const node = el("div", { class: "changed-book" }, says, page);
  async function refresh(text) {
    page.setAttribute("aria-busy", "true");
    const found = await ask("rulebook", { text }).catch(() => null);
    page.removeAttribute("aria-busy");
    if (!found) return;
    fill(says, found.parent && t("desk.changes", { n: found.changes, parent: found.parent }));
    fill(page, book(found.rulebook));
  }
  return { node, refresh };
}
