// The matches that were played in this browser: of each game how many, and how many were won.

import { button, el, fill } from "./dom.js";
import { forgetMatches, ownMatches } from "./keep.js";
import { number, t } from "./texts.js";

// `titles` calls the games in the language of the page.
export function showMatches(box, titles) {
  const played = ownMatches();
  if (!played.length) return fill(box);
  const games = Map.groupBy(played, (match) => match.ruleset);
  const again = () => (forgetMatches(), fill(box));
  fill(
    box,
    el("div", { class: "paper" },
      el("h2", {}, t("matches.title")),
      el("table", { class: "score-sheet" },
        el("thead", {}, el("tr", {}, ["game", "played", "won"].map((name) => el("th", { scope: "col" }, t(`matches.${name}`))))),
        el("tbody", {}, [...games].map(([ruleset, all]) => line(titles?.get(ruleset) ?? all.at(-1).title, all)))),
      el("p", { class: "row faint" }, t("matches.says"), button(t("matches.forget"), again, { class: "quiet" }))),
  );
}

const line = (title, all) => el("tr", {}, el("th", { scope: "row" }, title), [all.length, all.filter(({ won }) => won).length].map((n) => el("td", {}, number(n))));
