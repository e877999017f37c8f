"""Words for another trick, seat or answer than their author seems to mean, and steps at another moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.validation.expression_parts import (
    ExpressionPart,
    compiled_part,
    meeting_cards,
    own_expressions,
    subtrees,
)
from trickbook.engine.facts import TURN
from trickbook.expression.operations import ASKING_SEATS
from trickbook.expression.scope import Tree, extent
from trickbook.expression.types import Kind, meaning
from trickbook.problems import Problem, Remedy, shown
from trickbook.sections import table
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import at, texts
from trickbook.source.yaml import rewritten, within
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.source import Node
    from trickbook.source.nodes import Entry

COUNTED: Final = "trick_number"

ABOUT_A_TRICK: Final = frozenset(
    {"leading", "following", "first_trick", "last_trick", "lead", "led_suit", "trick", "rounds", COUNTED}
)

TRICK_HINT: Final = Message(
    "`player is taker` asks who took the last trick; remember earlier ones in a fact, with `upon: trick`"
)

OF_SOME: Final = Message(
    "remember what happens in some tricks in a fact: `{example}`",
    example="{upon: trick, when: trick_number > 7 and …}",
)

UNEVEN: Final = frozenset({"again", "cards"})
"""Keys of the tricks by which a trick takes more cards from a hand than one."""

TABLE_SECTIONS: Final = ("words", "orders")
"""The sections that are one for the whole table, if their expressions are about no player."""

PLACED = ("after", "before", "upon")
"""The keys that say when a step comes."""

AFTERWARDS = frozenset({"taken", "taker", "tricks", "outcome", "closing", "ahead", "points"})
"""Words that have a meaning only when tricks have been played."""

BRACKETS = frozenset({"over", "where"})
"""The phrases that ask each of several seats."""


def check_tricks(tables: Configurations) -> Iterator[Problem]:
    """Note each word about a trick in the file's own expressions about a finished deal."""
    late = (section for section in table.rules() if section.after_tricks)
    for section, scalar, tree in own_expressions(tables, late):
        yield from _about_a_trick(tables, section.key, scalar, tree)


def _may_differ(tables: Configurations) -> bool:
    """Return whether the number of tricks may differ: as with plays of several cards or other deals."""
    steps = tables.dependencies.root.entries["steps"].node
    written = steps.entries.values() if isinstance(steps, Mapping) else ()
    found = [step.node.entries for step in written if isinstance(step.node, Mapping)]
    if any(_is_computed(step["each"].node) for step in found if "each" in step):
        return True
    return any("upon" in step or ("leader" in step and not UNEVEN.isdisjoint(step)) for step in found)


def _is_computed(node: Node) -> bool:
    """Return whether a number of cards is no plain number."""
    return isinstance(node, Scalar) and not isinstance(node.value, int)


def _about_a_trick(tables: Configurations, section: str, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    for node in subtrees(tree):
        name = str(node.children[0]) if node.data == "word" else ""
        if name in ABOUT_A_TRICK and not (name == COUNTED and _may_differ(tables)):
            message = Message(
                "{word} is about a trick, and in `{section}` all tricks are over",
                word=shown(name),
                section=f"{section}:",
            )
            hint = OF_SOME if name == COUNTED else TRICK_HINT
            yield Problem("trick-over", message, _place(tables, scalar, node), hint, "note")


def check_answers(tables: Configurations) -> Iterator[Problem]:
    """Note each suit that is the player's own answer to a question that few are asked."""
    asked = _asked_of_few(tables)
    sections = (section for section in table.rules() if section.key in TABLE_SECTIONS)
    for _, scalar, tree in own_expressions(tables, sections) if asked else ():
        for part in subtrees(tree):
            if (name := _suit_of(part)) in asked:
                called, expression = shown(name), f"suit of {name} of {asked[name]}"
                message = Message(
                    "this is the player's own answer to {name}, and not all players have one", name=called
                )
                source = tables.resolved.texts.get(scalar.place.file, "")
                edit = rewritten(scalar, *extent(part), expression, source)
                hint = Remedy("write `{expression}`, to say whose", edit, expression=expression)
                yield Problem("own-answer", message, _place(tables, scalar, part), hint, "note")


def _asked_of_few(tables: Configurations) -> MappingOf[str, str]:
    """The questions for a name that not all players are asked, and whom they ask."""
    engine = tables.first
    return {
        step.name: _bracketed(step.entry.need("ask").text)
        for step in engine.questions
        if step.type.kind is Kind.CHOICE and step.who is not None and not step.who.constant
    }


def _bracketed(seats: str) -> str:
    return seats if seats.isidentifier() else f"({seats})"


def _suit_of(part: Tree) -> str:
    """The name of which a part is the suit."""
    words = [*part.children] if part.data == "of" else []
    named = len(words) == 2 and str(words[0]) == "suit" and getattr(words[1], "data", "") == "word"  # noqa: PLR2004
    return str(words[1].children[0]) if named else ""


def check_seats(tables: Configurations) -> Iterator[Problem]:
    """Note words of the file's own that are about another seat than the player outside the brackets."""
    for _, scalar, tree in own_expressions(tables, meeting_cards()):
        yield from _about_a_seat(tables, scalar, tree)


def _about_a_seat(tables: Configurations, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    for phrase in subtrees(tree):
        if phrase.data in BRACKETS:
            group, asked = phrase.children[-2:]
            for part in _of_player(asked):
                yield _redundant(tables, scalar, group, part)
            if isinstance(group, Tree) and _asks_of_the_same(tables, scalar, group, asked):
                yield _relative(tables, scalar, group, asked)


def _of_player(asked: Any) -> Iterator[Tree]:
    """The phrases such as `score of player` in brackets that also say `score`, of which it is no other."""
    inside = [*_same_seat(asked)]
    bare = {str(part.children[0]) for part in inside if part.data == "word"}
    for part in inside:
        if part.data == "of" and _is_player(part.children[-1]) and str(part.children[0]) in bare:
            yield part


def _same_seat(tree: Any) -> Iterator[Tree]:
    """The parts of brackets that are about the seat asked, without those in brackets of their own."""
    if isinstance(tree, Tree) and tree.data not in BRACKETS:
        yield tree
        for child in tree.children:
            yield from _same_seat(child)


def _is_player(tree: Any) -> bool:
    return isinstance(tree, Tree) and tree.data == "word" and str(tree.children[0]) == "player"


def _redundant(tables: Configurations, scalar: Scalar, group: Tree, part: Tree) -> Problem:
    """The note of a phrase about `player`, who is the seat that is asked."""
    name, whom = str(part.children[0]), _written(scalar, group)
    message = Message(
        "{part} in the brackets is about each of `{whom}`, as `{word}` is",
        part=shown(_written(scalar, part)),
        whom=whom,
        word=name,
    )
    comparison = f"{name} < highest of {whom} ({name})"
    hint = Message("compare outside the brackets: `{comparison}`", comparison=comparison)
    return Problem("in-brackets", message, _place(tables, scalar, part), hint, "note")


def _asks_of_the_same(tables: Configurations, scalar: Scalar, group: Tree, asked: Any) -> bool:
    """Return whether the brackets ask each of some seats only about the same seats, as seen from there."""
    terms = [compiled_part(tables.first, ExpressionPart(scalar, part)) for part in (group, asked)]
    if "player" not in terms[0].reads or "player" not in terms[1].reads:
        return False
    return all(own == meaning(terms[0]) for own in _own(terms[1], meaning(terms[0])))


def _own(term: Term, group: Hashable) -> Iterator[Hashable]:
    """The parts of a term that read its player: the group as a whole, or each single part."""
    if "player" not in term.reads:
        return
    parts = term.parts[:1] if term.operation in ASKING_SEATS else term.parts
    if meaning(term) == group or not parts:
        yield meaning(term)
        return
    for part in parts:
        yield from _own(part, group)


def _relative(tables: Configurations, scalar: Scalar, group: Tree, asked: Tree) -> Problem:
    """The note of seats that are asked about the same seats."""
    whom = _written(scalar, group)
    message = Message(
        "`{whom}` in the brackets are those of each of `{other}`, not the player's", whom=whom, other=whom
    )
    hint = Message("ask about the player's own outside the brackets: `{part}`", part=_written(scalar, asked))
    return Problem("in-brackets", message, _place(tables, scalar, asked), hint, "note")


def _written(scalar: Scalar, part: Tree) -> str:
    begin, end = extent(part)
    return " ".join(scalar.text[begin:end].split())


def _place(tables: Configurations, scalar: Scalar, part: Tree) -> Place:
    """The place of a part of an expression."""
    return within(scalar, *extent(part), tables.resolved.texts.get(scalar.place.file, ""))


def check_places(tables: Configurations) -> Iterator[Problem]:
    """Note each new step behind inherited tricks that does not say so, and what a step `turn` hides."""
    yield from _turns(tables)
    behind = False
    for entry in tables.first.context.entries("steps"):
        unsaid = behind and tables.own(entry.place) and not _late(tables, entry)
        if unsaid and entry.name not in _own_steps(tables):
            message = Message(
                "{step} comes after the tricks, behind all inherited steps", step=shown(entry.name)
            )
            hint = Message("say when it comes: `after: deal`, or `after: tricks` if you mean that")
            yield Problem("after-tricks", message, entry.place, hint, "note")
        behind = behind or (entry["leader"] is not None and not tables.own(entry.place))


def _turns(tables: Configurations) -> Iterator[Problem]:
    """Note what waits for the event before a seat plays, where a step of this name is waited for instead."""
    context = tables.first.context
    if all(entry.name != TURN for entry in context.entries("steps")):
        return
    for entry in (*context.entries("steps"), *context.entries("facts")):
        if TURN in texts(entry.node, "upon") and tables.own(entry.place):
            message = Message(
                "{name} waits for the step `turn`, and not for each turn to play", name=shown(entry.name)
            )
            place, hint = at(entry.node, ("upon",)).place, Message("if you mean the turns, rename the step")
            yield Problem("event-name", message, place, hint, "note")


def _own_steps(tables: Configurations) -> set[str]:
    """The steps for which the file itself says when they come; merging has done that already."""
    root = tables.resolved.trees.get(tables.resolved.file)
    found = root.entries.get("steps") if root else None
    steps = found.node.entries if found and isinstance(found.node, Mapping) else {}
    return {
        name
        for name, step in steps.items()
        if isinstance(step.node, Mapping) and {*PLACED} & {*step.node.entries}
    }


def _late(tables: Configurations, entry: Entry) -> bool:
    """Return whether a step rests on what only the tricks show."""
    parts = (
        found.node for key, found in entry.node.entries.items() if key != "to" and key not in table.quiet()
    )
    return any(tables.dependencies.words(part) & AFTERWARDS for part in parts)
