// The question to the player: the sentence, the answers as buttons, and the button that plays the selection.

import { called, known, possibleAnswers, ready, send } from "./hand.js";
import { aloud, inSuit, isCards, labelOf, saidOf, moveOf } from "./cards.js";
import { ladder, rungs } from "./ladder.js";
import { sizes } from "./selection.js";
import { hush, tell } from "./bubble.js";
import { el, fill } from "./dom.js";
import { nameOf, playedFor, waitsFor } from "./people.js";
import { t } from "./texts.js";

export function asking({ answer }) {
  return { node: el("div.asking"), picked: null, step: null, answer, key: "" };
}

export function showAsking(state, table, hand) {
  const asks = table.ready ? table.view.asks : null;
  const step = asks ? `${table.view.deal}/${asks.step}/${table.view.tricks.length}` : null;
  if (step !== state.step) Object.assign(state, { step, picked: null });
  const key = JSON.stringify([asks, table.view.legal, state.picked, hand.chosen, hand.sent, table.view.actors, table.seats, table.view.phase, table.view.rests]);
  if (key === state.key) return;
  const held = state.node.contains(document.activeElement) ? document.activeElement.dataset.answer : null;
  Object.assign(state, { key, table, hand });
  state.node.classList.toggle("mine", Boolean(asks) && !hand.sent);
  fill(state.node, asks && table.seat !== null ? asked(state, asks) : waiting(table));
  if (held !== null) state.node.querySelector(`[data-answer="${CSS.escape(held)}"]`)?.focus();
}

function waiting(table) {
  const { view } = table;
  const names = waitsFor(table).map((seat) => nameOf(table, seat));
  if (view.phase === "over") return el("p.says", {}, t("table.over"));
  if (table.seats.some((seat) => seat.plays === "nobody")) return el("p.says", {}, t("table.waits_for_people"));
  if (view.rests?.[table.seat]?.says) return el("p.says", {}, t("table.rests", { says: view.rests[table.seat].says }));
  if (!names.length) return el("p.says", {}, t("table.one_moment"));
  const { kind, title } = table.about.steps[view.phase] ?? {};
  return el("p.says", {}, title && kind !== "play" && t("seat.said", { title }), names.length > 2 ? t("table.waits_for_all") : t("table.waits_for", { names: names.join(t("join")) }));
}

function asked(state, asks) {
  const { table, hand } = state;
  const all = offers(table, asks);
  const grid = asks.kind === "answer" ? ladder(all) : null;
  const buttons = (grid?.others ?? all).map((one) => offer(state, one));
  state.node.classList.toggle("bids", Boolean(grid));
  return [
    el("div.question", {}, el("b", {}, title(table, asks)), asks.says && asks.kind !== "play" && el("p.says", {}, asks.says)),
    grid && rungs(grid, table.about, (one, props, brief) => offer(state, one, props, brief)),
    buttons.length > 0 && el("div", { class: `answers ${buttons.length > 8 ? "many" : buttons.length < 3 ? "few" : ""}`, role: "group", "aria-label": asks.title }, buttons),
    // There is always room for the button: nothing moves between the first touch and the second.
    el("div", { class: all.length ? "confirming alone" : "confirming" }, confirm(state, asks, hand)),
  ];
}

function title(table, asks) {
  if (asks.kind === "play") return turn(table);
  if (asks.kind !== "cards") return asks.title;
  const { low, high } = sizes(table.view, known(table));
  if (high < 1) return asks.title;
  const count = low === high ? t("ask.exactly", { n: low }) : t("ask.range", { low, high });
  const to = asks.to?.seat;
  const others = Number.isInteger(to) && to !== table.seat;
  return t(others ? "ask.cards_to" : "ask.cards", { title: asks.title, count, name: others ? nameOf(table, to) : "" });
}

function turn(table) {
  const other = playedFor(table);
  const leads = !table.view.trick.length;
  return other === null ? t(leads ? "ask.lead" : "ask.turn") : t(leads ? "ask.lead_for" : "ask.turn_for", { name: nameOf(table, other) });
}

// All answers, each with its label: those that are legal, and those that a rule forbids, which say why.
function offers(table, asks) {
  const can = possibleAnswers(table);
  const barred = Object.keys(table.view.why ?? {}).filter((one) => !isCards(table.about, one, asks.step) && !can.includes(one));
  const order = Object.keys(asks.labels ?? {});
  const place = (one) => (order.includes(one) ? order.indexOf(one) : order.length);
  const all = [...can, ...barred].map((said) => ({ said, label: asks.labels?.[said] ?? labelOf(table.about, asks.step, said), says: can.includes(said) ? null : table.view.why[said].says ?? t("hand.not_now") }));
  return all.sort((a, b) => (order.length ? place(a.said) - place(b.said) : a.said - b.said || 0));
}

function offer(state, { said, label, says }, props = {}, brief = null) {
  const { about } = state.table;
  const heard = aloud(about, label);
  const node = el("button", { ...props, type: "button", class: says ? "answer dim" : "answer", data: { answer: said }, "aria-pressed": String(state.picked === said), "aria-disabled": says ? "true" : null, "aria-label": brief || heard !== label ? heard : null }, brief ?? inSuit(about, label));
  const why = () => says && tell(node, says);
  node.addEventListener("click", () => (says ? why() : pick(state, said)));
  node.addEventListener("focus", why);
  node.addEventListener("pointerenter", why);
  for (const event of ["blur", "pointerleave"]) node.addEventListener(event, () => hush(node));
  return node;
}

function pick(state, said) {
  if (state.hand.sent) return;
  if (state.picked === said) return give(state);
  state.picked = said;
  state.hand.chosen = [];
  state.hand.changed();
}

function give(state) {
  const said = state.picked;
  state.picked = null;
  state.answer(said);
}

export const unpick = (state) => state.picked !== null && ((state.picked = null), state.hand.changed(), true);

export function confirmed(state) {
  if (state.picked !== null && !state.hand.sent) give(state);
  else send(state.hand);
}

function confirm(state, asks, hand) {
  const { table } = state;
  const said = state.picked ?? (ready(hand) ? called(hand).join(" ") : null);
  if (said === null) return hand.chosen.length > 0 && el("p.count", {}, t("ask.chosen", { n: hand.chosen.length }));
  const words = { what: asks.kind === "play" ? t("ask.play") : asks.title };
  return el(
    "button",
    { type: "button", class: hand.several ? "main confirm several" : "main confirm", on: { click: () => confirmed(state) }, data: { answer: "confirm" }, "aria-label": t("ask.confirm_label", { ...words, cards: aloud(table.about, asks.labels?.[said] ?? saidOf(table.about, asks.step, said)) }) },
    el("span.brief", {}, words.what),
    el("span.full", {}, t("ask.confirm", words), asks.labels?.[said] && !isCards(table.about, said, asks.step) ? inSuit(table.about, asks.labels[said]) : moveOf(table.about, asks.step, said)),
  );
}
