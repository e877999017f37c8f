// Inviting others, leaving, the keys, and the seals that prove fair deals.

import { button, el, twice } from "./dom.js";
import { openSheet, sheet } from "./dialog.js";
import { get, sentRules } from "./api.js";
import { forget, invited } from "./keep.js";
import { calledYou } from "./people.js";
import { listed, t } from "./texts.js";
import { copied } from "./copied.js";
import { say } from "./announcer.js";

export const link = (table, invitation) => `${location.origin}/${location.search}#table=${table}${invited({ invitation })}`;

export function invite({ table }) {
  if (openSheet("invite")) return;
  const here = /^(localhost|127\.|\[::1\])/.test(location.hostname) && el("p.faint", {}, t("invite.here"));
  sheet(t("tools.invite"), [el("p", {}, t("invite.says")), copied(t("invite.link"), link(table.id, table.invitation)), here], { name: "invite" });
}

const device = ({ id, token, invitation }) =>
  el("details", {}, el("summary", {}, t("device.title")), el("p.faint", {}, t("device.says")), copied(t("device.title"), `${link(id, invitation)}&token=${token}`));

const KEYS = [["← →", "keys.arrows"], ["Q … S", "keys.letters"], ["Enter", "keys.enter"], ["Esc", "keys.escape"], ["/", "tools.hint"], ["L", "tools.tricks"], ["P", "tools.scores"], ["R", "tools.rules"], ["M", "tools.say"], ["B", "tools.back"]];

export function more(room) {
  if (openSheet("more")) return;
  const { table } = room;
  const box = sheet(t("tools.more"), [
    el("h3", {}, t("keys.title")),
    el("dl.keys", {}, KEYS.map(([key, name]) => el("div", {}, el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(name))))),
    settings(table),
    seals(table),
    table.seat !== null && device(table),
    el("div.row.end", {}, el("a.button", { href: "#" }, t("to_lobby")), table.seat !== null && button(t("leave.button"), twice(t("leave.sure"), () => leave(room, box)), { class: "danger" })),
  ], { name: "more" });
}

function settings({ about }) {
  return about.options.length + about.house.length > 0 && el("details", {}, el("summary", {}, t("more.options")), about.agreed?.length > 0 && el("p.agreed", {}, t("lobby.agreed", { list: listed(about.agreed) })), about.house.length > 0 && el("p", {}, listed(about.house.map((one) => one.title))), el("dl", {}, about.options.map((option) => el("div", { title: option.says ?? null }, el("dt", {}, option.title), el("dd", {}, String(option.told ?? option.value))))));
}

function seals(table) {
  const kept = Object.entries(table.seals).map(([deal, seal]) => [t("table.deal", { n: deal }), seal, cutBy(table, table.cuts.checked[`${table.match}-${deal}`])]);
  if (table.coming) kept.push([t("seals.coming"), table.coming, []]);
  const row = ([deal, seal, lines]) => el("div", {}, el("dt", {}, deal), el("dd", {}, el("code", {}, seal), lines.map((text) => el("p.faint", {}, text))));
  return kept.length > 0 && el("details", {}, el("summary", {}, t("seals.title")), el("p.faint", {}, t("seals.says")), el("dl.seals", {}, kept.map(row)));
}

// What was found of a deal that is over, and who cut its pack.
function cutBy(table, checked) {
  if (!checked) return [];
  if (checked.doubt) return [t(`seals.doubts.${checked.doubt}`)];
  const those = (wanted) => listed(checked.cuts.map((cut, seat) => wanted(cut) && calledYou(table, seat)).filter(Boolean));
  const [cut, absent] = [those((one) => !["bot", "absent"].includes(one)), those((one) => one === "absent")];
  return [cut ? t("seals.cut", { names: cut }) : t("seals.uncut"), absent && t("seals.absent", { names: absent })].filter(Boolean);
}

async function leave(room, box) {
  await Promise.race([room.link.ask("leave"), new Promise((done) => setTimeout(done, 1500))]);
  box.close();
  if (!room.table.view.deal) forget(room.table.id);
  location.hash = "";
}

// The record of a finished match as a file, and with it the ruleset if it was sent.
export async function download({ table }) {
  const text = await get(`/api/tables/${table.id}/record?match=${table.match}`, table.token);
  save(text, `${table.about.ruleset}-${table.id}-${table.match}.record`);
  const rules = await sentRules(text, table.id, table.token);
  if (rules) save(rules, "rules.yaml");
  say(t("scores.saved"));
}

function save(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
