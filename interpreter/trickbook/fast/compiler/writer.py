"""The writer of a program: where it keeps what expressions refer to, and how conditions branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind
from trickbook.fast.compiler.assembler import Assembler, BeyondError, StateRegisters, StoredValue
from trickbook.fast.compiler.choice_tables import tabled
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.batch.duck_data import DuckData
    from trickbook.core.program import Program
    from trickbook.engine.ask import AskStep
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.assembler import QuestionRegisters
    from trickbook.fast.compiler.outside import Numbering
    from trickbook.fast.compiler.standing import Standing
    from trickbook.source.nodes import Entry

    Maker = Callable[["Writer", Term], int]
    Makers = Mapping[Kind, Mapping[str, Maker]]


COMPARED: Final = {
    "is": (Op.SAME, Op.DIFFER, False),
    "<": (Op.BELOW, Op.REACH, False),
    ">=": (Op.REACH, Op.BELOW, False),
    ">": (Op.BELOW, Op.REACH, True),
    "<=": (Op.REACH, Op.BELOW, True),
}
"""The branches of a comparison: if it holds, if not, and whether the sides are swapped."""


class Writer(Assembler):
    """A program being written, and where it keeps what expressions refer to.

    ``slots`` are the registers of stored values, ``choices`` the numbers of names that can be chosen;
    ``makers`` compute terms: cards, complex numbers, and numbers of any other kind. ``about`` is the entry
    being written, if any. ``scored`` is the kind of points, which has so many ``parts``. Where each seat has
    a complex number, all real parts come before all imaginary parts. ``logged`` counts entries in the record
    of the deal; ``ducks`` is what ducks know, if anybody may duck, and ``rests`` whether any seat may rest.
    ``ask`` writes a question. ``orders`` says how the cards stand, if the ruleset has orders, ``standing``
    where the program tells that once for all, if it does. ``found`` gives the registers of terms that were
    found before. ``stepwise`` says whether each choice is an instruction of its own; ``outside`` numbers the
    actions, if choices come from outside.
    """

    def __init__(
        self,
        program: Program,
        kinds: Mapping[int, tuple[Kind, int]],
        makers: Makers,
        ducks: DuckData | None = None,
        *,
        rests: bool = False,
        outside: Numbering | None = None,
    ) -> None:
        """Allocate everything; ``kinds`` says what is stored from a slot on, and in how many slots."""
        layout = program.layout
        super().__init__(layout.seats)
        self.program = program
        self.makers, self.ducks, self.rests, self.outside = makers, ducks, rests, outside
        self.layout, self.seats = layout, layout.seats
        self.piles = self.sets(layout.places)
        self.logged, self.exposed = self.numbers(), self.numbers(self.seats)
        self.scored, self.parts = (Kind.COMPLEX, 2) if layout.complex else (Kind.NUMBER, 1)
        self.scores, self.points = (self.numbers(self.seats * self.parts) for _ in range(2))
        self.kept: dict[int, StoredValue] = {}
        for slot, (kind, many) in kinds.items():
            first = self.keep(kind, many)
            beside = first + many if kind is Kind.COMPLEX else 0
            for place in range(many):
                self.kept[slot + place] = StoredValue(kind, first + place, beside and beside + place)
        self.slots: dict[int, int] = {slot: kept.register for slot, kept in self.kept.items()}
        self.turns: dict[tuple[str, bool, bool, bool], int] = {}
        self.questions: dict[str, QuestionRegisters] = {}
        self.choices: dict[str, int] = {}
        self.about: Entry | None = None
        self.sees_last = False
        self.ask: Callable[[AskStep], None]
        self.found: dict[int, tuple[Term, Callable[[], int]]] = {}
        self.orders: Term | None = None
        self.standing: Standing | None = None
        self.stepwise = False

    def places(self) -> StateRegisters:
        """Return where everything is kept."""
        return StateRegisters(self.piles, self.scores, self.kept, self.choices, self.turns, self.questions)

    def log(self) -> None:
        """Count an entry in the record of the deal."""
        self.do(Op.ADD, self.logged, self.number(1), d=self.logged)

    # Values

    def keep(self, kind: Kind, many: int = 1) -> int:
        """Return registers for so many values of a kind."""
        if kind is Kind.CARDS:
            return self.sets(many)
        return self.numbers(2 * many if kind is Kind.COMPLEX else many)

    def move(self, kind: Kind, here: int, there: int, many: int = 1) -> None:
        """Copy so many values of a kind."""
        if kind is Kind.CARDS:
            for place in range(many):
                self.do(Op.CARDS, here + place, d=there + place)
        elif many > 1 or kind is Kind.COMPLEX:
            self.do(Op.MOVE, here, 2 * many if kind is Kind.COMPLEX else many, d=there)
        else:
            self.do(Op.COPY, here, d=there)

    def value(self, kind: Kind, value: Any) -> int:
        """Return the register of a constant that is no set of cards."""
        if kind is Kind.COMPLEX:
            return self.both(value)
        return self.number(self.name(value) if kind is Kind.CHOICE else int(value))

    def answer_block(self, step: AskStep) -> int:
        """Return the registers of the answers that have names."""
        known = step.type.kind is Kind.CONDITION
        return self.block([int(name == "yes") if known else self.name(name) for name in step.names])

    def named_answers(self, step: AskStep) -> dict[int, Any]:
        """Return the answers that have names, by their numbers."""
        if step.type.kind is Kind.CONDITION:
            return {int(name == "yes"): name == "yes" for name in step.names}
        return {self.name(name): name for name in step.names}

    def name(self, name: str | None) -> int:
        """Return the number of a name that can be chosen; none is -1."""
        return -1 if name is None else self.choices.setdefault(name, len(self.choices))

    def find(self, term: Term) -> int:
        """Return the register with the value of a term: a number, or a set of cards."""
        kind = term.type.kind
        if kind is Kind.COLUMN:
            raise BeyondError("a number for each card")
        if term.constant:
            return self.cards(term.value) if kind is Kind.CARDS else self.value(kind, term.value)
        if found := self.found.get(id(term)):
            return found[1]()
        if term.does == "slot":
            return self.slots[term.detail]
        if term.does == "pile":
            return self.piles + int(term.detail)
        if (table := tabled(self, term)) is not None:
            return table
        make = self.makers.get(kind, self.makers[Kind.NUMBER]).get(term.does)
        if make is None:
            raise BeyondError(f"“{term.does}”")
        return make(self, term)

    def find_as(self, kind: Kind, term: Term) -> int:
        """Return the same as a value of a kind: any number may become a complex one."""
        if kind is not Kind.COMPLEX or term.type.kind is kind:
            return self.find(term)
        if term.constant:
            return self.value(kind, term.value)
        found = self.numbers(2)
        self.do(Op.COPY, self.find(term), d=found)
        self.do(Op.COPY, self.number(0), d=found + 1)
        return found

    # Conditions

    def unless(self, term: Term, label: int) -> None:
        """Go to a label unless a condition holds."""
        self.test(term, label, holds=False)

    def when(self, term: Term, label: int) -> None:
        """Go to a label when a condition holds."""
        self.test(term, label, holds=True)

    def test(self, term: Term, label: int, *, holds: bool) -> None:
        """Go to a label if a condition holds, or if it does not."""
        if id(term) in self.found:
            self.do(Op.WHEN if holds else Op.UNLESS, self.find(term), d=label)
        elif term.does == "not" and not term.constant:
            self.test(term.parts[0], label, holds=not holds)
        elif term.does in ("and", "or") and not term.constant:
            self._joined(term, label, holds=holds)
        elif term.does in ("has", "has_no") and term.parts[0].type.kind is Kind.CARDS:
            one, other = map(self.find, term.parts)
            self.do(Op.TOUCH if (term.does == "has") == holds else Op.MISS, one, other, d=label)
        elif term.does in COMPARED and not any(part.type.kind is Kind.COMPLEX for part in term.parts):
            yes, no, swapped = COMPARED[term.does]
            one, other = (self.find(part) for part in term.parts)
            if swapped:
                one, other = other, one
            self.do(yes if holds else no, one, other, d=label)
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
        """Do something for each of the seats in a register; then restore the current seat.

        What was found before is not known there if it rests on the player.
        """
        found = self.found
        self.found = {key: known for key, known in found.items() if "player" not in known[0].reads}
        before, left, after = self.numbers(), self.numbers(), end or self.label()
        self.do(Op.EACH_OF, left, seats, before, after)
        again = self.here()
        body()
        self.do(Op.OTHERS, left, d=again)
        self.found = found
        self.here(after)
        self.do(Op.SEAT, before)

    @property
    def everyone(self) -> int:
        """The register of the set of all seats."""
        return self.number(self.layout.everyone)
