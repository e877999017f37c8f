// Events as sentences: for the list beside the table and for screen readers.

import { bare, saidOf, spoken } from "./cards.js";
import { calledYou, nameOf } from "./people.js";
import { listed, number, t } from "./texts.js";

export function sentence(table, { seat, step, said }) {
  const title = table.about.steps?.[step]?.title ?? step?.replaceAll("_", " ") ?? "";
  const what = said === null || said === undefined ? null : saidOf(table.about, step, said);
  if (seat === null || seat === undefined) return what ? t("told.chance", { title, what }) : "";
  if (what === null) return t("told.hidden", { name: calledYou(table, seat), title });
  const play = table.about.steps?.[step]?.kind === "play";
  return t(play ? "told.played" : "told.said", { name: calledYou(table, seat), title, what });
}

// Cards that are more than before; of equal ones each is counted.
function beyond(cards, before) {
  const rest = before.map(bare);
  return cards.filter((card) => !rest.includes(bare(card)) || !rest.splice(rest.indexOf(bare(card)), 1));
}

// Cards that lie open after a move that did not name them: chosen before it face down, or laid there by the rules.
export function laidOpen(table, before, { said }) {
  const { about, truth } = table;
  const fresh = beyond(beyond(truth.exposed, before.exposed), (said ?? "").split(" "));
  const holds = (seat, card) => Object.values(truth.piles).some((pile) => Array.isArray(pile[seat]) && pile[seat].includes(card));
  return Array.from({ length: about.players }, (_, seat) => ({ seat, cards: fresh.filter((card) => holds(seat, card)) }))
    .filter(({ cards }) => cards.length)
    .map(({ seat, cards }) => t("told.laid_open", { name: calledYou(table, seat), what: listed(cards.map((card) => spoken(about, card))) }));
}

// Cards that came into one's own hand from others.
export function received({ about, truth }, before) {
  const known = before.piles.hand ?? [];
  const fresh = beyond(truth.piles.hand ?? [], known);
  return fresh.length && known.length ? t("told.received", { what: listed(fresh.map((card) => spoken(about, card))) }) : "";
}

export const takenBy = (table, seat) => (seat === table.seat ? t("told.you_take") : t("told.takes", { name: nameOf(table, seat) }));

export function counted(table, points) {
  const each = points.map((one, seat) => t("told.points", { name: nameOf(table, seat), n: number(one) }));
  return t("told.deal_over", { points: each.join(t("join")) });
}
