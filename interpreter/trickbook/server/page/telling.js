// What happened, as sentences: for the list beside the table and for those who hear the page read out.

import { saidOf } from "./cards.js";
import { calledYou, nameOf } from "./people.js";
import { number, t } from "./texts.js";

export function sentence(table, { seat, step, said }) {
  const title = table.about.steps?.[step]?.title ?? step?.replaceAll("_", " ") ?? "";
  const what = said === null || said === undefined ? null : saidOf(table.about, step, said);
  if (seat === null || seat === undefined) return what ? t("told.chance", { title, what }) : "";
  if (what === null) return t("told.hidden", { name: calledYou(table, seat), title });
  const play = table.about.steps?.[step]?.kind === "play";
  return t(play ? "told.played" : "told.said", { name: calledYou(table, seat), title, what });
}

export const takenBy = (table, seat) => (seat === table.seat ? t("told.you_take") : t("told.takes", { name: nameOf(table, seat) }));

export function counted(table, points) {
  const each = points.map((one, seat) => t("told.points", { name: nameOf(table, seat), n: number(one) }));
  return t("told.deal_over", { points: each.join(t("join")) });
}
