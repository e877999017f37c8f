// The options and house rules of a new table: folded in groups, the house rules to see first as buttons, and a search over all.

import { button, el, fill } from "./dom.js";
import { optionField } from "./options.js";
import { listed, t } from "./texts.js";

// `set` changes an option, `toggle` a house rule.
export function choiceFields(set, toggle) {
  const search = el("input", { type: "search", id: "search", placeholder: t("opening.search"), "aria-label": t("opening.search"), autocomplete: "off", maxlength: "80" });
  const room = { set, toggle, search, status: el("span", { role: "status", class: "faint" }), box: el("div.choices"), open: new Set(), form: null };
  search.addEventListener("input", () => redraw(room));
  search.addEventListener("keydown", (event) => entered(room, event));
  const show = (form) => ((room.form = form), redraw(room));
  return { fields: [el("div.row", {}, search, room.status), room.box], show };
}

// Enter goes to the first hit; it does not open the table.
function entered({ box }, event) {
  if (event.key !== "Enter" || event.isComposing) return;
  event.preventDefault();
  box.querySelector(".option :is(input, select):enabled")?.focus();
}

// Fields are drawn anew; the one that had the focus has it again.
function redraw(room) {
  const { box, form, search, status } = room;
  if (!form) return;
  const held = box.contains(document.activeElement) ? document.activeElement.id : null;
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  const found = words.length > 0 && hits(form, words);
  fill(box, found ? [...optionFields(room, found.options), ...fitting(found.house).map((one) => houseSwitch(room, one))] : sections(room));
  const message = found ? t("opening.found", { n: found.options.length + found.house.length }) : "";
  if (status.textContent !== message) status.textContent = message;
  if (held) document.getElementById(held)?.focus();
}

const plain = (text) => text.normalize("NFKC").toLowerCase();

// What has all words in its title or its sentence, in any language.
function hits({ options, house }, words) {
  const has = ({ title, says, translations }) => {
    const text = plain([title, says, ...translations].join(" "));
    return words.every((word) => text.includes(word));
  };
  return { options: options.filter(has), house: house.filter(has) };
}

function sections(room) {
  const { options, house, groups, first } = room.form;
  const changed = options.filter((one) => JSON.stringify(one.value) !== JSON.stringify(one.default));
  return [
    options.length > 0 && fold(room, "options", t("opening.options"), optionFields(room, options), changed),
    house.length > 0 && el("h2", {}, t("opening.house")),
    house.length > 0 && firstButtons(room, first, house),
    groups.map(({ name, title }) => {
      const inner = fitting(house.filter((one) => one.group === name));
      return fold(room, `group-${name}`, title, inner.map((one) => houseSwitch(room, one)), inner.filter((one) => one.on));
    }),
  ];
}

// A group with the number of its fields, and what is chosen of them.
function fold({ open }, key, title, fields, chosen) {
  const toggle = (event) => open[event.target.open ? "add" : "delete"](key);
  const titles = chosen.length > 0 && el("span.faint", {}, listed(chosen.map((one) => one.title)));
  return el("details", { open: open.has(key), on: { toggle } }, el("summary", { id: key }, t("opening.group", { title, n: fields.length }), " ", titles), fields);
}

const optionFields = ({ set }, options) => options.map((one) => optionField(one, (value) => set(one, value)));

const fits = (one) => one.fits === true || one.on;

const fitting = (house) => [...house.filter(fits), ...house.filter((one) => !fits(one))];

const description = (one) => (one.fits === true ? one.says : one.fits);

function houseSwitch({ toggle }, one) {
  const id = `house-${one.name}`;
  return el("div.option.yes_no", {}, el("label", { for: id }, one.title), el("input", { id, type: "checkbox", class: "switch", checked: one.on, disabled: !fits(one), "aria-describedby": `${id}-says`, on: { change: (event) => toggle(one.name, event.target.checked) } }), el("p.says", { id: `${id}-says` }, description(one)));
}

function firstButtons({ toggle }, { counted, house: names }, house) {
  const press = (one) => (event) => {
    event.target.setAttribute("aria-pressed", String(!one.on));
    toggle(one.name, !one.on);
  };
  const title = t(counted ? "opening.most_played" : "opening.suggested");
  const shown = names.map((name) => house.find((one) => one.name === name));
  return el("div.first", { role: "group", "aria-label": title }, el("span.faint", {}, title), shown.map((one) => button(one.title, press(one), { id: `first-${one.name}`, title: description(one), disabled: !fits(one), "aria-pressed": String(one.on) })));
}
