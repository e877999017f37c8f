"""The engines give the same rows, to the bit; where machine code cannot play, it says why."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.batch.matches import Batch, MatchDeals
from trickbook.lab import chunks, interpreter_rows, machine_rows
from trickbook.lab.study import Rows, new_study


def same(one: Rows, other: Rows) -> bool:
    if list(one.columns) != list(other.columns):
        return False
    pairs = [(one.columns[name], other.columns[name]) for name in one.columns]
    return all(np.array_equal(a, b) for a, b in [*zip(one[:3], other[:3], strict=True), *pairs])


@each_table
def test_the_same_rows(table: Table) -> None:
    rules = rules_of(*table, 0)
    matter = new_study(rules, ["random"], chance(table, 0).getrandbits(40), table.players)
    chosen = chunks.choose_engine(matter)
    assert chosen.name == "fast"
    assert same(chosen.rows(matter, 3, 1), interpreter_rows.interpreter_rows(matter, 3, 1))


LAYING = {
    "after the last trick": "show: {after: tricks, move: taken and clubs, to: table}",
    "when the deal has ended": "show: {upon: end, move: played and spades, to: table of dealer}",
    "for a moment": (
        "show: {upon: trick, move: trick and hearts, to: table of taker},"
        " hide: {upon: trick, move: table and hearts, to: taken}"
    ),
    "by chance": "show: {before: tricks, ask: chance, from: hand of dealer, cards: 3, to: table of dealer}",
    "as hands": "deal: {each: 11}, show: {after: deal, deal: table, each: 2}",
}


@pytest.mark.parametrize("way", LAYING)
def test_cards_laid_open_are_counted_whenever_it_is(way: str, tmp_path: Path) -> None:
    """Between two moves nobody need see them lie there, and after the last there is no move."""
    path = tmp_path / "open.yaml"
    path.write_text(f"trickbook: 1\nextends: whist\nsteps: {{{LAYING[way]}}}\n", "utf-8")
    matter = new_study(trickbook.load(path), ["random"], 5)
    fast, slow = machine_rows.machine_rows(matter, 0, 3), interpreter_rows.interpreter_rows(matter, 0, 3)
    assert same(fast, slow)
    assert (slow.columns["exposed"].sum(axis=1) > 1).all()


@pytest.mark.parametrize("bots", [["duck", "random"], ["random", "random", "duck"], ["duck"]])
@pytest.mark.parametrize("name", ["hearts", "double-hearts", "complex-hearts"])
def test_ducks_play_the_same_rows(name: str, bots: list[str]) -> None:
    matter = new_study(trickbook.load(name), bots, 5)
    chosen = chunks.choose_engine(matter)
    assert chosen.name == "fast"
    assert same(chosen.rows(matter, 3, 1), interpreter_rows.interpreter_rows(matter, 3, 1))


def test_a_stranger_is_named() -> None:
    chosen = chunks.choose_engine(new_study(trickbook.load("hearts"), ["duck", "montecarlo"], 1))
    assert chosen.name == "interpreter"
    assert chosen.reason == "machine code does not know the player montecarlo"


def test_where_a_duck_cannot_play_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    clause = "winning: {shown: {before: highest, keep: play has no (hand of dealer)}}"
    path.write_text(f"trickbook: 1\nextends: hearts\n{clause}\n", "utf-8")
    rules = trickbook.load(path)
    assert chunks.choose_engine(new_study(rules, ["random"], 1)).name == "fast"
    chosen = chunks.choose_engine(new_study(rules, ["duck", "random"], 1))
    assert chosen.name == "interpreter"
    assert "cards that are hidden from players who duck" in chosen.reason


def test_what_machine_code_gives_up_the_interpreter_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    matter = new_study(trickbook.load("hearts"), ["random"], 7)
    whole = machine_rows.machine_rows(matter, 0, 5)

    def stopped(ready: Batch, seeds: NDArray[np.uint64], ducks: int) -> MatchDeals:
        told = play(ready, seeds, ducks)
        told.endings[2] = 1
        left = told.match != 2
        columns = {name: column[left] for name, column in told.columns.items()}
        return told._replace(
            match=told.match[left], deal=told.deal[left], over=told.over[left], columns=columns
        )

    play = Batch.play
    monkeypatch.setattr(Batch, "play", stopped)
    assert same(machine_rows.machine_rows(matter, 0, 5), whole)
