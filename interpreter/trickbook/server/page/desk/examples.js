// The examples of a text: which hold by its rules, and what the others give.

import { button, el } from "../dom.js";
import { t } from "../texts.js";

export function exampleList(examples, reveal) {
  if (!examples.length) return el("p", { class: "says" }, t("desk.no_examples"));
  return el("ul", { class: "examples" }, examples.map((one) => example(one, reveal)));
}

// What the example expects, and what the rules give.
const labelled = (line) => line.replace(/^- /, `${t("desk.expected")} `).replace(/^\+ /, `${t("desk.by_rules")} `);

const example = ({ name, says, line, passed, lines }, reveal) =>
  el(
    "li",
    { class: passed ? "passed" : "failed" },
    el("div", { class: "row" }, el("b", { class: "verdict" }, passed ? `✓ ${t("desk.holds")}` : `✗ ${t("desk.fails")}`), button(name.replaceAll("_", " "), () => reveal({ line, column: 1, length: 1 }), { class: "quiet place" })),
    says && el("p", { class: "says" }, says),
    lines.length > 0 && el("pre", {}, lines.map(labelled).join("\n")),
  );
