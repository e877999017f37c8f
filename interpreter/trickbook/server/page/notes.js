// Beside the table: the scores, what the table remembers, and what happened.

import { short } from "./cards.js";
import { el, fill } from "./dom.js";
import { nameOf } from "./people.js";
import { number, signed, t } from "./texts.js";

export function notes() {
  const parts = { scores: el("section"), facts: el("section"), log: el("section") };
  return { ...parts, key: "", node: el("aside", { class: "notes", "aria-label": t("notes.label") }, parts.scores, parts.facts, parts.log) };
}

export function showNotes(aside, table) {
  const key = JSON.stringify([table.view.scores, table.view.deals, table.view.facts, table.seats, table.log[0], table.log.length]);
  if (key === aside.key) return;
  aside.key = key;
  fill(aside.scores, el("h2", {}, t("notes.scores")), scores(table));
  fill(aside.facts, facts(table));
  fill(aside.log, el("h2", {}, t("notes.log")), el("ol", { class: "log" }, table.log.slice(0, 24).map((text) => el("li", {}, text))));
}

function scores(table) {
  const last = table.view.deals.at(-1);
  const row = (_, seat) =>
    el("tr", { class: seat === table.seat ? "me" : null }, el("th", { scope: "row" }, nameOf(table, seat)), last && el("td", { class: "faint" }, signed(last[seat])), el("td", {}, number(table.view.scores[seat])));
  return el("table", { class: "small-scores" }, el("tbody", {}, table.view.scores.map(row)));
}

export function facts(table) {
  const shown = Object.entries(table.view.facts ?? {}).map(([name, value]) => ({ name, text: valued(table, name, value) }));
  const told = shown.filter(({ text }) => text !== null);
  return told.length > 0 && [
    el("h2", {}, t("notes.facts")),
    el("dl", {}, told.map(({ name, text }) => el("div", { title: table.about.facts?.[name]?.says ?? null }, el("dt", {}, table.about.facts?.[name]?.title ?? name.replaceAll("_", " ")), el("dd", {}, text)))),
  ];
}

function valued(table, name, value) {
  const { kind, labels = {} } = table.about.facts?.[name] ?? {};
  if (value === null || value === false || (Array.isArray(value) && value.length === 0)) return null;
  if (typeof value === "boolean") return t(value ? "answers.yes" : "answers.no");
  if (kind === "seats") return [value].flat().map((seat) => (typeof seat === "number" ? nameOf(table, seat) : String(seat))).join(t("join"));
  if (Array.isArray(value) && value.every((one) => one in table.about.cards)) return cards(table, value);
  if (Array.isArray(value)) return value.map((one) => (typeof one === "boolean" ? t(one ? "answers.yes" : "answers.no") : number(one ?? "–"))).join(" · ");
  return labels[value] ?? number(value);
}

// Many cards are told by their suits, where they are all of those.
function cards(table, names) {
  const { about } = table;
  const whole = about.suits.filter((suit) => Object.entries(about.cards).every(([name, card]) => card.suit !== suit.letter || names.includes(name)));
  const rest = names.filter((name) => !whole.some((suit) => suit.letter === about.cards[name].suit));
  const parts = [...whole.map((suit) => el("span", {}, `${suit.sign}\uFE0E ${suit.name}`)), ...rest.slice(0, 10).map((name) => short(about, name)), rest.length > 10 && "…"];
  return el("span", { class: "shorts" }, parts);
}
