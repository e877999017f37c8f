// Fair deals: the page cuts each pack by itself, keeps what it was shown, and checks each deal that is over.

import { sha256 } from "./sha256.js";
import { keepCuts, cutsOf } from "./keep.js";

const HEXADECIMAL = /^[0-9a-f]{64}$/;
const KEPT_MATCHES = 1;

const hashOf = (...lines) => sha256(lines.map((line) => `${line}\n`).join(""));
const sealOf = (deal, nonce) => hashOf("Trickbook seal 2", `deal ${deal}`, `nonce ${nonce}`);
export const numberHash = (deal, seat, number) => hashOf("Trickbook cut 1", `deal ${deal}`, `seat ${seat}`, `number ${number}`);
const keyOf = (deal, nonce, cuts) => hashOf("Trickbook order 2", `deal ${deal}`, `nonce ${nonce}`, ...cuts.map((cut, seat) => `cut ${seat} ${cut}`));

const newNumber = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const same = (one, other) => one.length === other.length && one.every((value, place) => value === other[place]);

// What was noted of each deal, and what was found when it was over, by match and deal.
export const cuts = (id) => ({ id, noted: {}, checked: {}, ...cutsOf(id) });

function keep(known, match) {
  for (const part of [known.noted, known.checked]) for (const at of Object.keys(part)) if (Number(at.split("-")[0]) < match - KEPT_MATCHES) delete part[at];
  keepCuts(known.id, { noted: known.noted, checked: known.checked });
}

// How to answer when it is shown how far a pack is cut; null for nothing.
export function answerTo(known, seat, cut) {
  if (!cut) return null;
  const { match, deal, hashes } = cut;
  const at = `${match}-${deal}`;
  const noted = (known.noted[at] ??= { seal: cut.seal, number: seat === null ? null : newNumber() });
  const doubt = noted.seal !== cut.seal ? "seal" : noted.hashes && !same(noted.hashes, hashes ?? []) ? "hashes" : null;
  if (doubt) known.checked[at] = { deal, doubt, own: false, cuts: [] };
  const answer = doubt || !noted.number || cut.cuts ? null : answered(noted, seat, cut);
  keep(known, match);
  return answer;
}

function answered(noted, seat, { match, deal, hashes }) {
  const hash = numberHash(deal, seat, noted.number);
  if (!hashes) return { match, deal, hash, number: null };
  if (hashes[seat] !== hash) return null;
  noted.hashes = hashes;
  return { match, deal, hash: null, number: noted.number };
}

// Check the deals that were opened; returns those about which there is something to say.
export function check(known, seat, match, opened) {
  const found = [];
  for (const [name, deal] of Object.entries(opened ?? {})) {
    const at = `${match}-${name}`;
    const noted = known.noted[at];
    if (!noted || known.checked[at]) continue;
    const given = deal.cuts ?? [];
    known.checked[at] = { deal: Number(name), doubt: doubtOf(noted, Number(name), deal), own: noted.number !== null && given[seat] === noted.number, cuts: given };
    found.push(known.checked[at]);
  }
  if (found.length) keep(known, match);
  return found;
}

function doubtOf(noted, deal, { nonce, orders, hashes = [], cuts: given = [] }) {
  if (!given.length || hashes.length !== given.length) return "uncut";
  if (sealOf(deal, nonce) !== noted.seal) return "seal";
  if (noted.hashes && !same(noted.hashes, hashes)) return "hashes";
  if (!given.every((cut, seat) => isCut(deal, seat, hashes[seat], cut))) return "cuts";
  const key = keyOf(deal, nonce, given);
  return orders.every((order, number) => inOrder(order.split(" "), key, number)) ? null : "order";
}

function isCut(deal, seat, hash, cut) {
  if (!HEXADECIMAL.test(hash)) return cut === hash && ["bot", "absent"].includes(cut);
  return cut === "absent" || numberHash(deal, seat, cut) === hash;
}

function inOrder(order, key, number) {
  const copies = {};
  const hashes = order.map((card) => ((copies[card] = (copies[card] ?? 0) + 1), [card, copies[card]]));
  const found = hashes.map(([card, copy]) => [sha256(`${key} ${number} ${card} ${copy}`), card]).sort(([one], [other]) => (one < other ? -1 : 1));
  return found.every(([, card], place) => card === order[place]);
}
