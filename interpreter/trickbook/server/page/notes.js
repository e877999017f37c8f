// Beside the table: the scores, the facts, and the log.

import { inSuit, short } from "./cards.js";
import { el, fill } from "./dom.js";
import { nameOf } from "./people.js";
import { listed, number, signed, t } from "./texts.js";

export function notes() {
  const parts = { scores: el("section"), facts: el("section"), log: el("section") };
  return { ...parts, key: "", node: el("aside.notes", { "aria-label": t("notes.label") }, parts.scores, parts.facts, parts.log) };
}

export function showNotes(aside, table) {
  const key = JSON.stringify([table.view.scores, table.view.deals, table.view.facts, table.view.phase, table.seats, table.log[0], table.log.length]);
  if (key === aside.key) return;
  aside.key = key;
  fill(aside.scores, el("h2", {}, t("notes.scores")), scores(table));
  fill(aside.facts, facts(table));
  fill(aside.log, el("h2", {}, t("notes.log")), el("ol.log", {}, table.log.slice(0, 24).map((text) => el("li", {}, text))));
}

function scores(table) {
  const last = table.view.deals.at(-1);
  const row = (_, seat) =>
    el("tr", { class: seat === table.seat ? "me" : null }, el("th", { scope: "row" }, nameOf(table, seat)), last && el("td.faint", {}, signed(last[seat])), el("td", {}, number(table.view.scores[seat])));
  return el("table.small-scores", {}, el("tbody", {}, table.view.scores.map(row)));
}

// What is as it was before the match tells nothing, but for numbers, nor does what rests on an answer that is just being given.
const tells = ({ view }, value, { starts, rests = [], kind }) => {
  const counts = kind !== "seats" && typeof value === "number" && value !== 0;
  return (counts || JSON.stringify(value) !== JSON.stringify(starts ?? 0)) && !rests.includes(view.phase);
};

// Of several facts that are the same cards that with the shortest title is told.
const shownFacts = (table) =>
  Object.entries(table.view.facts ?? {})
    .map(([name, value]) => ({ fact: table.about.facts[name], value }))
    .filter(({ fact, value }) => fact && tells(table, value, fact))
    .map(({ fact, value }) => ({ fact, value, text: fact.owned ? ofEach(table, fact, value) : valued(table, fact, value) }))
    .filter(({ text }) => text !== null)
    .filter(({ fact, value }, _, all) => fact.kind !== "cards" || !all.some((one) => String(one.value) === String(value) && one.fact.title.length < fact.title.length));

function facts(table) {
  const all = shownFacts(table);
  return all.length > 0 && [
    el("h2", {}, t("notes.facts")),
    el("dl", {}, all.map(({ fact, text }) => el("div", { title: fact.says }, el("dt", {}, fact.title), el("dd", {}, text)))),
  ];
}

// Facts of whole suits, such as trumps: where there is no room for notes, they stand on the table.
export const agreed = (table) =>
  shownFacts(table)
    .filter(({ fact, value }) => !fact.owned && Array.isArray(value) && whole(table.about, value).length > 0)
    .map(({ fact, text }) => el("p.pile.agreed", {}, el("small", {}, fact.title), text));

const whole = ({ suits, cards }, names) => suits.filter((suit) => Object.entries(cards).every(([name, card]) => card.suit !== suit.letter || names.includes(name)));

// A value for each seat: of a yes or no those who have it, else everybody with what is theirs.
function ofEach(table, fact, values) {
  const seats = [...values.keys()];
  const seen = seats.filter((seat) => values[seat] !== null);
  if (fact.kind !== "condition" || seen.length < seats.length) return seen.map((seat) => el("span.each", {}, `${nameOf(table, seat)} `, valued(table, fact, values[seat]) ?? "–"));
  const those = seats.filter((seat) => values[seat]);
  return those.length ? listed(those.map((seat) => nameOf(table, seat))) : t("answers.none");
}

function valued(table, { kind, labels = {} }, value) {
  if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return null;
  if (value === true) return t("answers.yes");
  if (kind === "seats") return listed([value].flat().map((seat) => (typeof seat === "number" ? nameOf(table, seat) : String(seat))));
  if (Array.isArray(value) && value.every((one) => one in table.about.cards)) return cards(table, value);
  if (Array.isArray(value)) return value.map((one) => number(one ?? "–")).join(" · ");
  return inSuit(table.about, labels[value] ?? number(value));
}

// Many cards are told by their suits, where they are all of those.
function cards(table, names) {
  const { about } = table;
  const those = whole(about, names);
  const rest = names.filter((name) => !those.some((suit) => suit.letter === about.cards[name].suit));
  const parts = [...those.map((suit) => inSuit(about, suit.name)), ...rest.slice(0, 10).map((name) => short(about, name)), rest.length > 10 && "…"];
  return el("span.shorts", {}, parts);
}
