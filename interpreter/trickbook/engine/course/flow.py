"""The course of a deal as it is written: frames for what waits, the seats in turn, and where cards are laid.

A question may interrupt what goes on, which a task takes up later. Its frame is put on a stack before what
comes first is begun, and taken from there once nobody is waited for. So no function calls itself, and a deal
can stop wherever somebody is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.core import FRAME
from trickbook.core.source import Asked
from trickbook.core.text import Body, Code, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.source import Source
    from trickbook.engine.deal import Destination
    from trickbook.engine.lookup import Lookup
    from trickbook.expression.types import Term
    from trickbook.state import Pile

NOWHERE = "-1"
"""The cell of a pile that nobody has."""


FAULTS: Final = ("repeats", "rounds", "plays", "tricks")
"""The kinds of courses without end: going back, asking round after round, a trick, and tricks."""


def fault(kind: str, index: int) -> int:
    """Return the number of what goes on without end in the step at an index."""
    return 1 + len(FAULTS) * index + FAULTS.index(kind)


class Flow:
    """The source of a course while it is written; ``table`` is waited for when the table acts itself."""

    def __init__(self, engine: Lookup, source: Source) -> None:
        """Begin without a task."""
        self.engine, self.source = engine, source
        self.layout, self.cells = engine.layout, engine.cells
        self.seats, self.table = engine.layout.seats, 1 << engine.layout.seats
        self.tasks = [""]

    @property
    def tells_last(self) -> bool:
        """True if it is told which trick is the last: people may ask at any time, a batch only by a rule."""
        return "last_trick" in self.source.operations or not self.source.cells.beyond

    # Expressions

    def text(self, term: Term, p: str = "p", x: str = "0", part: int = 0) -> Code:
        """Return the expression of a term, asked of a seat and perhaps of a play or an answer."""
        return self.source.text(term, Asked(p, x, part))

    def test(self, term: Term, p: str = "p", x: str = "0") -> str:
        """Return a condition, to stand behind `if`, `and` or `not`."""
        return self.text(term, p, x).at(Level.NOT)

    def sum(self, term: Term, part: int = 0) -> str:
        """Return a number of a seat, to stand in a sum or a comparison."""
        return self.text(term, part=part).at(Level.SUM)

    def each(self, term: Term) -> bool:
        """Return whether a term is about a player, so that it is asked of each."""
        return "player" in term.reads

    def onward(self, p: str, places: int | str = 1) -> str:
        """Return the seat so many places further in the order of play."""
        if isinstance(places, int):
            return f"({p} + {places * self.layout.turn % self.seats}) % {self.seats}"
        return f"({p} {'+' if self.layout.turn > 0 else '-'} {places}) % {self.seats}"

    def first_in_turn(self, group: Code | str) -> str:
        """Return the first seat of a set in the order of play, the dealer last; -1 for none."""
        return f"first_in_turn({group}, {self.onward('v[DEALER]')}, {self.layout.turn}, {self.seats})"

    # Frames

    def put(self, body: Body, task: str, p: str = "0", x: str = "0") -> None:
        """Add the line that lets a call go on later; without one, only cells become what they were."""
        if self.source.once("put"):
            frame = Body()
            frame.add(f"at = FRAMES + {len(FRAME)} * v[DEPTH]")
            frame.add("v[DEPTH] += 1")
            for index, name in enumerate(FRAME):
                frame.add(f"v[at + {index}] = {name if name.islower() else f'v[{name}]'}")
            self.source.add("put", ("task", "p", "x"), frame)
        if task not in self.tasks:
            self.tasks.append(task)
        body.add(f"put(v, {self.tasks.index(task)}, {p}, {x})")

    def resumption(self) -> str:
        """Return the name of the function that takes the last frame and does its task."""
        body = Body()
        body.add("v[DEPTH] -= 1")
        body.add(f"at = FRAMES + {len(FRAME)} * v[DEPTH]")
        for index, name in enumerate(FRAME):
            body.add(f"{name if name.islower() else f'v[{name}]'} = v[at + {index}]")
        for number, task in enumerate(self.tasks):
            if task:
                with body.block(f"if task == {number}"):
                    body.add(f"return {task}")
        body.add("return 0")
        return self.source.add("resume", (), body)

    # Cards

    def pile(self, pile: Pile, owner: str = "") -> str:
        """Return the cell of a pile."""
        name = self.cells.pile_at[pile.base]
        return f"{name} + {owner}" if owner else name

    def goal(self, to: Destination, p: str) -> str:
        """Return the cell of the pile where cards go that a seat moves; below 0 if nobody has it."""
        if not to.pile.owned:
            return self.pile(to.pile)
        if to.seats is None:
            return self.pile(to.pile, p)
        name = self.cells.pile_at[to.pile.base]
        seat = self.first_in_turn(self.text(to.seats, p))
        return f"beside({name}, {seat})"

    def lay(self, body: Body, pile: Pile, at: str, cards: str) -> None:
        """Add the lines that lay cards on a pile, which may keep in mind what has lain there."""
        body.add(f"v[{at}] |= {cards}")
        if pile.ever is not None:
            body.add(f"v[{self.cells.pile_at[pile.ever]}] |= {cards}")

    def count(self, body: Body, cards: str, pile: Pile, at: str) -> None:
        """Add the line that counts the cards that are to be laid on a pile, where that is kept."""
        counter = self.engine.counters.get(pile.name)
        if counter is not None:
            body.add(f"v[SLOTS + {counter} + {at} - ({self.pile(pile)})] += ({cards} & ~v[{at}]).bit_count()")

    def take_away(self, body: Body, cards: str, pile: Pile, at: str) -> None:
        """Add the lines that take cards from wherever they lie, to be laid on a pile, perhaps counted."""
        self.count(body, cards, pile, at)
        if self.source.once("take_away"):
            away, piles = Body(), self.layout.piles.values()
            with away.block(f"for i in range({self.seats})"):
                for one in piles:
                    if one.owned:
                        away.add(f"v[{self.pile(one, 'i')}] &= ~cards")
            for one in piles:
                if not one.owned:
                    away.add(f"v[{self.pile(one)}] &= ~cards")
            self.source.add("take_away", ("cards",), away)
        body.add(f"take_away(v, {cards})")

    # Conditions

    def group(self, name: str, tests: Sequence[str]) -> str:
        """Return the call of a function that finds the seats ``p`` of which one of some tests is true."""
        body = Body()
        body.add("found = 0")
        with body.block(f"for p in range({self.seats})"), body.block(f"if {' or '.join(tests)}"):
            body.add("found |= 1 << p")
        body.add("return found")
        return f"{self.source.add(name, (), body)}(v)"


class StepFunctions:
    """The functions of a step, named by its index among the steps."""

    def __init__(self, flow: Flow, index: int) -> None:
        """Keep what the functions are about."""
        self.flow, self.index = flow, index

    def _add(self, name: str, body: Body, *parameters: str) -> None:
        self.flow.source.add(f"{name}{self.index}", parameters, body)

    def _call(self, name: str, *given: str) -> str:
        return f"{name}{self.index}({', '.join(('v', *given))})"
