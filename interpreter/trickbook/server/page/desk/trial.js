// A hand to try: one deal against bots, by the rules as they stand. A card that may not be played says why.

import { barred } from "../outcomes.js";
import { board, showBoard } from "../board.js";
import { button, el, fill } from "../dom.js";
import { choose, hand, putBack, showHand } from "../hand.js";
import { asking, confirmed, showAsking, unpick } from "../question.js";
import { hush } from "../bubble.js";
import { nameOf } from "../people.js";
import { makePlate, plate } from "../plates.js";
import { listen } from "../keys.js";
import { playback } from "../playback.js";
import { number, t } from "../texts.js";

export function trial({ ask, text }) {
  const state = { seed: 1, players: null, moves: [], wanted: [], wished: "", table: null, sheet: null };
  const parts = { players: el("select", { id: "trial-players" }), wished: el("input", { type: "text", id: "trial-hand", autocapitalize: "characters", spellcheck: "false" }), wrong: el("p", { class: "wrong", role: "alert" }), lies: el("div", { class: "trial-table" }), below: el("div", { "aria-live": "polite" }) };
  const room = { state, parts, ask, text, nodes: null };
  room.again = () => started(room, { seed: state.seed + 1 });
  parts.players.addEventListener("change", () => started(room, { players: Number(parts.players.value) }));
  parts.wished.addEventListener("change", () => started(room, { wished: parts.wished.value }));
  const node = el("div", { class: "trial" },
    el("p", { class: "says" }, t("desk.trial_says")),
    el("div", { class: "row" },
      el("label", { for: "trial-players" }, t("opening.players")), parts.players,
      el("label", { for: "trial-hand" }, t("desk.my_cards")), parts.wished,
      button(t("desk.deal_again"), room.again), button(t("desk.take_back"), () => takeBack(room))),
    parts.wrong, parts.lies, parts.below);
  const stopListening = listen(Object.assign(room, { back: () => (hush(), room.nodes && (unpick(room.nodes.asking) || putBack(room.nodes.hand))), go: () => confirmed(room.nodes.asking) }));
  return { node, refresh: (checked) => refreshed(room, checked), close: () => (stopListening(), hush(), room.tape?.clear()) };
}

// The same cards and moves by the rules as they are now, as far as these allow the moves.
async function refreshed(room, { players, usual }) {
  const { state, parts } = room;
  if (!players.includes(state.players)) Object.assign(state, { players: usual, wanted: [] });
  fill(parts.players, players.map((count) => el("option", { value: String(count), selected: count === state.players }, String(count))));
  const { wanted } = state;
  await asked(room, wanted, { whole: true, fitting: true }).catch((error) => complain(room, error));
  state.wanted = wanted;
}

function started(room, change) {
  Object.assign(room.state, change);
  return anew(room, []);
}

const anew = (room, moves) => asked(room, moves, { whole: true }).catch((error) => complain(room, error));

const complain = ({ parts }, error) => fill(parts.wrong, error.message);

// Everything since the player's last move is taken back.
function takeBack(room) {
  const last = room.state.moves.findLastIndex(([seat]) => seat === 0);
  if (last >= 0) anew(room, room.state.moves.slice(0, last));
}

async function asked(room, moves, { whole, fitting = false }) {
  const { state, parts } = room;
  const found = await room.ask("trial", { text: room.text(), seed: state.seed, players: state.players, hand: state.wished, moves, fitting });
  if (!found) return;
  fill(parts.wrong, found.kept < moves.length && t("desk.moves_kept", { n: found.kept }));
  state.sheet = found.sheet;
  state.moves = state.wanted = [...moves.slice(0, found.kept), ...found.steps.map(({ move }) => move)];
  if (whole || !room.nodes) build(room, found);
  if (whole) return show(room, found.steps.at(-1)?.after ?? found.view, { ready: true });
  room.tape.add({ seat: 0, events: found.events, after: found.view });
  for (const { move, events, after } of found.steps) room.tape.add({ seat: move[0], events, after });
}

function build(room, { about }) {
  const lies = board();
  const mine = makePlate();
  const own = hand({ play: (move) => play(room, move), changed: () => showAsking(room.nodes.asking, room.state.table, own) });
  const question = asking({ answer: (move) => play(room, move) });
  room.tape?.clear();
  room.state.table = { about, seats: Array.from({ length: about.players }, (_, seat) => (seat ? { plays: "bot", bot: "duck" } : { name: t("seat.i"), plays: "person", here: true })), seat: 0, view: null, ready: false, taker: null, log: [], line: "open" };
  room.hand = own;
  room.nodes = { lies, mine, hand: own, asking: question, bar: { keys: {} } };
  const tape = (room.tape = playback({ show: (view, more) => room.tape === tape && show(room, view, more), shown: () => room.state.table.view, rectOf: (seat) => lies.node.querySelector(`.plate[data-seat="${seat}"]`)?.getBoundingClientRect(), cardsOf: () => [...lies.trick.children], over: async () => {} }));
  lies.node.addEventListener("click", tape.hurry);
  mine.classList.add("mine");
  fill(room.parts.lies, lies.node, el("div", { class: "own" }, el("div", { class: "own-head" }, mine, question.node), own.box));
}

function show(room, view, { ready = false, taker = null } = {}) {
  const { nodes, state } = room;
  const { table } = state;
  Object.assign(table, { view: view.deals.length ? over(view) : view, ready: ready && !view.deals.length, taker });
  nodes.hand.sent = false;
  showBoard(nodes.lies, table);
  plate(nodes.mine, table, 0);
  showHand(nodes.hand, table, nodes.lies.node);
  showAsking(nodes.asking, table, nodes.hand);
  if (view.deals.length) fill(nodes.asking.node, el("p", { class: "says" }, t("scores.deal_over", { n: 1 })));
  below(room);
}

// One deal is tried: the next one, which begins at once, is not shown.
const over = (view) => ({ ...view, piles: { ...view.piles, hand: [] }, counts: view.counts.map(() => 0), trick: [], actors: [], asks: null });

async function play(room, move) {
  const { state, nodes } = room;
  nodes.hand.sent = true;
  try {
    await asked(room, [...state.moves, [0, move]], { whole: false });
  } catch (refused) {
    nodes.hand.sent = false;
    choose(nodes.hand, []);
    complain(room, refused);
  }
}

// What may not be played now, and why; after the deal, what it counts.
function below({ state, parts }) {
  const { table, sheet } = state;
  if (!sheet || !table.view.deals.length) return fill(parts.below, barred(table));
  return fill(parts.below, el("h3", {}, t("desk.counts")), el("dl", { class: "counts" }, sheet.seats.map((one) => counted(table, one))));
}

const counted = (table, { seat, points, text }) => el("div", {}, el("dt", {}, el("b", { class: "points-now" }, number(points)), " ", nameOf(table, seat)), text.map((line) => el("dd", {}, line)));
