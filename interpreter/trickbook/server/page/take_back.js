// Taking back a move, if all people at the table agree.

import { button, el, fill } from "./dom.js";
import { calledYou, nameOf } from "./people.js";
import { listed, t } from "./texts.js";

export const consent = () => el("p.notice.consent", { role: "status", hidden: true });

export const takeBack = (room) => room.request("take_back");

// Who asks, and the two answers, or for whom others wait; as a line for the log, also what came of it.
export function heardRequest({ table, nodes, link }, { seat, to, waits, outcome }) {
  const text = t(`back.${outcome ?? "asks"}`, { name: calledYou(table, seat) });
  const answer = (name, agrees) => button(t(`back.${name}`), () => ((nodes.consent.hidden = true), link.ask("agree", { to, agrees })));
  const asked = waits.includes(table.seat) ? [answer("agree", true), " ", answer("refuse", false)] : t("table.waits_for", { names: listed(waits.map((one) => nameOf(table, one))) });
  fill(nodes.consent, text, " ", asked);
  nodes.consent.hidden = outcome !== null;
  return text;
}
