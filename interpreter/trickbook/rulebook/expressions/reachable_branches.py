"""Reachable branches of words that depend on a cycle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.expression.tree import Tree
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.expressions.choices import chain, cycle
from trickbook.rulebook.used_names import active_entries, entry_names

if TYPE_CHECKING:
    from trickbook.rulebook.writer import Writer
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry


def reachable_branches(writer: Writer, name: str, node: Any) -> Any:
    """The definition of a word, without its last branch if all rules that use the word exclude it."""
    branches, inner = [], _shortest(writer, node)
    while inner.data == "choose":
        branches.append(inner)
        inner = _shortest(writer, inner.children[2])
    found = [cycle(writer.wording, branch.children[0]) for branch in branches]
    option = found[0] if found else None
    if option is None or any(other is not option for other in found):
        return node
    tested = {
        str(child.children[0])
        for branch in branches
        if branch.children[0].data == "same"
        for child in branch.children[0].children
    }
    if not _shut(writer, name, option, set(option.value) - tested):
        return node
    made = branches[-1].children[1]
    for branch in reversed(branches[:-1]):
        made = Tree("choose", (*branch.children[:2], made))
    return made


def _shortest(writer: Writer, node: Any) -> Any:
    while (shorter := writer.wording.shorter(node)) is not None:
        node = shorter
    return node


def _shut(writer: Writer, name: str, option: Option, rest: set[str]) -> bool:
    """Return whether every rule that uses a word applies to none of these choices of a cycle."""
    if any(name in _words(meaning) for meaning in writer.certainty.words.values()):
        return False
    readers = [entry for entry in active_entries(writer) if name in entry_names(writer.unsettled, entry)]
    return bool(readers) and all(_excludes(entry, option, choice) for entry in readers for choice in rest)


def _words(meaning: str) -> set[str]:
    return {str(token) for token in tree(meaning).tokens()}


def _excludes(entry: Entry, option: Option, choice: str) -> bool:
    """Return whether a rule applies only if a cycle is not some choice."""
    for part in chain(tree(written(entry.node, "when") or "yes")):
        said = [str(child.children[0]) for child in part.children if getattr(child, "data", "") == "word"]
        if part.data == "differs" and sorted(said) == sorted((option.name, choice)):
            return True
    return False
