// At the door of a table: sit down under a name, or look on.

import { button, el } from "./dom.js";
import { get, post } from "./api.js";
import { invited, keepName, keepSeat, name } from "./keep.js";
import { t } from "./texts.js";

export const nameField = () => el("input", { name: "name", required: true, maxlength: "24", value: name(), autocomplete: "nickname", autocapitalize: "words" });

export async function sitDown({ table, seat = null, invitation = null, as }) {
  keepName(as);
  const given = await post(`/api/tables/${table}/seats`, { name: as, seat, invitation });
  keepSeat(table, { token: given.token, seat: given.seat, invitation, at: Date.now() });
}

export function joining(main, { table, invitation }) {
  const field = nameField();
  const wrong = el("p", { class: "wrong", role: "alert" });
  const go = () => dispatchEvent(new Event("hashchange"));
  const form = el(
    "form",
    { class: "paper door", on: { submit: sit } },
    el("h1", {}, t("door.title")),
    el("p", { class: "faint" }),
    el("label", { class: "field-line" }, el("span", {}, t("your_name")), field),
    wrong,
    el("div", { class: "row" }, el("button", { type: "submit", class: "main" }, t("door.sit")), button(t("door.look"), () => (location.hash = `table=${table}&look=1${invited({ invitation })}`))),
  );
  main.replaceChildren(form);
  field.focus();
  describe(form, table);
  async function sit(event) {
    event.preventDefault();
    try {
      await sitDown({ table, invitation, as: field.value.trim() });
      go();
    } catch (refused) {
      wrong.textContent = refused.message;
    }
  }
  return {};
}

async function describe(form, id) {
  const found = (await get("/api/tables").catch(() => [])).find?.((one) => one.table === id);
  if (found) form.querySelector("p").textContent = found.title;
}
