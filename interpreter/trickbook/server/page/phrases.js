// Ready phrases to the table, shown beside who says them; and whose phrases are not shown here.

import { button, el } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { keepSeat, seatAt } from "./keep.js";
import { calledYou, nameOf } from "./people.js";
import { has, phrases, t } from "./texts.js";

const SHOWN = 6000;

const muted = ({ id }) => seatAt(id)?.muted ?? [];

export function talk(room) {
  if (openSheet("say")) return;
  const { table } = room;
  const say = (phrase) => (box.close(), room.request("phrase", { phrase }));
  const others = table.seats.filter(({ plays }, seat) => plays === "person" && seat !== table.seat).map(({ name }) => name);
  const box = sheet(t("tools.say"), [
    table.seat !== null && el("div.phrases", {}, phrases().map((one) => button(t(`phrases.${one}`), () => say(one)))),
    others.map((name, at) => mute(table, name, `mute-${at}`)),
  ], { name: "say" });
}

function mute({ id }, name, key) {
  const change = ({ target }) => keepSeat(id, { muted: [...muted({ id }).filter((one) => one !== name), ...(target.checked ? [name] : [])] });
  return el("div.option.yes_no", {}, el("label", { for: key }, t("say.mute", { name })), el("input", { type: "checkbox", class: "switch", id: key, checked: muted({ id }).includes(name), on: { change } }));
}

// What is said as a line for the log; nothing of those who are not shown, or by a word that is not known here.
export function heardPhrase(room, { seat, phrase }) {
  const { table, nodes } = room;
  if (!has(`phrases.${phrase}`) || muted(table).includes(nameOf(table, seat))) return "";
  const speech = { seat, text: t(`phrases.${phrase}`) };
  table.speech = [...table.speech.filter((one) => one.seat !== seat), speech];
  setTimeout(() => {
    table.speech = table.speech.filter((one) => one !== speech);
    if (nodes.bar.node.isConnected) room.refresh();
  }, SHOWN);
  return t("told.played", { name: calledYou(table, seat), what: speech.text });
}
