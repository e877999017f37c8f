"""A card is explained by None exactly if a legal move holds it; a move exactly if it is legal; else by a clause of the file."""

from __future__ import annotations

from pathlib import Path

from tests.laws.deals import Table, deals, each_table, moments

import pytest

import trickbook


@each_table
def test_a_card_is_free_if_a_legal_move_holds_it(table: Table) -> None:
    for deal in deals(table, "cards", 0.5):
        for game, seat, _ in moments(deal):
            legal = game.legal(seat)
            free = {card for move in legal[:: max(1, len(legal) // 500)] for card in move.split()}
            reasons = game.explain(seat)
            held = {*game.hands[seat], *game.open[seat]}
            assert set(reasons) == held, game.record()
            allowed = {card for card, reason in reasons.items() if reason is None}
            assert free & held <= allowed, game.record()
            assert len(legal) > 500 or allowed == free & held, game.record()
            for reason in filter(None, reasons.values()):
                file, line = reason.place.rsplit(":", 1)
                assert f"{reason.name}:" in Path(file).read_text("utf-8").splitlines()[int(line) - 1]


@each_table
def test_a_move_is_free_if_it_is_legal(table: Table) -> None:
    for deal in deals(table, "moves", 0.5):
        for game, seat, move in moments(deal):
            assert game.explain(seat, move) is None
            held = [*game.hands[seat], *game.open[seat]]
            for card in sorted(set(held)):
                judged(game, seat, card)
                if held.count(card) > 1:
                    judged(game, seat, f"{card} {card}")


def judged(game: trickbook.Game, seat: int, move: str) -> None:
    """A move that is legal is applied; one that a clause forbids is refused with its name; others cannot be made at all."""
    before = game.record()
    try:
        reason = game.explain(seat, move)
    except trickbook.MoveError as error:
        assert move not in game.legal(seat)
        with pytest.raises(trickbook.MoveError) as refused:
            game.apply(seat, move)
        assert str(refused.value) == str(error)
        return
    assert (reason is None) == (move in game.legal(seat)), (move, before)
    if reason is None:
        game.apply(seat, move)
    else:
        with pytest.raises(trickbook.MoveError, match=rf"because of {reason.name}\b"):
            game.apply(seat, move)
    assert game.record() == before


@each_table
def test_a_single_card_that_is_held_is_refused_by_a_clause(table: Table) -> None:
    for deal in deals(table, "clauses", 0.5):
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
            others = [card for other in range(table.players) for card in game.hands[other] if other != seat]
            foreign = [card for card in others if card not in (*game.hands[seat], *game.open[seat])][:2]
            for move in ("", " ", "ZZ", "QS QS QS", "maybe", "*", "2C*", "none of these", *foreign):
                with pytest.raises(trickbook.MoveError):
                    game.apply(seat, move)
            for stranger in {*range(table.players)} - {*game.actors}:
                with pytest.raises(trickbook.MoveError):
                    game.apply(stranger, "done")
            for nobody in (-1, table.players, True, 1.0, "0", None):
                with pytest.raises(trickbook.MoveError):
                    game.apply(nobody, "QS")  # type: ignore[arg-type] -- on purpose
            assert game.record() == before
