"""A card is free exactly if a legal move holds it, a move if it is legal; else a clause forbids it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.laws.deals import Table, deals, each_table, moments, owner

import trickbook


@each_table
def test_a_card_is_free_if_a_legal_move_holds_it(table: Table) -> None:
    for deal in deals(table, "cards", 0.2):
        for game, seat, _ in moments(deal):
            legal = game.legal(seat)
            free = {card for move in legal[:: max(1, len(legal) // 500)] for card in move.split()}
            reasons = game.explain(seat)
            if not asks_for_cards(game):
                assert [answer for answer, why in reasons.items() if why is None] == list(legal)
                continue
            held = {*game.hands[owner(game, seat)], *game.open[owner(game, seat)]}
            assert set(reasons) == held, game.record()
            allowed = {card for card, reason in reasons.items() if reason is None}
            assert free & held <= allowed, game.record()
            assert len(legal) > 500 or allowed == free & held, game.record()
            for reason in filter(None, reasons.values()):
                file, line = reason.place.rsplit(":", 1)
                assert f"{reason.name}:" in Path(file).read_text("utf-8").splitlines()[int(line) - 1]


def asks_for_cards(game: trickbook.Game) -> bool:
    """Whether cards are played or chosen, and not a number or a word."""
    return game.engine.waiting[game.state.step].source is not None


@each_table
def test_a_move_is_free_if_it_is_legal(table: Table) -> None:
    for deal in deals(table, "moves", 0.1):
        for game, seat, move in moments(deal):
            before = game.record()
            assert game.explain(seat, move) is None
            held = [*game.hands[owner(game, seat)], *game.open[owner(game, seat)]]
            for card in sorted(set(held)):
                judged(game, seat, card)
                if held.count(card) > 1:
                    judged(game, seat, f"{card} {card}")
            assert game.record() == before


def judged(game: trickbook.Game, seat: int, move: str) -> None:
    """A legal move is applied, one that a clause forbids is refused with its name, others cannot be made."""
    told = explained(game, seat, move)
    assert (told is None) == (move in game.legal(seat)), (move, game.record())
    if told is None:
        game.apply(seat, move)
    else:
        with pytest.raises(trickbook.MoveError, match=re.escape(told)):
            game.apply(seat, move)


def explained(game: trickbook.Game, seat: int, move: str) -> str | None:
    """What is told of a move that may not be made: its clause, or why it is none."""
    try:
        reason = game.explain(seat, move)
    except trickbook.MoveError as error:
        return str(error)
    return reason and f"because of {reason.name}:"


@each_table
def test_a_single_card_that_is_held_is_refused_by_a_clause(table: Table) -> None:
    for deal in deals(table, "clauses", 0.1):
        for game, seat, _ in moments(deal):
            if game.phase == "tricks":
                for card, reason in game.explain(seat).items():
                    if reason:
                        assert game.explain(seat, card) is not None, (card, game.record())


@each_table
def test_what_is_no_move_is_refused(table: Table) -> None:
    for deal in deals(table, "refused", 0.1):
        for game, seat, _ in moments(deal):
            before = game.record()
            holder = owner(game, seat)
            mine = {*game.hands[holder], *game.open[holder]}
            bids = () if asks_for_cards(game) else game.legal(seat)  # a bid may be called like a card
            own = mine | {f"{card}*" for card in game.open[holder]} | {*bids}
            named = mine | {card.removesuffix("*") for card in mine}  # an exposed card goes by both names
            foreign = sorted({card for hand in game.hands for card in hand} - named)[:2]
            for move in {"", " ", "ZZ", "QS QS QS", "maybe", "*", "2C*", "none of these", *foreign} - own:
                with pytest.raises(trickbook.MoveError):
                    game.apply(seat, move)
            for stranger in {*range(table.players)} - {*game.actors}:
                with pytest.raises(trickbook.MoveError):
                    game.apply(stranger, "done")
            nobodies: list[Any] = [-1, table.players, True, 1.0, "0", None]
            for nobody in nobodies:
                with pytest.raises(trickbook.MoveError):
                    game.apply(nobody, "QS")
            assert game.record() == before
