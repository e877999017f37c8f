"""Words about the trick that is played, where all tricks are over: the same for every player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.validation.expression_parts import own_expressions, subtrees
from trickbook.expression.scope import extent
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.tree import Tree
    from trickbook.source import Scalar

ABOUT_A_TRICK: Final = frozenset(
    {"leading", "following", "first_trick", "last_trick", "lead", "led_suit", "trick", "rounds"}
)

HINT: Final = (
    "`player is taker` asks who took the last trick; remember earlier ones in a fact, with `upon: trick`"
)


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each word about a trick in the file's own expressions about a finished deal."""
    late = (section for section in table.rules() if section.after_tricks)
    for section, scalar, tree in own_expressions(tables, late):
        yield from _noted(tables, section.key, scalar, tree)


def _noted(tables: Configurations, section: str, scalar: Scalar, tree: Tree) -> Iterator[Problem]:
    for node in subtrees(tree):
        name = str(node.children[0]) if node.data == "word" else ""
        if name in ABOUT_A_TRICK:
            place = within(scalar, *extent(node), tables.resolved.texts.get(scalar.place.file, ""))
            message = f"{shown(name)} is about a trick, and in `{section}:` all tricks are over"
            yield Problem("trick-over", message, place, HINT, "note")
