// The matches that were played in this browser: of each game how many, and how many were won; the last ones as replays.

import { button, el, fill, twice } from "./dom.js";
import { forgetMatches, invited, ownMatches } from "./keep.js";
import { day, number, t } from "./texts.js";

const LAST = 8;

// `titles` calls the games in the language of the page.
export function showMatches(box, titles) {
  const played = ownMatches();
  if (!played.length) return fill(box);
  const games = Map.groupBy(played, (match) => match.ruleset);
  const again = () => {
    forgetMatches();
    fill(box, el("p", { tabindex: -1 }, t("matches.gone")));
    box.firstChild.focus();
  };
  fill(
    box,
    el("div.paper", {},
      el("h2", {}, t("matches.title")),
      el("table.score-sheet", {},
        el("thead", {}, el("tr", {}, ["game", "played", "won"].map((name) => el("th", { scope: "col" }, t(`matches.${name}`))))),
        el("tbody", {}, [...games].map(([, all]) => line(called(titles, all.at(-1)), all)))),
      el("ul.yours", {}, played.slice(-LAST).reverse().map((one) => replay(titles, one))),
      el("p.row.faint", {}, t("matches.says"), button(t("matches.forget"), twice(t("matches.sure"), again), { class: "quiet" }))),
  );
}

const called = (titles, { ruleset, title }) => titles?.get(ruleset) ?? title;

const replay = (titles, one) =>
  el("li", {}, el("a.button", { href: `#replay=${one.table}&match=${one.match}${invited(one)}` }, [called(titles, one), one.at && day(one.at)].filter(Boolean).join(" · ")));

const line = (title, all) => el("tr", {}, el("th", { scope: "row" }, title), [all.length, all.filter(({ won }) => won).length].map((n) => el("td", {}, number(n))));
