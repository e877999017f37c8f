"""Ducking: a player by rule of thumb, which stays below the tricks that cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def _play(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The play that is expected to cost least; of level ones the highest, so that high cards go first."""
    known = costs(turn.rules, turn.players)
    trick = [cards for _, cards in seen["trick"]]
    unseen = _unseen(turn, seen, known)
    left = (turn.players - 1 - len(trick)) % turn.players
    lying = sum(map(known.of, trick))
    to_come = left * sum(known.cost[name] for name in unseen)

    def expected(move: str) -> int:
        """Cards taken cost, cards thrown away relieve; in parts of ``whole`` to the ``left + 1``."""
        own, whole = known.of(move), max(len(unseen), 1)
        if not _leads(turn, seen, trick, move):
            return -own * int(whole ** (left + 1))
        lower = sum(known.height[name] <= known.top(move) for name in unseen)
        return int(lower**left) * ((lying + own) * whole + to_come)

    return min(turn.moves, key=lambda move: (expected(move), -known.top(move)))


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


def _leads(turn: Turn, seen: Mapping[str, Any], trick: Sequence[str], move: str) -> bool:
    """Whether a play would win the trick if nobody played after it."""
    last = seen["counts"][turn.seat] <= len(names(move))
    return turn.rules.trick_winner([*trick, move], last=last, players=turn.players) == len(trick)


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
