// An address, and a button that copies it.

import { button, el } from "./dom.js";
import { t } from "./texts.js";

export function copied(label, address) {
  const field = el("input.address", { readonly: true, value: address, "aria-label": label });
  const done = el("p.faint", { role: "status" });
  const copy = button(t("invite.copy"), async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch { // there is none, or the window lies behind another
      document.execCommand("copy");
    }
    copy.focus();
    done.textContent = t("invite.copied");
  }, { class: "main" });
  return el("div", {}, el("div.row", {}, field, copy), done);
}
