// Browser storage: a name, the token of each seat, and the matches that were played.

const PREFIX = "trickbook.table.";

function kept(key, store = localStorage) {
  try {
    return JSON.parse(store.getItem(key));
  } catch {
    return null;
  }
}

export const seatAt = (table) => kept(PREFIX + table);

export const keepSeat = (table, seat) => localStorage.setItem(PREFIX + table, JSON.stringify({ ...seatAt(table), ...seat }));

// What an address says further of a table to which one was invited.
export const invited = ({ invitation }) => (invitation ? `&invitation=${encodeURIComponent(invitation)}` : "");

export const forget = (table) => localStorage.removeItem(PREFIX + table);

export const mine = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ table: key.slice(PREFIX.length), ...kept(key) }))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));

// Who sat at a match that has been seen to its end, for whoever goes through it afterwards.
const ENDED = "trickbook.people.";

export const keepPeople = ({ id, match, seats }) => sessionStorage.setItem(`${ENDED}${id}.${match}`, JSON.stringify(seats.map(({ name, plays, bot }) => ({ name, plays, bot }))));

export const peopleOf = (table, match) => kept(`${ENDED}${table}.${match ?? 1}`, sessionStorage);

// What was shown of the packs that were cut, until this tab is closed.
const CUTS = "trickbook.cuts.";

export const keepCuts = (table, cuts) => sessionStorage.setItem(CUTS + table, JSON.stringify(cuts));

export const cutsOf = (table) => kept(CUTS + table, sessionStorage);

// The matches of this browser, each once, the last ones at the end.
const MATCHES = "trickbook.matches";
const MOST = 500;

export const ownMatches = () => kept(MATCHES) ?? [];

export function keepMatch({ id, match, seat, about, view, invitation }) {
  const others = ownMatches().filter((one) => one.table !== id || one.match !== match);
  const own = { table: id, match, ruleset: about.ruleset, title: about.title, won: view.winners.includes(seat), at: Date.now(), invitation };
  localStorage.setItem(MATCHES, JSON.stringify([...others, own].slice(-MOST)));
}

export const forgetMatches = () => localStorage.removeItem(MATCHES);

// A text that was written at the desk, for a table that is opened with it.
const OWN = "trickbook.own";

export function keepSent(own) {
  try {
    sessionStorage.setItem(OWN, JSON.stringify(own));
    return true;
  } catch {
    return false;
  }
}

export const sentFromDesk = () => kept(OWN, sessionStorage);

export const name = () => localStorage.getItem("trickbook.name") ?? "";

export const keepName = (given) => localStorage.setItem("trickbook.name", given);
