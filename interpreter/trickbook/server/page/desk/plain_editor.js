// A text area with the marks of the editor behind its text, for servers without the bundle.

import { el, fill } from "../dom.js";

export function plainEditor({ text, label, changed }) {
  const behind = el("pre", { class: "behind", "aria-hidden": "true" });
  const area = el("textarea", { "aria-label": label, spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" });
  const node = el("div", { class: "plain-editor" }, behind, area);
  const state = { marks: [], words: [] };
  const draw = () => fill(behind, pieces(area.value, state));
  const follow = () => Object.assign(behind, { scrollTop: area.scrollTop, scrollLeft: area.scrollLeft });
  const set = (value) => ((area.value = value), Object.assign(state, { marks: [], words: [] }), draw(), changed(value));
  area.value = text;
  area.addEventListener("input", () => (Object.assign(state, { marks: [], words: [] }), draw(), follow(), changed(area.value)));
  area.addEventListener("scroll", follow);
  draw();
  return {
    node,
    text: () => area.value,
    replace: set,
    edit(begin, end, insert) {
      set(area.value.slice(0, begin) + insert + area.value.slice(end));
      area.focus();
      area.setSelectionRange(begin + insert.length, begin + insert.length);
    },
    mark: (marks) => ((state.marks = marks), draw()),
    colour: (words) => ((state.words = words), draw()),
    reveal(place) {
      area.focus();
      area.setSelectionRange(place, place);
      const line = area.value.slice(0, place).split("\n").length;
      area.scrollTop = Math.max(0, (line - 5) * parseFloat(getComputedStyle(area).lineHeight));
    },
    focus: () => area.focus(),
    destroy: () => {},
  };
}

// The text in pieces, each with the classes of what lies over it.
function pieces(text, { marks, words }) {
  const spans = [...words.map(([from, to, kind]) => ({ from, to, name: `word-${kind}` })), ...marks.map(({ from, to, severity }) => ({ from, to, name: `mark-${severity}` }))];
  const ends = [...new Set([0, text.length, ...spans.flatMap(({ from, to }) => [from, to])])].filter((end) => end <= text.length).sort((a, b) => a - b);
  const piece = (begin, end) => {
    const over = spans.filter(({ from, to }) => from <= begin && to >= end).map(({ name }) => name);
    const part = text.slice(begin, end);
    return over.length ? el("span", { class: over.join(" ") }, part) : part;
  };
  return [ends.slice(1).map((end, at) => piece(ends[at], end)), "\n"];
}
