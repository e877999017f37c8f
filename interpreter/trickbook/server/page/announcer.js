// Announces events to screen readers.

import { el } from "./dom.js";

const KEPT = 12;

export function say(text) {
  const live = document.getElementById("live");
  live.append(el("p", {}, text));
  while (live.children.length > KEPT) live.firstChild.remove();
}
