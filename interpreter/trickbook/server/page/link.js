// The connection to a table. It reconnects with the last number seen, and repeats unanswered messages.

// After these words the line is opened again; after any other last word it stays closed.
export const PASSING = ["too-slow", "going-down", "busy", "too-fast"];

const FIRST = 400;
const LONGEST = 8000;
const SILENCE = 20000;

const address = (table) =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(table)}`;

export function connect({ table, token, lang, heard, state }) {
  const waiting = new Map();
  const sentOnce = new Set();
  const mark = Math.random().toString(36).slice(2, 8);
  let socket = null;
  let seen = 0;
  let asked = 0;
  let tries = 0;
  let attempt = 0;
  let ended = false;
  let timer = 0;
  let silence = 0;

  const send = (message) => socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

  // A line on which nothing is heard is asked for a sign of life, and is dead without one, though nobody closed it.
  function listen(mine, pinged) {
    clearTimeout(silence);
    silence = setTimeout(() => {
      if (mine !== socket || ended || mine.readyState === WebSocket.CLOSED) return;
      if (!pinged) return tell("ping"), listen(mine, true);
      socket = null;
      mine.close();
      lost();
    }, SILENCE);
  }

  function answered(message) {
    const waits = message.id && waiting.get(message.id);
    if (!waits) return false;
    waiting.delete(message.id);
    waits.answer(message);
    return true;
  }

  function hear(message) {
    if (message.type === "closing") ended = !PASSING.includes(message.code);
    if (message.type === "state") {
      tries = 0;
      state("open");
      for (const { message: again } of waiting.values()) send(again);
    }
    if (typeof message.seq === "number") seen = Math.max(seen, message.seq);
    if (!answered(message) && !sentOnce.delete(message.id)) heard(message);
  }

  function lost() {
    if (ended) return;
    state("lost");
    timer = setTimeout(open, Math.min(LONGEST, FIRST * 2 ** tries++));
  }

  function open() {
    clearTimeout(timer);
    const mine = new WebSocket(address(table));
    socket = mine;
    const hello = { type: "hello", protocol: 1, token, seen, lang, client: mark, attempt: ++attempt };
    mine.onopen = () => mine.send(JSON.stringify(hello));
    mine.onmessage = (event) => mine === socket && (listen(mine, false), hear(JSON.parse(event.data)));
    mine.onclose = () => mine === socket && lost();
    listen(mine, true);
  }

  // Ask, and be promised the answer, however long the line is down.
  const ask = (type, rest = {}) =>
    new Promise((answer) => {
      const message = { type, id: `${mark}-${++asked}`, ...rest };
      waiting.set(message.id, { message, answer });
      send(message);
    });

  // Say something once; the answer does not matter.
  const tell = (type, rest) => {
    const id = `${mark}-${++asked}`;
    sentOnce.add(id);
    send({ type, id, ...rest });
  };

  const wake = () => !ended && document.visibilityState === "visible" && socket?.readyState === WebSocket.CLOSED && open();

  function close() {
    ended = true;
    clearTimeout(timer);
    clearTimeout(silence);
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("online", wake);
    socket?.close();
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  open();
  return { ask, tell, close };
}
