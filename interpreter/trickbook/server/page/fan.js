// A fan of cards that decorates the entrance.

import { face } from "./cards.js";
import { el } from "./dom.js";

const SHOWN = [["10", "♣"], ["J", "♦"], ["Q", "♠"], ["K", "♥"], ["A", "♠"]];

export function fan() {
  const cards = Object.fromEntries(SHOWN.map(([rank, sign]) => [rank, { rank, suit: sign }]));
  const suits = ["♣", "♦", "♠", "♥"].map((sign) => ({ letter: sign, sign }));
  return el("div.fan", { "aria-hidden": "true" }, SHOWN.map(([rank]) => face({ cards, suits }, rank)));
}
