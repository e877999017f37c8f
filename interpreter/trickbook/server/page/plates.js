// A plate tells of one seat: name, score, tricks, cards held, what was said, and what lies open.

import { inSuit, labelOf, lying } from "./cards.js";
import { el, fill } from "./dom.js";
import { nameOf, playedFor } from "./people.js";
import { number, t } from "./texts.js";

export const makePlate = () => el("section.plate");

export function plate(node, table, seat) {
  const { view, seats } = table;
  const sits = seats[seat] ?? { plays: "nobody" };
  const acts = view.actors.includes(seat);
  const lies = [...openPiles(table, seat), ...shownCards(table, seat)];
  const classes = { acts, away: sits.plays === "person" && sits.here === false, takes: seat === table.taker, rests: view.resting?.includes(seat), lays: lies.some(({ cards }) => cards.length > 3) };
  node.dataset.seat = seat;
  for (const [name, on] of Object.entries(classes)) node.classList.toggle(name, Boolean(on));
  node.setAttribute("aria-label", acts ? t("seat.acts", { name: nameOf(table, seat) }) : nameOf(table, seat));
  const head = el("div.told", {}, el("div.who", {}, el("b.name", {}, nameOf(table, seat)), badges(table, seat, sits)), figures(table, seat), sayings(table, seat));
  const said = table.speech?.filter((one) => one.seat === seat).map(({ text }) => el("p.speech", {}, text));
  fill(node, head, lies.map((pile) => openCards(table, pile)), said);
}

function badges(table, seat, sits) {
  const { view } = table;
  return [
    sits.plays === "bot" && el("span.badge.bot", { title: t("seat.bot_title") }, t("seat.bot")),
    sits.plays === "nobody" && el("span.badge", {}, t("seat.empty")),
    sits.plays === "person" && sits.here === false && el("span.badge.warn", { title: sits.bot ? t("seat.bot_plays") : null }, t("seat.away")),
    sits.plays === "person" && sits.here && sits.bot && el("span.badge.warn", { title: t("seat.late") }, t("seat.bot_plays")),
    seat === view.dealer && el("span.badge", { title: t("seat.dealer_title") }, t("seat.dealer")),
    view.resting?.includes(seat) && el("span.badge", { title: view.rests?.[seat]?.says ?? null }, t("seat.rests")),
    view.winners.includes(seat) && el("span.badge.win", {}, t("seat.winner")),
  ];
}

const figure = (name, value) =>
  el("span", { class: `figure ${name}`, title: t(`figures.${name}`) }, el("span.unseen", {}, `${t(`figures.${name}`)} `), value);

function figures(table, seat) {
  const { view } = table;
  const taken = view.tricks.filter((trick) => trick.taker === seat).length;
  return el("div.figures", {}, figure("score", number(view.scores[seat])), figure("tricks", taken), figure("held", view.counts[seat]));
}

// What a seat has answered in this deal: a bid, a contract, a word; of a question that goes round, each answer once in a row.
// What was asked stands before them, unless it is being asked, or nothing else ever is and they are no numbers.
function sayings(table, seat) {
  const said = Object.entries(table.view.answers ?? {}).filter(
    ([step, values]) => table.about.steps[step]?.kind === "answer" && values?.[seat] !== null && values?.[seat] !== undefined,
  );
  return said.length > 0 && el("div.sayings", {}, said.map(([step, values]) => saying(table, step, seat, String(values[seat]))));
}

function saying(table, step, seat, last) {
  const { about, view } = table;
  const asked = view.phase === step;
  const alone = Object.values(about.steps).filter(({ kind }) => kind === "answer").length === 1;
  const all = (view.course ?? []).filter(([name, by, said]) => name === step && by === seat && said !== null).map(([, , said]) => said);
  const earlier = all.filter((said, at) => at < all.length - 1 && said !== all[at + 1]);
  return el(
    "span.saying",
    {},
    el("span", { class: asked || (alone && isNaN(last)) ? "unseen" : null }, t("seat.said", { title: about.steps[step].title })),
    earlier.map((said) => el("span.earlier", {}, inSuit(about, labelOf(about, step, said)), " ")),
    el("b", { class: asked ? "fresh" : null }, inSuit(about, labelOf(about, step, last))),
  );
}

// The cards that everybody sees before a seat; those that one plays oneself lie in one's hand, or are chosen there.
function openPiles({ about, view, ...table }, seat) {
  const played = ["table"].filter(() => seat === table.seat || seat === playedFor({ view, ...table }));
  return Object.entries(view.piles ?? {})
    .filter(([name, lies]) => about.piles[name]?.owned && about.piles[name].seen_by === "everyone" && !["trick", "taken", ...played].includes(name) && lies?.[seat]?.length)
    .map(([name, lies]) => ({ name, cards: lies[seat], title: name === "table" ? t("table.open") : (about.piles[name].title ?? t("table.open")) }));
}

// The cards that the player was shown in a seat's hand, or showed, as far as they have not been seen elsewhere since.
function shownCards({ about, view }, seat) {
  const plays = [...view.tricks.flatMap((trick) => trick.plays), ...view.trick].flatMap(([, cards]) => cards.split(" "));
  const gone = new Set([...plays, ...view.exposed].map((card) => card.replace("*", "")));
  return (view.shown ?? [])
    .filter((shown) => shown.seat === seat)
    .map(({ step, cards }) => ({ name: step, title: about.steps[step].title, cards: cards.filter((card) => !gone.has(card)) }))
    .filter(({ cards }) => cards.length > 0);
}

function openCards({ about }, { name, title, cards }) {
  return el("div.lies-open", {}, name !== "table" && el("small", { "aria-hidden": "true" }, title), el("div.open-cards", { role: "group", "aria-label": title }, cards.map((card) => lying(about, card))));
}
