"""The tables of a vector environment: actions are picked with equal chances, rows do not touch each other."""

from collections import Counter

import numpy as np
import pytest

import trickbook
from trickbook.batch.vector_tables import VectorTables, pick_actions
from trickbook.rl import spaces
from trickbook.rl.vector import numbering

MANY = 60_000
TABLES = 40


@pytest.mark.parametrize("legal", [{0}, {63}, {64}, {3, 62, 63}, {0, 5, 63, 64, 127, 190}, set(range(192))])
def test_each_legal_action_is_as_likely(legal: set[int]) -> None:
    words = [sum(1 << bit - 64 * word for bit in legal if bit // 64 == word) for word in range(3)]
    rows = np.tile(np.array(words, np.uint64), (MANY, 1))
    found = Counter(pick_actions(rows, np.random.default_rng(1)).tolist())
    assert found.keys() == legal
    share = MANY / len(legal)
    assert all(abs(many - share) <= 5 * share**0.5 for many in found.values())


def test_where_nothing_is_legal_no_action_is_picked() -> None:
    assert pick_actions(np.zeros((3, 2), np.uint64), np.random.default_rng(1)).tolist() == [-1] * 3


@pytest.mark.parametrize("name", ["hearts", "pinochle", "cancellation-hearts"])
def test_a_table_is_the_same_among_others(name: str) -> None:
    of = spaces(trickbook.load(name))
    engine, chance = of.rules.engine(of.players), np.random.default_rng(1)
    many, one = (VectorTables(engine, numbering(of), 1000) for _ in range(2))
    for table in (0, TABLES // 2, TABLES - 1):
        one.begin(np.array([table], np.uint64), TABLES)
        many.begin(np.arange(TABLES, dtype=np.uint64), TABLES)
        for _ in range(150):
            assert (many.rows[table] == one.rows[0]).all()
            actions = pick_actions(many.legal(), chance)
            many.apply(actions)
            one.apply(actions[table : table + 1])


def test_a_row_holds_no_more_than_a_deal_needs() -> None:
    of = spaces(trickbook.load("hearts"))
    tables = VectorTables(of.rules.engine(of.players), numbering(of), 1000)
    tables.begin(np.zeros(1, np.uint64), 1)
    assert tables.rows.nbytes < 2048
