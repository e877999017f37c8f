// Who sits at a table, and their names.

import { has, t } from "./texts.js";

export function nameOf(table, seat) {
  const { name, plays, bot } = table.seats[seat] ?? {};
  if (name) return name;
  if (plays === "bot" && has(`bots.${bot}`)) return t(`bots.${bot}`, { n: seat });
  return table.about.seats?.[seat] ?? t("seat.number", { n: seat });
}

export const calledYou = (table, seat) => (seat === table.seat ? t("seat.i") : nameOf(table, seat));

// Whether a bot moves for the player who looks, whose time was up.
export const replaced = ({ seats, seat }) => seats[seat]?.plays === "person" && Boolean(seats[seat].bot);

// The seats clockwise, beginning with the one that looks at the table.
export function round(table) {
  const count = table.about.players;
  const first = table.seat ?? 0;
  return Array.from({ length: count }, (_, step) => (first + step) % count);
}

// How many of the others sit on the left, across and on the right.
const SPREAD = [[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 1], [1, 2, 1], [1, 3, 1], [2, 2, 2], [2, 3, 2], [3, 2, 3], [3, 3, 3]];

export function spread(table) {
  const others = round(table).slice(1);
  const [left, across, right] = SPREAD[others.length] ?? [others.length, 0, 0];
  return { left: others.slice(0, left), across: others.slice(left, left + across), right: others.slice(left + across, left + across + right) };
}

// Where before a seat a card of the trick lies, from the middle of the table: right and down, from −1 to 1.
export function before(table, seat) {
  const order = round(table);
  const turn = Math.PI / 2 + (2 * Math.PI * order.indexOf(seat)) / order.length;
  return { x: Math.cos(turn), y: Math.sin(turn) };
}

export const waitsFor = (table) => table.view.actors.filter((seat) => seat !== table.seat);

// The seat whose open cards the player chooses from now, if it is another's.
export const playedFor = ({ view, seat }) => (view.actors.includes(seat) ? (view.plays_for ?? null) : null);
