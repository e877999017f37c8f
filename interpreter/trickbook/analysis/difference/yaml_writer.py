"""Writes a witness as an entry under ``examples:``, and values of a ruleset on one line."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.difference.sampling_pool import card_words
from trickbook.formatting.scalars import written
from trickbook.sections.table import is_about
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.difference import Witness
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node

MANY: Final = 4
"""The smallest group of cards to replace by its word."""

PILES: Final = ("hand", "played", "exposed", "held", "aside")


def example_entry(moment: Witness, name: str, rules: Ruleset, seats: int, *, first: bool) -> str:
    """The entry that passes by one of the two rulesets, the ``first`` or the second."""
    given = {**_situation(moment, rules.engine(seats)), **_setting(rules, seats)}
    lines = [f"{name}:"]
    if given:
        lines.append(f"  given: {value_yaml(given)}")
    if moment.moves:
        lines.append(f"  course: {value_yaml(_course(moment))}")
    return "\n".join([*lines, f"  {expected_line(moment, first=first)}"])


def _course(moment: Witness) -> list[Any]:
    """The moves; answers to a question are listed under its name."""
    course: list[Any] = []
    for step, pairs in groupby(zip(moment.steps, moment.moves, strict=True), key=itemgetter(0)):
        moves = [move for _, move in pairs]
        course += [{step: moves}] if step else moves
    return course


def expected_line(moment: Witness, *, first: bool) -> str:
    """The line with the result of one ruleset."""
    return f"{moment.word}: {value_yaml(_value(moment, moment.one if first else moment.other))}"


def _setting(rules: Ruleset, seats: int) -> dict[str, Any]:
    """The number of players and the options, where they differ from the ruleset's own."""
    usual = rules.resolved.players.usual
    options = {"options": dict(rules.chosen)} if rules.chosen else {}
    return {**({} if seats == usual else {"players": seats}), **options}


def _situation(moment: Witness, engine: CompiledRules) -> dict[str, Any]:
    """The situation, with piles as an author writes them."""
    writers: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(PILES, lambda cards: _pile(engine, cards)),
        "trick": lambda plays: [" ".join(play) for play in plays],
        "taken": lambda piles: {seat: _pile(engine, cards) for seat, cards in piles.items()},
        "hands": lambda hands: [" ".join(hand) for hand in hands],
    }
    return {
        key: writers.get(key, lambda value: value)(value)
        for key, value in moment.given.items()
        if value or key != "trick"
    }


def _pile(engine: CompiledRules, cards: list[str]) -> str | list[str]:
    """Cards side by side; whole groups by the word of the deck."""
    if not cards:
        return []
    rest, named = set(cards), []
    if len(rest) == len(cards) and not engine.manifold:
        for word, group in _groups(engine).items():
            if len(group) >= MANY and group <= rest:
                named.append(word)
                rest -= group
    left = [card for card in cards if card in rest]
    return " or ".join([*named, *left]) if named else " ".join(left)


def _groups(engine: CompiledRules) -> MappingOf[str, frozenset[str]]:
    """The words that any ruleset with this deck has: all cards, suits and ranks, the largest first."""
    known = card_words(engine)
    shared = {name: known[name] for name in ("cards", *engine.deck.groups)}
    return dict(sorted(shared.items(), key=lambda pair: -len(pair[1])))


def _value(moment: Witness, value: Any) -> Any:
    """An expected value; moves of single cards side by side, other moves in a list."""
    if moment.word == "legal":
        return (
            {seat: _moves(some) for seat, some in value.items()} if isinstance(value, dict) else _moves(value)
        )
    if moment.word in ("hands", "taken"):
        return {seat: " ".join(cards) or [] for seat, cards in value.items()}
    if moment.word == "held":
        return " ".join(value) or []
    return value


def _moves(moves: list[str]) -> str | list[str]:
    """Single cards side by side; other moves in a list, in which numbers are text and in their order."""
    if moves and all(map(_is_number, moves)):
        moves = sorted(moves, key=int)
    simple = moves and not any(" " in move or move.islower() or _is_number(move) for move in moves)
    return " ".join(moves) if simple else [f'"{move}"' if _is_number(move) else move for move in moves]


def _is_number(move: str) -> bool:
    return move.removeprefix("-").isdecimal()


def value_yaml(value: Any) -> str:
    """A value on one line of YAML."""
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return "{" + ", ".join(f"{key}: {value_yaml(inner)}" for key, inner in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(value_yaml, value)) + "]"
    return "nobody" if value is None else str(value)


def indented(text: str, by: str) -> Iterator[str]:
    """The lines of a text, indented."""
    yield from (by + line for line in text.split("\n"))


def flow_yaml(node: Node, path: tuple[str, ...]) -> str:
    """The value at a path on one line of YAML, without descriptions."""
    match node:
        case Scalar():
            return written(node, flow=True)
        case Listing():
            return "[" + ", ".join(flow_yaml(item, path) for item in node.items) + "]"
        case Mapping():
            kept = {key: e.node for key, e in node.entries.items() if not is_about((*path, key))}
            if path[-1:] == ("choices",) and all(
                flow_yaml(inner, (*path, key)) == "{}" for key, inner in kept.items()
            ):
                return f"[{', '.join(kept)}]"
            return (
                "{"
                + ", ".join(f"{key}: {flow_yaml(inner, (*path, key))}" for key, inner in kept.items())
                + "}"
            )
