// The desk: a ruleset is written, and beside it stands what it means: problems, rulebook, examples, a hand to try, figures.

import { copied } from "../copied.js";
import { sheet } from "../dialog.js";
import { button, el, fill } from "../dom.js";
import { keepSent } from "../keep.js";
import { t } from "../texts.js";
import { changedBook } from "./changed_book.js";
import { download, draft, draftKey, keepDraft, newDraft, packed, unpacked } from "./drafts.js";
import { editor } from "./editor.js";
import { exampleList } from "./examples.js";
import { measures } from "./measures.js";
import { places, span } from "./places.js";
import { marks, problemBlocks } from "./problems.js";
import { requests } from "./requests.js";
import { startSheet } from "./start.js";
import { tabs } from "./tabs.js";
import { trial } from "./trial.js";

const PAUSE = 350;
const AGAIN = 3000;

export function desk(main, asked) {
  const link = requests();
  const room = { main, ask: link.ask, id: null, title: "", text: "", playable: null, checked: null };
  Object.assign(room, { editor: null, timer: 0, closed: false });
  room.parts = {
    title: el("h1", {}),
    status: el("p", { class: "status", role: "status" }),
    warning: el("p", { class: "wrong", role: "alert" }),
    problems: el("ul", { class: "problem-list" }),
    field: el("div", { class: "writing" }),
    examples: el("div", { class: "example-panel" }),
  };
  styled();
  room.book = changedBook(room);
  room.trial = trial({ ask: link.ask, text: () => room.playable });
  room.measures = measures({ ask: link.ask, text: () => room.playable });
  build(room);
  room.stopListening = listen(room);
  enter(room, asked);
  return { close: () => leave(room, link) };
}

// The draft is kept when the page is left; what another window has written replaces it, unless something is written here.
function listen(room) {
  const left = () => keep(room);
  const heard = ({ key, newValue }) => {
    if (key !== draftKey(room.id) || newValue === null || JSON.parse(newValue).text === room.text) return;
    if (room.kept === room.text) room.editor?.replace(JSON.parse(newValue).text);
    else fill(room.parts.warning, t("desk.elsewhere"));
  };
  addEventListener("pagehide", left);
  addEventListener("storage", heard);
  return () => (removeEventListener("pagehide", left), removeEventListener("storage", heard));
}

function leave(room, link) {
  room.closed = true;
  room.stopListening();
  clearTimeout(room.timer);
  keep(room);
  for (const one of [link, room.trial, room.measures]) one.close();
  room.editor?.destroy();
}

// The styles of the desk are loaded with it.
function styled() {
  if (!document.getElementById("desk-style")) document.head.append(el("link", { rel: "stylesheet", href: "/page/desk/desk.css", id: "desk-style" }));
}

function build(room) {
  const { parts } = room;
  const panels = [
    ["book", t("desk.book"), room.book.node],
    ["examples", t("desk.examples"), parts.examples],
    ["trial", t("desk.trial"), room.trial.node],
    ["measures", t("desk.measures"), room.measures.node],
  ];
  room.tabs = tabs(t("desk.beside"), panels, () => refresh(room));
  const tool = (name, act, props = {}) => button(t(`desk.${name}`), act, { class: "tool", ...props });
  room.open = tool("open", () => open(room), { class: "tool main" });
  const tools = [tool("start", () => start(room)), tool("download", () => download(room.title, room.text)), tool("share", () => share(room)), room.open];
  const bar = el("div", { class: "bar" }, el("div", { class: "bar-head" }, parts.title), el("div", { class: "tool-row", role: "toolbar", "aria-label": t("desk.tools") }, tools));
  const text = el("section", { class: "desk-text", "aria-label": t("desk.text") }, parts.warning, parts.field, parts.status, parts.problems);
  const beside = el("section", { class: "desk-beside", "aria-label": t("desk.beside") }, room.tabs.node);
  room.main.replaceChildren(el("div", { class: "desk" }, bar, el("div", { class: "desk-floor" }, text, beside)));
}

// What an address asks for: a text in the link, a game to begin with, or a draft; else the last draft.
async function enter(room, asked) {
  const code = asked.get("text");
  if (code !== null) {
    const text = await unpacked(code);
    if (text === null) return begin(room, "", t("desk.untitled"), t("desk.damaged"));
    return begin(room, text, t("desk.untitled"), t("desk.shared"));
  }
  const id = asked.get("desk");
  if (draft(id)) return resume(room, id);
  if (!asked.has("game")) await begin(room, "", t("desk.untitled"));
  return start(room, asked);
}

const start = (room, asked = new URLSearchParams()) =>
  startSheet({ begin: (text, title) => begin(room, text, title), resume: (id) => resume(room, id), chosen: chosen(asked) });

// What an address chooses to begin with; whatever it says of options that is none is left out.
function chosen(asked) {
  const house = asked.get("house")?.split(",").filter(Boolean) ?? [];
  try {
    return { game: asked.get("game"), house, options: JSON.parse(asked.get("options") ?? "{}") };
  } catch {
    return { game: asked.get("game"), house, options: {} };
  }
}

const resume = (room, id) => write(room, id, draft(id).text, draft(id).title);

const begin = (room, text, title, warning = "") => write(room, newDraft(), text, title, warning);

// Another text is on the desk; the address names its draft.
async function write(room, id, text, title, warning = "") {
  keep(room);
  Object.assign(room, { id, title, text, playable: null, checked: null });
  history.replaceState(null, "", `${location.search}#desk=${id}`);
  if (room.editor) room.editor.replace(text);
  else await furnish(room);
  if (room.closed) return;
  called(room);
  fill(room.parts.warning, warning);
  keep(room);
  if (!document.querySelector("dialog[open]")) room.editor.focus();
  await check(room);
}

async function furnish(room) {
  const found = await editor({ text: room.text, changed: (now) => changed(room, now), ask: room.ask, playable: () => room.playable });
  if (room.closed) return found.destroy();
  room.editor = found;
  const says = found.plain ? el("p", { class: "says" }, t("desk.plain")) : el("p", { class: "licence" }, el("a", { href: "/page/bundle/licences.txt" }, t("desk.licence")));
  fill(room.parts.field, found.node, says);
}

function changed(room, text) {
  room.text = text;
  clearTimeout(room.timer);
  room.timer = setTimeout(() => (keep(room), check(room)), PAUSE);
}

// An empty page is no draft. Where the browser cannot store one, a warning stays.
function keep(room) {
  if (!room.id || !room.text.trim()) return;
  if (keepDraft(room.id, room.title, room.text)) room.kept = room.text;
  else fill(room.parts.warning, t("desk.not_kept"));
}

async function check(room) {
  const { text } = room;
  const report = await room.ask("check", { text }).catch((error) => (error.code === "lost" ? lost(room) : refusal(error)));
  if (!report || text !== room.text || room.closed) return;
  room.checked = report;
  if (report.title && report.title !== room.title) rename(room, report.title);
  const { unitAt } = places(text);
  if (report.colours) room.editor.colour(report.colours.map(([begin, end, kind]) => [unitAt(begin), unitAt(end), kind]));
  drawProblems(room);
  fill(room.parts.examples, exampleList(report.examples, (one) => reveal(room, one)));
  room.tabs.title("examples", report.examples.length ? `${t("desk.examples")} ${report.examples.filter((one) => one.passed).length}/${report.examples.length}` : t("desk.examples"));
  const wrong = report.problems.filter((one) => one.severity === "error").length;
  const earlier = room.playable && !report.playable ? ` ${t("desk.earlier")}` : "";
  status(room, !text.trim() ? t("desk.nothing") : wrong ? t("desk.wrong_count", { n: wrong }) + earlier : t(report.problems.length ? "desk.notes" : "desk.fine"));
  room.open.disabled = !report.playable;
  if (report.playable) room.playable = text;
  for (const one of ["book", "trial", "measures"]) room.tabs.stale(one, !report.playable);
  if (report.playable) refresh(room);
}

function rename(room, title) {
  room.title = title;
  called(room);
  keep(room);
}

function called({ parts, title }) {
  fill(parts.title, title);
  document.title = `${title} – ${t("title")}`;
}

const refusal = ({ message }) => ({ problems: [{ severity: "error", message }], examples: [], colours: null, playable: false });

// The server is not to be reached: it is asked again.
function lost(room) {
  status(room, t("line.lost"));
  clearTimeout(room.timer);
  room.timer = setTimeout(() => room.closed || check(room), AGAIN);
}

// What is said again is not announced again.
function status({ parts }, text) {
  if (parts.status.textContent !== text) fill(parts.status, text);
}

const reveal = (room, one) => room.editor.reveal(span(room.text, one).from);

function drawProblems(room) {
  const { text, checked } = room;
  const { unitAt } = places(text);
  const mend = ({ fix: { from, to, text: instead } }) => room.text === text && room.editor.edit(unitAt(from), unitAt(to), instead);
  room.editor.mark(marks(text, checked.problems, mend));
  fill(room.parts.problems, problemBlocks(checked.problems, { reveal: (one) => reveal(room, one), mend }));
}

// The panel that is open shows the text as it could last be played; the others when they are opened.
function refresh(room) {
  const { tabs: panels, playable, checked } = room;
  const shown = panels.shown();
  if (!playable || !checked || panels.seen(shown) === playable) return;
  panels.see(shown, playable);
  if (shown === "book") room.book.refresh(playable);
  if (shown === "trial" && checked.playable) room.trial.refresh(checked);
  if (shown === "measures") room.measures.refresh();
}

function open(room) {
  if (keepSent({ title: room.title, text: room.playable })) location.hash = "new=own";
  else fill(room.parts.warning, t("desk.not_kept"));
}

async function share(room) {
  const address = `${location.origin}/#desk=shared&text=${await packed(room.text)}`;
  sheet(t("desk.share"), [el("p", {}, t("desk.share_says")), copied(t("desk.link"), address)], { name: "share" });
}
