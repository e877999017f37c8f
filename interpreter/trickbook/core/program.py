"""A program: the rules of a table as functions over the cells of a state, compiled when it is asked for."""

from __future__ import annotations

from functools import cached_property, partial
from inspect import isfunction
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from trickbook.cards.gaussian import Gaussian, parts
from trickbook.core import Cells, clauses, subset, trick
from trickbook.core.source import Asked, Source
from trickbook.core.text import Body
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import ModuleType

    from trickbook.core.clauses import LegalCards, Narrowing, Situation
    from trickbook.expression.types import Clause, Term, Type
    from trickbook.source.nodes import Entry

    Function: TypeAlias = Callable[[list[int], int, int], Any]
    """A function that finds a number about a player, with a play or an answer in question."""

T = TypeVar("T")


class Variable(NamedTuple):
    """A variable of the rules: its first slot, how many it has, and its type.

    A number or a condition that is an ``answer`` is kept as an odd number, twice itself and one, so that 0
    is an open one.
    """

    slot: int
    many: int
    type: Type
    answer: bool = False


class Roots(NamedTuple):
    """All that the rules of a table ask.

    That is terms, each with its entry, clauses, the choices of a single card to play (of which cards, and by
    which clauses), the clauses of plays of several cards and those that find the winning play, and the
    variables. ``single`` says whether each play is one card.
    """

    terms: Sequence[tuple[Entry, Term]]
    clauses: Sequence[Clause]
    choices: Sequence[tuple[Term, Narrowing]]
    listed: Sequence[Clause]
    winning: Sequence[Clause]
    variables: Sequence[Variable]
    single: bool


class Program:
    """The rules of a table as source and, as soon as one is asked for, as functions.

    ``roots`` tells what the rules ask, once all is read, and ``course`` writes what goes on in a deal. What
    is compiled goes through ``watch``: who observes a deal puts functions of its own around it. Functions
    call those of ``shared`` modules. Several threads may ask at once.
    """

    def __init__(
        self,
        cells: Cells,
        roots: Callable[[], Roots],
        course: Callable[[Source], object],
        shared: tuple[ModuleType, ...] = (subset,),
    ) -> None:
        """Keep the cells that a layout has."""
        self.layout, self.cells, self._shared = cells.layout, cells, shared
        self._find, self._write_course = roots, course
        self._lock = RLock()
        self._source: Source | None = None
        self._compiled: dict[str, Any] = {}
        self._functions: dict[int, Function] = {}
        self._imaginary: dict[int, Function] = {}
        self._values: dict[int, Function] = {}
        self._legal: dict[int, LegalCards] = {}
        self._narrowings: dict[int, Callable[[list[int], int, int], int]] = {}
        self._siftings: dict[int, Callable[[list[int], int, int], int]] = {}
        self._asked: list[object] = []
        self.watch: Callable[[str, Callable[..., Any]], Callable[..., Any]] | None = None

    @cached_property
    def roots(self) -> Roots:
        """All that the rules ask."""
        return self._find()

    @property
    def source(self) -> Source:
        """The source so far; it has no function before one is asked for."""
        with self._lock:
            if self._source is None:
                roots, kinds = self.roots, [one.type for one in self.roots.variables]
                terms, single = {id(term): term for term in self._terms()}.values(), roots.single
                given = self.layout, self.cells, roots.winning, terms, kinds
                self._source = Source(*given, single_cards=single)
            return self._source

    def _terms(self) -> Iterator[Term]:
        yield from (term for _, term in self.roots.terms)
        for clause in self.roots.clauses:
            yield from (term for term in (clause.when, clause.what) if term)

    @property
    def text(self) -> str:
        """The source so far."""
        return "\n".join([*self.source.lines(), ""])

    def draft(self) -> str:
        """Return the source of the course, which is not compiled here, and what it asks, without comments."""
        with self._lock:
            self._write_course(self.source)
            return "\n".join([*self.source.lines(comments=False), ""])

    def whole(self) -> str:
        """Return the source of all that the rules ask."""
        for choice in self.roots.choices:
            self.legal(*choice)
        for clause in self.roots.listed:
            self.sifting(clause)
        _ = self.course
        terms = (one for one in self._terms() if not one.constant and one.type.kind is not Kind.COLUMN)
        for term in terms:
            if self.source.key(term) not in self.source.written_terms:
                self.value(term)
        return self.text

    # Functions

    def function(self, term: Term) -> Function:
        """Return what finds a term: its number, of a complex one the real part."""
        return self._functions.get(id(term)) or self._once(self._functions, term, partial(self._of, term, 0))

    def imaginary(self, term: Term) -> Function:
        """Return what finds the imaginary part of a term."""
        return self._imaginary.get(id(term)) or self._once(self._imaginary, term, partial(self._of, term, 1))

    def value(self, term: Term) -> Function:
        """Return what finds a term as people know it: a choice by its name, a condition as true or false."""
        return self._values.get(id(term)) or self._once(self._values, term, partial(self._as_known, term))

    def legal(self, source: Term, narrowing: Narrowing) -> LegalCards:
        """Return what finds the single cards that a seat may play: of a source, what clauses leave."""
        found = self._legal.get(id(narrowing))
        return found or self._once(self._legal, narrowing, partial(self._legal_cards, source, narrowing))

    def narrowing(self, clause: Clause) -> Callable[[list[int], int, int], int]:
        """Return what narrows a set of single cards by a clause."""
        write = partial(clauses.narrowing, clause=clause)
        return self._once(self._narrowings, clause, partial(self._compile_one, write))

    def sifting(self, clause: Clause) -> Callable[[list[int], int, int], int]:
        """Return what narrows so many plays, which stand behind the cells, and says how many are left."""
        write = partial(clauses.sifting, clause=clause)
        return self._once(self._siftings, clause, partial(self._compile_one, write))

    @cached_property
    def winning_place(self) -> Callable[[list[int]], int]:
        """The function that finds the winning play: its index from 0, or -1."""
        return self._compile_one(trick.winning_place)

    @cached_property
    def course(self) -> Mapping[str, Callable[..., int]]:
        """The functions of the course of a deal, by name."""
        with self._lock:
            self._make(self._write_course)
            return self._compiled

    def _once(self, known: dict[int, T], one: object, make: Callable[[], T]) -> T:
        """Make something once and find it again by an id, which is its own as long as the thing lives."""
        with self._lock:
            if id(one) not in known:
                known[id(one)] = make()
                self._asked.append(one)
            return known[id(one)]

    def _of(self, term: Term, part: int) -> Function:
        if term.constant:
            number = self.source.value(term.type.kind, term.value, part)
            return lambda _v, _p, _x: number

        def write(source: Source) -> str:
            body = Body()
            with source.saying(self._entries.get(id(term))):
                body.add(f"return {source.text(term, Asked(part=part))}")
                return source.add(f"asked{len(self._functions) + len(self._imaginary)}", ("p", "x"), body)

        return self._compile_one(write)

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

    @cached_property
    def _entries(self) -> Mapping[int, Entry]:
        """The entry that each term stands in."""
        return {id(term): entry for entry, term in self.roots.terms}

    def _legal_cards(self, cards: Term, narrowing: Narrowing) -> LegalCards:
        def write(source: Source, situation: Situation) -> str:
            when = "lead" if situation[0] else "follow", "first" if situation[1] else "later"
            name = f"legal{len(self._legal)}_{'_'.join(when)}"
            with source.saying(self._entries.get(id(cards))):
                return clauses.legal(source, name, cards, narrowing[situation])

        return {situation: self._compile_one(partial(write, situation=situation)) for situation in narrowing}

    def _compile_one(self, write: Callable[[Source], str]) -> Callable[..., Any]:
        """Return a function that is written, with what it needs, and compiled."""
        with self._lock:
            name = self._make(write)  # which replaces what is compiled
            return self._compiled[name]  # type: ignore[no-any-return]

    def _make(self, write: Callable[[Source], T]) -> T:
        """Write functions and compile them; what fails leaves nothing behind."""
        source = self.source
        try:
            name = write(source)
            self._compile(source)
        except BaseException:
            self._source, self._compiled = None, {}
            raise
        return name

    def _compile(self, source: Source) -> None:
        """Compile what has been written since the last time; of an author it holds nothing but numbers."""
        shared = (one for module in self._shared for one in vars(module).items())
        known = self._compiled or {name: function for name, function in shared if isfunction(function)}
        lines = [] if self._compiled else [f"{name} = {start}" for name, start, _ in self.cells.regions]
        lines += [f"{name} = {values}" for values, name in source.tables.items() if name not in known]
        lines += [function.text for name, function in source.functions.items() if name not in known]
        new = [name for name in source.functions if name not in known]
        exec(compile("\n".join([*lines, ""]), "<rules>", "exec"), known)  # noqa: S102 - see above
        if self.watch is not None:
            known |= {name: self.watch(name, known[name]) for name in new}
        self._compiled = known

    # Values

    def number(self, value: Any, part: int = 0) -> int:
        """Return a value that people know as a number of the cells; of a complex one, one part."""
        if value is None or isinstance(value, str):
            return 0 if part else self.source.choice(value)
        return int(parts(value)[part])

    @cached_property
    def variables(self) -> Sequence[Variable | None]:
        """The variable of each slot."""
        found: list[Variable | None] = [None] * self.cells.many
        for variable in self.roots.variables:
            found[variable.slot : variable.slot + variable.many] = [variable] * variable.many
        return found

    def slot_values(self, v: Sequence[int], slot: int, many: int = 1) -> tuple[Any, ...]:
        """The values of some slots, as people know them; None of a number or a condition that is open."""
        return tuple([self._known(v, at) for at in range(slot, slot + many)])

    def _known(self, v: Sequence[int], slot: int) -> Any:
        number: Any = v[self.cells.slots + slot]
        if (variable := self.variables[slot]) and variable.answer:
            number = number >> 1 if number else None
        match variable and number is not None and variable.type.kind:
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
        for at, value in enumerate(values, slot):
            number, variable = self.number(value), self.variables[at]
            is_answer = variable is not None and variable.answer and value is not None
            v[self.cells.slots + at] = 2 * number + 1 if is_answer else number
            if self.cells.complex:
                v[self.cells.imaginary + at] = self.number(value, 1)
