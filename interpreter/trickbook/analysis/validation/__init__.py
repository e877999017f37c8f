"""Validation: all problems of a ruleset that checks and random deals can find."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.analysis.configurations import (
    MOST_WAYS,
    NOTHING,
    Configurations,
    TooCostlyError,
    merged_problems,
)
from trickbook.analysis.coverage.budget import UNLIMITED, Budget
from trickbook.analysis.report import Report, has_errors, with_catalogues
from trickbook.analysis.validation import (
    card_order,
    card_values,
    certain_parts,
    course,
    dead_clauses,
    hand_sizes,
    missing_cards,
    questions,
    references,
    unused,
)
from trickbook.analysis.validation.error_recovery import recovered_problems
from trickbook.game.rules import PlayableRules
from trickbook.loading import resolve
from trickbook.problems import Place, Problem, capped
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.loading import Resolved

CHECKS = (
    unused.check_names,
    dead_clauses.check,
    missing_cards.check,
    card_values.check_dead_entries,
    course.check_end,
    certain_parts.check,
    references.check_tricks,
    references.check_seats,
    card_order.check_ranks,
    card_order.check_orders,
    course.check_places,
    questions.check_secrets,
    references.check_answers,
    card_values.check_prices,
    questions.check_answers,
    unused.check_fits,
    unused.check_forgotten,
)
"""The checks of what a ruleset says; each covers all configurations, whichever are to be played."""

REASONS = ("never", "in-brackets")
"""The codes that say already why a condition is certain."""


def validate(
    name: str | Path,
    house: Sequence[str] = (),
    options: Mapping[str, Any] = NOTHING,
    *,
    players: int | None = None,
    quick: bool = False,
) -> Report:
    """Validate a ruleset, by name or path, for every number of players that it allows, or for one.

    House rules are applied to it, options are set, and its catalogues are checked. Unless ``quick``, random
    deals are played too. Raises TrickbookError for options or players that it does not have.
    """
    resolved = resolve(str(name), house)
    return with_catalogues(validate_resolved(resolved, options, players=players, quick=quick))


def validate_resolved(
    resolved: Resolved,
    options: Mapping[str, Any] = NOTHING,
    *,
    players: int | None = None,
    quick: bool = False,
    budget: Budget = UNLIMITED,
) -> Report:
    """Validate a merged ruleset; what the budget leaves untried is noted."""
    problems = [*resolved.problems]
    if has_errors(problems):
        problems += recovered_problems(resolved)
    else:
        tables = _configurations(resolved, options, players)
        problems += _checked(tables, None if quick else budget)
    places = {problem.place for problem in problems}
    problems += [problem for problem in resolved.misfits if problem.place not in places]
    return Report(capped(resolved.attributed(dict.fromkeys(problems))), resolved)


def _configurations(resolved: Resolved, options: Mapping[str, Any], players: int | None) -> Configurations:
    """The configurations to check; options and players are those of the ruleset, or an error says so."""
    if not options and players is None:
        return Configurations(resolved)
    rules = PlayableRules(resolved, options, players)
    return Configurations(resolved, rules.chosen, players)


def _checked(tables: Configurations, budget: Budget | None) -> list[Problem]:
    """The problems of a ruleset whose files have no errors, or that checking it takes too long."""
    try:
        return _fully_checked(tables, budget)
    except TooCostlyError as error:
        hint = Message("shorten long expressions, name in `words:` what repeats, or leave out some options")
        return [Problem("too-costly", error.message, Place(tables.resolved.file), hint)]


def _fully_checked(tables: Configurations, budget: Budget | None) -> list[Problem]:
    """All that the checks find, and random deals where there is a budget for them."""
    problems = merged_problems(tables.usual)
    if has_errors(problems):
        return problems
    whole = Configurations(tables.resolved) if tables.restricted else tables
    problems += [problem for check in CHECKS for problem in check(whole)]
    problems += hand_sizes.check(tables)
    problems += _in_part(max(whole.most_cut, tables.most_cut), tables)
    reasons = {problem.place.path for problem in problems if problem.place and problem.code in REASONS}
    problems = [
        one for one in problems if one.code != "certain" or not one.place or one.place.path not in reasons
    ]
    if budget and not has_errors(problems):
        from trickbook.analysis.validation import random_play

        problems += _unknown(random_play.check(tables, budget=budget), problems)
    return problems


def _in_part(options: int, tables: Configurations) -> list[Problem]:
    """A note if so many options combine in more ways than were checked."""
    if not options:
        return []
    message = Message(
        "only the first {number_first} combinations of {number} options were checked",
        number_first=MOST_WAYS,
        number=options,
    )
    hint = Message("let fewer options bear on one rule, or check the others by `--option`")
    return [Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")]


def _unknown(notes: Iterable[Problem], found: Sequence[Problem]) -> list[Problem]:
    """The notes of random deals, but for entries of which it is known already why they never vary."""
    paths = {problem.place.path for problem in found if problem.place and problem.code == "certain"}
    closed = {problem.place for problem in found if problem.code == "never-open"}

    def known(note: Problem) -> bool:
        if note.code == "never-open":
            return note.place in closed
        own = f"{note.place.path}." if note.place else ""
        return note.code in ("never-seen", "always-held") and any(path.startswith(own) for path in paths)

    return [note for note in notes if not note.place or not known(note)]
