"""The one style of a ruleset: where its lines break and in which order its keys stand. No value changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.formatting.comments import all_comments, attached
from trickbook.formatting.layout import COLUMNS, Layout
from trickbook.loading.conformance import check_ruleset
from trickbook.problems import Place, Problem
from trickbook.source import Listing, Mapping, Scalar, read
from trickbook.source.files import decode, source_text
from trickbook.source.schema import document
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.source import Node
    from trickbook.source.schema import Form


__all__ = ["COLUMNS", "Formatted", "format_text"]


class Formatted(NamedTuple):
    """A text in the one style, or None and what is wrong with it."""

    text: str | None
    problems: tuple[Problem, ...] = ()


def format_text(text: str, file: str) -> Formatted:
    """Write a ruleset in the one style; one with mistakes of form is left alone."""
    root, problems = read(text, file)
    if root is None or problems:
        return Formatted(None, problems)
    if problems := check_ruleset(root):
        return Formatted(None, problems)
    written = _written(root, text, file)
    if not is_same(text, written, file):
        message = Message(
            "this file cannot be written in the one style without changing it; it is left as it is"
        )
        return Formatted(None, (Problem("not-formatted", message, Place(file)),))
    return Formatted(written)


def _written(root: Mapping, text: str, file: str) -> str:
    source = decode(text, file)[0] or text
    lines = Layout(attached(root, source_text(file, source))).document(root, document("ruleset"))
    return "\n".join(lines) + "\n"


def is_same(before: str, after: str, file: str) -> bool:
    """Return whether two texts hold the same tree and the same comments."""
    trees = [read(text, file) for text in (before, after)]
    if any(tree is None or problems for tree, problems in trees):
        return False
    comments = [
        sorted(comment.text for comment in all_comments(source_text(file, decode(text, file)[0] or text)))
        for text in (before, after)
    ]
    contents = [_content(tree, document("ruleset")) for tree, _ in trees]
    return comments[0] == comments[1] and contents[0] == contents[1]


def _content(node: Node | None, shape: Form) -> object:
    """All that a tree says; the keys of a record are in no order, those of authors are."""
    match node:
        case Scalar(value=value):
            return (type(value), value)
        case Listing(items=items):
            return [_content(item, shape.at(0)) for item in items]
        case Mapping(entries=entries):
            pairs = [(key, _content(pair.node, shape.at(key))) for key, pair in entries.items()]
            return dict(pairs) if shape.is_record else pairs
    return None
