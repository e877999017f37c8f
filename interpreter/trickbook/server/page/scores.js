// The score sheet: each deal, the scores, and where each point comes from.

import { shorts } from "./cards.js";
import { button, el, fill } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { trickOf } from "./past.js";
import { invited, keepMatch, keepPeople } from "./keep.js";
import { nameOf } from "./people.js";
import { download } from "./invitation.js";
import { sound } from "./sounds.js";
import { number, signed, t } from "./texts.js";

export function scoreSheet(room) {
  if (openSheet("scores") || openSheet("deal")) return;
  if (isOver(room)) dealSheet(room);
  else sheet(t("tools.scores"), body(room), { wide: true, name: "scores" });
}

const isOver = ({ table }) => table.view.phase === "over";

// After a deal, and after the match, the sheet comes by itself; play goes on when it is put away.
export function dealOver(room) {
  openSheet("scores")?.close();
  openSheet("deal")?.close();
  const { table } = room;
  if (isOver(room) && table.seat !== null) keepMatch(table);
  sound("deal");
  return new Promise((done) => dealSheet(room, done));
}

function dealSheet(room, closed) {
  const { table } = room;
  const over = isOver(room);
  const title = over ? t("scores.over") : t("scores.deal_over", { n: table.view.deals.length });
  const box = sheet(title, [over && winners(table), body(room), el("div.row.end", {}, over ? endings(room) : button(t("scores.go_on"), () => box.close(), { class: "main" }))], { wide: true, name: "deal", closed });
  box.querySelector(".row.end .main")?.focus();
}

const winners = (table) => el("p.winners", {}, table.view.winners.length === 0 ? t("scores.no_winner") : t("scores.winners", { n: table.view.winners.length, names: table.view.winners.map((seat) => nameOf(table, seat)).join(t("join")) }));

function endings(room) {
  const { table } = room;
  keepPeople(table);
  const again = async () => {
    if (await room.request("again")) openSheet("deal")?.close();
  };
  return [
    button(t("scores.record"), () => download(room).catch(room.complain)),
    el("a.button", { href: `#replay=${table.id}&match=${table.match}${invited(table)}` }, t("scores.replay")),
    table.seat !== null && button(t("scores.again"), again, { class: "main" }),
  ];
}

function body(room) {
  const { table } = room;
  const why = el("div.explained", { "aria-live": "polite" }, el("p.faint", {}, table.view.deals.length ? t("scores.touch") : t("scores.none")));
  return [el("div.scroll", {}, grid(room, why)), why];
}

function grid(room, why) {
  const { table } = room;
  const seats = table.view.scores.map((_, seat) => seat);
  const row = (points, at) => el("tr", {}, el("th", { scope: "row" }, at + 1), seats.map((seat) => el("td", {}, cell(room, seat, at + 1, points[seat], why))));
  return el(
    "table.score-sheet",
    {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("scores.deal")), seats.map((seat) => el("th", { scope: "col", class: table.view.winners.includes(seat) ? "win" : "" }, nameOf(table, seat))))),
    el("tbody", {}, table.view.deals.map(row)),
    el("tfoot", {}, el("tr", {}, el("th", { scope: "row" }, t("scores.total")), table.view.scores.map((score) => el("td", {}, number(score))))),
  );
}

const cell = (room, seat, deal, points, why) =>
  button(signed(points), (event) => explain(room, seat, deal, why, event.currentTarget), { class: "points", "aria-label": t("scores.why_label", { points: number(points), name: nameOf(room.table, seat), deal }) });

async function explain({ table, link }, seat, deal, why, cell) {
  cell.closest("table").querySelectorAll(".points").forEach((one) => one.classList.toggle("shown", one === cell));
  fill(why, el("p.faint", {}, t("one_moment")));
  const answer = await link.ask("points", { seat, deal });
  if (answer.type === "refused") fill(why, el("p.wrong", {}, answer.message));
  else fill(why, explained(table, { ...answer, seat, deal }), trickOf({ table, link }, deal));
}

// Where points come from: cards that count alike, what multiplied them, and what changed the sum.
function explained(table, { seat, deal, ...sheet }) {
  const { points, cards = [], changes = [] } = sheet.seats?.find((one) => one.seat === seat) ?? sheet;
  const moved = changes.filter((one) => one.before !== one.after);
  return [
    el("h3", {}, t("scores.why", { name: nameOf(table, seat), deal })),
    cards.length + moved.length === 0 && el("p", {}, t("scores.nothing")),
    el("ul.lines", {}, cards.map((group) => group_(table, group)), moved.map(change)),
    el("p", {}, t("scores.together", { points: number(points) })),
  ];
}

const says = (reason) => reason?.says ?? reason?.name?.replaceAll("_", " ") ?? "";

const line = (much, ...inner) => el("li", {}, el("b.worth", {}, much), el("div", {}, inner));

const group_ = (table, { cards, points, reason, factors = [] }) =>
  line(signed(points), el("span.shorts", {}, shorts(table.about, cards.join(" "))), el("p", {}, says(reason)), factors.filter((one) => one.times !== 1).map((one) => el("p", {}, t("scores.times", { n: number(one.times), says: says(one.reason) }))));

const change = ({ before, after, reason }) => line(`${number(before)} → ${number(after)}`, el("p", {}, says(reason)));
