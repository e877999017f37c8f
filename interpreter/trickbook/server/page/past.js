// The tricks of this deal, the last one first.

import { lying } from "./cards.js";
import { el } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { calledYou, nameOf } from "./people.js";
import { t } from "./texts.js";

export function lastTricks(room) {
  if (openSheet("tricks")) return;
  const { table } = room;
  const { tricks } = table.view;
  const inner = tricks.length ? tricks.map((trick, at) => shown(table, trick, at + 1)).reverse() : el("p", {}, t("tricks.none"));
  sheet(t("tools.tricks"), el("div", { class: "past" }, inner), { name: "tricks" });
}

export function shown(table, { plays, taker }, number) {
  const title = taker === null || taker === undefined ? t("tricks.untaken", { n: number }) : t("tricks.taken", { n: number, name: calledYou(table, taker) });
  return el(
    "section",
    { class: "past-trick" },
    el("h3", {}, title),
    el("ol", {}, plays.map(([seat, said]) => el("li", { class: seat === taker ? "takes" : "" }, el("span", { class: "by" }, nameOf(table, seat)), el("span", { class: "cards" }, said.split(" ").map((name) => lying(table.about, name, { class: "mini" })))))),
  );
}
