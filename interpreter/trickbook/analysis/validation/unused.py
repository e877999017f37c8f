"""Entries without effect: what nothing reads, clauses that drop nothing, and `fits:` in a game.

Clauses drop nothing if they never apply, keep everything, or repeat an earlier one.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from trickbook.analysis.dependencies import names_in
from trickbook.expression.types import Kind
from trickbook.loading import resolve
from trickbook.loading.files import find
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.nodes import scalars, text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Clause
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Pair, Scalar
    from trickbook.source.nodes import Entry

    FixedCards: TypeAlias = tuple[tuple[int | None, ...], ...]


def check_names(tables: Configurations) -> Iterator[Problem]:
    """Report what a ruleset defines and never uses."""
    used, played = tables.dependencies.used(), tables.dependencies.used(measured=False)
    for name, entry in tables.dependencies.section("options").items():
        if name not in played:
            entry_gone = f"options: {{{name}: null}}"
            hint = Message("use it in an expression, or remove it: `{entry}`", entry=entry_gone)
            message = Message("option {name} has no effect: no expression uses it", name=shown(name))
            place = tables.near(entry.key_place)
            yield Problem("unused-option", message, place, hint, tables.severity(entry.key_place))
    for name, entry in _idle(tables, "words", used):
        message = Message("no expression uses the word {name}", name=shown(name))
        yield Problem("unused-word", message, entry.key_place, severity="note")
    for name, entry in _idle(tables, "facts", used):
        message = Message("no expression uses the fact {name}", name=shown(name))
        yield Problem("unused-fact", message, entry.key_place, severity="note")
    for name, entry in _idle(tables, "piles", used):
        message = Message("no card is ever put on the pile {name}", name=shown(name))
        yield Problem("unused-pile", message, entry.key_place, severity="note")
    yield from _unread(tables)


def _idle(tables: Configurations, section: str, used: frozenset[str]) -> Iterator[tuple[str, Pair]]:
    """The entries of a section in the ruleset's own file that nothing uses."""
    for name, entry in tables.dependencies.section(section).items():
        if tables.own(entry.key_place) and not {name, *_also(entry)} & used:
            yield name, entry


def _also(entry: Pair) -> frozenset[str]:
    """The names for which this one counts as a use: a word for past cards of a pile uses the pile."""
    found = entry.node.entries.get("ever") if isinstance(entry.node, Mapping) else None
    return names_in(found.node) if found else frozenset()


def _unread(tables: Configurations) -> Iterator[Problem]:
    """The questions whose answer no other step, clause, event or points use."""
    for name, step in tables.dependencies.section("steps").items():
        keys = step.node.entries if isinstance(step.node, Mapping) else {}
        is_own = tables.own(step.key_place) and "ask" in keys and "to" not in keys
        if is_own and not tables.dependencies.is_used_elsewhere(name):
            message = Message("no rule uses the answers to {name}, and no cards move", name=shown(name))
            hint = Message("use `{name}` in an expression", name=name)
            yield Problem("unread-answer", message, step.key_place, hint, "note")


def check_forgotten(tables: Configurations) -> Iterator[Problem]:
    """Note facts that change only at the end of a deal, unless the end of the match rests on them."""
    root, dependencies = tables.resolved.root, tables.dependencies
    ending = root.entries.get("match")
    read = dependencies.closure(names_in(ending.node)) if ending else frozenset()
    for name, entry in dependencies.section("facts").items():
        node = entry.node if isinstance(entry.node, Mapping) else Mapping({}, entry.node.place)
        is_late = texts(node, "upon") == ("end",) and text(node, "lasts") != "match"
        if is_late and name not in read and tables.own(entry.key_place):
            message = Message(
                "the fact {name} changes at the end of a deal, and starts anew in the next", name=shown(name)
            )
            yield Problem("forgotten-fact", message, entry.key_place, Message("write `lasts: match`"), "note")


def check_fits(tables: Configurations) -> Iterator[Problem]:
    """Note a `fits:` in a file that extends a game, where it has no effect."""
    own = tables.resolved.trees.get(tables.resolved.file)
    if own is None or "fits" not in own.entries:
        return
    beside = Path(tables.resolved.file).parent
    games = [one.text for one in scalars(own, "extends") if _is_game(one.text, beside)]
    for game in games[:1]:
        message = Message("this extends {game}, a game, so `fits:` has no effect", game=shown(game))
        hint = Message("leave out one of the two: a house rule extends nothing but parts")
        yield Problem("fits-in-game", message, own.entries["fits"].key_place, hint, "note")


def _is_game(name: str, beside: Path) -> bool:
    """Return whether a name stands for a ruleset that can be played by itself."""
    path = find(name, beside)
    return path is not None and bool(resolve(path, check_merged=False).players.counts)


# Clauses


def check_clauses(tables: Configurations) -> Iterator[Problem]:
    """Check the clauses of each section, and all other entries with a `when:`."""
    dead = list(_dead(tables))
    yield from (_never(tables, entry) for entry in dead)
    gone = {entry.place for entry in dead}
    for rules in clause_lists(tables):
        living = [entry for entry in rules if entry.place not in gone]
        yield from _shadow_notes(tables, living)
        yield from (problem for entry in living for problem in _idle_clause(tables, entry))


def clause_lists(tables: Configurations) -> Iterator[list[Entry]]:
    """The lists of clauses that narrow the same choice."""
    context = tables.first.context
    for path in table.map_paths(lambda section: section.verbs, context.names):
        yield list(context.entries(*path))


def compiled_forms(engine: CompiledRules, place: Place) -> list[Clause]:
    """The compiled forms of a clause in an engine."""
    return engine.clauses_at.get(place, [])


# Never applied


def _dead(tables: Configurations) -> Iterator[Entry]:
    """Entries whose `when:` is false for every number of players and all options."""
    for entry, step in _conditional(tables):
        if not any(_lives(table, entry) for table in tables.usual.values()):
            options = tables.dependencies.options(entry["when"], step)
            ways = (table for seats in tables.usual for _, table in tables.every_way(seats, options))
            dead = not any(_lives(table, entry) for table in ways)
            if not options or (dead and tables.tries_all(options)):
                yield entry


def _conditional(tables: Configurations) -> Iterator[tuple[Entry, Scalar | None]]:
    """The entries with a condition, and for the rules of a question that of their step."""
    context = tables.first.context
    steps = {one.name: one["when"] for one in context.entries("steps")}
    paths = [
        *table.map_paths(lambda section: section.verbs, context.names),
        *table.map_paths(lambda section: section.active and not section.verbs, context.names),
    ]
    return (
        (entry, steps.get(path[1]) if len(path) > 1 and path[0] == "steps" else None)
        for path in paths
        for entry in context.entries(*path)
        if entry["when"] is not None
    )


def _lives(engine: CompiledRules, entry: Entry) -> bool:
    """Return whether an entry's `when:` can be true in an engine."""
    return entry.place in engine.possible_places


def _never(tables: Configurations, entry: Entry) -> Problem:
    node = entry["when"]
    assert node is not None  # noqa: S101 - only entries with one come here
    place = node.place if tables.own(node.place) else entry.place
    message = Message(
        "{name} never applies: {condition} is false at every table and with every option",
        name=shown(entry.name),
        condition=shown(node.text),
    )
    return Problem("never", message, place, None, tables.severity(entry.place))


# Without effect


def _idle_clause(tables: Configurations, entry: Entry) -> Iterator[Problem]:
    """Report a clause that drops nothing, because it keeps everything or values all alike."""
    verb, node = next(
        ((verb, entry[verb]) for verb in ("keep", "only", "most", "fewest") if entry[verb]), ("", None)
    )
    if node is None or tables.dependencies.options(node):
        return
    name, written, severity = shown(entry.name), f"{verb}: {node.text}", tables.severity(node.place)
    forms = [(table, one) for table in tables.usual.values() for one in compiled_forms(table, entry.place)]
    if forms and all(_everything(table, clause) for table, clause in forms):
        message = Message("{name} drops nothing: `{clause}` keeps everything", name=name, clause=written)
        yield Problem("idle", message, node.place, None, severity)
    if forms and all(_nothing(table, clause) for table, clause in forms):
        message = Message(
            "{name} drops nothing: `{clause}` keeps nothing that is in the deck", name=name, clause=written
        )
        yield Problem("not-in-deck", message, node.place, None, severity)


def _everything(engine: CompiledRules, clause: Clause) -> bool:
    term = clause.what
    if not term.constant:
        return False
    return (
        clause.verb in ("most", "fewest")
        or term.value is True
        or (term.type.kind is Kind.CARDS and term.value == engine.deck.cards)
    )


def _nothing(engine: CompiledRules, clause: Clause) -> bool:
    return clause.verb == "keep" and clause.what.constant and clause.what.value in (0, False)


# Repetitions


def _shadow_notes(tables: Configurations, rules: list[Entry]) -> Iterator[Problem]:
    """Report clauses for which an earlier one leaves nothing to do."""
    firsts: dict[Hashable, int] = {}
    fixed: dict[FixedCards, int] = {}
    pairs = []
    for number, later in enumerate(rules):
        when, (verb, what), cards = text(later.node, "when"), _what(later), _fixed_cards(tables, later)
        same = ((one, *other) for one in (None, when) for other in ((verb, what), ("only", what), ("place",)))
        found = [firsts[key] for key in same if key in firsts]
        if verb in ("keep", "only"):
            found += (first for earlier, first in fixed.items() if _within(earlier, cards))
        if found:
            pairs.append((min(found), number))
        firsts.setdefault((when, verb, what), number)
        if what == "place":
            firsts.setdefault((when, "place"), number)
        if verb == "only" and when is None:
            fixed.setdefault(cards, number)
    for first, second in sorted(pairs):
        earlier, later = rules[first], rules[second]
        names, place = (shown(later.name), shown(earlier.name)), later.place
        message = Message(
            "{name} drops nothing: {earlier} before it leaves it nothing to do",
            name=names[0],
            earlier=names[1],
        )
        yield Problem("shadowed", message, place, None, tables.severity(place), (earlier.place,))


def _what(entry: Entry) -> tuple[str, Any]:
    """The verb of a clause and its expression."""
    return next(
        ((verb, text(entry.node, verb)) for verb in ("keep", "only", "most", "fewest") if entry[verb]),
        ("", None),
    )


def _fixed_cards(tables: Configurations, entry: Entry) -> FixedCards:
    """The cards of each compiled form of a clause in each engine; None for one that is no fixed set."""
    return tuple(
        tuple(
            clause.what.value if clause.what.type.kind is Kind.CARDS and clause.what.constant else None
            for clause in compiled_forms(engine, entry.place)
        )
        for engine in tables.usual.values()
    )


def _within(earlier: FixedCards, later: FixedCards) -> bool:
    """Return whether the later clause certainly keeps all that the earlier one leaves."""
    return all(map(_all_inside, earlier, later))


def _all_inside(first: Sequence[int | None], second: Sequence[int | None]) -> bool:
    """Return whether all are fixed sets of cards, the first ones subsets of the second ones."""
    pairs = [*zip(first, second, strict=False)]
    return bool(pairs) and all(
        one is not None and other is not None and not one & ~other for one, other in pairs
    )
