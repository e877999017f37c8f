// What a text changes in play: the smallest difference from its parent, and the figures of many deals.

import { postForLines } from "../api.js";
import { button, el, fill } from "../dom.js";
import { t } from "../texts.js";

export function measures({ ask, text }) {
  const parts = { difference: el("div", { "aria-live": "polite" }), figures: el("div", { "aria-live": "polite" }), wrong: el("p", { class: "wrong", role: "alert" }) };
  const room = { parts, ask, text, running: null };
  const node = el("div", { class: "measures" },
    el("p", { class: "says" }, t("desk.measures_says")),
    el("div", { class: "row" }, button(t("desk.compare"), () => compare(room), { class: "main" }), button(t("desk.difference"), () => difference(room))),
    parts.wrong, parts.figures, parts.difference);
  const close = () => room.running?.abort();
  const refresh = () => (close(), fill(parts.difference), fill(parts.figures), fill(parts.wrong));
  return { node, refresh, close };
}

async function difference(room) {
  const { parts } = room;
  fill(parts.difference, el("p", {}, t("one_moment")));
  try {
    const found = await room.ask("difference", { text: room.text() });
    fill(parts.difference, found && el("pre", { class: "difference" }, found.lines.join("\n")));
  } catch (refused) {
    fill(parts.difference);
    fill(parts.wrong, refused.message);
  }
}

async function compare(room) {
  const { parts } = room;
  room.running?.abort();
  const running = (room.running = new AbortController());
  fill(parts.wrong);
  fill(parts.figures, el("p", {}, t("one_moment")));
  const heard = (piece) => (piece.message ? fill(parts.wrong, piece.message) : fill(parts.figures, figures(piece, () => running.abort())));
  try {
    await postForLines("/api/desk/comparison", { text: room.text() }, heard, running.signal);
  } catch (error) {
    if (error.name !== "AbortError") fill(parts.figures), fill(parts.wrong, error.message);
  }
}

function figures({ deals, of, over, parent, rows, sentence }, stop) {
  const head = [t("desk.figure"), parent, t("desk.this"), t("desk.difference_column")];
  return [
    el("div", { class: "row" }, el("label", {}, t("desk.played", { n: deals.toLocaleString() }), " ", el("progress", { max: String(of), value: String(Math.min(deals, of)) })), !over && button(t("desk.stop"), stop, { class: "quiet" })),
    el("p", {}, sentence),
    el("div", { class: "scroll" }, el("table", { class: "meant" }, el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows.map(row)))),
    el("p", { class: "says" }, t("desk.figures_says")),
  ];
}

const row = (one) => el("tr", { class: one.significant ? "went" : null }, el("th", { scope: "row" }, one.says), [one.base, one.other, one.apart].map((figure) => el("td", {}, figure.replace("-", "−"))));
