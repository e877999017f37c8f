// The lobby: your tables and matches, the open tables, a quick one, and the button for a new one.

import { button, el, fill } from "./dom.js";
import { get, post } from "./api.js";
import { fan } from "./fan.js";
import { sitDown, nameField } from "./join.js";
import { forget, keepName, keepSeat, mine, name } from "./keep.js";
import { showMatches } from "./matches.js";
import { language, listed, t } from "./texts.js";

const EVERY = 5000;

export function lobby(main) {
  const tables = el("div.tables", {}, el("p.faint", {}, t("one_moment")));
  const field = nameField();
  const wrong = el("p.wrong", { role: "alert" });
  const own = el("div.own-tables");
  const matches = el("section", {});
  const games = el("select", { "aria-label": t("lobby.quick_game") });
  const quick = button(t("lobby.quick"), () => sitQuickly(games.value, { field, wrong }), { class: "main", disabled: true });
  main.replaceChildren(
    el("div.lobby", {},
      el("section.welcome", {},
        el("div.greeting", {}, el("h1", {}, t("lobby.title")), el("p.lead", {}, t("lobby.says")),
          el("div.row", {}, el("a.button.main.big", { href: "#new=1" }, t("lobby.new")), el("a.button.big", { href: "#desk=new" }, t("lobby.desk")), el("a.button.big", { href: "#replay=1" }, t("lobby.replay")), el("a.button.big", { href: "#archive=1" }, t("archive.title")))),
        fan()),
      own,
      el("section", {}, el("div.row.between", {}, el("h2", {}, t("lobby.open")), el("label.name-line", {}, el("span", {}, t("your_name")), field)),
        el("div.row.quick", {}, games, quick), wrong, tables),
      matches),
  );
  let titles = null;
  const show = async () => {
    if (!titles) await called().then((all) => {
      titles = all;
      fill(games, [...all].map(([game, title]) => el("option", { value: game }, title)));
      quick.disabled = false;
      showMatches(matches, titles);
    }).catch(() => null);
    const found = await get("/api/tables").catch(() => null);
    if (!found) return;
    for (const one of found) one.title = titles?.get(one.ruleset) ?? one.title;
    drawOwn(own, found);
    draw(tables, found, { field, wrong });
  };
  show();
  const timer = setInterval(() => document.hidden || show(), EVERY);
  return { close: () => clearInterval(timer) };
}

// What the games are called in this language.
export const called = async () => new Map((await get("/api/games")).map((one) => [one.name, one.title]));

function drawOwn(own, found) {
  const here = mine().filter((one) => one.token).slice(0, 6);
  const still = (one) => found.some((other) => other.table === one.table);
  const shown = here.map((one) => `${one.table}${still(one)}`).join();
  if (shown === own.dataset.shown) return;
  own.dataset.shown = shown;
  fill(own, here.length > 0 && [el("h2", {}, t("lobby.yours")), el("ul.yours", {}, here.map((one) => yours(one, own)))]);
}

const yours = (one, own) =>
  el("li", {}, el("a.button", { href: `#table=${one.table}`, data: { key: one.table } }, `${one.title ?? one.table}`), button("×", (event) => (forget(one.table), event.target.closest("li").remove()), { class: "quiet", "aria-label": t("lobby.forget", { table: one.title ?? one.table }) }));

function draw(box, found, context) {
  const key = JSON.stringify(found);
  if (key === box.dataset.key) return;
  box.dataset.key = key;
  fill(box, found.length ? found.map((one) => card(one, context)) : el("p.nobody", {}, t("lobby.none")));
}

export const sitters = (seats, winners = []) =>
  el("ul.sitters", {}, seats.map((seat, at) => el("li", { class: seat.plays }, seat.plays === "nobody" ? t("seat.empty") : seat.name || t("seat.bot"), winners.includes(at) && el("span.badge.win", {}, t("seat.winner")))));

function card(table, context) {
  const seats = table.seats ?? [];
  const free = seats.filter((seat) => seat.plays === "nobody").length;
  return el(
    "article.table-card",
    {},
    el("h3", {}, table.title),
    agreed(table),
    sitters(seats),
    el("p.faint", {}, [free ? t("lobby.free", { n: free }) : t("lobby.full"), table.deal && t("table.deal", { n: table.deal }), table.watching ? t("table.watching", { n: table.watching }) : null].filter(Boolean).join(" · ")),
    el("div.row", {}, free > 0 && button(t("lobby.join"), () => join(table, context), { class: "main", data: { key: `sit ${table.table}` } }), el("a.button", { href: `#table=${table.table}&look=1`, data: { key: `look ${table.table}` } }, t("lobby.look"))),
  );
}

const agreed = (table) => {
  const said = table.agreed?.[language()] ?? table.agreed?.en ?? [];
  return said.length > 0 && el("p.agreed", {}, t("lobby.agreed", { list: listed(said) }));
};

const join = ({ table }, context) => entered(context, async (as) => (await sitDown({ table, as }), table));

// The first free seat of a game by its own rules; where there is none, a table that waits for others.
const sitQuickly = (game, context) =>
  entered(context, async (as) => {
    const waiting = (await get("/api/tables")).find(({ ruleset, house }) => ruleset === game && !house.length);
    if (waiting) return await sitDown({ table: waiting.table, as }), waiting.table;
    keepName(as);
    const { table, ...seat } = await post("/api/tables", { game, name: as });
    keepSeat(table, { ...seat, at: Date.now() });
    return table;
  });

async function entered({ field, wrong }, sit) {
  const as = field.value.trim() || name();
  if (!as) {
    wrong.textContent = t("lobby.name_first");
    return field.focus();
  }
  try {
    location.hash = `table=${await sit(as)}`;
  } catch (refused) {
    wrong.textContent = refused.message;
  }
}
