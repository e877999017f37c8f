"""Words about the trick that is played, where all tricks are over: the same for every player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.validation.expression_parts import own_expressions, subtrees
from trickbook.expression.scope import extent
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping, Scalar
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.tree import Tree
    from trickbook.source import Node

COUNTED: Final = "trick_number"

ABOUT_A_TRICK: Final = frozenset(
    {"leading", "following", "first_trick", "last_trick", "lead", "led_suit", "trick", "rounds", COUNTED}
)

HINT: Final = (
    "`player is taker` asks who took the last trick; remember earlier ones in a fact, with `upon: trick`"
)

OF_SOME: Final = (
    "remember what happens in some tricks in a fact: `{upon: trick, when: trick_number > 7 and …}`"
)

UNEVEN: Final = frozenset({"again", "cards"})
"""Keys of the tricks by which a trick takes more cards from a hand than one."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each word about a trick in the file's own expressions about a finished deal."""
    late = (section for section in table.rules() if section.after_tricks)
    for section, scalar, tree in own_expressions(tables, late):
        yield from _noted(tables, section.key, scalar, tree)


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


def _noted(tables: Configurations, section: str, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    for node in subtrees(tree):
        name = str(node.children[0]) if node.data == "word" else ""
        if name in ABOUT_A_TRICK and not (name == COUNTED and _may_differ(tables)):
            place = within(scalar, *extent(node), tables.resolved.texts.get(scalar.place.file, ""))
            message = f"{shown(name)} is about a trick, and in `{section}:` all tricks are over"
            hint = OF_SOME if name == COUNTED else HINT
            yield Problem("trick-over", message, place, hint, "note")
