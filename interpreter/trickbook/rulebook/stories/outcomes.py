"""The outcomes of an example: winners, cards left out, legal and forbidden moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.loading.phrases import STOPS
from trickbook.rulebook.chapters import players_and_deck
from trickbook.rulebook.expressions.card_sets import signed_card
from trickbook.rulebook.stories import fragments
from trickbook.rulebook.writer import spaced
from trickbook.source import Mapping, Scalar, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node


def legal(writer: Writer, node: Node) -> str:
    """The legal plays or choices, by seat where given."""
    alone = fragments.cards_alone(writer, node)
    key, tell = ("legal", fragments.cards) if alone else ("open_to", fragments.offered)
    told = fragments.by_seat(writer, node, tell) if isinstance(node, Mapping) else tell(writer, node)
    return writer.say(f"examples.then.{key}", cards=told)


def forbidden(writer: Writer, node: Node) -> str:
    """The forbidden moves, with the reasons."""
    told = illegal(writer, node) if isinstance(node, Mapping) else [fragments.cards(writer, node)]
    return writer.say("examples.then.illegal", cards=writer.phrases.listed(told))


def winner(writer: Writer, node: Node, given: Node | None) -> str:
    """The winning play by its cards, or by its place if others have the same cards."""
    place: Any = plain(node)
    trick = given.entries.get("trick") if isinstance(given, Mapping) else None
    plays = fragments.items(trick.node) if trick else ()
    if not isinstance(place, int) or not 0 <= place < len(plays):
        return writer.say("examples.then.nobody")
    told = [fragments.cards(writer, play) for play in plays]
    nth = f"examples.nth.{place + 1}"
    if told.count(told[place]) > 1 and writer.phrases.known(nth):
        return writer.say("examples.then.winner_of", cards=told[place], nth=writer.say(nth))
    return writer.say("examples.then.winner", cards=told[place])


def takers(writer: Writer, node: Node) -> str:
    """The taker of each trick, with the earlier tricks that nobody took."""
    items = fragments.items(node)
    seats = [fragments.seat_text(writer, item) for item in items]
    for place in range(1, len(items)):
        if type(plain(items[place])) is int and type(plain(items[place - 1])) is not int:
            seats[place] = writer.say("examples.held_too", seat=seats[place])
    if len(seats) == 1:
        return writer.say("examples.then.taker", seat=seats[0])
    told = (
        fragments.labelled(writer, writer.say("examples.trick", number=number), one)
        for number, one in enumerate(seats, 1)
    )
    return writer.say("examples.then.takers", tricks=writer.say("join.parts").join(told))


def left_out(writer: Writer, node: Node, given: Node | None) -> str:
    """The cards left out, with multiplicity; extra cards do not count."""
    compiled, names = _table(writer, given), node.text.split() if isinstance(node, Scalar) else []
    if compiled is None or not fragments.is_card_names(writer, " ".join(names)):
        return writer.say("examples.then.left_out", cards=fragments.cards(writer, node))
    out, beside = players_and_deck.left_out(compiled), players_and_deck.beside(compiled)
    rest = [compiled.deck.name(name) for name in names]
    counts = {**dict.fromkeys((name for name in rest if name not in beside), 1), **out}
    told = [signed_card(compiled.deck, name) for name, copies in counts.items() for _ in range(copies)]
    cards = writer.phrases.listed(told) or writer.say("sets.none")
    return writer.say("examples.then.left_out", cards=cards)


def _table(writer: Writer, given: Node | None) -> CompiledRules | None:
    """The engine of an example; None if its options differ from the book's."""
    entries = given.entries if isinstance(given, Mapping) else {}
    if "options" in entries:
        return None
    count: Any = plain(entries["players"].node) if "players" in entries else writer.compiled.layout.seats
    return writer.tables(count) if count in writer.resolved.players.counts else None


def illegal(writer: Writer, node: Mapping) -> Iterator[str]:
    """The illegal moves, with the rules that forbid them."""
    reasons: dict[str, list[str]] = {}
    for move, entry in node.entries.items():
        if isinstance(entry.node, Mapping):
            told = writer.phrases.listed(illegal(writer, entry.node))
            yield fragments.labelled(writer, fragments.owner(writer, move), told)
        else:
            name = entry.node.text if isinstance(entry.node, Scalar) else ""
            reasons.setdefault(name, []).append(fragments.answer(writer, move))
    for name, moves in reasons.items():
        yield _reason(writer, name, writer.phrases.listed(moves))


def _reason(writer: Writer, name: str, moves: str) -> str:
    """Some moves, with the rule that forbids them."""
    if name == "impossible":
        return writer.say("examples.impossible", cards=moves)
    if says := _clause(writer, name):
        return writer.say("examples.because_says", cards=moves, says=says.rstrip("".join(STOPS)))
    return writer.say("examples.because", cards=moves, name=spaced(name))


def _clause(writer: Writer, name: str) -> str:
    """The sentence of the clause of that name."""
    context = writer.compiled.context
    steps = [("steps", step.name, "rules") for step in context.entries("steps")]
    found = (entry for path in (("play",), *steps) for entry in context.entries(*path) if entry.name == name)
    return next((writer.says(entry.node) for entry in found), "")
