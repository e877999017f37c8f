// Settings of this browser: larger cards, and sounds. They are off until somebody wants them.

import { el } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { t } from "./texts.js";

const NAMES = ["large_cards", "sounds"];

const key = (name) => `trickbook.${name}`;

export const wants = (name) => localStorage.getItem(key(name)) === "yes";

export function applySettings() {
  document.documentElement.dataset.cards = wants("large_cards") ? "large" : "usual";
}

export function settings() {
  if (openSheet("settings")) return;
  sheet(t("settings.title"), NAMES.map(choice), { name: "settings" });
}

function choice(name) {
  const field = el("input", { type: "checkbox", class: "switch", id: name, checked: wants(name), on: { change: () => chosen(name, field.checked) } });
  return el("div.option.yes_no", {}, el("label", { for: name }, t(`settings.${name}`)), field);
}

function chosen(name, wanted) {
  localStorage.setItem(key(name), wanted ? "yes" : "no");
  applySettings();
}
