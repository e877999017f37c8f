"""Every point is explained to the last one, every lost play has its clause, every refused card its reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.laws.deals import GATHERED, Deal, Table, deals, each_table, moments, owner
from tests.laws.whole import cards_add_up, changes_follow_one_another, stands

import trickbook
from trickbook.explain import ExplainedTrick, Reason

Seen = list[tuple[int, str, tuple[str, ...], dict[str, Reason | None]]]
"""The plays of a deal: the seat and its play, what was legal at that moment, what was said of each card."""


def played(deal: Deal) -> tuple[trickbook.Game, Seen]:
    """The game after a deal, and what was to be seen before each play."""
    seen: Seen = []
    for game, seat, move in moments(deal):
        if game.phase == "tricks":
            seen.append((owner(game, seat), move, tuple(game.legal(seat)), game.explain(seat)))
    return game.apply(seat, move), seen


@each_table
def test_points_are_explained_to_the_last_one(table: Table) -> None:
    for deal in deals(table, "points explained", 0.5):
        game, _ = played(deal)
        piles = taken(game)
        told = [game.explain_points(seat) for seat in range(table.players)]
        shown: list[Counter[str]] = []
        for seat, explained in enumerate(told):
            assert explained.points == game.deals[-1][seat], game.record()
            cards_add_up(explained)
            changes_follow_one_another(explained)
            shown.append(Counter(card.removesuffix("*") for group in explained.cards for card in group.cards))
            assert str(explained.points) in str(explained)
            assert all(answer.answers[answer.answer] is None for answer in explained.decisions)
        ours = [worthy(game, pile) for pile in piles]
        if table in GATHERED:
            assert ours == shown, game.record()
        assert ours == shown or sum(ours, Counter()) <= sum(shown, Counter()), game.record()
        assert told == [
            game.explain_points(seat, deal=game.state.match.history[-1].match.deal)
            for seat in range(table.players)
        ]


def taken(game: trickbook.Game) -> list[int]:
    """The cards that each seat has taken in the last finished deal, by hand."""
    piles, held = [0] * len(game.scores), 0
    for plays, taker in game.state.match.history[-1].tricks:
        held |= sum(cards for _, cards in plays)
        if taker is not None:
            piles[taker] |= held
            held = 0
    return piles


def worthy(game: trickbook.Game, pile: int) -> Counter[str]:
    """The cards of a pile that are worth something."""
    counting = sum(cards for _, cards in game.engine.worth)
    return Counter(name.removesuffix("*") for name in game.engine.deck.written(pile & counting))


@each_table
def test_every_trick_is_explained_as_it_was_played(table: Table) -> None:
    for deal in deals(table, "tricks explained", 0.2):
        game, seen = played(deal)
        past = game.state.match.history[-1]
        for number, trick in enumerate(past.tricks, 1):
            explained = game.explain_trick(number, deal=past.match.deal)
            assert explained.taker == trick.taker, game.record()
            now, seen = seen[: len(trick.plays)], seen[len(trick.plays) :]
            assert [(p.seat, p.cards, tuple(p.legal), p.held) for p in explained.plays] == now, game.record()
            for play in explained.plays:
                every_refusal_has_a_reason(play.held, play.legal)
            the_clauses_find_the_winner(explained)
        assert seen == []


def every_refusal_has_a_reason(held: dict[str, Reason | None], legal: Any) -> None:
    """A card that no legal play holds is refused by a clause, and no other."""
    free = {card for play in legal for card in play.split()}
    for card, why in held.items():
        assert (why is None) == (card in free)
        if why:
            stands(why)


def the_clauses_find_the_winner(explained: ExplainedTrick) -> None:
    """Clause by clause plays drop out; of those left the earliest wins, and all others have a clause."""
    left = set(range(len(explained.plays)))
    for clause in explained.clauses:
        stands(clause.reason)
        assert clause.dropped
        assert left == {*clause.dropped, *clause.left}
        left = set(clause.left)
        numbers = dict(clause.numbers)
        best = {numbers[place] for place in clause.left} if numbers else set()
        worse = {numbers[place] for place in clause.dropped} if numbers else set()
        assert not numbers or len(best) == 1
        assert not numbers or max(worse) < min(best) or min(worse) > max(best)
        for place in clause.dropped:
            assert explained.plays[place].lost == clause.reason
    assert left == set(explained.level)
    assert explained.winner == min(left, default=None)
    assert [place for place, play in enumerate(explained.plays) if play.lost is None] == sorted(left)
    assert explained.taker == (None if explained.winner is None else explained.plays[explained.winner].seat)
    assert all(play.cards in str(explained) for play in explained.plays)
