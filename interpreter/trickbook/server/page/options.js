// The options of a ruleset as form fields: yes or no, a number, a choice, a cycle.

import { button, el } from "./dom.js";
import { t } from "./texts.js";

export function optionField(option, set) {
  const make = option.type === "yes_no" ? yesNo : Array.isArray(option.value) ? cycle : option.choices?.length ? choice : plain;
  const id = `option-${option.name}`;
  return el(
    "div",
    { class: `option ${option.type}`, data: { key: option.name } },
    el("label", { for: id }, option.title),
    make(option, id, set),
    option.says && el("p.says", { id: `${id}-says` }, option.says),
  );
}

const said = (option, id) => ({ id, "aria-describedby": option.says ? `${id}-says` : null });

const yesNo = (option, id, set) =>
  el("input", { ...said(option, id), type: "checkbox", class: "switch", checked: option.value === true || option.value === "yes", on: { change: (event) => set(event.target.checked) } });

function choice(option, id, set) {
  const found = option.choices.findIndex((one) => one.value === option.value);
  return el("select", { ...said(option, id), on: { change: (event) => set(option.choices[event.target.value].value) } }, option.choices.map((one, at) => el("option", { value: String(at), selected: at === found, title: one.says ?? null }, one.title)));
}

function plain(option, id, set) {
  const number = option.type === "number" || typeof option.value === "number";
  const field = el("input", { ...said(option, id), type: number ? "number" : "text", min: option.from ?? null, max: option.to ?? null, value: String(option.value ?? ""), inputmode: number ? "numeric" : null });
  field.addEventListener("change", () => field.checkValidity() && set(number ? Number(field.value) : field.value));
  return field;
}

// Several choices that take turns, deal by deal.
function cycle(option, id, set) {
  const { choices, value } = option;
  const one = (chosen, at) =>
    el(
      "li",
      {},
      el("select", { id: at ? null : id, "aria-label": t("options.turn", { title: option.title, n: at + 1 }), on: { change: (event) => set(value.map((old, place) => (place === at ? choices[event.target.value].value : old))) } }, choices.map((other, place) => el("option", { value: String(place), selected: other.value === chosen }, other.title))),
      value.length > 1 && button("×", () => set(value.filter((_, place) => place !== at)), { class: "quiet", "aria-label": t("options.drop", { n: at + 1 }) }),
    );
  return el("div.cycle", {}, el("ol", {}, value.map(one)), button(t("options.add"), () => set([...value, choices[0].value]), { class: "quiet" }));
}
