// Rulebooks come as HTML from the server. Only the elements of a rulebook are kept, without attributes except card colours.

import { el } from "./dom.js";
import { get } from "./api.js";
import { t } from "./texts.js";
import { INKS } from "./signs.js";
import { openSheet, sheet } from "./dialog.js";

const KNOWN = new Set(["H1", "H2", "H3", "P", "UL", "OL", "LI", "TABLE", "TBODY", "TR", "TH", "TD", "B", "SPAN", "INS", "DEL"]);
const LOWER = { H1: "h2", H2: "h3", H3: "h4" };
const COLOURS = { green: 0, blue: 1, black: 2, red: 3 };

const inkOf = (node) => `ink-${INKS[node.textContent.at(-1)] ?? COLOURS[node.className.match(/colour-(\w+)/)?.[1]] ?? 4}`;

function taken(node) {
  if (node.nodeType === Node.TEXT_NODE) return document.createTextNode(node.data);
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const inner = [...node.childNodes].map(taken).filter(Boolean);
  if (!KNOWN.has(node.tagName)) return ["STYLE", "SCRIPT", "TITLE"].includes(node.tagName) ? null : el("div", {}, inner);
  const card = node.tagName === "SPAN" && node.classList.contains("card");
  return el(card ? "span" : (LOWER[node.tagName] ?? node.tagName.toLowerCase()), { class: card ? `short ${inkOf(node)}` : null }, inner);
}

export function book(html) {
  const plain = html.replace(/<style[^]*?<\/style>/gi, "");
  const read = new DOMParser().parseFromString(plain, "text/html");
  return el("article.rulebook", {}, [...read.body.childNodes].map(taken).filter(Boolean));
}

const wrong = ({ message }) => el("p.wrong", { role: "alert" }, message);

export async function rules(room) {
  if (openSheet("rules")) return;
  const box = el("div", { "aria-busy": "true" }, el("p", {}, t("one_moment")));
  sheet(t("tools.rules"), box, { wide: true, name: "rules" });
  const inner = await get(`/api/tables/${room.table.id}/rulebook`, room.table.token).then(book, wrong);
  box.removeAttribute("aria-busy");
  box.replaceChildren(inner);
}
