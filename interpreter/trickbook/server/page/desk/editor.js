// The editor: the bundle if the server has it, and else a text area.

import { get } from "../api.js";
import { el } from "../dom.js";
import { t } from "../texts.js";
import { inline } from "./inline.js";
import { places } from "./places.js";
import { plainEditor } from "./plain_editor.js";

// Texts of the bundle itself, under the names that it has for them.
const PHRASES = ["Find", "Replace", "next", "previous", "all", "match case", "regexp", "by word", "replace", "replace all", "close", "Diagnostics", "No diagnostics", "Completions", "Fold line", "Unfold line"];

export async function editor({ text, changed, ask, playable }) {
  const settings = { text, changed, label: t("desk.text") };
  const found = await get("/api/desk").then(({ editor: bundle }) => bundle && import(bundle)).catch(() => null);
  if (!found) return { ...plainEditor(settings), plain: true };
  const phrases = Object.fromEntries(PHRASES.map((one) => [one, t(`desk.phrases.${one.replaceAll(" ", "_").toLowerCase()}`)]));
  return { ...found.codeEditor({ ...settings, phrases, complete: completer(ask, playable), explain: explainer(ask) }), plain: false };
}

const completer = (ask, playable) => async (place, text) => {
  const { characterAt, unitAt } = places(text);
  const found = await ask("completion", { text, at: characterAt(place), playable: playable() }).catch(() => null);
  return found && { ...found, from: unitAt(found.from), to: unitAt(found.to) };
};

const explainer = (ask) => async (place, text) => {
  const { characterAt, unitAt } = places(text);
  const found = await ask("meaning", { text, at: characterAt(place) }).catch(() => null);
  if (!found?.says) return null;
  return { node: el("div", {}, found.says.split("\n\n").map((part) => el("p", {}, inline(part)))), from: unitAt(found.from), to: unitAt(found.to) };
};
