// The keyboard: arrows and letters select cards, Enter plays, Escape puts back; a few keys open sheets.

import { focus, seek } from "./hand.js";

const typing = (node) => node.closest?.("input, select, textarea, dialog");

export function listen(room) {
  const heard = (event) => {
    if (!room.nodes || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (act(room, event)) event.preventDefault();
  };
  document.addEventListener("keydown", heard);
  return () => document.removeEventListener("keydown", heard);
}

function act(room, { key, target }) {
  if (key === "Escape") return room.back();
  const free = !target.closest("button, a, summary");
  if (key === "Enter" && (free || target.matches(".card.chosen"))) return room.go(), true;
  if ((key === "ArrowLeft" || key === "ArrowRight") && free) return focus(room.hand), true;
  if (key.length !== 1) return false;
  if (/[\p{L}\d]/u.test(key) && seek(room.hand, key)) return true;
  const tool = room.nodes.bar.keys[key.toLowerCase()];
  return tool ? (tool(), true) : false;
}
