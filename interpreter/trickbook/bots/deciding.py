"""Deciding: the answer to a question, by the score that it would give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.bots.worths import costs, highest_wins, size
from trickbook.cards import MARK
from trickbook.problems import TrickbookError
from trickbook.scoring import finished, score

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.bots.turn import Turn


def decide(turn: Turn, seen: Mapping[str, Any]) -> str:
    """The answer with the best score against the best of the others; the first if scores do not tell.

    While anybody holds cards it is the bid, if it may be said.
    """
    if any(seen["counts"]) or len(turn.moves) == 1:
        bid = str(costs(turn.rules, turn.players).bids.get(seen["phase"]))
        return bid if bid in turn.moves else turn.moves[0]
    sign = 1 if highest_wins(turn.rules, turn.players) else -1

    def lead(answer: str) -> int:
        scores = [sign * size(total) for total in _scores(turn, seen, answer)]
        own = scores.pop(turn.seat)
        return own - max(scores)

    try:
        return max(turn.moves, key=lead)
    except TrickbookError:
        return turn.moves[0]


def _scores(turn: Turn, seen: Mapping[str, Any], answer: str) -> list[int]:
    """The scores after this deal if a seat answers so; all cards were played, so everybody can tell."""
    taken: list[list[str]] = [[] for _ in range(turn.players)]
    held: list[str] = []
    for trick in seen["tricks"]:
        held += [card for _, cards in trick["plays"] for card in cards.split()]
        if trick["taker"] is not None:
            taken[trick["taker"]] += held
            held = []
    table = turn.rules.table(turn.players)
    facts = {fact.name for fact in table.facts}
    end = finished(
        table,
        taken,
        [card for card in seen["exposed"] if not card.endswith(MARK)],
        tricks=[sum(trick["taker"] == seat for trick in seen["tricks"]) for seat in range(turn.players)],
        scores=seen["scores"],
        facts={name: value for name, value in seen["facts"].items() if name in facts},
    )
    end.match = end.match._replace(deal=seen["deal"], dealer=seen["dealer"])
    points = score(table, end, {turn.seat: {seen["phase"]: answer}})
    return list(map(sum, zip(end.match.scores, points, strict=True)))
