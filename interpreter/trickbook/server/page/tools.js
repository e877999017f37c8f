// The toolbar of a table: its name, a hint, the last tricks, the score sheet, the rules, an invitation.

import { button, el, fill } from "./dom.js";
import { isCards, saidOf } from "./cards.js";
import { lastTricks } from "./past.js";
import { rules } from "./rulebook.js";
import { say } from "./announcer.js";
import { talk } from "./phrases.js";
import { takeBack } from "./take_back.js";
import { scoreSheet } from "./scores.js";
import { invite, more } from "./invitation.js";
import { t } from "./texts.js";

export function tools(room) {
  const acts = { "/": () => hint(room), l: () => lastTricks(room), p: () => scoreSheet(room), r: () => rules(room), i: () => invite(room), m: () => talk(room), b: () => takeBack(room), "?": () => more(room) };
  const head = el("div.bar-head");
  const tool = (name, key) => button(t(`tools.${name}`), acts[key], { class: `tool ${name}`, "aria-keyshortcuts": key, title: `${t(`tools.${name}`)} (${key})` });
  const own = [tool("hint", "/"), tool("tricks", "l"), tool("scores", "p"), tool("rules", "r"), tool("invite", "i"), tool("say", "m"), tool("back", "b"), tool("more", "?")];
  const empty = el("div.bar-fill");
  return { node: el("div.bar", {}, head, empty, el("div.tool-row", { role: "toolbar", "aria-label": t("tools.label") }, own)), head, empty, own, keys: acts };
}

export function showTools(bar, room) {
  const { table } = room;
  const { about, view } = table;
  fill(bar.head, el("h1", {}, about.title), el("p.where", {}, where(table).join(" · ")));
  const empty = table.seats.some((seat) => seat.plays === "nobody");
  const shown = `${empty}${table.seat}`;
  if (shown !== bar.shown) fill(bar.empty, empty && table.seat !== null && [button(t("tools.fill"), () => seatBots(room), { class: "main" }), button(t("tools.invite"), () => invite(room))]);
  bar.shown = shown;
  bar.own[0].hidden = table.seat === null;
  // While seats are empty, the same button stands beside the one that fills them.
  bar.own[4].hidden = empty ? table.seat !== null : !table.invitation;
  bar.own[6].hidden = !table.takeBack;
  bar.own[0].disabled = !(table.ready && view.asks);
}

const where = ({ view, watching, seat }) =>
  [view.deal > 0 && t("table.deal", { n: view.deal }), watching > 0 && t("table.watching", { n: watching }), seat === null && t("table.looking_on")].filter(Boolean);

const seatBots = (room) => room.request("fill", { bot: "duck" });

async function hint(room) {
  const { table } = room;
  if (!table.ready || !table.view.asks) return;
  const answer = await room.request("hint");
  if (!answer) return;
  Object.assign(table, { hinted: isCards(table.about, answer.move, table.view.asks?.step) ? answer.move.split(" ") : [answer.move], hintedAt: table.seq });
  const text = t("hint.says", { move: table.view.asks?.labels?.[answer.move] ?? saidOf(table.about, table.view.asks?.step, answer.move), why: answer.says ?? "" });
  room.complain({ message: text });
  room.refresh();
  say(text);
}
