// A new table: the game, the rules and the players, with the rulebook of the choice beside them.

import { button, el, fill } from "./dom.js";
import { get, patiently, post } from "./api.js";
import { choiceFields } from "./choices.js";
import { keepName, keepSeat, sentFromDesk } from "./keep.js";
import { nameField } from "./join.js";
import { problemList } from "./problems.js";
import { book } from "./rulebook.js";
import { t } from "./texts.js";

const BOTS = ["duck", "montecarlo"];

// The move clocks that are offered, in minutes; 0 is none.
const CLOCKS = [1, 3, 10, 30, 0];

const minutes = (n) => (n ? t("opening.minutes", { n }) : t("opening.no_clock"));

export function newTable(main, asked) {
  const state = { game: null, text: null, sent: null, house: [], options: {}, players: null, seats: [], listed: true, back: false, clock: 10, form: null, asked: 0 };
  const parts = { game: el("select", { id: "game" }), own: el("option", { value: "" }), summary: el("p.says"), file: el("input", { type: "file", accept: ".yaml,.yml,text/yaml", id: "file", class: "unseen" }), fileName: el("span.faint"), problems: el("div", { role: "alert" }), players: el("div.segments", { role: "group" }), seats: el("div.seat-choices"), book: el("div.paper.book"), name: nameField(), wrong: el("p.wrong", { role: "alert" }), listed: el("input", { type: "checkbox", class: "switch", checked: true, id: "listed" }), back: el("input", { type: "checkbox", class: "switch", id: "back" }), clock: el("select", { "aria-label": t("opening.clock") }, CLOCKS.map((n) => el("option", { value: n, selected: n === 10 }, minutes(n)))), minutes: el("span", {}, minutes(10)), start: el("button.main.big", { type: "submit", disabled: true }, t("opening.start")) };
  const room = { state, parts };
  room.choices = choiceFields((option, value) => set(room, option, value), (name, on) => toggle(room, name, on));
  main.replaceChildren(el("div.opening", {}, el("h1", {}, t("opening.title")), el("div.two", {}, formOf(room), el("aside.beside", { "aria-label": t("tools.rules"), tabindex: "0" }, parts.book))));
  parts.game.addEventListener("change", () => choose(room, parts.game.value ? { game: parts.game.value, text: null } : { game: null, text: state.sent }));
  parts.file.addEventListener("change", () => upload(room, parts.file.files[0]));
  parts.listed.addEventListener("change", () => (state.listed = parts.backs.hidden = parts.listed.checked));
  parts.back.addEventListener("change", () => (state.back = parts.back.checked));
  parts.clock.addEventListener("change", () => ((state.clock = Number(parts.clock.value)), (parts.minutes.textContent = minutes(state.clock))));
  start(room, asked.get("new") === "own" ? sentFromDesk() : null);
  return {};
}

function formOf(room) {
  const { parts } = room;
  return el(
    "form.paper",
    { on: { submit: (event) => (event.preventDefault(), open(room)) } },
    el("div.option.line", {}, el("label", { for: "game" }, t("opening.game")), parts.game, parts.summary),
    el("div.row.file", {}, parts.file, el("label", { for: "file", class: "button" }, t("opening.upload")), parts.fileName, button(t("opening.make_mine"), () => makeMine(room.state))),
    parts.problems,
    el("div.option.line", {}, el("label", { for: "my-name" }, t("your_name")), Object.assign(parts.name, { id: "my-name" })),
    el("h2", {}, t("opening.players")), parts.players, parts.seats,
    el("div.option.yes_no", {}, el("label", { for: "listed" }, t("opening.listed")), parts.listed, el("p.says", {}, t("opening.listed_says"))),
    (parts.backs = el("div.option.yes_no", { hidden: true }, el("label", { for: "back" }, t("opening.back")), parts.back, el("p.says", {}, t("opening.back_says")))),
    el("details.clock", {}, el("summary", {}, el("b", {}, t("opening.clock")), ": ", parts.minutes), parts.clock, el("p.says", {}, t("opening.clock_says"))),
    room.choices.fields,
    el("div.bottom", {}, parts.wrong, parts.start),
  );
}

async function start(room, own) {
  const { parts, state } = room;
  const games = await patiently(() => get("/api/games"), parts.wrong);
  room.games = games;
  const kept = sessionStorage.getItem("trickbook.game");
  const first = games.find((one) => one.name === kept) ?? games[0];
  fill(parts.game, games.map((one) => el("option", { value: one.name, selected: one === first }, one.title)));
  if (own) send(room, own.text, own.title);
  else if (!state.game && !state.text) choose(room, { game: first.name, text: null });
}

// Another game begins with its own options; a file is a game like the others.
function choose(room, change) {
  Object.assign(room.state, { options: {}, house: [], players: null }, change);
  if (change.game) sessionStorage.setItem("trickbook.game", change.game);
  room.parts.fileName.hidden = change.text === null;
  ask(room);
}

// The desk with what is chosen here; a text of one's own is written there already.
function makeMine({ game, text, house, options }) {
  if (text !== null) return (location.hash = "desk=1");
  location.hash = new URLSearchParams({ desk: "new", game, house: house.join(","), options: JSON.stringify(options) }).toString();
}

async function upload(room, file) {
  if (!file) return;
  room.parts.fileName.textContent = file.name;
  const text = await file.text();
  room.parts.file.value = "";
  send(room, text, file.name);
}

function send(room, text, title) {
  room.state.sent = text;
  ownGame(room, title);
  choose(room, { game: null, text });
}

// What was sent is a game among the others, called by its file until it tells its title.
function ownGame({ parts }, title) {
  parts.own.textContent = title;
  if (!parts.own.isConnected) parts.game.prepend(parts.own);
  parts.own.selected = true;
}

const order = ({ game, text, house, options, players }) => ({ ...(text === null ? { game } : { text }), house, options, players });

// The form is asked for anew; what is opened waits for the last answer.
function ask(room) {
  room.asking = asked(room);
}

async function asked(room) {
  const { state, parts } = room;
  const turn = ++state.asked;
  parts.book.setAttribute("aria-busy", "true");
  const form = await patiently(() => (turn === state.asked ? post("/api/form", order(state)) : {}), parts.wrong).catch((refused) => ({ problems: refused.problems.length ? refused.problems : [refused] }));
  if (turn !== state.asked) return;
  parts.book.removeAttribute("aria-busy");
  draw(room, form);
}

function draw(room, form) {
  const { state, parts } = room;
  fill(parts.problems, problemList(form.problems ?? [], state.text));
  parts.start.disabled = (form.problems ?? []).length > 0;
  if (!form.options) return;
  state.form = form;
  if (state.text !== null && form.title) parts.own.textContent = form.title;
  fill(parts.summary, form.summary ?? "");
  drawSeats(room, form);
  room.choices.show(form);
  fill(parts.book, form.rulebook ? book(form.rulebook) : el("p.faint", {}, t("opening.no_book")));
}

function set(room, option, value) {
  const { options } = room.state;
  if (JSON.stringify(value) === JSON.stringify(option.default)) delete options[option.name];
  else options[option.name] = value;
  ask(room);
}

function toggle(room, name, on) {
  const rest = room.state.house.filter((one) => one !== name);
  room.state.house = on ? [...rest, name] : rest;
  ask(room);
}

function drawSeats(room, form) {
  const { state, parts } = room;
  const count = state.players ?? form.usual;
  parts.players.setAttribute("aria-label", t("opening.players"));
  fill(parts.players, form.players.map((n) => button(String(n), () => ((state.players = n), ask(room)), { "aria-pressed": String(n === count) })));
  state.seats = Array.from({ length: count }, (_, seat) => (seat === 0 ? "me" : (state.seats[seat] ?? "open")));
  const choice = (value, seat) => el("select", { "aria-label": t("seat.number", { n: seat }), on: { change: (event) => (state.seats[seat] = event.target.value) } }, ["open", ...BOTS].map((one) => el("option", { value: one, selected: one === value }, t(`opening.seat.${one}`))));
  fill(parts.seats, state.seats.map((value, seat) => el("div.seat-choice", {}, el("span", {}, t("seat.number", { n: seat })), seat === 0 ? el("b", {}, t("opening.seat.me")) : choice(value, seat))));
}

async function open(room) {
  const { state, parts } = room;
  const name = parts.name.value.trim();
  keepName(name);
  parts.start.disabled = true;
  await room.asking;
  try {
    const made = await post("/api/tables", { ...order(state), players: state.players ?? state.form.usual, name, seats: state.seats, listed: state.listed, take_back: state.back && !state.listed, clock: state.clock * 60 });
    keepSeat(made.table, { token: made.token, seat: made.seat, invitation: made.invitation, title: state.form.title, at: Date.now() });
    location.hash = `table=${made.table}`;
  } catch (refused) {
    fill(parts.wrong, refused.message);
    fill(parts.problems, problemList(refused.problems, state.text));
    parts.start.disabled = false;
  }
}
