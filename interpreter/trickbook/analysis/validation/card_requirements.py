"""Rules that require one of a set of cards, which never apply where all of them are left out.

What counts is the value: `2C or 3C` leaves a card where only one of the two is out. A set that would be empty
with the whole pack is meant to be.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.configurations import MOST_WAYS, Configurations
from trickbook.analysis.validation.dead_clauses import clause_lists, compiled_forms
from trickbook.analysis.validation.expression_parts import ExpressionPart, compiled_part, whole_expression
from trickbook.expression.tree import Tree
from trickbook.expression.types import Kind
from trickbook.sections.table import NARROWING
from trickbook.source import Mapping
from trickbook.source import Pair as Written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry

ASKING: Final = ("leader", "ask", "from")


class UnmetRequirement(NamedTuple):
    """A set of cards that a rule requires, and that is empty for these seats and options."""

    part: ExpressionPart
    seats: int
    way: str
    usual: bool


class Requirements(NamedTuple):
    """The sets that are empty; and whether the options were set in fewer ways than there are."""

    unmet: tuple[UnmetRequirement, ...]
    cut: bool


def requirements(tables: Configurations) -> Requirements:
    """Every required set of cards that is empty in some configuration, but not with the whole pack.

    Options are set in every way, as they come by default first, while there are not too many ways in all.
    """
    whole, ways = _whole(tables), _Ways(tables)
    deck = tables.dependencies.root.entries["deck"].node
    out, found = _left_out(tables), list[UnmetRequirement]()
    for entry, key in _places(tables) if whole else ():
        if not tables.dependencies.words(entry.need(key)) & out:
            continue
        options = tables.dependencies.options(deck, entry[key], entry["when"])
        for seats, usual in tables.usual.items():
            for way, table in ways.of(seats, options):
                if parts := _candidates(table, entry, key):
                    complete = dict(whole.every_way(seats, options)).get(way) if whole else None
                    found += [
                        UnmetRequirement(part, seats, way, table is usual)
                        for part in parts
                        if complete and _gone(table, complete, entry, key, part)
                    ]
    return Requirements(tuple(found), ways.cut)


class _Ways:
    """The ways to set options, as many as there may be for all rules together; those by default are free."""

    def __init__(self, tables: Configurations) -> None:
        """Start with all of them left."""
        self.tables, self.left, self.cut = tables, MOST_WAYS, False

    def of(self, seats: int, options: frozenset[str]) -> Iterator[tuple[str, CompiledRules]]:
        """Yield the ways to set some options: at least the first, and others while there are any left."""
        most, tried = max(1, self.left), 0
        for way, table in islice(self.tables.every_way(seats, options), most):
            self.left -= table is not self.tables.usual[seats]
            tried += 1
            yield way, table
        self.cut = self.cut or tried == most < self.tables.many_ways(seats, options)


def definition(engine: CompiledRules, part: ExpressionPart) -> ExpressionPart | None:
    """The definition of a word, if the part is only a word."""
    name = str(part.tree.children[0]) if part.tree.data == "word" else ""
    for entry in engine.context.entries("words"):
        if entry.name == name:
            return whole_expression(entry["is"])
    return None


def _whole(tables: Configurations) -> Configurations | None:
    """The configurations with the whole pack; None if nothing is left out."""
    root = tables.resolved.root
    deck = root.entries["deck"].node
    if not isinstance(deck, Mapping) or "leave_out" not in deck.entries:
        return None
    rest = {key: entry for key, entry in deck.entries.items() if key != "leave_out"}
    pack = Written(root.entries["deck"].key_place, Mapping(rest, deck.place))
    entries = {**root.entries, "deck": pack}
    return Configurations(tables.resolved._replace(root=Mapping(entries, root.place)))


def _left_out(tables: Configurations) -> frozenset[str]:
    """The words that may refer to cards left out: their names, `rank`, and groups that contain one."""
    decks = [table.deck for table in tables.usual.values()]
    packs = [max(face.copies for face in deck.faces) for deck in decks]
    pairs = zip(decks, packs, strict=True)
    gone = {face.name for deck, most in pairs for face in deck.faces if face.copies < most}
    suits = {suit.name for suit in decks[0].suits}
    groups = {name for name, cards in decks[0].groups.items() if cards & gone and name not in suits}
    return frozenset({"rank", *gone, *groups})


def _places(tables: Configurations) -> Iterator[tuple[Entry, str]]:
    """The entries that may require cards, and the keys under which they do."""
    steps = list(tables.first.context.entries("steps"))
    for entries, keys in (*((rules, NARROWING) for rules in clause_lists(tables)), (steps, ASKING)):
        yield from ((entry, key) for entry in entries for key in keys if entry[key] is not None)


def _candidates(engine: CompiledRules, entry: Entry, key: str) -> list[ExpressionPart]:
    """The empty sets of one expression that its rule requires."""
    part = whole_expression(entry[key])
    if part is None:
        return []
    if key in NARROWING:
        return [part] if any(_none(clause.what) for clause in compiled_forms(engine, entry.place)) else []
    steps = [*engine.steps, *(step for steps in engine.upon.values() for step in steps)]
    return _sets(engine, part, {}) if any(step.entry.place == entry.place for step in steps) else []


def _gone(
    engine: CompiledRules, complete: CompiledRules, entry: Entry, key: str, part: ExpressionPart
) -> bool:
    """Return whether an empty set has cards with the whole pack."""
    if key not in NARROWING:
        return _some(compiled_part(complete, part))
    pairs = zip(compiled_forms(engine, entry.place), compiled_forms(complete, entry.place), strict=False)
    return any(_none(clause.what) and _some(other.what) for clause, other in pairs)


def _none(term: Term) -> bool:
    """Return whether a term is a fixed set without cards."""
    return term.type.kind is Kind.CARDS and term.constant and not term.value


def _some(term: Term) -> bool:
    """Return whether a term is a fixed set with cards."""
    return term.type.kind is Kind.CARDS and term.constant and bool(term.value)


def _sets(
    engine: CompiledRules, part: ExpressionPart, known: dict[Scalar, list[ExpressionPart]]
) -> list[ExpressionPart]:
    """The largest fixed and empty sets that decide an expression."""
    term = compiled_part(engine, part)
    if term.constant:
        return [part] if _none(term) else []
    if meant := definition(engine, part):
        if meant.scalar not in known:
            known[meant.scalar] = _sets(engine, meant, known)
        return known[meant.scalar]
    if part.tree.data in ("has_no", "negate"):
        return []
    inner = [_sets(engine, child, known) for child in _children(engine, part)]
    if part.tree.data == "either" and not all(inner):
        return []
    return [empty for sets in inner for empty in sets]


def _children(engine: CompiledRules, part: ExpressionPart) -> list[ExpressionPart]:
    """The parts that matter; of `if`, only the branch that is certainly taken."""
    children = [ExpressionPart(part.scalar, child) for child in part.tree.children if isinstance(child, Tree)]
    if part.tree.data == "choose" and (condition := compiled_part(engine, children[0])).constant:
        return [children[1 if condition.value else 2]]
    return children
