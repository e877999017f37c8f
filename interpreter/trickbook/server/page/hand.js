// The player's own cards. One touch selects a card and a second one plays it, so a slip costs nothing.

import { answers, judge, sizes, touched } from "./selection.js";
import { bare, face, rankOf, sorted, spoken, suitOf } from "./cards.js";
import { el, keyed } from "./dom.js";
import { hush, tell } from "./bubble.js";
import { nameOf, playedFor } from "./people.js";
import { t } from "./texts.js";

const GAP = 0.22;

export function hand({ play, changed }) {
  const box = el("div.hand", { role: "group" });
  const other = el("div.hand.other.open-cards", { role: "group" });
  const state = { box, other, chosen: [], names: [], table: null, keys: [], play, changed, sent: false };
  for (const one of [box, other]) one.addEventListener("keydown", (event) => moved(state, event));
  new ResizeObserver(() => fan(state)).observe(box);
  return state;
}

// All cards that the player may reach for: the hand, what lies open before them or the seat they play for, and what else is to choose from.
export function reachable(table) {
  const { piles, order, legal, choose, asks } = table.view;
  const lay = (names) => sorted(table.about, names, order);
  const held = piles.hand ?? [];
  const open = piles.table?.[playedFor(table) ?? table.seat] ?? [];
  const offered = choose?.from ?? (asks && asks.kind !== "answer" ? [...new Set((legal ?? []).flatMap((move) => move.split(" ")))] : []);
  const near = new Set([...held, ...open]);
  return { held: lay(held), open: [...lay(open), ...lay(offered.filter((name) => !near.has(name) && known(table)(name)))] };
}

export const known = (table) => (name) => bare(name) in table.about.cards;

// Whether it is cards that the player is asked for.
const chooses = (table) => table.view.asks.kind !== "answer";

export const asked = (table) => table.seat !== null && table.ready && Boolean(table.view.asks);

export function showHand(state, table, room) {
  const { held, open } = reachable(table);
  const other = playedFor(table);
  const names = [...open, ...held];
  const keys = [...marked(open, "open"), ...marked(held, "held")];
  if (!asked(table) || state.step !== stepOf(table)) state.chosen = [];
  else state.chosen = state.chosen.map((place) => keys.indexOf(state.keys[place])).filter((place) => place >= 0);
  Object.assign(state, { table, names, keys, step: stepOf(table), can: judge(table.view, known(table)), openCount: open.length, apart: other === null ? 0 : open.length });
  state.several = asked(table) && table.view.asks.kind === "cards" && sizes(table.view, known(table)).high > 1;
  lay(state, state.other, 0, state.apart);
  lay(state, state.box, state.apart, names.length);
  state.box.setAttribute("aria-label", t("hand.label", { n: held.length }));
  if (other !== null) beside(state, room.querySelector(`.plate[data-seat="${other}"]`), nameOf(table, other));
  rove(state);
  fan(state);
}

// The cards from one place to another are those in a box.
const lay = (state, box, from, to) =>
  keyed(box, state.names.slice(from, to), (_, at) => state.keys[from + at], (name) => makeCard(state, name), (node, name, at) => dress(state, node, name, from + at));

// The cards of a seat that the player plays for are chosen where they lie: there.
function beside({ other }, plate, name) {
  const held = other.contains(document.activeElement) ? document.activeElement : null;
  other.setAttribute("aria-label", t("hand.other", { name }));
  plate?.classList.add("lays");
  plate?.append(other);
  held?.focus({ preventScroll: true });
}

const nodes = (state) => [...state.other.children, ...state.box.children];

const stepOf = (table) => `${table.view.deal}/${table.view.phase}/${table.view.tricks.length}`;

function marked(names, where) {
  const seen = new Map();
  return names.map((name) => {
    const copy = seen.get(name) ?? 0;
    seen.set(name, copy + 1);
    return `${where}:${name}:${copy}`;
  });
}

function makeCard(state, name) {
  const node = face(state.table.about, name, "button", { type: "button", tabindex: "-1" });
  const place = () => state.keys.indexOf(node.dataset.key);
  node.addEventListener("click", () => touch(state, place()));
  node.addEventListener("focus", () => why(state, place(), node));
  node.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && why(state, place(), node));
  node.addEventListener("pointerleave", () => document.activeElement !== node && hush(node));
  node.addEventListener("blur", () => hush(node));
  return node;
}

// Whether a card does not go with those that are chosen so far, while these are not enough.
function goesNot(state, name) {
  const sofar = called(state);
  return sofar.length > 0 && !state.can.whole(sofar) && !state.can.begun([...sofar, name]);
}

function dress(state, node, name, place) {
  const { table, can } = state;
  const dim = asked(table) && chooses(table) && !can.begun([name]);
  const chosen = state.chosen.includes(place);
  node.classList.toggle("dim", dim);
  node.classList.toggle("chosen", chosen);
  node.classList.toggle("beside", !dim && !chosen && goesNot(state, name));
  node.classList.toggle("lies", place < state.openCount);
  node.classList.toggle("gap", place === state.openCount && place > state.apart);
  node.classList.toggle("hinted", table.hinted?.includes(name) ?? false);
  node.setAttribute("aria-pressed", chosen);
  node.setAttribute("aria-disabled", dim || !asked(table));
  const called = place < state.openCount ? t("card.lies", { card: spoken(table.about, name) }) : spoken(table.about, name);
  node.setAttribute("aria-label", called);
}

// Why a card may not be played; nothing if it may.
export function reason(state, place) {
  const { table, names, can } = state;
  if (place < 0 || !asked(table) || !chooses(table) || can.begun([names[place]])) return null;
  const found = table.view.why?.[names[place]];
  return found?.says ?? (found ? t("hand.rule", { rule: found.name.replaceAll("_", " ") }) : t("hand.not_now"));
}

function why(state, place, node) {
  const says = reason(state, place);
  if (says) tell(node, says);
  else hush();
}

export function touch(state, place) {
  const { table, names } = state;
  const node = nodes(state)[place];
  rove(state, place);
  if (!asked(table) || state.sent) return;
  if (!state.can.begun([names[place]]) && !state.can.begun([...called(state), names[place]])) return why(state, place, node);
  const next = touched(state.chosen, place, names, state.can, state.several);
  if (next === "play") return send(state);
  choose(state, next);
}

export function choose(state, places) {
  state.chosen = places;
  nodes(state).forEach((node, place) => dress(state, node, state.names[place], place));
  state.changed();
}

export const called = (state) => state.chosen.map((place) => state.names[place]);

export const ready = (state) => asked(state.table) && !state.sent && state.can.whole(called(state));

export function send(state) {
  if (ready(state)) state.play(called(state).join(" "));
}

export const putBack = (state) => state.chosen.length > 0 && (choose(state, []), true);

// The moves that are no cards, such as `done` or a bid.
export const possibleAnswers = (table) => answers(table.view, known(table));

// One card of the hand is in the order of tabs; the arrows go from card to card.
function rove(state, place = state.at ?? 0) {
  const all = nodes(state);
  state.at = Math.min(Math.max(place, 0), Math.max(all.length - 1, 0));
  all.forEach((node, at) => node.setAttribute("tabindex", at === state.at ? "0" : "-1"));
}

export function focus(state, place = state.at) {
  rove(state, place);
  nodes(state)[state.at]?.focus();
}

function moved(state, event) {
  const count = state.names.length;
  const to = { ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined || !count) return;
  event.preventDefault();
  focus(state, (to + count) % count);
}

// A letter goes to the next card of that rank or suit; whether there is one.
export function seek(state, letter) {
  const { table, names } = state;
  if (!table) return false;
  const fits = (name) => {
    const words = [rankOf(table.about, name), table.about.cards[bare(name)]?.rank, suitOf(table.about, name)?.letter];
    return words.some((word) => word?.toUpperCase() === letter.toUpperCase() || (letter === "1" && word === "10"));
  };
  const order = names.map((_, step) => ((state.at ?? 0) + 1 + step) % names.length);
  const found = order.find((place) => fits(names[place]));
  if (found === undefined) return false;
  focus(state, found);
  return true;
}

// The cards lie in as few rows as leave enough of each to see and to touch.
function fan(state) {
  const { box, apart } = state;
  const names = state.names.slice(apart);
  const width = box.firstElementChild?.offsetWidth ?? 0;
  const least = parseFloat(getComputedStyle(box).getPropertyValue("--least")) || 36;
  const room = box.clientWidth - 8;
  if (!names.length || room <= 0) return;
  const fit = Math.max(1, Math.floor((room - width) / least) + 1);
  const rows = Math.ceil(names.length / fit);
  const row = Math.ceil(names.length / rows);
  const gaps = rows === 1 ? breaks(state, names) : names.map(() => 0);
  const step = row > 1 ? Math.min(width * 0.74, (room - width) / (row - 1 + gaps.at(-1) * GAP)) : width;
  box.style.setProperty("--step", `${step.toFixed(1)}px`);
  box.style.setProperty("--lines", String(rows));
  [...box.children].forEach((node, place) => {
    const count = Math.min(row, names.length - Math.floor(place / row) * row);
    const col = (place % row) + gaps[place] * GAP - (count - 1 + gaps.at(-1) * GAP) / 2;
    node.style.setProperty("--col", col.toFixed(3));
    node.style.setProperty("--line", String(Math.floor(place / row)));
  });
}

// How often the suit has changed before each card; what lies open stands apart.
function breaks({ table, openCount, apart }, names) {
  let found = 0;
  return names.map((name, place) => {
    const before = names[place - 1];
    if (place > 0 && (place === openCount - apart || suitOf(table.about, name) !== suitOf(table.about, before))) found += 1;
    return found;
  });
}
