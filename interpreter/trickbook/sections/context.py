"""The context in which sections are read: the layout, the author's words, and the mistakes found."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.engine.clauses import Clause
from trickbook.expression.scope import NOTHING as NO_ARGUMENTS
from trickbook.expression.scope import OPEN, Scope
from trickbook.expression.semantics import meaning, reach
from trickbook.expression.types import COMPLEX, CONDITION, NUMBER, Kind
from trickbook.problems import Place, Problem, shown
from trickbook.sections.table import COMPARING, NARROWING, VERBS
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import Entry, entry

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.expression.types import Term, Type
    from trickbook.source import Node, Pair
    from trickbook.state import Layout, Winner

WORTH: Final = "worth"
"""The word for what each card is worth."""

NOTHING: abc.Mapping[str, bool] = MappingProxyType({})


class Demand(NamedTuple):
    """What an expression must be where it stands: its type, what is at hand, what is certain; what it is.

    ``arguments`` stand for the parameters that it may use.
    """

    wanted: Type | None
    about: frozenset[str]
    known: abc.Mapping[str, bool]
    found: Type
    arguments: abc.Mapping[str, Term] = NO_ARGUMENTS


@dataclass
class Context:
    """A ruleset being read for one table: what is known so far, and what is wrong.

    ``symbols`` holds the meaning of every word that the ruleset defines, and ``texts`` the text of each file;
    ``spent`` is what all expressions cost together, ``dearest`` what one costs at most, and where;
    ``demands`` has what each must be, by its path in the file. ``understanding`` names the words that are
    being understood, each by way of the one before, ``weighing`` holds the entries of ``worth`` that are;
    ``winner`` tells how a trick is won, once that was read.
    """

    root: Mapping
    layout: Layout
    texts: abc.Mapping[str, str]
    symbols: dict[str, Callable[[Scope], Term]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    spent: int = 0
    dearest: tuple[int, Place | None] = (0, None)
    demands: dict[str, Demand] = field(default_factory=dict)
    understanding: list[str] = field(default_factory=list)
    weighing: list[Entry] = field(default_factory=list)
    winner: Winner | None = None

    def scope(
        self, node: Scalar, about: frozenset[str] = OPEN, known: abc.Mapping[str, bool] = NOTHING
    ) -> Scope:
        """The scope of an expression that stands in this scalar."""
        source, demand = self.texts.get(node.place.file, ""), self.demands.get(node.place.path)

        def place(begin: int, end: int) -> Place:
            from trickbook.source.alignment import within

            return within(node, begin, end, source)

        scope = Scope(self.layout, self.symbols, about, place, self.problems.append, known)
        return scope._replace(arguments=demand.arguments) if demand else scope

    def term(
        self,
        node: Scalar,
        wanted: Type | None = None,
        about: frozenset[str] = OPEN,
        known: abc.Mapping[str, bool] = NOTHING,
    ) -> Term:
        """Understand an expression."""
        before = self.spent
        term = meaning(node.text, self.scope(node, about, known), wanted)
        self.demands[node.place.path] = Demand(wanted, about, known, term.type)
        self.spent += term.cost
        if self.spent - before > self.dearest[0]:
            self.dearest = self.spent - before, node.place
        return term

    def part(self, entry: Entry, key: str, kind: Type, about: frozenset[str] = OPEN) -> Term | None:
        """Understand the expression under a key of an entry, if there is one."""
        node = entry[key]
        return self.term(node, kind, about) if node is not None and node.value is not None else None

    def fixed(self, node: Scalar, wanted: Type) -> Any:
        """The value of an expression, certain before the first deal; else None, and a problem."""
        told, nothing = len(self.problems), frozenset[str]()
        term = self.points(node, nothing) if wanted is COMPLEX else self.term(node, wanted, nothing)
        if not term.constant and len(self.problems) == told:
            hint = "use only options and the number of players"
            self.wrong("not-fixed", "this must be fixed before the first deal", node.place, hint)
        return term.value if term.constant else None

    def points(self, node: Scalar, about: frozenset[str]) -> Term:
        """Understand a number of points: a whole one, or where scores are complex a complex one."""
        if self.layout.complex:
            return self.term(node, COMPLEX, about)
        told = len(self.problems)
        term = self.term(node, NUMBER, about)
        if self.problems[told:]:
            from trickbook.expression.diagnostics.wrong_types import WHOLE

            self.problems[told:] = [
                replace(problem, hint="write `match: {scores: complex}`")
                if problem.hint == WHOLE
                else problem
                for problem in self.problems[told:]
            ]
        return term

    def reach(self, node: Scalar, about: frozenset[str] = OPEN) -> tuple[Term, Term]:
        """Understand a range of numbers."""
        return reach(node.text, self.scope(node, about))

    def clauses(
        self,
        entries: Iterable[Entry],
        about: frozenset[str],
        known: abc.Mapping[str, bool] = NOTHING,
        verbs: Sequence[str] = VERBS,
    ) -> tuple[Clause, ...]:
        """Read clauses; those that can never apply are left out."""
        found = (self._clause(entry, about, known, verbs) for entry in entries)
        return tuple(clause for clause in found if clause is not None)

    def _clause(
        self, entry: Entry, about: frozenset[str], known: abc.Mapping[str, bool], verbs: Sequence[str]
    ) -> Clause | None:
        written = [verb for verb in VERBS if (node := entry[verb]) is not None and node.value is not None]
        if len(written) != 1 or written[0] not in verbs:
            known_verbs = ", ".join(f"`{verb}:`" for verb in verbs)
            self.wrong("verb", f"clause {shown(entry.name)} needs one of {known_verbs}", entry.place)
            return None
        verb, node = written[0], entry["when"]
        target = entry.need(verb)
        always = about - {"play", "size", "place", "answer", "outcome"}
        when = self.term(node, CONDITION, always, known) if node else None
        what = self.term(target, NUMBER if verb in COMPARING else None, about, known)
        if verb in NARROWING and what.type.kind not in (Kind.CARDS, Kind.CONDITION, Kind.UNKNOWN):
            message = f"`{verb}:` asks for cards or a condition, and this is {what.type}"
            self.wrong("wrong-type", message, target.place)
        if when and when.constant and not when.value:
            return None
        return Clause(entry, verb, None if when and when.constant else when, what)

    def demand(self, clauses: Iterable[Clause], kind: Type) -> None:
        """Tell of every ``keep`` and ``only`` that looks at another type than is narrowed here."""
        for clause in clauses:
            odd = {Kind.CARDS, Kind.CONDITION} - {kind.kind}  # what is neither is told of already
            if clause.verb in NARROWING and clause.what.type.kind in odd:
                node = clause.entry[clause.verb]
                message = f"`{clause.verb}:` asks for {kind} here, and this is {clause.what.type}"
                self.wrong("wrong-type", message, node.place if node else clause.entry.place)

    def entries(self, *path: str) -> Iterator[Entry]:
        """Give the entries of a section in order."""
        for name, found in self._pairs(path).items():
            yield entry(name, found.key_place, found.node)

    def names(self, *path: str) -> tuple[str, ...]:
        """The names of the entries of a section."""
        return tuple(self._pairs(path))

    def _pairs(self, path: Sequence[str]) -> abc.Mapping[str, Pair]:
        node: Node = self.root
        for key in path:
            if not isinstance(node, Mapping) or key not in node.entries:
                return {}
            node = node.entries[key].node
        return node.entries if isinstance(node, Mapping) else {}

    def record(self, name: str) -> Entry:
        """A section that is no map of entries but one record; an empty one if it is not there."""
        found = self.root.entries.get(name)
        return (
            entry(name, found.key_place, found.node)
            if found
            else entry(name, self.root.place, Mapping({}, self.root.place))
        )

    def name(self, word: str, term: Term) -> None:
        """Make a word mean a term."""
        self.symbols[word] = lambda _scope: term

    def wrong(self, code: str, message: str, place: Place | None, hint: str | None = None) -> None:
        """Tell of a mistake."""
        self.problems.append(Problem(code, message, place, hint))
