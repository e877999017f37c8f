"""The trick as it lies: who would win it, with what, at which place a play lies, how often it went round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core import clauses
from trickbook.core.text import Body, Code, call
from trickbook.expression.types import COMPARING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.source import Asked, Source
    from trickbook.expression.types import Clause, Term


def winning_place(source: Source) -> str:
    """Return the name of the function that finds the winning play: its index from 0, or -1."""
    if source.once("winning_place"):
        body = Body()
        if source.single_cards:
            _write_narrowed(source, body)
        else:
            _write_weighed(source, body)
        source.add("winning_place", [], body)
    return "winning_place"


def _write_narrowed(source: Source, body: Body) -> None:
    """The play whose card is left of all cards of the trick."""
    body.add("cards = 0")
    with body.block("for i in range(v[PLAYS])"):
        body.add("cards |= v[CARDS_OF_PLAYS + i]")
    column = _fixed_column(source.winning[-1]) if source.winning else None
    for clause in source.winning[:-1] if column else source.winning:
        body.add(f"cards = {clauses.narrowing(source, clause)}(v, v[LEADER], cards)")
    if column:
        source.written_terms.add(source.key(source.winning[-1].what))
        _add_highest(source, body, column)
        return
    body.add("found = 0")
    with body.block("for i in range(v[PLAYS])"):
        body.add("found |= (v[CARDS_OF_PLAYS + i] & cards != 0) << i")
    with body.block("if found"):
        body.add("return ((found & -found) - 1).bit_count()")
    body.add("return -1")


def _fixed_column(clause: Clause) -> Sequence[int] | None:
    """Return the numbers of cards of which a clause wants the highest, if they never change."""
    column = clause.what.column
    if clause.verb not in COMPARING or clause.when is not None or column is None:
        return None
    return column if clause.verb == "most" else [-number for number in column]


def _add_highest(source: Source, body: Body, column: Sequence[int]) -> None:
    """Find the first play whose card is left and has the highest number."""
    numbers = source.table([*(number - min(column) + 1 for number in column), 0])
    body.add("best = 0")
    body.add("place = -1")
    with body.block("for i in range(v[PLAYS])"):
        body.add("x = v[CARDS_OF_PLAYS + i] & cards")
        body.add(f"n = {numbers}[(x - 1 & {source.deck.cards}).bit_count()]")  # the last for no card
        body.add("place = i if n > best else place")
        body.add("best = n if n > best else best")
    body.add("return place")


def _write_weighed(source: Source, body: Body) -> None:
    """The first of the plays that are left; each may be of several cards."""
    body.add("left = (1 << v[PLAYS]) - 1")
    for clause in source.winning:
        body.add(f"left = {clauses.weighing(source, clause)}(v, v[LEADER], left)")
    with body.block("for i in range(v[PLAYS])"), body.block("if left >> i & 1"):
        body.add("return i")
    body.add("return -1")


def best(source: Source, _term: Term, _asked: Asked) -> Code:
    """The cards that would win the trick; none before the lead."""
    return _ahead(source, "best_cards", "v[CARDS_OF_PLAYS + i]")


def holder(source: Source, _term: Term, _asked: Asked) -> Code:
    """The seat that would win the trick; none before the lead."""
    return _ahead(source, "holder", "1 << v[SEATS_OF_PLAYS + i]")


def _ahead(source: Source, name: str, found: str) -> Code:
    if source.once(name):
        body = Body()
        body.add(f"i = {winning_place(source)}(v)")
        body.add(f"return {found} if i >= 0 else 0")
        source.add(name, [], body)
    return call(name, "v")


def place(source: Source, _term: Term, asked: Asked) -> Code:
    """At which place of the trick a play lies, from 1."""
    if source.once("place"):
        body = Body()
        with body.block("for i in range(v[PLAYS])"), body.block("if v[CARDS_OF_PLAYS + i] == x"):
            body.add("return i + 1")
        body.add("return 0")
        source.add("place", ["x"], body)
    return call("place", "v", asked.play)


def rounds(source: Source, _term: Term, _asked: Asked) -> Code:
    """How often everybody has played who does not rest; 0 if all rest."""
    if source.once("rounds"):
        body = Body()
        with body.block("if not v[RESTING]"):
            body.add(f"return v[PLAYS] // {source.seats}")
        body.add("fewest = -1")
        with body.members("q", source.seats, Code("~v[RESTING]")):
            body.add("n = 0")
            with body.block("for i in range(v[PLAYS])"):
                body.add("n += v[SEATS_OF_PLAYS + i] == q")
            with body.block("if fewest < 0 or n < fewest"):
                body.add("fewest = n")
        body.add("return fewest if fewest >= 0 else 0")
        source.add("rounds", [], body)
    return call("rounds", "v")
