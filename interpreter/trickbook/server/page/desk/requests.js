// Requests of the desk, one at a time: of each kind only the newest is sent, and others that wait get null.

import { post } from "../api.js";

const PATIENCE = 1500;
const LATER = ["too-fast", "busy"];

const rest = (time) => new Promise((done) => setTimeout(done, time));

export function requests() {
  const waiting = new Map();
  let running = false;
  let closed = false;

  async function run() {
    if (running) return;
    running = true;
    while (waiting.size && !closed) {
      const [[kind, one]] = waiting;
      waiting.delete(kind);
      await answered(kind, one);
    }
    running = false;
  }

  async function answered(kind, one) {
    try {
      one.done(await post(`/api/desk/${kind}`, one.body));
    } catch (refused) {
      if (!LATER.includes(refused.code) || closed) return one.failed(refused);
      await rest(PATIENCE);
      if (waiting.has(kind) || closed) one.done(null);
      else waiting.set(kind, one);
    }
  }

  const ask = (kind, body) =>
    new Promise((done, failed) => {
      waiting.get(kind)?.done(null);
      waiting.set(kind, { body, done, failed });
      run();
    });

  return { ask, close: () => ((closed = true), waiting.forEach(({ done }) => done(null)), waiting.clear()) };
}
