// The tricks of this deal, the last one first.

import { lying } from "./cards.js";
import { button, el } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { calledYou, nameOf } from "./people.js";
import { t } from "./texts.js";

export function lastTricks(room) {
  if (openSheet("tricks")) return;
  const { table } = room;
  const { tricks } = table.view;
  const inner = tricks.length ? tricks.map((trick, at) => shown(table, trick, at + 1)).reverse() : el("p", {}, t("tricks.none"));
  sheet(t("tools.tricks"), el("div.past", {}, inner), { name: "tricks" });
}

// A trick of a finished deal, with the rules that decided it; one goes from each to the next.
export function trickOf({ table, link }, deal) {
  const box = el("div.past-one");
  const ask = async (number) => {
    const answer = await link.ask("trick", { number, deal });
    if (answer.type === "refused") return draw(number - 1, null);
    box.replaceChildren(...draw(number, answer));
    box.querySelector("button:last-of-type")?.focus();
  };
  const draw = (number, answer) => {
    const way = (label, to, name) => button(label, () => ask(to), { disabled: to < 1, "aria-label": t(name) });
    if (!answer) return box.querySelector("button:last-of-type").setAttribute("disabled", "");
    const plays = answer.plays.map(({ seat, cards }) => [seat, cards]);
    return [
      el("div.row", {}, way("←", number - 1, "tricks.back"), way("→", number + 1, "tricks.on")),
      shown(table, { plays, taker: answer.taker }, number),
      el("ul.lines", {}, answer.text.map((line) => el("li", {}, line))),
    ];
  };
  box.append(button(t("scores.tricks", { n: deal }), () => ask(1)));
  return box;
}

function shown(table, { plays, taker }, number) {
  const title = taker === null || taker === undefined ? t("tricks.untaken", { n: number }) : t("tricks.taken", { n: number, name: calledYou(table, taker) });
  return el(
    "section.past-trick",
    {},
    el("h3", {}, title),
    el("ol", {}, plays.map(([seat, said]) => el("li", { class: seat === taker ? "takes" : "" }, el("span.by", {}, nameOf(table, seat)), el("span.cards", {}, said.split(" ").map((name) => lying(table.about, name, { class: "mini" })))))),
  );
}
