"""The context in which sections are read: the layout, the author's words, and the mistakes found."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.scope import NOTHING as NO_ARGUMENTS
from trickbook.expression.scope import OPEN, Scope
from trickbook.expression.semantics import meaning, reach
from trickbook.expression.types import BROKEN, COMPLEX, CONDITION, NUMBER, TOP_SUM, Clause, Kind
from trickbook.problems import Edit, Place, Problem, shown
from trickbook.sections.table import COMPARING, NARROWING, VERBS
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import Entry, entries_under, entry, text, texts
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence

    from trickbook.expression.scope import Parts
    from trickbook.expression.types import Term, Type
    from trickbook.state import Layout, Winner

WORD: Final = re.compile(r"\w+")
"""A word of an expression."""

MOST_MISTAKES: Final = 500
"""How many mistakes are looked for in expressions; far fewer are told."""

KEPT: Final = ((), (Kind.CARDS, Kind.CONDITION))
"""What may stand under a verb that compares, and under one that narrows."""

WORTH: Final = "worth"
"""The word for what each card is worth."""

NOTHING: abc.Mapping[str, bool] = MappingProxyType({})


def asking(key: str, wanted: Message, found: Message) -> Message:
    """Say what stands under a key where something else is wanted."""
    template = "`{phrase}` asks for {what}, and this is {what_found}"
    return Message(template, phrase=key, what=wanted, what_found=found)


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
    ``winner`` tells how a trick is won, once that was read. ``read`` counts the characters of all expressions
    that were read, ``parts`` keeps the parts of the one that was last taken apart, ``parts_of``.
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
    entry_lists: dict[tuple[str, ...], tuple[Entry, ...]] = field(default_factory=dict)
    read: int = 0
    parts: Parts = field(default_factory=dict)
    parts_of: Scalar | None = None
    clause_memo: dict[Hashable, tuple[Clause | None, int]] = field(default_factory=dict)

    def scope(
        self, node: Scalar, about: frozenset[str] = OPEN, known: abc.Mapping[str, bool] = NOTHING
    ) -> Scope:
        """The scope of an expression that stands in this scalar."""
        source, demand = self.texts.get(node.place.file, ""), self.demands.get(node.place.path)

        def place(begin: int, end: int) -> Place:
            from trickbook.source.yaml import within

            return within(node, begin, end, source)

        def edit(scope: Scope, begin: int, end: int, text: str) -> Edit | None:
            from trickbook.expression.diagnostics import is_better
            from trickbook.source.yaml import rewritten

            whole = f"{node.text[:begin]}{text}{node.text[end:]}"
            return (
                rewritten(node, begin, end, text, source) if is_better(whole, scope, self.problems) else None
            )

        scope = Scope(self.layout, self.symbols, about, place, self.problems.append, known, edit=edit)
        return scope._replace(arguments=demand.arguments) if demand else scope

    def term(
        self,
        node: Scalar,
        wanted: Type | None = None,
        about: frozenset[str] = OPEN,
        known: abc.Mapping[str, bool] = NOTHING,
        either: Collection[Kind] = (),
    ) -> Term:
        """Understand an expression, of the wanted type or of either kind; not among very many mistakes."""
        if len(self.problems) > MOST_MISTAKES:
            return BROKEN
        before = self.spent
        self.read += len(node.text)
        term = meaning(node.text, self.scope(node, about, known)._replace(either=either), wanted)
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
        count, nothing = len(self.problems), frozenset[str]()
        term = self.points(node, nothing) if wanted is COMPLEX else self.term(node, wanted, nothing)
        if not term.constant and len(self.problems) == count:
            hint = Message("use only options and the number of players")
            self.wrong("not-fixed", Message("this must be fixed before the first deal"), node.place, hint)
        return term.value if term.constant else None

    def points(self, node: Scalar, about: frozenset[str]) -> Term:
        """Understand a number of points: a whole one, or where scores are complex a complex one."""
        if self.layout.complex:
            return self.term(node, COMPLEX, about)
        count = len(self.problems)
        term = self.term(node, NUMBER, about)
        if self.problems[count:]:
            from trickbook.expression.diagnostics.wrong_types import WHOLE

            self.problems[count:] = [
                replace(problem, hint=Message("write `match: {scores: complex}`"))
                if problem.hint == WHOLE
                else problem
                for problem in self.problems[count:]
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
        found = (self._certain_clause(entry, about, known, verbs) for entry in entries)
        return tuple(clause for clause in found if clause is not None)

    def _certain_clause(
        self, entry: Entry, about: frozenset[str], known: abc.Mapping[str, bool], verbs: Sequence[str]
    ) -> Clause | None:
        """Read a clause; where something is certain, again only for a clause that may rest on it.

        Read again, it costs what its own expressions do, for words are read once.
        """
        if not known:
            return self._clause(entry, about, known, verbs)[0]
        parts = [node.text for key in ("when", *VERBS) if (node := entry[key]) is not None]
        certain = ((name, known[name]) for name in sorted(known.keys() & self._rests(" ".join(parts))))
        key = (id(entry.node), about, *certain)
        if key in self.clause_memo and self.spent <= TOP_SUM:
            clause, cost = self.clause_memo[key]
            self.spent += cost
            return clause
        self.clause_memo[key] = self._clause(entry, about, known, verbs)
        return self.clause_memo[key][0]

    def _rests(self, text: str) -> abc.Set[str]:
        """The words of an expression, and those of all definitions that it rests on."""
        found, left = set[str](), {*WORD.findall(text)}
        while left:
            found |= left
            left = {other for name in left for other in self._definitions.get(name, ())} - found
        return found

    @cached_property
    def _definitions(self) -> abc.Mapping[str, Sequence[str]]:
        """The words of each definition."""
        found = ((entry.name, entry["is"]) for entry in self.entries("words"))
        return {name: WORD.findall(node.text) for name, node in found if node is not None}

    def _clause(
        self, entry: Entry, about: frozenset[str], known: abc.Mapping[str, bool], verbs: Sequence[str]
    ) -> tuple[Clause | None, int]:
        """Read a clause, None if it can never apply; and what its expressions cost."""
        written = [verb for verb in VERBS if (node := entry[verb]) is not None and node.value is not None]
        if len(written) != 1 or written[0] not in verbs:
            known_verbs = listing(f"`{verb}:`" for verb in verbs)
            message = Message("clause {name} needs one of {list}", name=shown(entry.name), list=known_verbs)
            self.wrong("verb", message, entry.place)
            return None, 0
        verb, node = written[0], entry["when"]
        target = entry.need(verb)
        always = about - {"play", "size", "place", "answer", "outcome"}
        when = self.term(node, CONDITION, always, known) if node else None
        what = self.term(target, NUMBER if verb in COMPARING else None, about, known, KEPT[verb in NARROWING])
        if verb in NARROWING and what.type.kind not in (*KEPT[True], Kind.UNKNOWN):
            either = Message("cards or a condition")
            self.wrong("wrong-type", asking(f"{verb}:", either, what.type.phrase), target.place)
        cost = what.cost + (when.cost if when else 0)
        if when and when.constant:
            return (Clause(entry, verb, None, what) if when.value else None), cost
        return Clause(entry, verb, when, what), cost

    def demand(self, clauses: Iterable[Clause], kind: Type) -> None:
        """Tell of every ``keep`` and ``only`` that looks at another type than is narrowed here."""
        for clause in clauses:
            odd = {Kind.CARDS, Kind.CONDITION} - {kind.kind}  # what is neither is told of already
            if clause.verb in NARROWING and clause.what.type.kind in odd:
                node = clause.entry[clause.verb]
                message = Message(
                    "`{phrase}` asks for {what} here, and this is {what_found}",
                    phrase=f"{clause.verb}:",
                    what=kind.phrase,
                    what_found=clause.what.type.phrase,
                )
                self.wrong("wrong-type", message, node.place if node else clause.entry.place)

    def entries(self, *path: str) -> Iterator[Entry]:
        """Give the entries of a section in order."""
        if path not in self.entry_lists:
            pairs = entries_under(self.root, *path).items()
            self.entry_lists[path] = tuple(entry(name, found.key_place, found.node) for name, found in pairs)
        yield from self.entry_lists[path]

    @cached_property
    def shown_answers(self) -> frozenset[str]:
        """The steps whose chosen cards a step of their own shows to everybody."""
        return frozenset(
            event
            for entry in self.entries("steps")
            for event in texts(entry.node, "upon")
            if texts(entry.node, "upon") == (text(entry.node, "show"),)
            and not {"when", "to"} & entry.node.entries.keys()
        )

    def names(self, *path: str) -> tuple[str, ...]:
        """The names of the entries of a section."""
        return tuple(entries_under(self.root, *path))

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

    def wrong(self, code: str, message: Message, place: Place | None, hint: Message | None = None) -> None:
        """Tell of a mistake."""
        self.problems.append(Problem(code, message, place, hint))
