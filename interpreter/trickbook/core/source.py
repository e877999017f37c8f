"""The source of a program while it is written: its functions, its tables, and what terms share."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.gaussian import parts
from trickbook.core.operations import EXPRESSIONS, FUNCTIONS, in_brackets, names_in
from trickbook.core.text import ZERO, Body, Code, Function, call, number
from trickbook.core.words import PLAY_WORDS, PLAYER_WORDS
from trickbook.expression.evaluation import state_assumptions
from trickbook.expression.operations import IN_ORDER, Operation
from trickbook.expression.orders import Orders
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from trickbook.core import Cells
    from trickbook.expression.types import Clause, Term, Type
    from trickbook.source.nodes import Entry
    from trickbook.state import Layout

SHARED_SIZE: Final = 4
"""A term of so many parts is a function if it stands in several places, or is complex."""

DEEPEST: Final = 50
"""Every so many terms inside one another there is a function, so that no expression is nested too deeply."""


class Asked(NamedTuple):
    """The subject of a term: the texts of the seat's number and of the play or answer; and which part.

    ``part`` is 0, or 1 for the imaginary part of a complex number.
    """

    player: str = "p"
    play: str = "x"
    part: int = 0


class Source:
    """The functions and tables that say what terms mean; what several terms share is a function."""

    def __init__(
        self,
        layout: Layout,
        cells: Cells,
        winning: Sequence[Clause],
        roots: Iterable[Term],
        types: Iterable[Type],
        *,
        single_cards: bool,
    ) -> None:
        """Look through all terms: for the names of choices, and for what is written more than once.

        ``types`` are those of the variables.
        """
        self.layout, self.cells, self.deck = layout, cells, layout.deck
        self.winning, self.single_cards, self.assumptions = winning, single_cards, state_assumptions(layout)
        self.functions: dict[str, Function] = {}
        self.tables: dict[tuple[int, ...], str] = {}
        self.orders: list[Orders] = []
        self.entry: Entry | None = None
        self.written_terms = set[int]()
        self.operations = set[str]()
        self._kept: list[Term] = []
        self._keys: dict[int, int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._names: dict[tuple[int, int], str] = {}
        self._sizes: dict[int, int] = {}
        self._depths: dict[int, int] = {}
        self._needs: dict[int, frozenset[str]] = {}
        self._uses = Counter[int]()
        self._choices: dict[str, int] = {}
        self.choices: list[str | None] = [None]
        self._melds: dict[Hashable, int] = {}
        self._comparisons: dict[Hashable, str] = {}
        self._of_clauses: dict[Hashable, str] = {}
        for kind in types:
            self._name(kind.names)
        for root in roots:
            self._look(root)

    nothing = Asked(play="0")
    """A seat that is asked, of no play."""

    nobody = Asked(player="0", play="0")
    """No seat, and no play."""

    # What terms share

    def _look(self, term: Term) -> None:
        key = self.key(term)
        self._uses[key] += 1
        if self._uses[key] > 1:
            return
        self._name((*term.type.names, *names_in(term)))
        self.operations.add(term.operation)
        for part in (*self.inner(term), *self._of_orders(term)):
            self._look(part)

    def _name(self, names: Iterable[object]) -> None:
        """Give choices their numbers, from 1."""
        for name in map(str, names):
            if name not in self._choices:
                self._choices[name] = len(self.choices)
                self.choices.append(name)

    def _of_orders(self, term: Term) -> Sequence[Term]:
        """The terms of the orders that a term looks at, the first time."""
        for one in (term, *term.parts):
            if isinstance(one.detail, Orders) and not any(one.detail is known for known in self.orders):
                self.orders.append(one.detail)
                return [found for order in one.detail.all for found in order.terms]
        return ()

    def key(self, term: Term) -> int:
        """Return a number that terms with the same meaning share."""
        if id(term) not in self._keys:
            self._kept.append(term)  # as long as it is kept, its id is its own
            own: Hashable
            if term.constant:
                own = ("constant", term.type.kind, term.value)
            else:
                detail = term.detail if isinstance(term.detail, int | str | tuple) else id(term.detail)
                own = (term.operation, term.type.kind, detail, *map(self.key, self.inner(term)))
            self._keys[id(term)] = self._numbers.setdefault(own, len(self._numbers))
        return self._keys[id(term)]

    def inner(self, term: Term) -> Sequence[Term]:
        """The parts that stand in a term's own text; orders are functions of their own."""
        if term.constant or term.operation == Operation.LED_SUIT_IN_ORDER:
            return ()
        return term.parts[:1] if term.operation in IN_ORDER.values() else term.parts

    def size(self, term: Term) -> int:
        """Return how many terms one is made of."""
        key = self.key(term)
        if key not in self._sizes:
            self._sizes[key] = 1 + sum(map(self.size, self.inner(term)))
        return self._sizes[key]

    def depth(self, term: Term) -> int:
        """Return how many terms stand inside one another, the term itself among them."""
        key = self.key(term)
        if key not in self._depths:
            self._depths[key] = 1 + max(map(self.depth, self.inner(term)), default=0)
        return self._depths[key]

    def needs(self, term: Term) -> frozenset[str]:
        """Return whether a term rests on the player, `p`, and on the play or answer, `x`."""
        key = self.key(term)
        if key not in self._needs:
            if term.constant:
                names = frozenset[str]()
            elif in_brackets(term):
                names = self.needs(term.parts[0]) | (self.needs(term.parts[1]) - {"p"})
            else:
                own = (("p", PLAYER_WORDS), ("x", PLAY_WORDS))
                names = frozenset(name for name, words in own if term.operation in words)
                names = names.union(*map(self.needs, self.inner(term)))
            self._needs[key] = names
        return self._needs[key]

    # Expressions

    def text(self, term: Term, asked: Asked = Asked()) -> Code:  # noqa: B008 - it never changes
        """Return the expression of a term."""
        self.written_terms.add(self.key(term))
        if term.constant:
            return number(self.value(term.type.kind, term.value, asked.part))
        if asked.part and term.type.kind is not Kind.COMPLEX:
            return ZERO
        loop = FUNCTIONS.get(term.operation)
        if loop and (text := loop.unroll(self, term, asked)) is not None:
            return text
        if loop or self._is_shared(term, asked):
            return self._call(term, asked)
        return EXPRESSIONS[term.operation](self, term, asked)

    def _is_shared(self, term: Term, asked: Asked) -> bool:
        """Return whether a term is a function: it would be written twice, or its player, or it is deep."""
        if self.size(term) == 1:
            return False
        if not (asked.player.isidentifier() or asked.player.isdigit()) and "p" in self.needs(term):
            return True
        twice = self._uses[self.key(term)] > 1 or term.type.kind is Kind.COMPLEX
        return (twice and self.size(term) >= SHARED_SIZE) or self.depth(term) % DEEPEST == 0

    def _call(self, term: Term, asked: Asked) -> Code:
        needs = self.needs(term)
        given = [text for name, text in (("p", asked.player), ("x", asked.play)) if name in needs]
        return call(self._function_of(term, asked.part), "v", *given)

    def _function_of(self, term: Term, part: int) -> str:
        """Return the name of a term's function; it is written if it is not there."""
        key = self.key(term), part
        if key not in self._names:
            self._names[key] = name = f"term{len(self._names)}"
            body, asked = Body(), Asked(part=part)
            if term.operation in FUNCTIONS:
                FUNCTIONS[term.operation].write(self, term, body, asked)
            else:
                body.add(f"return {EXPRESSIONS[term.operation](self, term, asked)}")
            self.add(name, sorted(self.needs(term)), body)
        return self._names[key]

    def add(self, name: str, parameters: Iterable[str], body: Body) -> str:
        """Add a function to the source, and return its name."""
        head = f"def {name}({', '.join(('v', *parameters))}):"
        self.functions[name] = Function("\n".join([head, *body.lines]), self.entry)
        return name

    def of_clause(
        self,
        kind: str,
        clause: Clause,
        parameters: Sequence[str],
        write: Callable[[Source, Clause, Body], None],
    ) -> str:
        """Return the name of a function of a clause; it is written if it is not there."""
        when = None if clause.when is None else self.key(clause.when)
        key = kind, clause.verb, when, self.key(clause.what)
        if key not in self._of_clauses:
            self._of_clauses[key] = name = f"{kind}{len(self._of_clauses)}"
            with self.saying(clause.entry):
                write(self, clause, body := Body())
                self.add(name, parameters, body)
        return self._of_clauses[key]

    @contextmanager
    def saying(self, entry: Entry | None) -> Iterator[None]:
        """Let functions that are added meanwhile say an entry."""
        outer, self.entry = self.entry, entry
        yield
        self.entry = outer

    def once(self, name: str) -> bool:
        """Return whether a function is still to be written; from then on it is not."""
        if name in self.functions:
            return False
        self.functions[name] = Function("", None)
        return True

    # Values

    def value(self, kind: Kind, value: object, part: int = 0) -> int:
        """Return a constant as a number."""
        if kind is Kind.CHOICE:
            return self.choice(value)
        return int(parts(value)[part])

    def choice(self, name: object) -> int:
        """Return the number of a choice; 0 for none."""
        if name is None:
            return 0
        self._name((name,))
        return self._choices[str(name)]

    def by_choice(self, numbers: Iterable[tuple[str, int]]) -> str:
        """Return the table of a number for each choice; of others it is 0."""
        known = dict(numbers)
        return self.table([known.get(str(name), 0) for name in self.choices])

    def meld(self, found: Hashable) -> int:
        """Return the number of a list of melds."""
        return self._melds.setdefault(found, len(self._melds))

    def comparison(self, term: Term) -> str:
        """Return the name of the function that compares a column of numbers with one."""
        key = self.key(term.parts[0]), term.detail
        return self._comparisons.setdefault(key, f"compared{len(self._comparisons)}")

    def table(self, values: Iterable[int]) -> str:
        """Return the name of a table."""
        return self.tables.setdefault(tuple(values), f"TABLE{len(self.tables)}")

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.layout.seats

    def lines(self, *, comments: bool = True) -> list[str]:
        """Return the whole source, line by line. Without comments nothing of an author is in it."""
        tables = [f"{name} = {values}" for values, name in self.tables.items()]
        functions = [Function("", None), *self.functions.values()]
        lines = [line for before, one in pairwise(functions) for line in one.lines(before.entry)]
        if not comments:
            lines = [one.text for one in functions]
        return [*self.cells.constants("\n".join(lines), comments=comments), *tables, *lines]
