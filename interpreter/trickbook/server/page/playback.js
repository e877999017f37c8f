// Moves are shown one by one, each long enough to be seen. A touch on the table speeds them up.

import { fly, still, sweep } from "./motion.js";

const BETWEEN = 320;
const TRICK = 1150;
const MANY = 8;

export function playback({ show, shown, rectOf, cardsOf, over }) {
  const queue = [];
  let running = false;
  let round = 0;
  let hurry = () => {};

  const rest = (time) =>
    new Promise((done) => {
      const timer = setTimeout(done, queue.length > MANY || document.hidden ? 0 : time);
      hurry = () => (clearTimeout(timer), done());
    });

  async function run() {
    if (running) return;
    running = true;
    while (queue.length) await step(queue.shift());
    running = false;
    show(shown(), { ready: true });
  }

  // A step that a new state overtakes shows nothing more.
  async function step({ move, after }) {
    const mine = round;
    const late = () => mine !== round;
    const view = shown();
    const from = move.seat === null || move.step === null ? null : rectOf(move.seat, move.said);
    const full = finished(view, after, move);
    if (full) await taken(view, full, from, late);
    if (late()) return;
    const fresh = !full && after.trick.length > view.trick.length;
    const ends = after.deals.length > view.deals.length || (after.phase === "over" && view.phase !== "over");
    // Behind the sheet nothing is to be done: while it lies there, others may go on.
    show(after, { move, ready: !queue.length && !ends });
    if (fresh) await fly(cardsOf().at(-1), from);
    if (ends && !late()) await over(after);
    if (queue.length) await rest(BETWEEN);
  }

  async function taken(view, full, from, late) {
    show({ ...view, trick: full.plays, actors: [], asks: null }, { taker: full.taker });
    await fly(cardsOf().at(-1), from);
    await rest(TRICK);
    if (!still() && !late()) await sweep(cardsOf(), full.taker === null ? null : rectOf(full.taker, null));
  }

  return {
    add: (entry) => (queue.push(entry), run()),
    clear: () => (round++, queue.splice(0), hurry()),
    hurry: () => hurry(),
  };
}

// The trick that a move has finished: with the last one of a deal who took it is not seen any more.
export function finished(view, after, { seat, step, said }) {
  if (after.tricks.length > view.tricks.length) return after.tricks.at(-1);
  const gone = view.trick.length > 0 && after.trick.length === 0;
  return gone && said ? { plays: [...view.trick, [seat, said]], taker: null } : null;
}
