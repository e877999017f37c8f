"""A listener hears what an engine does, and a deal goes on as without one."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import trickbook
from trickbook.core.state import State
from trickbook.engine.lookup import Step
from trickbook.engine.plays import PlayChoice
from trickbook.engine.tricks import TrickStep


class Counts:
    """A listener that counts what it hears, by name."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.heard = Counter[str]()

    def compiled(self, name: str, function: Callable[..., int]) -> Callable[..., int]:
        """A function that is counted."""

        def counted(v: list[int], *arguments: int) -> int:
            self.heard[name] += 1
            return function(v, *arguments)

        return counted

    def starts(self, _s: State) -> None:
        """Count a deal."""
        self.heard["starts"] += 1

    @contextmanager
    def performs(self, _s: State, step: Step) -> Iterator[None]:
        """Count what the table does, by the name of the step."""
        yield
        self.heard[step.name] += 1

    def chooses(self, _s: State, _step: PlayChoice, _seat: int) -> None:
        """Count a choice of plays."""
        self.heard["chooses"] += 1

    def wins(self, _s: State, _step: TrickStep) -> None:
        """Count a trick of which only the winner is asked."""
        self.heard["wins"] += 1


def first_deal(rules: trickbook.Ruleset) -> str:
    """The record of a deal in which every seat plays its first legal card."""
    game = rules.new_game(4, seed=7)
    while game.deal == 1 and game.turn is not None:
        game = game.apply(game.turn, game.legal(game.turn)[0])
    return game.record()


def test_a_listener_hears_a_deal_and_changes_nothing() -> None:
    rules, counts = trickbook.load("whist"), Counts()
    rules.engine(4).listen(counts)
    assert first_deal(rules) == first_deal(trickbook.load("whist"))
    wanted = {"deal": 2, "chooses": 52, "end": 1, "over": 1}
    assert {name: counts.heard[name] for name in wanted} == wanted
    assert counts.heard["starts"] >= 2, "also that of the state from which a match is drawn up"
    rules.trick_winner(["2C", "3C", "4C", "5C"])
    assert counts.heard["wins"] == 1
