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
  async function step({ seat, events, after }) {
    const mine = round;
    const late = () => mine !== round;
    const view = shown();
    const event = (...kinds) => events.find(({ kind }) => kinds.includes(kind));
    const made = event("answered", "led", "played");
    const from = made ? rectOf(made.seat, made.what) : null;
    const full = event("taken");
    if (full) await taken(view, full, from, late);
    if (late()) return;
    const ends = event("scored", "over");
    // Behind the sheet nothing is to be done: while it lies there, others may go on.
    show(after, { seat, sounds: true, ready: !queue.length && !ends });
    if (!full && event("led", "played")) await fly(cardsOf().at(-1), from);
    if (ends && !late()) await over(after);
    if (queue.length) await rest(BETWEEN);
  }

  async function taken(view, full, from, late) {
    show({ ...view, trick: full.what, actors: [], asks: null }, { taker: full.seat });
    await fly(cardsOf().at(-1), from);
    await rest(TRICK);
    if (!still() && !late()) await sweep(cardsOf(), full.seat === null ? null : rectOf(full.seat, null));
  }

  return {
    add: (entry) => (queue.push(entry), run()),
    clear: () => (round++, queue.splice(0), hurry()),
    hurry: () => hurry(),
  };
}
