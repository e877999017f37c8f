"""Writing a program about a table: where it keeps what expressions speak of, and how conditions lead on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.expression.types import Kind
from trickbook.fast.compiling.assembling import Assembler, BeyondError, Places
from trickbook.fast.operations import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.concepts.reading import Entry
    from trickbook.expression.types import Term
    from trickbook.layout import Layout

    Maker = Callable[["Writer", Term], int]
    Makers = tuple[Mapping[str, Maker], Mapping[str, Maker]]


class Writer(Assembler):
    """A program that is being written, and where it keeps what the expressions speak of.

    ``slots`` are the registers of what is remembered, ``choices`` the numbers of names that are chosen among;
    ``makers`` find what terms give: numbers of any kind, and cards. ``about`` is the entry that is being
    written, if it is one.
    """

    def __init__(self, layout: Layout, slots: Mapping[int, bool], makers: Makers) -> None:
        """Give everything its place; ``slots`` tells of each slot whether cards are kept there."""
        super().__init__(layout.seats)
        self.makers = makers
        self.layout, self.seats = layout, layout.seats
        self.piles = self.sets(layout.places)
        self.scores, self.points = self.numbers(self.seats), self.numbers(self.seats)
        self.exposed = self.numbers(self.seats)
        self.slots = {slot: self.sets() if cards else self.numbers() for slot, cards in slots.items()}
        self.kept = {slot: (self.slots[slot], cards) for slot, cards in slots.items()}
        self.turns: dict[tuple[str, bool, bool], int] = {}
        self.choices: dict[str, int] = {}
        self.about: Entry | None = None
        self.sees_last = False

    def places(self) -> Places:
        """Where everything is kept."""
        return Places(self.piles, self.scores, self.kept, self.choices, self.turns)

    # Values

    def value(self, kind: Kind, value: Any) -> int:
        """The register of a constant that is no set of cards."""
        return self.number(self.name(value) if kind is Kind.CHOICE else int(value))

    def name(self, name: str | None) -> int:
        """The number of a name that can be chosen; none is -1."""
        return -1 if name is None else self.choices.setdefault(name, len(self.choices))

    def find(self, term: Term) -> int:
        """The register that holds what a term gives: a number, or a set if it gives cards."""
        kind = term.type.kind
        if kind in (Kind.COMPLEX, Kind.COLUMN):
            raise BeyondError("complex numbers")
        if term.constant:
            return self.cards(term.value) if kind is Kind.CARDS else self.value(kind, term.value)
        if term.does == "slot":
            return self.slots[term.detail]
        if term.does == "pile":
            return self.piles + int(term.detail)
        make = self.makers[kind is Kind.CARDS].get(term.does)
        if make is None:
            raise BeyondError(f"“{term.does}”")
        return make(self, term)

    # Conditions

    def unless(self, term: Term, label: int) -> None:
        """Go to a label unless a condition holds."""
        self.test(term, label, holds=False)

    def when(self, term: Term, label: int) -> None:
        """Go to a label when a condition holds."""
        self.test(term, label, holds=True)

    def test(self, term: Term, label: int, *, holds: bool) -> None:
        """Go to a label if a condition holds, or if it does not."""
        if term.does == "not" and not term.constant:
            self.test(term.parts[0], label, holds=not holds)
        elif term.does in ("and", "or") and not term.constant:
            self._joined(term, label, holds=holds)
        elif term.does in ("has", "has_no") and term.parts[0].type.kind is Kind.CARDS:
            one, other = map(self.find, term.parts)
            self.do(Op.TOUCH if (term.does == "has") == holds else Op.MISS, one, other, d=label)
        else:
            self.do(Op.WHEN if holds else Op.UNLESS, self.find(term), d=label)

    def _joined(self, term: Term, label: int, *, holds: bool) -> None:
        left, right = term.parts
        if (term.does == "or") == holds:
            self.test(left, label, holds=holds)
            self.test(right, label, holds=holds)
            return
        past = self.label()
        self.test(left, past, holds=not holds)
        self.test(right, label, holds=holds)
        self.here(past)

    # Seats

    def each(self, seats: int, body: Callable[[], None], end: int | None = None) -> None:
        """Do something for each of the seats in a register; then the seat is again what it was."""
        before, left, after = self.gives(Op.SEAT_NOW), self.gives(Op.COPY, seats), end or self.label()
        again = self.here()
        self.do(Op.EACH, left, d=after)
        body()
        self.do(Op.JUMP, d=again)
        self.here(after)
        self.do(Op.SEAT, before)

    @property
    def everyone(self) -> int:
        """The register of the set of all seats."""
        return self.number(self.layout.everyone)
