// The problems of a ruleset, each with its line and a caret below the place.

import { el } from "./dom.js";
import { t } from "./texts.js";

export const problemList = (problems, text) => problems.length > 0 && el("div.problems", {}, el("b", {}, t("problems.title", { n: problems.length })), el("ul", {}, problems.map((one) => problem(one, text))));

function problem({ message, line, column, hint }, text) {
  const source = text && line ? text.split("\n")[line - 1] : null;
  return el(
    "li",
    {},
    el("p", {}, line ? el("span.faint", {}, `${t("problems.place", { line, column })} `) : null, message),
    source && el("pre", {}, `${source}\n${" ".repeat(Math.max(0, column - 1))}`, el("b", {}, "^")),
    hint && el("p.says", {}, t("problems.hint", { hint })),
  );
}
