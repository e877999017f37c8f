// The page: the part of the address behind # selects what is open.

import { archive } from "./archive.js";
import { head } from "./head.js";
import { lobby } from "./lobby.js";
import { newTable } from "./new_table.js";
import { invited, keepSeat, seatAt } from "./keep.js";
import { enter } from "./room.js";
import { replay } from "./replay.js";
import { joining } from "./join.js";
import { speak, t, wanted } from "./texts.js";

const main = document.getElementById("main");
let room = null;

function open() {
  room?.close?.();
  room = null;
  document.querySelectorAll("dialog").forEach((one) => one.close());
  const asked = new URLSearchParams(location.hash.slice(1));
  document.body.dataset.room = ["desk", "table", "new", "replay", "archive"].find((one) => asked.has(one)) ?? "lobby";
  document.title = t("title");
  room = opened(asked);
}

function opened(asked) {
  const table = asked.get("table");
  if (asked.has("token")) moved(table, asked);
  if (asked.has("desk")) return loaded(import("./desk/desk.js"), ({ desk }) => desk(main, asked));
  if (asked.has("new")) return newTable(main, asked);
  if (asked.has("replay")) return replay(main, asked);
  if (asked.has("archive")) return archive(main, asked);
  if (!table) return lobby(main);
  const seat = seatAt(table);
  const invitation = asked.get("invitation") ?? seat?.invitation ?? null;
  if (seat?.token) return enter(main, { table, token: seat.token, invitation });
  return asked.has("look") ? enter(main, { table, token: invitation, invitation }) : joining(main, { table, invitation });
}

// A room whose scripts are loaded when somebody enters it, unless they have left meanwhile.
function loaded(scripts, enter) {
  let inner = null;
  let closed = false;
  scripts.then((found) => closed || (inner = enter(found)), () => closed || main.replaceChildren(t("line.lost")));
  return { close: () => ((closed = true), inner?.close()) };
}

// A seat that comes from another device; its secret stays in no address, and takes the place of no other.
function moved(table, asked) {
  const [token, invitation] = [asked.get("token"), asked.get("invitation")];
  const known = /^[\w-]{1,40}$/.test(table ?? "") && /^[\w-]{20,80}$/.test(token);
  if (known && !seatAt(table)?.token) keepSeat(table, { token, invitation, at: Date.now() });
  history.replaceState(null, "", `${location.search}#table=${encodeURIComponent(table ?? "")}${invited({ invitation })}`);
}

await speak(wanted());
head(open);
addEventListener("hashchange", () => (main.focus({ preventScroll: true }), open()));
open();
