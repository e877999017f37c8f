"""The options and house rules of a game to choose from, as data in a language."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.files import shipped_games
from trickbook.problems import TrickbookError
from trickbook.rulebook import written_book
from trickbook.rulebook.formats import COLOUR, html_lines
from trickbook.ruleset import Ruleset
from trickbook.seat.house_rule_choice import first_house_rules, house_rule_form, house_rule_groups
from trickbook.seat.rules_request import (
    RulesRequest,
    checked_request,
    playable_rules,
    problem_data,
)
from trickbook.seat.texts import languages, localized_names, option_choices, plain_value, seat_name
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from trickbook.rulebook.formats import HtmlLine
    from trickbook.seat.rules_request import ProblemData
    from trickbook.seat.texts import LocalizedNames
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.options import Option


def game_list(language: str = ENGLISH) -> list[dict[str, Any]]:
    """The shipped games: what they are called and about, for how many players.

    The one from which most others come stands first.
    """
    there = {name: RulesRequest(name, None).resolved(check_merged=False) for name in shipped_games()}
    kin = Counter(file for found in there.values() for file in found.texts)
    first = max(there, key=lambda name: kin[there[name].file])
    return [
        {
            "name": name,
            "title": text(found.root, "name", language) or name,
            "summary": text(found.root, "summary", language),
            "players": list(found.players.counts),
            "usual": found.players.usual,
        }
        for name, found in sorted(there.items(), key=lambda one: one[0] != first)
    ]


def setup_form(
    *,
    game: object = None,
    text: object = None,
    house: object = (),
    options: object = None,
    players: object = None,
    language: str = ENGLISH,
) -> dict[str, Any]:
    """Return what can be chosen of a game, what is chosen, the rulebook of it, and what is wrong with it.

    Where what is chosen cannot be played, the form is that of the game with less of it: without the options,
    else without the house rules; there is no rulebook then.
    """
    try:
        wish = checked_request(game, text, house, options, players)
    except TrickbookError as error:
        return {**EMPTY_FORM, "problems": list(problem_data(error, language))}
    found, wrong = _nearest(wish, language)
    if found is None:
        return {**EMPTY_FORM, "problems": wrong}
    rules, part = found
    clash = wrong[0]["message"] if part.house != wish.house else None
    book = None if wrong else rulebook_fragment(rules, language)
    house = house_rule_form(wish, rules.resolved.texts, clash, language)
    return {**_form(rules, language), **_grouped(house, language), "rulebook": book, "problems": wrong}


def _nearest(
    wish: RulesRequest, language: str
) -> tuple[tuple[Ruleset, RulesRequest] | None, list[ProblemData]]:
    """The rules of what is asked for, or of as much of it as can be played; and what is wrong with it."""
    wrong: list[ProblemData] = []
    for part in (wish, wish._replace(options={}, players=None), RulesRequest(wish.game, wish.text)):
        try:
            return (playable_rules(part), part), wrong
        except TrickbookError as error:
            wrong = wrong or list(problem_data(error, language))
    return None, wrong


EMPTY_FORM: Final[dict[str, Any]] = {
    "title": None,
    "summary": None,
    "players": [],
    "usual": None,
    "options": [],
    "house": [],
    "groups": [],
    "first": {"counted": False, "house": []},
    "rulebook": None,
}
"""The form of what is no game."""


def _grouped(house: list[dict[str, Any]], language: str) -> dict[str, Any]:
    """Return the house rules, the groups that they are in, and those to show first."""
    names = [one["name"] for one in house]
    groups = house_rule_groups().titles(names, language)
    return {"house": house, "groups": groups, "first": first_house_rules(names)}


def _form(rules: Ruleset, language: str) -> dict[str, Any]:
    """Return the numbers of players and the options."""
    engine, root = rules.engine(), rules.resolved.root
    usual = Ruleset(rules.resolved, {}, rules.usual).engine() if rules.chosen else engine
    words = localized_names(engine, language)
    return {
        "title": text(root, "name", language) or rules.title,
        "summary": text(root, "summary", language),
        "players": list(rules.players),
        "usual": rules.resolved.players.usual,
        "options": [
            _option(engine, words, option, usual.options[option.name].value)
            for option in engine.options.values()
        ],
    }


def _option(engine: CompiledRules, words: LocalizedNames, option: Option, default: Any) -> dict[str, Any]:
    """An option: its type, what it may be, is, and is if nobody chooses."""
    return {
        "name": option.name,
        "title": words.title(option.entry),
        "says": words.says(option.entry),
        "translations": _translations(engine, option, words.language),
        "type": option.type,
        "choices": _seats(engine, words) if option.type == "seat" else list(option_choices(words, option)),
        "from": option.low,
        "to": option.high,
        "value": plain_value(option.value),
        "default": plain_value(default),
    }


def _translations(engine: CompiledRules, option: Option, language: str) -> list[str]:
    """The title and the sentence of an option in the other languages, for searches."""
    others = (localized_names(engine, one) for one in languages() if one != language)
    texts = (one for words in others for one in (words.title(option.entry), words.says(option.entry)))
    return [one for one in texts if one]


def _seats(engine: CompiledRules, words: LocalizedNames) -> list[dict[str, Any]]:
    """The seats to choose from."""
    return [
        {"value": number, "title": seat_name(engine, words.language, number), "says": None}
        for number in range(engine.layout.seats)
    ]


def rulebook_fragment(rules: Ruleset, language: str = ENGLISH, players: int | None = None) -> str:
    """The rulebook of a table as a part of a page."""
    return "\n".join(map(str, rulebook_lines(rules, language, players)))


def rulebook_lines(
    rules: Ruleset, language: str = ENGLISH, players: int | None = None, *, exact: bool = False
) -> tuple[HtmlLine, ...]:
    """The lines of such a part; each card has the class of its colour: ``colour-red``."""
    return tuple(html_lines(written_book(rules, language, players, appendix=exact), colour_class))


def colour_class(colour: str) -> str:
    """The class of cards of a colour, black for what is no name of one."""
    return f"colour-{colour if COLOUR.fullmatch(colour) else 'black'}"
