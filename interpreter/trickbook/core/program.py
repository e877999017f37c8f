"""A program: the rules of a table as functions over the cells of a state, compiled when it is asked for."""

from __future__ import annotations

from functools import cached_property
from inspect import isfunction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.cards.gaussian import Gaussian, parts
from trickbook.core import clauses, subset, trick
from trickbook.core.body import Body
from trickbook.core.cells import Cells
from trickbook.core.source import Asked, Source
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term, Type
    from trickbook.source.nodes import Entry
    from trickbook.state import Layout

    Function: TypeAlias = Callable[[list[int], int, int], Any]
    """What is found about a player, with a play or an answer in question."""

    Narrowing: TypeAlias = Mapping["Situation", Sequence[Clause]]
    """The clauses that narrow what may be played, for each situation."""

    LegalCards: TypeAlias = Mapping["Situation", Callable[[list[int], int], int]]
    """What finds the single cards that a seat may play, for each situation."""

SHARED: Final = {name: function for name, function in vars(subset).items() if isfunction(function)}
"""The functions that every program shares."""

Situation: TypeAlias = tuple[bool, bool]
"""Whether somebody leads, and whether it is the first trick: clauses are made ready for each."""


class Kept(NamedTuple):
    """What is remembered: its first slot, how many it has, and its type."""

    slot: int
    many: int
    type: Type


class Roots(NamedTuple):
    """All that the rules of a table ask.

    That is terms, each with its entry, clauses, the choices of a single card to play (of which cards, and by
    which clauses), the clauses that find the winning play, and what is kept. ``single`` says whether each
    play is one card.
    """

    terms: Sequence[tuple[Entry, Term]]
    clauses: Sequence[Clause]
    choices: Sequence[tuple[Term, Narrowing]]
    winning: Sequence[Clause]
    kept: Sequence[Kept]
    single: bool


class Program:
    """The rules of a table as source and, as soon as one is asked for, as functions.

    ``most`` is the greatest number of plays to a trick; ``roots`` tells what the rules ask, once all is read.
    """

    def __init__(self, layout: Layout, most: int, roots: Callable[[], Roots]) -> None:
        """Lay out the cells."""
        self.layout = layout
        self.cells = Cells(layout, most)
        self._find = roots
        self._names: dict[str, Any] = dict(SHARED)
        self._tables = 0
        self._written: set[str] = set()
        self._functions: dict[int, Function] = {}
        self._imaginary: dict[int, Function] = {}
        self._found: dict[int, Function] = {}
        self._legal: dict[int, LegalCards] = {}
        self._narrowings: dict[int, Callable[[list[int], int, int], int]] = {}
        self._asked: list[Term | Clause | Narrowing] = []

    @cached_property
    def roots(self) -> Roots:
        """All that the rules ask."""
        return self._find()

    @cached_property
    def source(self) -> Source:
        """The source so far; it has no function before one is asked for."""
        roots = self.roots
        of_clauses = (term for clause in roots.clauses for term in (clause.when, clause.what) if term)
        terms = {id(term): term for term in (*(term for _, term in roots.terms), *of_clauses)}
        kinds = [one.type for one in roots.kept]
        return Source(
            self.layout, self.cells, roots.winning, terms.values(), kinds, single_cards=roots.single
        )

    @property
    def text(self) -> str:
        """The source so far."""
        return "\n".join([*self.source.lines(), ""])

    def whole(self) -> str:
        """Return the source of all that the rules ask."""
        for choice in self.roots.choices:
            self.legal(*choice)
        if self.roots.choices:
            _ = self.winning_place
        of_clauses = (term for clause in self.roots.clauses for term in (clause.when, clause.what) if term)
        for term in (*(term for _, term in self.roots.terms), *of_clauses):
            if term.type.kind is not Kind.COLUMN:
                self.found(term)
        return self.text

    # Functions

    def function(self, term: Term) -> Function:
        """Return what finds a term: its number, of a complex one the real part."""
        found = self._functions.get(id(term))
        if found is None:
            self._asked.append(term)  # as long as it is kept, its id is its own
            found = self._functions[id(term)] = self._of_term(term, 0)
        return found

    def imaginary(self, term: Term) -> Function:
        """Return what finds the imaginary part of a term."""
        found = self._imaginary.get(id(term))
        if found is None:
            self._asked.append(term)
            found = self._imaginary[id(term)] = self._of_term(term, 1)
        return found

    def found(self, term: Term) -> Function:
        """Return what finds a term as people know it: a choice by its name, a condition as true or false."""
        found = self._found.get(id(term))
        if found is None:
            found = self._found[id(term)] = self._as_known(term)
        return found

    def _as_known(self, term: Term) -> Function:
        one = self.function(term)
        match term.type.kind:
            case Kind.CHOICE:
                return lambda v, p, x: self.source.choices[one(v, p, x)]
            case Kind.CONDITION:
                return lambda v, p, x: bool(one(v, p, x))
            case Kind.COMPLEX:
                other = self.imaginary(term)
                return lambda v, p, x: Gaussian(one(v, p, x), other(v, p, x))
        return one

    def _of_term(self, term: Term, part: int) -> Function:
        if term.constant:
            number = self.source.value(term.type.kind, term.value, part)
            return lambda _v, _p, _x: number
        body, source = Body(), self.source
        source.entry = self._entries.get(id(term))
        body.add(f"return {source.text(term, Asked(part=part))}")
        name = source.add(f"asked{len(self._functions) + len(self._imaginary)}", ("p", "x"), body)
        source.entry = None
        return self.compiled(name)

    @cached_property
    def _entries(self) -> Mapping[int, Entry]:
        """The entry that each term stands in."""
        return {id(term): entry for entry, term in self.roots.terms}

    def legal(
        self, source: Term, narrowing: Narrowing
    ) -> Mapping[Situation, Callable[[list[int], int], int]]:
        """Return what finds the single cards that a seat may play: of a source, what clauses leave."""
        found = self._legal.get(id(narrowing))
        if found is None:
            self._asked.append(narrowing)
            names = {one: self._write_legal(source, narrowing[one], one) for one in narrowing}
            found = self._legal[id(narrowing)] = {one: self.compiled(name) for one, name in names.items()}
        return found

    def _write_legal(self, source: Term, narrowing: Sequence[Clause], situation: Situation) -> str:
        when = "lead" if situation[0] else "follow", "first" if situation[1] else "later"
        body = Body()
        body.add(f"cards = {self.source.text(source, self.source.nothing)}")
        clauses.narrow(self.source, narrowing, body, "cards")
        body.add("return cards")
        return self.source.add(f"legal{len(self._legal)}_{'_'.join(when)}", ("p",), body)

    def narrowing(self, clause: Clause) -> Callable[[list[int], int, int], int]:
        """Return what narrows a set of single cards by a clause."""
        if id(clause) not in self._narrowings:
            self._asked.append(clause)
            self._narrowings[id(clause)] = self.compiled(clauses.narrowing(self.source, clause))
        return self._narrowings[id(clause)]

    @cached_property
    def winning_place(self) -> Callable[[list[int]], int]:
        """What finds the winning play: its place from 0, or -1."""
        return self.compiled(trick.winning_place(self.source))

    def compiled(self, name: str) -> Callable[..., Any]:
        """Compile what has been written since the last time; return a function by its name."""
        source = self.source
        if name not in self._names:
            lines = [] if self._written else [*self.cells.constants()]
            tables = [*source.tables.items()][self._tables :]
            lines += [f"{table} = {values}" for values, table in tables]
            new = [name for name in source.functions if name not in self._written]
            lines += [line for name in new for line in source.functions[name].lines()]
            self._tables = len(source.tables)
            self._written.update(new)
            exec(compile("\n".join([*lines, ""]), "<rules>", "exec"), self._names)  # noqa: S102 - only numbers come from the author
        found: Callable[..., Any] = self._names[name]
        return found

    # Values

    def number(self, value: Any, part: int = 0) -> int:
        """Return a value that people know as a number of the cells; of a complex one, one part."""
        if value is None or isinstance(value, str):
            return 0 if part else self.source.choice(value)
        return int(parts(value)[part])

    @cached_property
    def kinds(self) -> Sequence[Kind | None]:
        """The kind of what is remembered in each slot."""
        found: list[Kind | None] = [None] * self.cells.many
        for slot, many, kind in self.roots.kept:
            found[slot : slot + many] = [kind.kind] * many
        return found

    def remembered(self, v: Sequence[int], slot: int, many: int = 1) -> tuple[Any, ...]:
        """The values of some slots, as people know them."""
        first = self.cells.slots
        return tuple(self._known(self.kinds[at], v[first + at], v, at) for at in range(slot, slot + many))

    def _known(self, kind: Kind | None, number: int, v: Sequence[int], slot: int) -> Any:
        match kind:
            case Kind.CHOICE:
                return self.source.choices[number]
            case Kind.CONDITION:
                return bool(number)
            case Kind.COMPLEX:
                return Gaussian(number, v[self.cells.imaginary + slot])
        return number

    def give(self, v: list[int], given: Mapping[str, Any]) -> None:
        """Write the words that got their value from outside."""
        for name, word in self.layout.given.items():
            v[self.cells.slots + word.flag] = int(name in given)
            if name in given:
                self.remember(v, word.slot, given[name] if word.owned else [given[name]])

    def remember(self, v: list[int], slot: int, values: Sequence[Any]) -> None:
        """Write the values of some slots."""
        for part, first in enumerate((self.cells.slots, self.cells.imaginary)[: 1 + self.cells.complex]):
            start = first + slot
            v[start : start + len(values)] = [self.number(value, part) for value in values]
