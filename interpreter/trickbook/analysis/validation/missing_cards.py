"""Cards that a ruleset names or requires and the deck lacks, for some or all numbers of players.

A rule that requires one of a set of cards never applies where all of them are left out. What counts is the
value: `2C or 3C` leaves a card where only one of the two is out. A set may be empty with the whole pack.
"""

from __future__ import annotations

from itertools import groupby, islice
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.configurations import MOST_WAYS, Configurations, player_numbers
from trickbook.analysis.validation.expression_parts import (
    ExpressionPart,
    compiled_part,
    expressions,
    whole_expression,
)
from trickbook.analysis.validation.unused import clause_lists, compiled_forms
from trickbook.cards.deck import CardError
from trickbook.expression import parser
from trickbook.expression.scope import Tree, extent
from trickbook.expression.types import Kind
from trickbook.problems import Place, Problem, shown
from trickbook.sections import table
from trickbook.sections.table import NARROWING
from trickbook.source import Mapping, Pair, Scalar
from trickbook.source.yaml import within
from trickbook.texts.message import Listing, Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry

HINT: Final = Message("name its substitute, such as the lowest card of a suit")

ASKING: Final = ("leader", "ask", "from")


class UnmetRequirement(NamedTuple):
    """A set of cards that a rule requires, and that is empty for these seats and options."""

    part: ExpressionPart
    seats: int
    way: Listing
    usual: bool


class Requirements(NamedTuple):
    """The sets that are empty; and whether the options were set in fewer ways than there are."""

    unmet: tuple[UnmetRequirement, ...]
    cut: bool


def check(tables: Configurations) -> Iterator[Problem]:
    """Report required cards that are missing, and note every other missing card that is named."""
    places, (unmet, cut) = set[Place | None](), _requirements(tables)
    if cut:
        message = Message(
            "rules that require cards were checked in only {number} combinations of options", number=MOST_WAYS
        )
        hint = Message("let fewer options bear on such rules, or check the others by `--option`")
        yield Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")
    for part, cases in groupby(sorted(unmet, key=_order), key=lambda case: case.part):
        problem = _waited(tables, part, list(cases))
        places.add(problem.place)
        yield problem
    for section in (section for section in table.rules() if section.meets_cards):
        found = tables.dependencies.root.entries.get(section.key)
        for scalar in expressions(found.node) if found else ():
            yield from (problem for problem in _unheld_names(tables, scalar) if problem.place not in places)


def _order(case: UnmetRequirement) -> tuple[object, ...]:
    scalar = case.part.scalar.place
    return (scalar.file, scalar.line, scalar.column, extent(case.part.tree), not case.usual, case.seats)


def _with(tables: Configurations, message: Message, seats: list[int]) -> Message:
    """A message about some numbers of players; about all of them it says so by saying nothing."""
    if len(seats) == len(tables.usual):
        return message
    return Message("{what} with {what_players}", what=message, what_players=player_numbers(seats))


# Required cards


def _waited(tables: Configurations, part: ExpressionPart, cases: list[UnmetRequirement]) -> Problem:
    """Report an unmet requirement, at the set of cards or at the word for it."""
    place, what = _card_place(tables, part)
    usual = list(dict.fromkeys(case.seats for case in cases if case.usual))
    message = Message("{what} (with {what_way})", what=what, what_way=cases[0].way)
    if usual:
        message = _with(tables, what, usual)
    return Problem("not-in-deck", message, place, HINT, tables.severity(place))


def _card_place(tables: Configurations, part: ExpressionPart) -> tuple[Place, Message]:
    """The place and text of the missing card, if it can be corrected there; else of what refers to it."""
    last = part
    while meant := _definition(tables.first, last):
        last = meant
    inner, outer = _place(tables, last), _place(tables, part)
    if last.tree.data == "card" and (tables.own(inner) or not tables.own(outer)):
        return inner, Message("{card} is not in the deck", card=_text(last))
    return outer, Message("no card of {part} is in the deck", part=_text(part))


def _place(tables: Configurations, part: ExpressionPart) -> Place:
    source = tables.resolved.texts.get(part.scalar.place.file, "")
    return within(part.scalar, *extent(part.tree), source)


def _text(part: ExpressionPart) -> str:
    begin, end = extent(part.tree)
    return shown(part.scalar.text[begin:end])


# Named cards


def _unheld_names(tables: Configurations, scalar: Scalar) -> Iterator[Problem]:
    """A note for every card of an expression that the deck lacks for some number of players."""
    tree = parser.tree(scalar.text)
    if tree is None:
        return
    source = tables.resolved.texts.get(scalar.place.file, "")
    for node in tree.named("card"):
        token = node.children[0]
        without = [seats for seats, table in tables.usual.items() if not _there(table, str(token))]
        if without:
            lacking = Message("{card} is not in the deck", card=shown(str(token)))
            message = _with(tables, lacking, without)
            yield Problem("not-in-deck", message, within(scalar, *extent(node), source), HINT, "note")


def _there(engine: Engine, card: str) -> bool:
    try:
        return bool(engine.deck.copies[engine.deck.name(card)])
    except CardError:
        return True


# Requirements


def _requirements(tables: Configurations) -> Requirements:
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
            for way, engine in ways.of(seats, options):
                if parts := _candidates(engine, entry, key):
                    complete = dict(whole.every_way(seats, options)).get(way) if whole else None
                    found += [
                        UnmetRequirement(part, seats, way, engine is usual)
                        for part in parts
                        if complete and _is_of_whole_pack(engine, complete, entry, key, part)
                    ]
    return Requirements(tuple(found), ways.cut)


class _Ways:
    """The ways to set options, as many as there may be for all rules together; those by default are free."""

    def __init__(self, tables: Configurations) -> None:
        """Start with all of them left."""
        self.tables, self.left, self.cut = tables, MOST_WAYS, False

    def of(self, seats: int, options: frozenset[str]) -> Iterator[tuple[Listing, CompiledRules]]:
        """Yield the ways to set some options: at least the first, and others while there are any left."""
        most, tried = max(1, self.left), 0
        for way, engine in islice(self.tables.every_way(seats, options), most):
            self.left -= engine is not self.tables.usual[seats]
            tried += 1
            yield way, engine
        self.cut = self.cut or tried == most < self.tables.many_ways(seats, options)


def _definition(engine: CompiledRules, part: ExpressionPart) -> ExpressionPart | None:
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
    pack = Pair(root.entries["deck"].key_place, Mapping(rest, deck.place))
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


def _is_of_whole_pack(
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
    if meant := _definition(engine, part):
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
