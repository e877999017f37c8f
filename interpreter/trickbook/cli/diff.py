"""``trickbook diff``: the entries in which two rulesets differ, and a position that proves it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.analysis.difference import compare, differ, same_rules
from trickbook.analysis.difference.description import NamedRules, difference_lines, entry_lines, phrases
from trickbook.cards.chance import SEEDS
from trickbook.console.input_files import open_resolved, open_ruleset
from trickbook.console.messages import chosen_language, ruleset_called, spoken, truncated, usage_error
from trickbook.console.parameters import NAME, Number, command, option, parse_settings
from trickbook.loading import resolve
from trickbook.loading.diagnostics import joined
from trickbook.problems import RulesetError, TrickbookError, shown, visible
from trickbook.texts.message import Message, every

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.difference import Difference
    from trickbook.loading import Resolved
    from trickbook.problems import Problem
    from trickbook.ruleset import Ruleset

PART: Final = "only-a-part"


@command("diff")
def diff(  # noqa: PLR0913 - each option of the command is one
    *,
    one: str = NAME,
    other: str = NAME,
    house_a: tuple[str, ...] = option(
        "--house-a", "Apply a house rule to the first.", multiple=True, metavar="NAME|FILE"
    ),
    house_b: tuple[str, ...] = option(
        "--house-b", "Apply a house rule to the second.", multiple=True, metavar="NAME|FILE"
    ),
    option_a: dict[str, str] = option(
        "--option-a", "Set an option of the first: name=value.", multiple=True, callback=parse_settings
    ),
    option_b: dict[str, str] = option(
        "--option-b", "Set an option of the second: name=value.", multiple=True, callback=parse_settings
    ),
    players: int | None = option("--players", "Number of players.  [default: one that both allow]", Number()),
    seed: int = option("--seed", "Seed of the search.", Number(0, SEEDS - 1), default=1),
) -> None:
    """Show the entries in which two rulesets differ, and the smallest position that proves it.

    The position is printed as an example for the second ruleset: a hand and a trick, the cards taken, or a
    short course of play. The exit code is 0 whether or not they differ.
    """
    first, second = _resolved(one, house_a, "-a"), _resolved(other, house_b, "-b")
    names = _side_title(one, house_a, option_a), _side_title(other, house_b, option_b)
    if first.players.counts and second.players.counts:
        rules = (
            open_ruleset(one, option_a, None, house_a) if house_a else open_resolved(first, option_a),
            open_ruleset(other, option_b, None, house_b) if house_b else open_resolved(second, option_b),
        )
        found = _difference(*rules, players, seed)
        lines = difference_lines(
            found, NamedRules(names[0], rules[0]), NamedRules(names[1], rules[1]), chosen_language()
        )
    else:
        _check_parts({**option_a, **option_b}, players)
        lines = _part_lines(first, second, *names)
    for line in "\n".join(lines).split("\n"):
        click.echo(visible(line))


def _resolved(name: str, house: tuple[str, ...], side: str) -> Resolved:
    """Merge a ruleset; a part is allowed. Raises RulesetError for any other problem."""
    found = resolve(name, house)
    wrong = [p for p in (*found.problems, *found.misfits) if p.severity == "error" and p.code != PART]
    if wrong:
        raise RulesetError([_sided(problem, name, side) for problem in wrong], found.texts)
    return found


def _sided(problem: Problem, name: str, side: str) -> Problem:
    """A problem whose hint about ``+`` names the options of this side."""
    hints = {hint for hint in (joined(name), joined(str(Path(name)))) if hint}
    return replace(problem, hint=joined(name, side)) if problem.hint in hints else problem


def _side_title(name: str, house: tuple[str, ...], chosen: dict[str, str]) -> str:
    """The title of one side: its name, house rules and options."""
    more = [*house, *(f"{option}={value}" for option, value in chosen.items())]
    return truncated(visible(spoken(ruleset_called(name, more))))


def _difference(one: Ruleset, other: Ruleset, players: int | None, seed: int) -> Difference:
    """Compare. Raises UsageError for a number of players that one of the two does not allow."""
    try:
        return differ(one, other, players=players, seed=seed)
    except RulesetError:
        raise
    except TrickbookError as error:
        raise usage_error(error.message) from None


def _check_parts(chosen: dict[str, str], players: int | None) -> None:
    """Check that no options or players are given where one of the two is only a part."""
    reason = Message("one of the two is only a part, so only their entries are compared")
    if chosen:
        option = shown(next(iter(chosen)))
        raise usage_error(
            Message("no option {option} can be set here: {reason}", option=option, reason=reason)
        )
    if players:
        raise usage_error(Message("no number of players can be set here: {reason}", reason=reason))


def _part_lines(first: Resolved, second: Resolved, one: str, other: str) -> Iterator[str]:
    """The lines of a comparison where one of the two is only a part."""
    changes = compare(first.root, second.root)
    if same_rules(changes):
        yield phrases(chosen_language()).say("difference.same", one=one, other=other)
    yield from entry_lines(changes, one, other, chosen_language())
    parts = [name for name, found in ((one, first), (other, second)) if not found.players.counts]
    yield spoken(Message("No position is searched for: {list} cannot be played alone.", list=every(parts)))
