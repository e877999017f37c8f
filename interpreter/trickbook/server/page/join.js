// Joining a table: sit down with a name, or watch.

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
  const wrong = el("p.wrong", { role: "alert" });
  const go = () => dispatchEvent(new Event("hashchange"));
  const form = el(
    "form.paper.door",
    { on: { submit: sit } },
    el("h1", {}, t("door.title")),
    el("p.faint"),
    el("label.field-line", {}, el("span", {}, t("your_name")), field),
    wrong,
    el("div.row", {}, el("button", { type: "submit", class: "main" }, t("door.sit")), button(t("door.look"), () => (location.hash = `table=${table}&look=1${invited({ invitation })}`))),
  );
  main.replaceChildren(form);
  field.focus();
  describe(form, table, invitation);
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

// Which game it is, who sits there, and how many seats are free; or why there is none.
async function describe(form, id, invitation) {
  const status = form.querySelector("p");
  try {
    const { title, seats } = await get(`/api/tables/${encodeURIComponent(id)}`, invitation);
    const people = seats.filter((seat) => seat.plays === "person").map((seat) => seat.name);
    const free = seats.filter((seat) => seat.plays === "nobody").length;
    status.textContent = [title, ...people, free ? t("lobby.free", { n: free }) : t("lobby.full")].join(" · ");
  } catch (refused) {
    status.textContent = refused.message;
  }
}
