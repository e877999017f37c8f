// Panels of which one is shown; arrows go from tab to tab.

import { el } from "../dom.js";

export function tabs(label, panels, changed) {
  const state = { shown: panels[0][0], seen: new Map() };
  const tab = new Map(panels.map(([name, title]) => [name, el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, on: { click: () => show(name) } }, title)]));
  const panel = new Map(panels.map(([name, , node]) => [name, el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, node)]));
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": label, on: { keydown: moved } }, [...tab.values()]);
  const names = [...tab.keys()];

  function draw() {
    for (const name of names) {
      const on = name === state.shown;
      tab.get(name).setAttribute("aria-selected", String(on));
      tab.get(name).setAttribute("tabindex", on ? "0" : "-1");
      panel.get(name).hidden = !on;
    }
  }

  function show(name) {
    state.shown = name;
    draw();
    changed();
  }

  function moved(event) {
    const at = names.indexOf(state.shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(names[(to + names.length) % names.length]);
    tab.get(state.shown).focus();
  }

  draw();
  return {
    node: el("div", { class: "tabbed" }, list, [...panel.values()]),
    shown: () => state.shown,
    title: (name, text) => (tab.get(name).textContent = text),
    // What a panel shows; one that is stale shows an earlier text.
    seen: (name) => state.seen.get(name),
    see: (name, what) => state.seen.set(name, what),
    stale: (name, is) => panel.get(name).classList.toggle("stale", is),
  };
}
