// The outcome of each move: who would have been ahead, what the deal would have brought, what bots would have played.

import { isCards, labelOf, shorts, moveOf } from "./cards.js";
import { el } from "./dom.js";
import { nameOf } from "./people.js";
import { has, number, t } from "./texts.js";

export function meant(now, table) {
  const { about, seat, played } = now;
  const step = now.view.phase;
  return [
    el("h2", {}, t("replay.moment", { name: nameOf(table, seat), title: now.view.asks?.title ?? about.steps[step]?.title ?? step })),
    el("p", {}, t("replay.did"), " ", moveOf(about, step, played)),
    el("div.scroll", {}, moves(now, table, step)),
    now.tried ? now.playouts > 0 && el("p.says", {}, t("replay.how", { n: now.playouts })) : el("p.says", { role: "status" }, t("replay.wait")),
    barred(now),
  ];
}

function moves(now, table, step) {
  const rows = [...now.moves].sort(better(now.about.lowest_wins));
  const leads = rows.every(({ ahead }) => !ahead || ahead.seat === now.seat);
  const row = ({ move, ahead, points, error }) =>
    el(
      "tr",
      { class: move === now.played ? "went" : null },
      el("th", { scope: "row" }, moveOf(now.about, step, move), marks(now, move)),
      !leads && el("td", {}, ahead ? nameOf(table, ahead.seat) : "–"),
      el("td", {}, points === null ? "–" : [number(points), error ? el("small.faint", {}, ` ± ${error}`) : null]),
    );
  const head = [t("replay.move"), leads ? null : t("replay.ahead"), t("replay.brings")].filter(Boolean).map((name) => el("th", { scope: "col" }, name));
  return el("table.meant", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows.map(row)));
}

// The best first; what was not tried comes last.
const better = (lowest) => (one, other) => {
  if (typeof one.points !== "number" || typeof other.points !== "number") return (one.points === null) - (other.points === null);
  return lowest ? one.points - other.points : other.points - one.points;
};

function marks({ played, bots }, move) {
  const those = Object.keys(bots).filter((bot) => bots[bot] === move && has(`replay.bots.${bot}`));
  return [
    move === played && el("span.badge.win", {}, t("replay.played")),
    those.map((bot) => el("span.badge", {}, t(`replay.bots.${bot}`))),
  ];
}

// Cards and answers that a rule forbade, each rule with all that it stood against.
export function barred({ about, view }) {
  const by = new Map();
  for (const [one, { name, says }] of Object.entries(view.why ?? {})) by.set(name, { says, those: [...(by.get(name)?.those ?? []), one] });
  const line = ({ says, those }, name) => el("li", {}, isCards(about, those.join(" "), view.phase) ? el("span.shorts", {}, shorts(about, those.join(" "))) : those.map((one) => labelOf(about, view.phase, one)).join(t("join")), el("p.says", {}, says ?? name));
  return by.size > 0 && [el("h3", {}, t("replay.not")), el("ul.barred", {}, [...by].map(([name, one]) => line(one, name)))];
}
