"""Ducking: a player by rule of thumb, which stays below the tricks that cost.

Its arithmetic is that of 64-bit floats, one operation after the other, so that it can be done elsewhere and
give the same moves. What cards and tricks cost is told by ``worths.costs``, a whole number for each card.

- ``unseen`` are the cards that were not played in this deal and are not the seat's own, in hand or open;
  ``whole`` is their number, but at least 1. ``left`` is how many have yet to play to the trick, ``rivals``
  how many of these are not of the seat's side.
- Each move is weighed by who is ahead once it lies in the trick, by the clauses of winning as they stand.
- If that is nobody of the seat's side, the move's worth is ``-float(cost of its cards)``.
- Otherwise ``lower`` is how many unseen cards are no higher than the highest card of the play that is ahead.
  Where that play has beaten the led suit, for its last card in the order of the deck is of another suit or
  of none, ``lower`` is ``whole``. From ``chance = 1.0`` on, once for each rival,
  ``chance = chance * (float(lower) / float(whole))``. With ``lying``, the cost of the cards on the table and
  of the move, and ``to_come``, ``left`` times the cost of all unseen cards, the worth is
  ``chance * ((float(lying) + float(to_come) / float(whole)) + trick)``.
- The least worth is played; of level moves the highest card, or the lowest if ``trick < 0``; of these the
  first legal one.

Cards that must be given are those that cost most, of level ones the highest, then the first in the order of
the hand; as few as may be. Freely, nothing is given. While anybody holds cards, a number or a word is that of
``bids`` for the step, or the first legal one; later it is the one that leaves the seat's score best against
the best of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.bots.deciding import decide
from trickbook.bots.worths import Costs, costs, names
from trickbook.concepts.asking import DONE, Asking
from trickbook.concepts.tricks import Tricks
from trickbook.selections import NONE, Selections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.turn import Turn


def duck(turn: Turn) -> str:
    """Stay below tricks that cost, throw away and pass what costs most, show nothing, decide for the best."""
    seen = turn.look()
    step = next(step for step in turn.rules.table(turn.players).steps if step.name == seen["phase"])
    if isinstance(step, Tricks):
        return _play(turn, seen)
    if isinstance(step, Asking) and step.source is not None:
        return _give(turn)
    return decide(turn, seen)


class Trick(NamedTuple):
    """A trick as a player sees it: what it costs by what lies there and may come, and who may still win it.

    ``cost`` is that of the cards on the table, ``to_come`` that of the cards of the ``left`` players, as many
    times too large as cards are ``unseen``; ``rivals`` are those of them who do not gain with the player.
    """

    known: Costs
    led: str | None
    unseen: Sequence[str]
    side: int
    cost: int
    to_come: int
    rivals: int


def _play(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The play that is expected to cost least.

    Of level ones it is the highest, so that high cards go first; but the lowest, where tricks are a gain.
    """
    trick = _trick(turn, seen)
    known, first = trick.known, 1 if trick.known.trick < 0 else -1
    return min(
        turn.moves, key=lambda move: (_expected(trick, move, turn.ahead(move)), first * known.top(move))
    )


def _trick(turn: Turn, seen: Mapping[str, Any]) -> Trick:
    known = costs(turn.rules, turn.players)
    plays = [cards for _, cards in seen["trick"]]
    unseen, side = _unseen(turn, seen, known), known.sides[turn.seat]
    left = (turn.players - 1 - len(plays)) % turn.players
    after = turn.rules.table(turn.players).layout.round(turn.seat)[1 : left + 1]
    return Trick(
        known,
        known.led(plays),
        unseen,
        side,
        sum(map(known.of, plays)),
        left * sum(known.cost[name] for name in unseen),
        sum(not side >> seat & 1 for seat in after),
    )


def _expected(trick: Trick, move: str, ahead: tuple[int, str] | None) -> float:
    """What a play is expected to cost: cards thrown away relieve, a trick costs by the chance to keep it."""
    known, own = trick.known, trick.known.of(move)
    if ahead is None or not trick.side >> ahead[0] & 1:
        return -float(own)
    best, whole = ahead[1], max(len(trick.unseen), 1)
    led = trick.led or known.led([move])
    top = known.top(best)
    lower = sum(known.height[name] <= top for name in trick.unseen)
    if led and known.suit[names(best)[-1]] != led:  # it has beaten the led suit, as a trump does
        lower = whole
    chance = 1.0
    for _ in range(trick.rivals):
        chance *= float(lower) / float(whole)
    return chance * (float(trick.cost + own) + float(trick.to_come) / float(whole) + known.trick)


def _unseen(turn: Turn, seen: Mapping[str, Any], known: Costs) -> list[str]:
    """The cards that the others may hold."""
    rest = list(known.pack)
    own = [card for pile in ("hand", "table") for card in _own(seen, pile, turn.seat)]
    played = [
        cards
        for trick in [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
        for _, cards in trick
    ]
    for name in names(" ".join([*own, *played])):
        if name in rest:
            rest.remove(name)
    return rest


def _own(seen: Mapping[str, Any], pile: str, seat: int) -> Sequence[str]:
    """The seat's own cards of a pile: of one that all see, the view holds everybody's."""
    cards: Sequence[Any] = seen["piles"].get(pile, ())
    return cards[seat] if cards and not isinstance(cards[0], str) else cards


def _give(turn: Turn) -> str:
    """Give no cards where none need be given; else those that cost most, the highest of them first."""
    if DONE in turn.moves:
        return DONE
    if turn.moves[0] == NONE or not isinstance(turn.moves, Selections):
        return turn.moves[0]
    known, moves = costs(turn.rules, turn.players), turn.moves
    offered = moves.deck.written(moves.pool, moves.marked)
    offered.sort(key=lambda card: (known.of(card), known.top(card)), reverse=True)
    return " ".join(offered[: moves.low])
