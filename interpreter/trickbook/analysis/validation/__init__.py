"""Validation: all problems of a ruleset, intact or malformed, that checks and random deals can find."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.configurations import (
    MOST_WAYS,
    NOTHING,
    Configurations,
    TooCostlyError,
    merged_problems,
)
from trickbook.analysis.coverage.tallies import UNLIMITED, Budget
from trickbook.analysis.report import Report, has_errors, with_catalogues
from trickbook.analysis.validation import (
    card_order,
    card_values,
    certain_parts,
    hand_sizes,
    missing_cards,
    questions,
    references,
    sentences,
    stated_numbers,
    unused,
)
from trickbook.game.rules import PlayableRules
from trickbook.loading import resolve
from trickbook.loading.diagnostics.attribution import lacking, underlined
from trickbook.problems import Place, Problem, capped
from trickbook.sections import players, table
from trickbook.sections.compiled import CompiledRules
from trickbook.source import Listing, Mapping, Pair
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.loading import Resolved
    from trickbook.source import Node


RELIABLE_CODES: Final = frozenset(
    {"bad-expression", "cards-compared", "circle", "mixed", "name-taken", "no-answer", "no-outcome",
     "no-place", "no-play", "no-player", "no-points", "no-such-seat", "not-a-choice", "secret",
     "too-costly", "too-deep", "too-long", "unknown-card", "unknown-word", "wrong-type"}
)  # fmt: skip
"""The codes to report for the rest of a malformed ruleset; others may be consequences of its errors."""

LIKELIEST: Final = 4
"""How many play, where a ruleset does not say it in a form that can be read."""

CONFLICT: Final = "conflict"
"""The code of conflicting files, whose other problems may be consequences."""


def recovered_problems(resolved: Resolved) -> list[Problem]:
    """The problems in the expressions of a malformed ruleset."""
    if lacking(resolved.problems):
        return []
    bad = {problem.place for problem in resolved.problems if problem.place and problem.severity == "error"}
    root = _sound(resolved.root, bad)
    if not all(section in root.entries for section in table.needed()):
        return []
    found = players.counts(root)
    usual = found.usual if isinstance(found, players.Players) else LIKELIEST
    engine = CompiledRules(root, resolved.texts, usual, {})
    silent = {section.key for section in table.SECTIONS.values() if not section.has_words}
    named = {key: entry for key, entry in resolved.root.entries.items() if key not in silent}
    names = frozenset(_names(Mapping(named, resolved.root.place)))
    other_files = {p.place.file for p in resolved.problems if p.place and p.code == CONFLICT} - {
        resolved.file
    }
    own = {resolved.file, *resolved.patches, *(place.file for place in bad)}
    trusted = (
        problem
        for problem in engine.problems
        if problem.code in RELIABLE_CODES and (not problem.place or problem.place.file in own)
    )
    by_place = {p.place: p for p in trusted if not (p.place and p.place.file in other_files)}
    return [
        p
        for place, p in by_place.items()
        if p.code != "unknown-word" or underlined(resolved.texts, place) not in names
    ]


def _sound(node: Mapping, bad: set[Place]) -> Mapping:
    """A map without its malformed entries, cut out as deep as possible."""
    entries = {}
    for key, entry in node.entries.items():
        if entry.key_place in bad or entry.node.place in bad or not _whole(entry.node, bad):
            continue
        inner = _sound(entry.node, bad) if isinstance(entry.node, Mapping) else entry.node
        if key == "steps" and isinstance(inner, Mapping):
            inner = _certain(inner, entry.node)
        entries[key] = Pair(entry.key_place, inner)
    return Mapping(entries, node.place)


def _certain(steps: Mapping, before: Node) -> Mapping:
    """Remove questions that lost a key, because the kind of their answer is unknown."""
    written = before.entries if isinstance(before, Mapping) else {}
    kept = {
        name: step
        for name, step in steps.entries.items()
        if isinstance(step.node, Mapping)
        and isinstance(whole := written[name].node, Mapping)
        and ("ask" not in whole.entries or len(step.node.entries) == len(whole.entries))
    }
    return Mapping(kept, steps.place)


def _whole(node: Node, bad: set[Place]) -> bool:
    return not isinstance(node, Listing) or not any(item.place in bad for item in node.items)


def _names(node: Node) -> Iterator[str]:
    """Every key, as its meaning is unknown now."""
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        yield key
        yield from _names(entry.node)


CHECKS = (
    unused.check_names,
    unused.check_clauses,
    missing_cards.check,
    card_values.check_dead_entries,
    questions.check_end,
    certain_parts.check,
    references.check_tricks,
    references.check_seats,
    card_order.check_ranks,
    card_order.check_orders,
    references.check_places,
    questions.check_secrets,
    references.check_answers,
    card_values.check_prices,
    questions.check_answers,
    unused.check_fits,
    unused.check_forgotten,
    sentences.check,
    stated_numbers.check,
)
"""The checks of what a ruleset says; each covers all configurations, whichever are to be played."""

REASONS = ("never", "in-brackets")
"""The codes that say already why a condition is certain."""


def validate(
    name: str | Path,
    house: Sequence[str] = (),
    options: MappingOf[str, Any] = NOTHING,
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
    options: MappingOf[str, Any] = NOTHING,
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


def _configurations(resolved: Resolved, options: MappingOf[str, Any], players: int | None) -> Configurations:
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
