"""The duck: a player by rule of thumb that avoids tricks that cost points. It decides by its seat's view.

It gives as few cards as allowed: the costliest, of equal costs the highest, then the first in the hand. It
gives nothing voluntarily. While anybody holds cards, it answers with the step's bid, or with the first legal
answer. Later it gives the answer that puts it furthest ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.bots.duck_rule import SeenTrick, best_answer, best_play, costliest, duck_weights
from trickbook.cards.combinations import NONE, Selections, text
from trickbook.cards.deck import MARK
from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.turn import Turn
    from trickbook.cards.deck import Deck


def duck(turn: Turn) -> str:
    """Return the duck's move."""
    seen = turn.look()
    step = next(step for step in turn.rules.engine(turn.players).every_step if step.name == seen["phase"])
    if isinstance(step, TrickStep):
        return _play(turn, seen)
    if isinstance(step, AskStep) and step.source is not None:
        return _gift(turn)
    if isinstance(step, AskStep) and step.optional:
        return DONE
    scores = None if any(seen["counts"]) else turn.outcome
    return best_answer(duck_weights(turn.rules, turn.players), step.name, turn.seat, turn.moves, scores)


def _play(turn: Turn, seen: Mapping[str, Any]) -> str:
    """Return the play with the least expected cost."""
    deck = turn.rules.engine(turn.players).deck
    plays = tuple(_cards(deck, cards) for _, cards in seen["trick"])

    def winner(move: str) -> tuple[int, int] | None:
        found = turn.ahead(move)
        return found and (found[0], _cards(deck, found[1]))

    dummy = seen.get("plays_for")
    seat = turn.seat if dummy is None else dummy
    return best_play(
        duck_weights(turn.rules, turn.players),
        SeenTrick(seat, plays, _unseen(deck, seat, seen), turn.order(), len(seen.get("resting", ()))),
        turn.moves,
        lambda move: _cards(deck, move),
        winner,
    )


def _cards(deck: Deck, names: str) -> int:
    """Return the cards of some names, exposed or not; of several copies the lowest."""
    found = 0
    for name in names.replace(MARK, "").split():
        free = deck.copies[name] & ~found
        found |= free & -free
    return found


def _unseen(deck: Deck, seat: int, seen: Mapping[str, Any]) -> int:
    """Return the cards that the others may hold."""
    tricks = [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
    played = [cards for trick in tricks for _, cards in trick]
    piles = ("hand", "table") if seat == seen["seat"] else ("table",)
    own = [card for pile in piles for card in _own(seen, pile, seat)]
    return deck.cards & ~_cards(deck, " ".join([*own, *played]))


def _own(seen: Mapping[str, Any], pile: str, seat: int) -> Sequence[str]:
    """Return the seat's own cards of a pile; a view has everybody's if all players see them."""
    cards: Sequence[Any] = seen["piles"].get(pile, ())
    return cards[seat] if cards and not isinstance(cards[0], str) else cards


def _gift(turn: Turn) -> str:
    """Return the cards to give; none where none must be given."""
    moves = turn.moves
    if DONE in moves:
        return DONE
    if moves[0] == NONE or not isinstance(moves, Selections):
        return moves[0]
    given = costliest(duck_weights(turn.rules, turn.players), turn.order(), moves)
    return " ".join(text(moves.deck, card, moves.marked) for card in given)
