// The record viewer: the position, the move made, and what each card would have led to.

import { board, showBoard } from "./board.js";
import { get, post, sentRules } from "./api.js";
import { lying, sorted } from "./cards.js";
import { button, el, fill } from "./dom.js";
import { copied } from "./copied.js";
import { invited, peopleOf, seatAt } from "./keep.js";
import { meant } from "./outcomes.js";
import { nameOf, round } from "./people.js";
import { number, t } from "./texts.js";

export function replay(main, asked) {
  const parts = { wrong: el("p.wrong", { role: "alert" }), says: el("p.lead", {}, t("replay.says")), body: el("div.study") };
  const state = { parts, record: null, rules: null, shown: null, people: null, from: null, sent: 0, ready: false, waiting: false };
  const record = chooser("record", {}, (text) => (Object.assign(state, { record: text, people: null, from: null, sent: state.sent + 1 }), step(state)));
  const rules = chooser("own-rules", { accept: ".yaml,.yml" }, (text) => (Object.assign(state, { rules: text, sent: state.sent + 1 }), state.record && step(state)));
  main.replaceChildren(
    el("div.replay", {},
      el("div.row.between", {}, el("h1", {}, t("replay.title")), el("div.row.file", {}, record, el("label.button.main", { for: "record" }, t("replay.file")), rules, el("label.button", { for: "own-rules" }, t("opening.upload")))),
      parts.says, parts.wrong, parts.body));
  const keys = (event) => keyed(state, event);
  document.addEventListener("keydown", keys);
  if (!["", "1"].includes(asked.get("replay"))) ofTable(state, asked);
  return { close: () => document.removeEventListener("keydown", keys) };
}

function chooser(id, props, chosen) {
  const field = el("input", { type: "file", id, class: "unseen", ...props });
  field.addEventListener("change", async () => {
    const text = await field.files[0]?.text();
    field.value = "";
    if (text !== undefined) chosen(text);
  });
  return field;
}

// The record of a finished match at a table here.
async function ofTable(state, asked) {
  const table = asked.get("replay");
  const token = seatAt(table)?.token ?? asked.get("invitation");
  try {
    state.record = await get(`/api/tables/${encodeURIComponent(table)}/record?match=${asked.get("match") ?? 1}`, token);
    state.people = peopleOf(table, asked.get("match"));
    state.rules = await sentRules(state.record, table, token);
    state.from = { table, match: asked.get("match") ?? 1, invitation: asked.get("invitation") ?? seatAt(table)?.invitation ?? null };
    const deal = Number(asked.get("deal"));
    await step(state, deal > 0 ? { deal } : {});
  } catch (refused) {
    fill(state.parts.wrong, refused.message);
  }
}

async function step(state, at = {}) {
  const { parts, sent } = state;
  if (parts.body.hasAttribute("aria-busy")) return;
  parts.body.setAttribute("aria-busy", "true");
  try {
    state.shown = await moment(state, at, state.ready);
    fill(parts.wrong);
    draw(state);
    if (!state.shown.tried) meaning(state);
  } catch (refused) {
    fill(parts.wrong, refused.message);
    fill(parts.says, t("replay.says"));
  }
  parts.body.removeAttribute("aria-busy");
  if (sent !== state.sent) step(state);
}

// A moment, with what it was asked of: a record, its rules, and whether moves were to be tried.
async function moment({ record, rules }, at, tried) {
  const { deal, trick, play } = at;
  return { ...(await post("/api/study", { record, ...(rules && { text: rules }), deal, trick, play, tried })), record, rules, tried };
}

// What the moves would have meant takes long the first time; until then one goes on without it.
async function meaning(state) {
  if (state.waiting) return;
  const { shown } = state;
  let found = { ...shown, tried: true };
  state.waiting = true;
  try {
    found = await moment(shown, shown.at, true);
    state.ready = true;
  } catch (refused) {
    if (shown === state.shown) fill(state.parts.wrong, refused.message);
  }
  state.waiting = false;
  if (shown === state.shown) draw(Object.assign(state, { shown: found }));
  else if (!state.shown.tried) meaning(state);
}

function keyed(state, { key, target }) {
  if (!state.shown || target.closest("input, select, dialog")) return;
  const to = { ArrowLeft: state.shown.previous, ArrowRight: state.shown.next }[key];
  if (to) step(state, to);
}

// The table of the moment, seen with all cards open.
function tableOf({ about, view, all }, people) {
  const seats = Array.from({ length: about.players }, (_, seat) => people?.[seat] ?? { plays: "person" });
  return { about, seats, seat: 0, ready: false, taker: null, log: [], view: { ...view, piles: { ...all, hand: [] } } };
}

function draw(state) {
  const { shown: now, parts } = state;
  const table = tableOf(now, state.people);
  parts.says.hidden = true;
  const lies = board();
  showBoard(lies, table);
  fill(
    parts.body,
    el("div.steps", {}, el("h2", {}, now.about.title), deals(state), tricks(state), ways(state), state.from && linked(state)),
    el("div.studied", {}, el("div.lies", {}, lies.node, hands(now, table)), el("section.paper.meaning", { "aria-live": "polite" }, now.seat === null ? ended(now, table) : meant(now, table))),
  );
}

const choice = (state, label, at, on) => button(label, () => step(state, at), { "aria-pressed": String(on), data: { key: `${at.deal} ${at.trick}` } });

const deals = (state) =>
  el("div.row.chips", { role: "group", "aria-label": t("replay.deal") }, el("span.faint", {}, t("replay.deal")), state.shown.deals.map(({ deal }) => choice(state, String(deal), { deal }, deal === state.shown.at.deal)));

const tricks = (state) =>
  el("div.row.chips", { role: "group", "aria-label": t("replay.trick") }, el("span.faint", {}, t("replay.trick")), state.shown.tricks.map(([trick]) => choice(state, called(state, trick), { deal: state.shown.at.deal, trick }, trick === state.shown.at.trick)));

// The moves before the tricks have a name, and so has the end of a deal.
function called({ shown: { at, deals, tricks } }, trick) {
  if (trick === 0) return t("replay.before");
  const over = deals.find(({ deal }) => deal === at.deal).points !== null;
  return over && trick === tricks.at(-1)[0] ? t("replay.end") : String(trick);
}

// The link stays as it is from move to move of one deal.
function linked(state) {
  const { from, shown } = state;
  if (from.deal !== shown.at.deal) Object.assign(from, { deal: shown.at.deal, node: shared(from, shown.at.deal) });
  return from.node;
}

// A link that opens this deal for others. A table that is not listed is open to whoever has it.
const shared = ({ table, match, invitation }, deal) =>
  el("details", {}, el("summary", {}, t("replay.share")), invitation && el("p.faint", {}, t("replay.share_says")), copied(t("replay.share"), `${location.origin}/#replay=${table}&match=${match}&deal=${deal}${invited({ invitation })}`));

function ways(state) {
  const { previous, next } = state.shown;
  const way = (name, to) => button(t(`replay.${name}`), () => step(state, to), { class: name === "on" ? "main" : "", disabled: !to, data: { key: name }, "aria-keyshortcuts": name === "on" ? "ArrowRight" : "ArrowLeft" });
  return el("div.row", {}, way("back", previous), way("on", next));
}

// All hands, clockwise; of whoever is to move, the cards that were played stand out.
function hands({ about, all, seat, played, view }, table) {
  const out = new Set(played?.split(" ") ?? []);
  const row = (one) =>
    el("div", { class: one === seat ? "open-hand acts" : "open-hand" }, el("b.by", {}, nameOf(table, one)), el("div.cards", {}, sorted(about, [...all.table[one], ...all.hand[one]], view.order).map((name) => lying(about, name, { class: one === seat && out.has(name) ? "mini went" : "mini" }))));
  return el("div.open-hands", {}, round(table).map(row));
}

function ended({ deals: all, at }, table) {
  const points = all.find(({ deal }) => deal === at.deal)?.points;
  return [el("h2", {}, t("scores.deal_over", { n: at.deal })), points && el("ul.lines", {}, points.map((one, seat) => el("li", {}, el("b.worth", {}, number(one)), el("span", {}, nameOf(table, seat)))))];
}

