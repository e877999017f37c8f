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

// The text in pieces, each with the classes of what lies over it: words do not overlap, and marks are few.
function pieces(text, { marks, words }) {
  const ends = new Set([0, text.length, ...words.flatMap(([from, to]) => [from, to]), ...marks.flatMap(({ from, to }) => [from, to])]);
  const cuts = [...ends].filter((end) => end <= text.length).sort((a, b) => a - b);
  const kinds = new Map(words.map(([from, , kind]) => [from, kind]));
  const until = new Map(words.map(([from, to]) => [from, to]));
  let [kind, to] = [null, 0];
  const piece = (begin, end) => {
    if (kinds.has(begin)) [kind, to] = [kinds.get(begin), until.get(begin)];
    const over = marks.filter((mark) => mark.from <= begin && mark.to >= end).map(({ severity }) => `mark-${severity}`);
    if (begin < to) over.push(`word-${kind}`);
    const part = text.slice(begin, end);
    return over.length ? el("span", { class: over.join(" ") }, part) : part;
  };
  return [cuts.slice(1).map((end, at) => piece(cuts[at], end)), "\n"];
}
