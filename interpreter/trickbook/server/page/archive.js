// The archive: finished matches of listed tables, found by game, player and date. Each opens as a replay.

import { button, el, fill } from "./dom.js";
import { get } from "./api.js";
import { keepPeople } from "./keep.js";
import { called, sitters } from "./lobby.js";
import { day, t } from "./texts.js";

export function archive(main, asked) {
  const game = el("select", { name: "game" }, el("option", { value: "" }, t("archive.any")));
  const field = (name, type) => el("input", { name, type, maxlength: "24", value: asked.get(name) ?? "" });
  const labelled = (name, node) => el("label", {}, el("span.faint", {}, t(`archive.${name}`)), node);
  const parts = { found: el("div.tables"), more: el("div.row"), wrong: el("p.wrong", { role: "alert" }), status: el("p.faint", { role: "status" }) };
  const search = (event) => {
    event.preventDefault();
    location.hash = new URLSearchParams([["archive", "1"], ...[...new FormData(event.target)].filter(([, value]) => value)]);
  };
  main.replaceChildren(
    el("div.lobby", {}, el("h1", {}, t("archive.title")), el("p.lead", {}, t("archive.says")),
      el("form.row.archive", { on: { submit: search } }, labelled("game", game), labelled("player", field("player", "search")), labelled("from", field("from", "date")), labelled("until", field("until", "date")), el("button", { type: "submit", class: "main" }, t("archive.find"))),
      parts.wrong, parts.status, parts.found, parts.more));
  start(parts, game, asked);
  return {};
}

async function start(parts, game, asked) {
  const titles = await called().catch(() => new Map());
  game.append(...[...titles].map(([name, title]) => el("option", { value: name, selected: name === asked.get("game") }, title)));
  await page(parts, titles, query(asked));
}

// The days are those of the browser, and both of them count.
function query(asked) {
  const midnight = (name, days) => {
    const date = new Date(`${asked.get(name)}T00:00`);
    date.setDate(date.getDate() + days);
    return isNaN(date) ? "" : date.toISOString();
  };
  return { game: asked.get("game") ?? "", player: asked.get("player") ?? "", from: midnight("from", 0), until: midnight("until", 1) };
}

async function page(parts, titles, wanted) {
  try {
    const { matches, next } = await get(`/api/matches?${new URLSearchParams(wanted)}`);
    const cards = matches.map((one) => card(one, titles));
    parts.found.append(...cards);
    fill(parts.status, parts.found.children.length ? "" : t("archive.none"));
    if (wanted.after) cards[0]?.querySelector("a").focus();
    fill(parts.more, next && button(t("archive.more"), () => page(parts, titles, { ...wanted, after: next })));
  } catch (refused) {
    fill(parts.wrong, refused.message);
  }
}

// Who sat there is told by the archive, and not by the record.
const card = ({ table, match, ended, game, title, seats, winners }, titles) =>
  el("article.table-card", {}, el("h3", {}, titles.get(game) ?? title), sitters(seats, winners), el("p.faint", {}, day(ended)),
    el("div.row", {}, el("a.button", { href: `#replay=${table}&match=${match}`, on: { click: () => keepPeople({ id: table, match, seats }) } }, t("scores.replay"))));
