"""What one seat may see. Everything that a player is told comes from here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.concepts.asking import Asking
from trickbook.concepts.moves import spoken
from trickbook.expression.types import Kind
from trickbook.gaussian import Gaussian
from trickbook.selections import Selections
from trickbook.state import moves

if TYPE_CHECKING:
    from trickbook.standing import Standing

LISTED: Final = 200
"""The most moves that a view lists; where there are more, as in passing, ``choose`` tells what they are."""


BLANK: Final = (None, False, 0)
"""What an answer is before it is given."""


def view(game: Standing, seat: int) -> dict[str, Any]:
    """A seat's view, as plain data.

    It holds what lies open for everybody, what the table remembers, the seat's own cards and answers,
    and the moves that it may make; of the others only how many cards they hold. ``legal`` is None where there
    are too many to list; ``choose`` says how many cards out of which, where cards are chosen.
    """
    moves = game.legal(seat)
    return {
        "ruleset": game.origin.name,
        "seat": seat,
        "phase": game.phase,
        "actors": list(game.actors),
        "deal": game.deal,
        "dealer": game.dealer,
        "leader": game.leader,
        "scores": _plain(game.scores),
        "deals": _plain(game.deals),
        "winners": list(game.winners),
        "trick": [list(play) for play in game.trick],
        "tricks": [
            {"plays": [list(play) for play in trick.plays], "taker": trick.taker} for trick in game.tricks
        ],
        "exposed": list(game.exposed),
        "piles": _piles(game, seat),
        "counts": [len(hand) for hand in game.hands],
        "facts": {name: _plain(value) for name, value in game.facts.items()},
        "announced": list(game.announced),
        "answers": _answers(game, seat),
        "legal": list(moves) if len(moves) <= LISTED else None,
        "choose": {"from": moves.offered, "low": moves.low, "high": moves.high}
        if isinstance(moves, Selections)
        else None,
    }


def _plain(value: Any) -> Any:
    """A value, or several, as plain data: complex numbers as people write them."""
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Gaussian) else value


def _piles(game: Standing, seat: int) -> dict[str, Any]:
    """The piles that the seat sees: its own that owners see, and all that everybody sees."""
    table, state = game.table, game.state
    seen: dict[str, Any] = {}
    for pile in table.layout.piles.values():
        lying = [
            table.deck.written(cards, table.marked(state))
            for cards in state.piles[pile.base : pile.base + (table.layout.seats if pile.owned else 1)]
        ]
        if pile.seen_by == "everyone":
            seen[pile.name] = lying if pile.owned else lying[0]
        elif pile.seen_by == "owner" and pile.owned and pile.name != "taken":
            seen[pile.name] = lying[seat]
    return seen


def _answers(game: Standing, seat: int) -> dict[str, Any]:
    """What was answered: cards by the seat itself, numbers and names by all."""
    table, state = game.table, game.state
    found: dict[str, Any] = {}
    given = {(move.step, move.seat) for move in moves(state.log)}
    for step in table.steps:
        if not isinstance(step, Asking) or step.who is None:
            continue
        values = [state.slots[step.slot + player] for player in range(table.layout.seats)]
        if step.type.kind is Kind.CARDS:
            found[step.name] = table.deck.written(values[seat])
        else:
            said = [(step.name, seat) in given or value not in BLANK for seat, value in enumerate(values)]
            found[step.name] = [spoken(v) if done else None for v, done in zip(values, said, strict=True)]
    return found
