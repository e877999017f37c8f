// Events as sentences: for the list beside the table and for screen readers.

import { saidOf, spoken } from "./cards.js";
import { calledYou, nameOf } from "./people.js";
import { listed, number, t } from "./texts.js";

// An event as a sentence; "" where the table itself shows it.
export const sentence = (table, event) => TOLD[event.kind]?.(table, event) ?? "";

const TOLD = {
  answered: answered,
  revealed: answered,
  led: played,
  played: played,
  drawn: drawn,
  announced: ({ about }, { what }) => about.facts[what]?.title ?? what,
  exposed: (table, { seat, what }) => t("told.laid_open", { name: calledYou(table, seat), what: cards(table, what) }),
  shown: (table, { seat, step, what }) => (seat === null ? drawn(table, { step, what }) : t("told.shown", { name: calledYou(table, seat), what: cards(table, what) })),
  redealt: (table, { step }) => by(table, step, t("told.redealt")),
  unscored: (table, { step }) => by(table, step, t("told.unscored")),
  rests: (table, { seat }) => t("told.rests", { name: calledYou(table, seat) }),
  received: (table, { what }) => t("told.received", { what: cards(table, what) }),
  taken: (table, { seat }) => (seat === null ? "" : seat === table.seat ? t("told.you_take") : t("told.takes", { name: nameOf(table, seat) })),
  scored: (table, { what }) => t("told.deal_over", { points: what.points.map((one, seat) => t("told.points", { name: nameOf(table, seat), n: number(one) })).join(t("join")) }),
};

const titleOf = (about, step) => about.steps[step]?.title ?? step;

// What happened by a step, with the step's rule.
const by = ({ about }, step, sentence) => [sentence, about.steps[step]?.says].filter(Boolean).join(t("told.joint"));

const cards = ({ about }, what) => listed(what.split(" ").map((card) => spoken(about, card)));

function drawn({ about }, { step, what }) {
  return t("told.chance", { title: titleOf(about, step), what: saidOf(about, step, what) });
}

function answered(table, { seat, step, what }) {
  const words = { name: calledYou(table, seat), title: titleOf(table.about, step) };
  return what === null ? t("told.hidden", words) : t("told.said", { ...words, what: saidOf(table.about, step, what) });
}

function played(table, { seat, step, what }) {
  return t("told.played", { name: calledYou(table, seat), title: titleOf(table.about, step), what: saidOf(table.about, step, what) });
}
