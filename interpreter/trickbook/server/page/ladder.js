// Bids as a grid: a column for each level, a row for each strain, from low to high. What is no such bid stands beside it, as do bids
// whose labels do not begin with their level.
// Many numbers stand in a box that scrolls, without those that were too low.

import { inSuit } from "./cards.js";
import { el } from "./dom.js";

const BID = /^(\d+)(\D.*)$/;
const NUMBER = /^\d+$/;
const SHORT = 3;
const MANY = 20;

// The answers of a ladder, with their levels and strains; null if there are too few to make a grid of.
export function ladder(offers) {
  const bids = offers.flatMap((one) => {
    const [, level, strain] = BID.exec(one.said) ?? [];
    return level && one.label.startsWith(level) ? [{ ...one, level: Number(level), strain }] : [];
  });
  const levels = [...new Set(bids.map(({ level }) => level))].sort((a, b) => a - b);
  const strains = [...new Set(bids.map(({ strain }) => strain))];
  if (levels.length < 2 || strains.length < 2) return numbers(offers);
  return { bids, levels, strains, others: offers.filter(({ said }) => !bids.some((one) => one.said === said)) };
}

function numbers(offers) {
  const bids = offers.filter(({ said }) => NUMBER.test(said));
  if (bids.length < MANY) return null;
  return { bids: bids.filter(({ says }) => !says), levels: [], strains: [], others: offers.filter(({ said }) => !NUMBER.test(said)) };
}

// The grid; `make` makes the button of a bid. A long name of a strain stands once, before its row.
export function rungs({ bids, levels, strains }, about, make) {
  if (!levels.length) return el("div.rungs.numbers", {}, bids.map((one) => make(one)));
  const names = strains.map((strain) => bids.find((one) => one.strain === strain).label.replace(/^\d+\s*/, ""));
  const long = names.some((name) => [...name].length > SHORT);
  const heads = long ? names.map((name, row) => el("span.strain", { "aria-hidden": "true", vars: { "--row": row + 1, "--column": 1 } }, inSuit(about, name))) : [];
  const cell = (one) => make(one, { vars: { "--row": strains.indexOf(one.strain) + 1, "--column": levels.indexOf(one.level) + (long ? 2 : 1) } }, long ? String(one.level) : null);
  return el("div", { class: `rungs ${long ? "headed" : ""}`, vars: { "--levels": levels.length } }, heads, bids.map(cell));
}
