// The table: the seats around it, their exposed cards, and the trick in the middle.

import { lying, short, labelOf } from "./cards.js";
import { el, fill, keyed } from "./dom.js";
import { before, nameOf, spread } from "./people.js";
import { number, t } from "./texts.js";

export function board() {
  const parts = {
    left: el("div", { class: "side left" }),
    across: el("div", { class: "side across" }),
    right: el("div", { class: "side right" }),
    trick: el("ol", { class: "trick" }),
    middle: el("div", { class: "middle-note" }),
  };
  const centre = el("div", { class: "centre" }, parts.middle, parts.trick);
  return { ...parts, node: el("div", { class: "board" }, parts.left, parts.across, parts.right, centre) };
}

export function showBoard(board, table) {
  const around = spread(table);
  board.trick.classList.toggle("crowded", table.about.players > 6);
  for (const side of ["left", "across", "right"]) keyed(board[side], around[side], (seat) => seat, makePlate, (node, seat) => plate(node, table, seat));
  keyed(board.trick, table.view.trick, ([seat, said]) => `${table.view.deal}-${table.view.tricks.length}-${seat}-${said}`, ([seat, said]) => played(table, seat, said));
  for (const node of board.trick.children) node.classList.toggle("takes", Number(node.dataset.seat) === table.taker);
  fill(board.middle, heldBack(table));
}

export const makePlate = () => el("section", { class: "plate" });

// A plate tells of one seat: name, score, tricks, cards held, what was said, and what lies open.
export function plate(node, table, seat) {
  const { view, seats } = table;
  const sits = seats[seat] ?? { plays: "nobody" };
  const acts = view.actors.includes(seat);
  node.dataset.seat = seat;
  node.classList.toggle("acts", acts);
  node.classList.toggle("away", sits.plays === "person" && sits.here === false);
  node.classList.toggle("takes", seat === table.taker);
  node.setAttribute("aria-label", acts ? t("seat.acts", { name: nameOf(table, seat) }) : nameOf(table, seat));
  fill(node, el("div", { class: "who" }, el("b", { class: "name" }, nameOf(table, seat)), badges(table, seat, sits)), figures(table, seat), sayings(table, seat), openCards(table, seat));
}

function badges(table, seat, sits) {
  const { view } = table;
  return [
    sits.plays === "bot" && el("span", { class: "badge bot", title: t("seat.bot_title") }, t("seat.bot")),
    sits.plays === "nobody" && el("span", { class: "badge" }, t("seat.empty")),
    sits.plays === "person" && sits.here === false && el("span", { class: "badge warn", title: sits.bot ? t("seat.bot_plays") : null }, t("seat.away")),
    seat === view.dealer && el("span", { class: "badge", title: t("seat.dealer_title") }, t("seat.dealer")),
    view.resting?.includes(seat) && el("span", { class: "badge", title: view.rests?.[seat]?.says ?? null }, t("seat.rests")),
    view.winners.includes(seat) && el("span", { class: "badge win" }, t("seat.winner")),
  ];
}

const figure = (name, value) =>
  el("span", { class: `figure ${name}`, title: t(`figures.${name}`) }, el("span", { class: "unseen" }, `${t(`figures.${name}`)} `), value);

function figures(table, seat) {
  const { view } = table;
  const taken = view.tricks.filter((trick) => trick.taker === seat).length;
  return el("div", { class: "figures" }, figure("score", number(view.scores[seat])), figure("tricks", taken), figure("held", view.counts[seat]));
}

// What a seat has answered in this deal: a bid, a contract, a word.
function sayings(table, seat) {
  const said = Object.entries(table.view.answers ?? {}).filter(
    ([step, values]) => table.about.steps[step]?.kind === "answer" && values?.[seat] !== null && values?.[seat] !== undefined,
  );
  return said.length > 0 && el("div", { class: "sayings" }, said.map(([step, values]) => saying(table, step, String(values[seat]))));
}

const saying = (table, step, said) =>
  el("span", { class: "saying" }, t("seat.said", { title: table.about.steps[step].title }), el("b", {}, labelOf(table.about, step, said)));

function openCards(table, seat) {
  const open = seat === table.seat ? [] : (table.view.piles?.table?.[seat] ?? []);
  return open.length > 0 && el("div", { class: "open-cards", role: "group", "aria-label": t("table.open") }, open.map((name) => lying(table.about, name, { class: "mini" })));
}

// A play of the trick, before the seat it came from; several cards lie side by side.
function played(table, seat, said) {
  const { x, y } = before(table, seat);
  const cards = said.split(" ");
  return el(
    "li",
    { class: cards.length > 1 ? "played several" : "played", vars: { "--x": x.toFixed(3), "--y": y.toFixed(3) }, data: { seat }, "aria-label": t("table.played_by", { name: nameOf(table, seat) }) },
    cards.map((name) => lying(table.about, name)),
  );
}

// In the middle: cards of tricks on hold, and other piles that lie open on the table.
function heldBack(table) {
  const { piles = {}, sizes = {} } = table.view;
  const own = new Set(["hand", "table", "trick", "taken"]);
  return Object.entries(piles)
    .filter(([name, lies]) => !own.has(name) && Array.isArray(lies) && lies.length > 0 && lies.every((one) => typeof one === "string"))
    .map(([name, lies]) =>
      el("p", { class: "pile" }, el("small", {}, table.about.piles[name]?.title ?? name), lies.length > 8 ? el("b", {}, sizes[name]) : lies.map((one) => short(table.about, one))),
    );
}
