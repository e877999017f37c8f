// Cards as drawings, as short coloured text, and as names for screen readers, all from `about`.

import { el, svg } from "./dom.js";
import { drawnInTexts, ink, shape } from "./signs.js";
import { listed, t } from "./texts.js";

const OPEN = "*";

// `TC*` is the copy of `TC` that lies open.
export const bare = (name) => name.replace(OPEN, "").replace(/@.*$/, "");

export function suitOf(about, name) {
  const letter = about.cards[bare(name)]?.suit;
  return about.suits.find((suit) => suit.letter === letter) ?? null;
}

export const rankOf = (about, name) => (about.cards[bare(name)]?.rank ?? bare(name)).replace(/^T$/, "10");

// What a card is called that has a name of its own, as a joker has.
const ownName = (about, name) => about.cards[bare(name)]?.named && about.cards[bare(name)].name;

export function spoken(about, name) {
  const called = about.cards[bare(name)]?.name ?? name;
  return name.includes(OPEN) ? t("card.open", { card: called }) : called;
}

// Whether a move of a step is cards, and not a number or a word; a bid such as 2C only looks like a card.
export const isCards = (about, said, step) => Boolean(said) && about.steps?.[step]?.kind !== "answer" && said.split(" ").every((one) => bare(one) in about.cards);

export const saidOf = (about, step, said) =>
  isCards(about, said, step) ? listed(said.split(" ").map((one) => spoken(about, one))) : labelOf(about, step, said);

export function labelOf(about, step, said) {
  const own = about.steps?.[step]?.labels?.[said];
  if (own) return own;
  return ["none", "done", "yes", "no"].includes(said) ? t(`answers.${said}`) : said.replaceAll("_", " ");
}

const inText = (sign) =>
  drawnInTexts(sign)
    ? svg("svg", { class: "sign", viewBox: "-10 -10 20 20", "aria-hidden": "true", focusable: "false" }, svg("path", { d: shape(sign) }))
    : `${sign}\uFE0E`;

// Short text such as Q♠, which is read out whole.
export function short(about, name) {
  const suit = suitOf(about, name);
  return el(
    "span",
    { class: `short ink-${ink(suit)}`, role: "img", "aria-label": spoken(about, name) },
    ownName(about, name) || [rankOf(about, name), suit && inText(suit.sign)],
  );
}

// The name of a suit with its sign, in its ink; in other texts, such as 3♥, each sign has the ink of its suit.
export function inSuit(about, text) {
  const suit = about.suits.find((one) => one.name === text);
  if (suit) return el("span", { class: `short ink-${ink(suit)}` }, el("span", { "aria-hidden": "true" }, inText(suit.sign), " "), text);
  return pieces(about, text).map((one) => (one.sign ? el("span", { class: `short ink-${ink(one)}` }, inText(one.sign)) : one));
}

// The same as it is read aloud, with the names of suits in place of their signs.
export const aloud = (about, text) => pieces(about, text).map((one) => (one.sign ? ` ${one.name} ` : one)).join("").replace(/\s+/g, " ").trim();

// A text cut at the signs of suits, each of which is its suit.
function pieces(about, text) {
  const found = [];
  for (const letter of String(text)) {
    const suit = about.suits.find((one) => one.sign === letter);
    if (suit) found.push(suit);
    else if (letter === "\uFE0E") continue;
    else if (typeof found.at(-1) === "string") found.push(found.pop() + letter);
    else found.push(letter);
  }
  return found;
}

export const shorts = (about, said) => said.split(" ").map((one) => short(about, one));

export const moveOf = (about, step, said) =>
  isCards(about, said, step) ? el("span.shorts", {}, shorts(about, said)) : el("span", {}, inSuit(about, labelOf(about, step, said)));

function sign(suit, x, y, size) {
  const path = shape(suit?.sign ?? "★");
  if (path) return svg("path", { d: path, transform: `translate(${x} ${y}) scale(${size})` });
  return svg("text", { x, y: y + size * 7, "font-size": size * 20, "text-anchor": "middle" }, suit.sign);
}

function corner(rank, suit, named) {
  if (named) return [sign(null, 18, 24, 1.2), suit && sign(suit, 18, 52, 1.05)];
  const size = rank.length > 2 ? 20 : rank.length < 2 ? 38 : /\d/.test(rank) ? 33 : 25;
  return [svg("text", { class: "rank", x: 18, y: 37, "font-size": size, "text-anchor": "middle" }, rank), sign(suit, 18, 56, 1.05)];
}

const frame = () => svg("rect", { class: "frame", x: 36, y: 34, width: 54, height: 94, rx: 8 });

// Ranks that are figures show their suit; the others, such as a king, stand in a frame, and so does a name of its own.
function middle(rank, suit, named) {
  if (named) return [frame(), sign(null, 63, 60, 2), words(named.split(" "))];
  if (/^\d+$/.test(rank)) return [sign(suit, 64, 93, 2.3)];
  if (rank === "A") return [svg("circle", { class: "frame", cx: 60, cy: 84, r: 35 }), sign(suit, 60, 84, 2.4)];
  return [
    frame(),
    svg("path", { class: "crown", d: "M47 58L43 42L54 50L63 38L72 50L83 42L79 58Z" }),
    svg("text", { class: "court", x: 63, y: 93, "font-size": 38, "text-anchor": "middle" }, rank),
    sign(suit, 63, 112, 1),
  ];
}

function words(all) {
  const size = Math.min(16, 84 / Math.max(...all.map((one) => one.length)));
  return all.map((one, at) => svg("text", { x: 63, y: 112 + (at - all.length / 2) * 17, "font-size": size, "text-anchor": "middle" }, one));
}

function drawing(about, name) {
  const suit = suitOf(about, name);
  const rank = rankOf(about, name);
  const named = ownName(about, name);
  return svg(
    "svg",
    { viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "paper", x: 1, y: 1, width: 98, height: 138, rx: 10 }),
    corner(rank, suit, named),
    middle(rank, suit, named),
  );
}

export const face = (about, name, tag = "span", props = {}) =>
  el(
    tag,
    { ...props, class: `card ink-${ink(suitOf(about, name))} ${name.includes(OPEN) ? "laid" : ""} ${props.class ?? ""}`, data: { card: name } },
    drawing(about, name),
  );

// A card that lies somewhere, which is looked at and not chosen.
export const lying = (about, name, props = {}) =>
  face(about, name, "span", { role: "img", "aria-label": spoken(about, name), ...props });

// A hand is sorted as the view says; else by suit in the order of the suits, within one as the view gives the cards.
export function sorted(about, names, order) {
  const laid = order?.flat();
  const place = (name) => {
    if (laid) return laid.indexOf(bare(name));
    const at = about.suits.findIndex((suit) => suit.letter === about.cards[bare(name)]?.suit);
    return at < 0 ? about.suits.length : at;
  };
  return names.map((name, at) => ({ name, at })).sort((a, b) => place(a.name) - place(b.name) || a.at - b.at).map((one) => one.name);
}
