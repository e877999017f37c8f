// A table from joining to leaving: the connection, the view, and the actions of the player.

import { asking, confirmed, showAsking, unpick } from "./question.js";
import { board, showBoard } from "./board.js";
import { answerTo, check, cuts } from "./cuts.js";
import { choose, hand, putBack, showHand } from "./hand.js";
import { hush } from "./bubble.js";
import { button, el } from "./dom.js";
import { keepSeat, forget } from "./keep.js";
import { connect, PASSING } from "./link.js";
import { say } from "./announcer.js";
import { notes, showNotes } from "./notes.js";
import { heardPhrase } from "./phrases.js";
import { consent, heardRequest } from "./take_back.js";
import { playback } from "./playback.js";
import { openSheet } from "./dialog.js";
import { dealOver } from "./scores.js";
import { replaced } from "./people.js";
import { makePlate, plate } from "./plates.js";
import { sound } from "./sounds.js";
import { sentence } from "./sentences.js";
import { language, t } from "./texts.js";
import { showTools, tools } from "./tools.js";
import { listen } from "./keys.js";

export function enter(main, { table: id, token, invitation }) {
  const table = { id, seat: null, about: null, seats: [], watching: 0, view: null, truth: null, seals: {}, coming: null, opened: {}, cuts: cuts(id), log: [], speech: [], ready: false, taker: null, hinted: null, line: "open", token, invitation };
  const room = { table, main, nodes: null };
  room.link = connect({ table: id, token, lang: language(), heard: (message) => hear(room, message), state: (line) => lineIs(room, line) });
  room.tape = playback({ show: (view, more) => show(room, view, more), shown: () => table.view, rectOf: (seat, said) => rectOf(room, seat, said), cardsOf: () => [...room.nodes.board.trick.children], over: (after) => overDeal(room, after) });
  room.refresh = () => refresh(room);
  // What is answered; a refusal is told, and nothing comes back.
  room.request = async (type, rest) => {
    const answer = await room.link.ask(type, rest);
    return answer.type === "refused" ? void complain(room, answer) : answer;
  };
  room.complain = (refusal) => complain(room, refusal);
  room.back = () => (hush(), unpick(room.asking) || putBack(room.hand));
  room.go = () => confirmed(room.asking);
  const stopListening = listen(room);
  room.close = () => (room.link.close(), stopListening(), hush(), room.tape.clear());
  return room;
}

function build(room) {
  const board_ = board();
  const mine = makePlate();
  mine.classList.add("mine");
  room.hand = hand({ play: (move) => play(room, move), changed: () => (dropPick(room), showAsking(room.asking, room.table, room.hand)) });
  room.asking = asking({ answer: (move) => play(room, move) });
  const bar = tools(room);
  const aside = notes();
  const field = el("div.field", {}, board_.node, el("div.own", {}, el("div.own-head", {}, mine, room.asking.node), room.hand.box));
  const banner = el("p.banner", { role: "status", hidden: true });
  const late = el("p.notice.late", { role: "status", hidden: true }, t("line.late"), " ", button(t("line.resume"), () => room.link.ask("resume")));
  const doubt = el("p.notice.doubt", { role: "alert", hidden: true });
  board_.node.addEventListener("click", () => room.tape.hurry());
  room.nodes = { board: board_, mine, bar, aside, banner, late, doubt, consent: consent() };
  room.main.replaceChildren(el("div.room", {}, bar.node, doubt, banner, late, room.nodes.consent, el("div.floor", {}, field, aside.node)));
}

// A card that was chosen takes the place of an answer that was.
const dropPick = (room) => room.hand.chosen.length && (room.asking.picked = null);

function show(room, view, { ready = false, taker = null, seat = null, sounds = false } = {}) {
  const { table, nodes } = room;
  if (sounds && seat === table.seat) room.hand.sent = false;
  if (sounds) sound("card");
  Object.assign(table, { view, ready, taker });
  if (ready && table.hintedAt !== table.seq) table.hinted = null;
  showBoard(nodes.board, table);
  plate(nodes.mine, table, table.seat ?? 0);
  showHand(room.hand, table, room.main);
  showAsking(room.asking, table, room.hand);
  showNotes(nodes.aside, table);
  showTools(nodes.bar, room);
  nodes.late.hidden = !replaced(table);
  document.title = `${table.truth?.asks ? "● " : ""}${table.about.title} – ${t("title")}`;
}

const refresh = (room) => room.table.view && show(room, room.table.view, { ready: room.table.ready, taker: room.table.taker });

const HEARD = {
  welcome(room, { seat, about, table, take_back }) {
    Object.assign(room.table, { seat, about, takeBack: take_back && seat !== null });
    if (seat !== null) keepSeat(table, { title: about.title, seat, at: Date.now() });
    if (!room.nodes) build(room);
  },
  seats(room, { seats, watching }) {
    Object.assign(room.table, { seats, watching });
    refresh(room);
  },
  state(room, message) {
    const { table } = room;
    const view = message.view ?? table.about.empty;
    const next = message.match > table.match;
    const deals = table.view?.deals.length;
    // Who comes again reads the sheet on, unless another deal is over since.
    const same = !next && view.deals.length === deals && openSheet("deal");
    if (!same) openSheet("deal")?.close();
    Object.assign(table, { seq: message.seq, match: message.match, truth: view, seals: message.seals, coming: message.coming, opened: message.opened });
    room.tape.clear();
    if (next) note(room, t("told.match"));
    for (const { events } of message.missed) tell(room, events);
    room.hand.sent = false;
    room.nodes.consent.hidden = true;
    fair(room, message);
    show(room, view, { ready: true });
    turn(room);
    if (view.phase === "over" && !same) dealOver(room);
  },
  move(room, message) {
    const { table } = room;
    const before = table.truth;
    table.truth = { ...before, ...message.changed };
    Object.assign(table, { seq: message.seq, seals: { ...table.seals, ...message.seals }, coming: message.coming === undefined ? table.coming : message.coming, opened: { ...table.opened, ...message.opened } });
    fair(room, message);
    tell(room, message.events);
    room.tape.add({ seat: message.seat, events: message.events, after: table.truth });
    if (table.truth.asks && !before.asks) turn(room);
  },
  take_back: (room, message) => (note(room, heardRequest(room, message)), refresh(room)),
  phrase: (room, message) => (note(room, heardPhrase(room, message)), refresh(room)),
  cut: (room, message) => fair(room, message),
  closing(room, { code, message }) {
    if (PASSING.includes(code)) return room.nodes && banner(room, message);
    if (["bad-message", "too-large"].includes(code) && !room.nodes) forget(room.table.id);
    if (code === "bad-token") forget(room.table.id);
    room.main.replaceChildren(closed(room, code, message));
  },
  refused: (room, message) => complain(room, message),
};

const hear = (room, message) => HEARD[message.type]?.(room, message);

// Cut the next pack, and check a deal that is over.
function fair(room, { cut, opened }) {
  const { table } = room;
  check(table.cuts, table.seat, table.match, opened);
  const answer = answerTo(table.cuts, table.seat, cut);
  if (answer) room.link.tell("cut", answer);
  const wrong = Object.values(table.cuts.checked).filter(({ doubt }) => doubt);
  room.nodes.doubt.hidden = wrong.length === 0;
  room.nodes.doubt.textContent = wrong.map(({ deal, doubt }) => t("seals.doubt", { n: deal, what: t(`seals.doubts.${doubt}`) })).join(" ");
}

function tell(room, events) {
  for (const event of events) note(room, sentence(room.table, event));
}

function note(room, text) {
  if (!text) return;
  room.table.log = [text, ...room.table.log].slice(0, 60);
  say(text);
}

function turn(room) {
  const { asks } = room.table.truth;
  if (asks) sound("turn");
  if (asks) say(t("told.your_turn", { title: asks.title }));
}

async function play(room, move) {
  room.hand.sent = true;
  showAsking(room.asking, room.table, room.hand);
  await room.request("play", { move, at: room.table.seq });
}

function complain(room, { message, reason }) {
  room.hand.sent = false;
  const text = reason?.says ?? message;
  banner(room, text);
  clearTimeout(room.quiet);
  room.quiet = setTimeout(() => (room.nodes.banner.hidden = true), 6000);
  choose(room.hand, []);
}

function lineIs(room, line) {
  room.table.line = line;
  if (!room.nodes) return;
  clearTimeout(room.quiet);
  banner(room, line === "lost" ? t("line.lost") : "");
}

function banner(room, text) {
  room.nodes.banner.textContent = text;
  room.nodes.banner.hidden = !text;
}

function rectOf(room, seat, said) {
  const { main, table } = room;
  const mine = seat === table.seat && said ? room.hand.box.querySelector(`[data-card="${CSS.escape(said.split(" ")[0])}"]`) : null;
  return (mine ?? main.querySelector(`.plate[data-seat="${seat}"]`))?.getBoundingClientRect();
}

const overDeal = (room, after) => {
  room.table.view = after;
  return dealOver(room);
};

function closed(room, code, message) {
  const again = () => (room.close(), dispatchEvent(new Event("hashchange")));
  const can = ["elsewhere", "too-large", "bad-message", "not-now", "bad-token"].includes(code);
  return el(
    "section.paper.closed",
    {},
    el("h1", {}, t(code === "elsewhere" ? "line.elsewhere" : "line.closed")),
    el("p", {}, message),
    can && el("button", { type: "button", class: "main", on: { click: again } }, t(code === "elsewhere" ? "line.take_back" : "line.again")),
    el("p", {}, el("a", { href: "#" }, t("to_lobby"))),
  );
}
