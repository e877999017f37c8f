// Selecting cards for a move: pure functions over the legal moves of a view. A selection is a list of card names.

const counted = (names) => names.reduce((sum, name) => sum.set(name, (sum.get(name) ?? 0) + 1), new Map());

function within(names, others) {
  const room = counted(others);
  return [...counted(names)].every(([name, times]) => times <= (room.get(name) ?? 0));
}

// The legal moves that are cards; null where there are too many to list.
const moves = (view, known) =>
  view.asks?.kind === "answer" ? [] : view.legal ? view.legal.map((move) => move.split(" ")).filter((names) => names.every(known)) : null;

// The legal moves that are no cards: `none`, `done`, a bid, a word.
export const answers = (view, known) =>
  (view.legal ?? (view.choose?.low === 0 ? ["none"] : [])).filter((move) => view.asks?.kind === "answer" || !move.split(" ").every(known));

// Whether a choice is a move as it stands, and whether it is one or may become one.
export function judge(view, known) {
  const list = moves(view, known);
  if (list) {
    return {
      whole: (names) => names.length > 0 && list.some((move) => move.length === names.length && within(names, move)),
      begun: (names) => list.some((move) => within(names, move)),
    };
  }
  const { from = [], low = 1, high = 0 } = view.choose ?? {};
  return {
    whole: (names) => names.length >= Math.max(low, 1) && names.length <= high && within(names, from),
    begun: (names) => names.length <= high && within(names, from),
  };
}

// The fewest and the most cards that a move is made of.
export function sizes(view, known) {
  const lengths = moves(view, known)?.map((names) => names.length);
  if (!lengths) return { low: view.choose?.low ?? 1, high: view.choose?.high ?? 1 };
  return lengths.length ? { low: Math.min(...lengths), high: Math.max(...lengths) } : { low: 0, high: 0 };
}

// The choice after a card was touched, or "play" where the touch means to play what is chosen.
export function touched(chosen, place, names, can, several) {
  const called = (places) => places.map((one) => names[one]);
  if (chosen.includes(place)) {
    if (!several && can.whole(called(chosen))) return "play";
    return chosen.filter((one) => one !== place);
  }
  const more = [...chosen, place];
  if (can.begun(called(more))) return more;
  return can.begun([names[place]]) ? [place] : chosen;
}
