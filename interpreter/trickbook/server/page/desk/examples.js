// The examples of a text: which hold by its rules, and what the others give.

import { button, el } from "../dom.js";
import { t } from "../texts.js";

export function exampleList(examples, reveal) {
  if (!examples.length) return el("p", { class: "says" }, t("desk.no_examples"));
  return el("ul", { class: "examples" }, examples.map((one) => example(one, reveal)));
}

// What the example expects, and what the rules give.
const difference = ({ expected, found }) => (expected === null ? `! ${found}` : `${t("desk.expected")} ${expected}\n${t("desk.by_rules")} ${found}`);

const example = ({ name, says, line, passed, differences }, reveal) =>
  el(
    "li",
    { class: passed ? "passed" : "failed" },
    el("div", { class: "row" }, el("b", { class: "verdict" }, passed ? `✓ ${t("desk.holds")}` : `✗ ${t("desk.fails")}`), button(name.replaceAll("_", " "), () => reveal({ line, column: 1, length: 1 }), { class: "quiet place" })),
    says && el("p", { class: "says" }, says),
    differences.length > 0 && el("pre", {}, differences.map(difference).join("\n")),
  );
