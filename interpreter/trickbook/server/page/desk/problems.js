// The problems of a text: one message for all its places, what to write instead, what the code means.

import { button, el } from "../dom.js";
import { t } from "../texts.js";
import { inline } from "./inline.js";
import { span } from "./places.js";

const own = ({ file, line }) => !file && line;

// The marks of an editor; a quick fix writes what the hint says.
export const marks = (text, problems, mend) =>
  problems.filter(own).map((one) => ({
    ...span(text, one),
    severity: one.severity === "error" ? "error" : "info",
    message: [one.message, one.hint].filter(Boolean).join("\n"),
    actions: one.fix ? [{ name: fixed(one), apply: () => mend(one) }] : [],
  }));

const fixed = ({ fix: { from, to, text } }, mark = "") => {
  const [first, ...more] = text.trim().split("\n");
  const does = first ? (from < to ? "write" : "add") : text ? "blanks" : "take_away";
  return t(`desk.${does}`, { what: `${mark}${first}${mark}${more.length ? " …" : ""}` });
};

export function problemBlocks(problems, { reveal, mend }) {
  const same = new Map();
  for (const one of problems) {
    const key = JSON.stringify([one.severity, one.message, one.hint]);
    same.set(key, [...(same.get(key) ?? []), one]);
  }
  return [...same.values()].map((those) => block(those, { reveal, mend }));
}

function block(those, { reveal, mend }) {
  const [one] = those;
  return el(
    "li",
    { class: `problem ${one.severity}`, lang: one.lang },
    el("div", { class: "row" }, el("b", {}, t(`desk.${one.severity}`)), those.map((other) => place(other, reveal))),
    el("p", {}, inline(one.message)),
    one.hint && el("p", { class: "says" }, inline(t("problems.hint", { hint: one.hint }))),
    those.filter(({ fix }) => fix).map((other) => button(inline(fixed(other, "`")), () => mend(other), { class: "mend" })),
    one.says && el("details", {}, el("summary", {}, t("desk.more")), el("p", {}, inline(one.says)), example("desk.wrong", one.wrong), example("desk.right", one.right)),
  );
}

const place = (one, reveal) =>
  own(one) ? button(t("desk.line", { n: one.line }), () => reveal(one), { class: "quiet place" }) : one.file ? el("span", { class: "faint" }, t("desk.line_of", { name: one.file, n: one.line })) : null;

const example = (name, text) => text && [el("b", {}, t(name)), el("pre", {}, String(text))];
