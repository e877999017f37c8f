// The table: the seats around it, their exposed cards, and the trick in the middle.

import { lying, short } from "./cards.js";
import { el, fill, keyed } from "./dom.js";
import { agreed } from "./notes.js";
import { before, nameOf, spread } from "./people.js";
import { makePlate, plate } from "./plates.js";
import { t } from "./texts.js";

export function board() {
  const parts = {
    left: el("div.side.left"),
    across: el("div.side.across"),
    right: el("div.side.right"),
    trick: el("ol.trick"),
    piles: el("div.piles"),
  };
  const centre = el("div.centre", {}, parts.trick);
  return { ...parts, node: el("div.board", {}, parts.left, parts.across, parts.right, centre, parts.piles) };
}

export function showBoard(board, table) {
  const around = spread(table);
  board.trick.classList.toggle("crowded", table.about.players > 6);
  for (const side of ["left", "across", "right"]) keyed(board[side], around[side], (seat) => seat, makePlate, (node, seat) => plate(node, table, seat));
  keyed(board.trick, table.view.trick, ([seat, said]) => `${table.view.deal}-${table.view.tricks.length}-${seat}-${said}`, ([seat, said]) => played(table, seat, said));
  for (const node of board.trick.children) node.classList.toggle("takes", Number(node.dataset.seat) === table.taker);
  fill(board.piles, piles(table), agreed(table));
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

// Below the trick: cards of tricks on hold, other piles of the table, cards shown of one. One or two are drawn, unseen ones counted.
function piles({ about, view: { piles: seen = {}, sizes = {}, shown = [] } }) {
  const own = new Set(["hand", "table", "trick", "taken"]);
  const looked = shown.filter(({ seat }) => seat === null).map(({ step, cards }) => [step, cards]);
  return [...Object.entries({ ...sizes, ...seen }), ...looked]
    .filter(([name, lies]) => !own.has(name) && (Array.isArray(lies) ? lies.length > 0 && lies.every((one) => typeof one === "string") : lies > 0))
    .map(([name, lies]) => el("p.pile", {}, el("small", {}, about.piles[name]?.title ?? about.steps[name]?.title ?? name), lies.length <= 8 ? lies.map((one) => (lies.length < 3 ? lying(about, one, { class: "mini" }) : short(about, one))) : el("b", {}, sizes[name] ?? lies.length)));
}
