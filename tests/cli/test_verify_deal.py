"""``verify-deal``: a record with seals, its seals noted before, and what speaks against a deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Call

import trickbook
from trickbook.replays.sealed_deals import Opened, annotated, drawn, seal

RULES = trickbook.load("hearts")


def sealed() -> tuple[str, dict[int, Opened]]:
    """The record of a first deal that was played to its end, and of a second that goes on."""
    under = {deal: drawn(RULES.engine()) for deal in (1, 2)}
    opened = {deal: Opened(seal(deal, one), one) for deal, one in under.items()}
    game = RULES.new_game(seed=1, orders={deal: one.sealed.orders for deal, one in opened.items()})
    while game.deal == 1:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    return game.record(), opened


TEXT, OPENED = sealed()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "sealed.record"
    path.write_text(annotated(TEXT, OPENED), "utf-8")
    return path


def test_each_deal_is_told(call: Call, record: Path) -> None:
    result = call("verify-deal", str(record))
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "Deal 1: dealt as it was sealed.", f"  {OPENED[1].seal}",
        "Deal 2: dealt as it was sealed.", f"  {OPENED[2].seal}",
    ]  # fmt: skip


def test_one_deal_with_the_seal_that_was_noted(call: Call, record: Path) -> None:
    result = call("verify-deal", str(record), "--seal", f"1={OPENED[1].seal.upper()}")
    assert (result.exit_code, result.output.count("Deal")) == (0, 1)


def test_another_seal_was_noted(call: Call, record: Path) -> None:
    result = call("verify-deal", str(record), "--seal", f"1={OPENED[2].seal}")
    assert result.exit_code == 1
    assert "Deal 1: its seal differs from the one that was noted." in result.output


def test_a_record_without_seals(call: Call, record: Path) -> None:
    record.write_text(TEXT, "utf-8")
    result = call("verify-deal", str(record), "--deal", "1")
    assert (result.exit_code, result.output) == (1, "Deal 1: it bears no seal.\n")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--deal", "3"], 2, "the record has no deal 3; it has 1 to 2"),
        (["--seal", "1=abc"], 2, "`1=abc` is not a deal and its seal"),
        (["--ruleset", "whist"], 1, "other-rules"),
        (["--ruleset", "hartz"], 2, "hartz"),
    ],
)
def test_wrong_calls(call: Call, record: Path, words: list[str], code: int, says: str) -> None:
    result = call("verify-deal", str(record), *words)
    assert result.exit_code == code
    assert says in result.output


def test_a_damaged_record_is_told_at_its_line(call: Call, record: Path) -> None:
    record.write_text(annotated(TEXT, OPENED).replace("tricks: ", "tricks: 0 XX, ", 1), "utf-8")
    result = call("verify-deal", str(record))
    assert result.exit_code == 1
    assert f"{record}:" in result.output.replace("\n", "")
