"""Clauses as functions: what each leaves of some cards, or of the plays of a trick.

``keep`` is waived if it would leave nothing. Where a play is one card, a clause narrows a set of cards at
once if it names cards, and card by card if it weighs each.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from trickbook.core import card_orders
from trickbook.core.text import ZERO, Body, Code, Level, binary, complement
from trickbook.expression.operations import Operation
from trickbook.expression.types import COMPARING, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.core.source import Source
    from trickbook.expression.types import Clause, Term

    Narrowing: TypeAlias = Mapping["Situation", Sequence[Clause]]
    """The clauses that narrow what may be played, for each situation."""

    LegalCards: TypeAlias = Mapping["Situation", Callable[[list[int], int], int]]
    """The functions that find the single cards that a seat may play, by situation."""

Situation: TypeAlias = tuple[bool, bool]
"""Two conditions, that somebody leads and that it is the first trick: clauses are made ready for each."""

READS_PLAY: Final = frozenset({"play", "size", "place"})
"""The words that are about one play."""


def narrow(source: Source, clauses: Iterable[Clause], body: Body, cards: str) -> None:
    """Add the lines that narrow a set of single cards by clauses, in order, and return what is left."""
    names = [narrowing(source, clause) for clause in clauses]
    for name, following in pairwise((*names, "")):
        found = f"{name}(v, p, {cards})"
        body.add(f"cards = {found}" if following else f"return {found}")
        cards = "cards"
    if not names:
        body.add(f"return {cards}")


def legal(source: Source, name: str, cards: Term, clauses: Iterable[Clause]) -> str:
    """Write the function that finds the single cards that a seat may play, and return its name."""
    body = Body()
    narrow(source, clauses, body, str(source.text(cards, source.nothing)))
    return source.add(name, ("p",), body)


def narrowing(source: Source, clause: Clause) -> str:
    """Return the name of the function that narrows a set of single cards by a clause."""
    return source.of_clause("narrow", clause, ("p", "cards"), _narrow)


def weighing(source: Source, clause: Clause) -> str:
    """Return the name of the function that narrows the plays of a trick, a set of their indexes."""
    return source.of_clause("weigh", clause, ("p", "left"), _weigh)


def sifting(source: Source, clause: Clause) -> str:
    """Return the name of the function that narrows so many listed plays, and returns how many are left."""
    return source.of_clause("sift", clause, ("p", "many"), _sift)


def value(source: Source, clause: Clause) -> Code:
    """Return the test that a choice ``x`` passes, or its number."""
    found = source.text(clause.what)
    if clause.verb in COMPARING or clause.what.type.kind is not Kind.CARDS:
        return found
    return binary("==", binary("&", Code("x"), complement(found)), ZERO)


def unless(source: Source, clause: Clause, body: Body, otherwise: str) -> None:
    """Return all if the clause does not apply."""
    if clause.when is not None:
        with body.block(f"if not {source.text(clause.when, source.nothing).at(Level.NOT)}"):
            body.add(f"return {otherwise}")


def _narrow(source: Source, clause: Clause, body: Body) -> None:
    """Write what a clause leaves of ``cards``."""
    what, verb = clause.what, clause.verb
    unless(source, clause, body, "cards")
    source.written_terms.add(source.key(what))
    if verb in COMPARING and what.column is not None:
        _write_best(what.column, body, most=verb == "most")
        return
    if verb in COMPARING and what.operation == Operation.RANK_IN_ORDER and what.parts[0].operation == "play":
        highest = card_orders.function(source, what.detail, "highest" if verb == "most" else "lowest")
        body.add(f"return {highest}(v, cards)")
        return
    if what.type.kind is Kind.CARDS and not what.reads & READS_PLAY:
        named = binary("&", Code("cards"), source.text(what, source.nothing))
        body.add(f"return {named} or cards" if verb == "keep" else f"return {named}")
        return
    begin_best(body, clause)
    with body.bits("x", "cards"):
        add_best(body, clause, value(source, clause), "x")
    body.add("return found or cards" if verb == "keep" else "return found")


def _write_best(column: tuple[int, ...], body: Body, *, most: bool) -> None:
    """Keep the best of the cards, whose numbers never change."""
    numbers = sorted(set(column), reverse=most)
    grades = (sum(1 << bit for bit, value in enumerate(column) if value == number) for number in numbers)
    body.add(f"return {' or '.join(f'cards & {grade}' for grade in grades)} or cards")


def begin_best(body: Body, clause: Clause) -> None:
    """Begin with nothing that a clause leaves."""
    body.add("found = 0")
    if clause.verb in COMPARING:
        body.add("best = 0")


def add_best(body: Body, clause: Clause, value: Code, one: str) -> None:
    """Add the lines that keep one of several, if the clause leaves it: by a number or by a condition."""
    if clause.verb not in COMPARING:
        with body.block(f"if {value}"):
            body.add(f"found |= {one}")
        return
    body.add(f"n = {value}")
    with body.block(f"if not found or n {'>' if clause.verb == 'most' else '<'} best"):
        body.add(f"found = {one}")
        body.add("best = n")
    with body.block("elif n == best"):
        body.add(f"found |= {one}")


def _weigh(source: Source, clause: Clause, body: Body) -> None:
    """Write which plays of the trick a clause leaves of those at the indexes ``left``."""
    unless(source, clause, body, "left")
    begin_best(body, clause)
    with body.block("for i in range(v[PLAYS])"), body.block("if left >> i & 1"):
        body.add("x = v[CARDS_OF_PLAYS + i]")
        add_best(body, clause, value(source, clause), "1 << i")
    body.add("return found or left" if clause.verb == "keep" else "return found")


def _sift(source: Source, clause: Clause, body: Body) -> None:
    """Write what a clause leaves of so many listed plays, or numbers; they stand behind a deal's cells."""
    unless(source, clause, body, "many")
    body.add("n = 0")
    comparing = clause.verb in COMPARING
    if comparing:
        body.add("best = 0")
    with body.block("for i in range(many)"):
        body.add("x = v[OFFERS + i]")
        body.add(f"one = {value(source, clause)}")
        if comparing:
            with body.block(f"if not n or one {'>' if clause.verb == 'most' else '<'} best"):
                body.add("n = 0")
                body.add("best = one")
        with body.block("if one == best" if comparing else "if one"):
            body.add("v[OFFERS + n] = x")
            body.add("n += 1")
    body.add("return n or many" if clause.verb == "keep" else "return n")
