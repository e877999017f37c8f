"""A deal goes in machine code as it goes in Python: every cell is the same after each move and each step."""

import re
from collections.abc import Callable
from functools import cached_property
from itertools import takewhile

import pytest
from tests.core.comparison import width_of
from tests.core.test_native import OFTEN
from tests.games import GAMES
from tests.selection import broad

import trickbook
from trickbook.bots import play_game, random
from trickbook.core.native import Native
from trickbook.core.translation import Memory
from trickbook.engine.engine import Engine

DEALS = 2
"""So many deals of each game are played, so that what lasts goes on into the second."""

OUTER = re.compile(r"(advance|end|score|winners|over|(play|answer|done|table|lay)\d+)")
"""The functions that are called from outside."""


class Both:
    """A program that is called in Python, and held against its machine code."""

    def __init__(self, engine: Engine) -> None:
        """Compare what is called from now on."""
        self.engine, self.program = engine, engine.program
        self.program.watch = self.compared

    @cached_property
    def code(self) -> Native:
        """The machine code."""
        functions = filter(OUTER.fullmatch, self.program.source.functions)
        return Native(self.program.text, functions, Memory(self.program.cells.size, width_of(self.engine)))

    def compared(self, name: str, function: Callable[..., int]) -> Callable[..., int]:
        """A function that is called both ways."""
        if not OUTER.fullmatch(name):
            return function

        def both(v: list[int], *given: int) -> int:
            before = v.copy()
            found = int(function(v, *given) or 0)
            assert (self.code.function(name)(before, *given), before) == (found, v), name
            return found

        return both


@pytest.mark.parametrize("name", broad(GAMES, but=lambda name: name in OFTEN))
def test_a_deal_goes_in_machine_code_as_in_python(name: str) -> None:
    rules = trickbook.load(name)
    both = Both(rules.engine())
    game = rules.new_game(seed=11)
    moves = play_game(rules, game, [random] * len(game.scores))
    assert sum(1 for _ in takewhile(lambda move: move.before.deal <= DEALS, moves))
    assert both.code.memory.cells
