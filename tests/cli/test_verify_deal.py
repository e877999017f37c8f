"""``verify-deal``: a record with seals, its seals noted before, and what speaks against a deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.api.sealed_games import older, played
from tests.cli.conftest import Call

import trickbook
from trickbook.replays.sealed_deals import annotated

RULES = trickbook.load("hearts")


GAME, OPENED = played(RULES, 1)
TEXT = GAME.record()
CUT_BY = "cut by the seats (1, 2); bots (0); absent (3)"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "sealed.record"
    path.write_text(annotated(TEXT, OPENED), "utf-8")
    return path


def test_each_deal_is_told(call: Call, record: Path) -> None:
    result = call("verify-deal", str(record))
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "Deal 1: dealt as it was sealed and cut.", f"  seal {OPENED[1].seal}", f"  {CUT_BY}",
        "Deal 2: dealt as it was sealed and cut.", f"  seal {OPENED[2].seal}", f"  {CUT_BY}",
    ]  # fmt: skip


def test_one_deal_with_the_seal_that_was_noted(call: Call, record: Path) -> None:
    result = call("verify-deal", str(record), "--seal", f"1={OPENED[1].seal.upper()}")
    assert (result.exit_code, result.output.count("Deal")) == (0, 1)


def test_an_older_seal_shows_that_nobody_cut(call: Call, record: Path) -> None:
    game, opened = played(RULES, 1, older)
    record.write_text(annotated(game.record(), opened), "utf-8")
    result = call("verify-deal", str(record), "--deal", "1")
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "Deal 1: dealt as it was sealed.", f"  seal {opened[1].seal}", "  an older seal: nobody cut the pack",
    ]  # fmt: skip


def test_a_number_with_which_one_cut(call: Call, record: Path) -> None:
    number = OPENED[1].sealed.cuts[2]
    assert call("verify-deal", str(record), "--cut", f"1={number}").exit_code == 0
    result = call("verify-deal", str(record), "--cut", f"2={number}")
    assert result.exit_code == 1
    assert "Deal 2: nobody cut with the number that was noted." in result.output


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
        (["--seal", "1=abc"], 2, "`1=abc` is not a deal and 64 hexadecimal digits"),
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
