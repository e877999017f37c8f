"""The moves that a player tries: all, or of very many some that look good, and some random ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.bots.duck import duck, duck_of
from trickbook.cards.chance import MAX_MOVES, below
from trickbook.cards.combinations import Selections, parse, text
from trickbook.cards.deck import bits

if TYPE_CHECKING:
    from trickbook.bots.turn import Turn

MAX_CANDIDATES: Final = 24
"""How many moves are tried at most."""


def candidate_moves(turn: Turn) -> list[str]:
    """Return the moves to try, the duck's first: all, the lowest bids, or near and some random ones."""
    found, chance = {duck(turn): None}, turn.chance
    if len(turn.moves) <= MAX_CANDIDATES:
        return list(found | dict.fromkeys(turn.moves))
    if turn.ladder:
        return list(found | dict.fromkeys(turn.moves[: MAX_CANDIDATES - 1]))
    if isinstance(turn.moves, Selections):
        found |= dict.fromkeys(_near(turn, turn.moves, *found)[: MAX_CANDIDATES // 2 - 1])
    for _ in range(MAX_CANDIDATES - len(found)):
        place, chance = below(chance, min(len(turn.moves), MAX_MOVES))
        found[turn.moves[place]] = None
    return list(found)


def _near(turn: Turn, moves: Selections, move: str) -> list[str]:
    """Return the choices that differ from a move in one card, in the duck's order of preference."""
    if move == moves.word:
        return []
    known, chosen = duck_of(turn.rules, turn.players), parse(moves.deck, move, moves.pool, moves.marked)
    order = turn.order()
    others = {
        text(moves.deck, chosen & ~out | card, moves.marked): (
            known.cost(card) - known.cost(out),
            order.top_of(card) - order.top_of(out),
        )
        for out in bits(chosen)
        for card in bits(moves.pool & ~chosen)
    }
    return sorted(others, key=lambda other: others[other], reverse=True)
