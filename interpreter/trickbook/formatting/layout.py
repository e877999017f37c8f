"""A tree as lines: what fits stands on one line, all else one key a line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from trickbook.formatting.scalars import (
    HEAD,
    block,
    filled,
    is_entry,
    is_plain,
    ordered,
    unbroken,
    written,
    written_key,
)
from trickbook.source.nodes import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from collections.abc import Set as AbstractSet

    from trickbook.formatting.comments import Comment, Comments
    from trickbook.source import Node
    from trickbook.source.schema import Form

COLUMNS: Final = 100
STEP: Final = 2

FARTHEST: Final = 40
"""From this column on a folded expression goes on below its key, not below its beginning."""

MOST_KEYS: Final = 4
"""How many keys an entry on one line may have, if all of them fit."""


@dataclass
class Piece:
    """A key with its value, written: its lines, and what may be aligned with its neighbours."""

    key: str
    lines: list[str]
    value: str | None
    above: list[str]
    below: list[str]
    beside: str
    apart: bool


class Layout:
    """Writes the parts of one file."""

    def __init__(self, comments: Comments) -> None:
        """Keep the comments at hand."""
        self.comments = comments

    def document(self, root: Mapping, form: Form) -> list[str]:
        """Write a whole file."""
        keys = ordered(form, root.entries)
        pieces = [self.section(key, root, form) for key in keys]
        for before, after in pairwise(pieces):
            head = before.key in HEAD and after.key in HEAD
            maps = all(piece.value is not None and piece.value[:1] == "{" for piece in (before, after))
            after.apart = not (head or maps) or bool(after.above)
        if pieces:
            pieces[0].apart = False
        lines = _lines(pieces, 0, aligned=lambda piece: piece.key not in HEAD)
        first = [root.entries[key].key_place.path for key in keys]
        gap = [""] if self.comments.header and self.comments.apart & _first(root, first) else []
        header = _commented(self.comments.header, 0)
        footer = _commented(self.comments.footer, 0)
        return [*header, *gap, *lines, *([""] if footer else []), *footer]

    def section(self, key: str, root: Mapping, form: Form) -> Piece:
        """Write a section; one that holds entries has a line for each at least."""
        inner, node = form.at(key), root.entries[key].node
        is_map = isinstance(node, Mapping) and bool(node.entries) and not inner.is_record and key not in HEAD
        return self.piece(key, root, form, 0, whole=is_map)

    def piece(self, key: str, parent: Mapping, form: Form, indent: int, *, whole: bool = False) -> Piece:
        """Write a key of a map with its value."""
        pair = parent.entries[key]
        path, inner = pair.key_place.path, form.at(key)
        above = _commented(self.comments.above[path], indent)
        below = _commented(self.comments.below[path], indent)
        beside = "".join(f"  {comment.text}" for comment in self.comments.beside[path])
        name = written_key(key)
        value = None
        if not whole and _is_short(pair.node, inner, self.comments.open, path):
            value = _inline(pair.node, inner)
            if indent + len(name) + 2 + len(value) > COLUMNS:
                value = None
        if value is None:
            lines = self.value(" " * indent + name + ":", pair.node, inner, indent)
        else:
            lines = [" " * indent + f"{name}: {value}".rstrip()]
        is_folded = isinstance(pair.node, Scalar) and value is None
        if beside and (is_folded or len(lines[0] + beside) > COLUMNS):
            comments = [f"{' ' * indent}{comment.text}" for comment in self.comments.beside[path]]
            above, beside = [*above, *comments], ""
        return Piece(name, lines, value, above, below, beside, path in self.comments.apart)

    def value(self, head: str, node: Node, form: Form, indent: int) -> list[str]:
        """Write a value that does not fit behind its key, or holds more than a line does."""
        match node:
            case Scalar():
                return self.text(head, node, form, indent)
            case Listing():
                return self.listing(head, node, form, indent)
            case Mapping():
                return [head, *self.mapping(node, form, indent + STEP)]

    def mapping(self, node: Mapping, form: Form, indent: int) -> list[str]:
        """Write a map, one key a line at least."""
        pieces = [self.piece(key, node, form, indent) for key in ordered(form, node.entries)]
        for index, piece in enumerate(pieces):
            piece.apart = piece.apart and index > 0 and not form.is_record
        return _lines(pieces, indent, aligned=lambda _: not form.is_record)

    def text(self, head: str, node: Scalar, form: Form, indent: int) -> list[str]:
        """Fold a text that does not fit on its line."""
        first, text = COLUMNS - len(head) - 1, node.text
        column = indent + STEP
        if form.is_expression and len(head) < FARTHEST:
            column = len(head) + 1
        if "\n" not in text and is_plain(text):
            lines = filled(text, first, COLUMNS - column, operators=form.is_expression)
            if all(column + len(line) <= COLUMNS for line in lines):
                return _hung(head, lines, column)
        found = block(text, indent + STEP, COLUMNS)
        if found and all(len(line) <= COLUMNS for line in found):
            return [f"{head} {found[0]}", *found[1:]]
        return _hung(head, unbroken(text, first, COLUMNS - indent - STEP), indent + STEP)

    def listing(self, head: str, node: Listing, form: Form, indent: int) -> list[str]:
        """Write a list: short items side by side, others one a line."""
        inner = form.at(0)
        opened = self.comments.open
        if node.place.path not in opened and all(isinstance(item, Scalar) for item in node.items):
            column = len(head) + 2
            items = [_flow(item, inner) for item in node.items]
            if all(column + len(item) < COLUMNS for item in items) and max(map(len, items)) <= FARTHEST:
                return _side_by_side(head, items, column)
        return [head, *(line for item in node.items for line in self.item(item, inner, indent + STEP))]

    def item(self, node: Node, form: Form, indent: int) -> list[str]:
        """Write an item of a list behind its hyphen."""
        path, blanks = node.place.path, " " * indent
        above = _commented(self.comments.above[path], indent)
        below = _commented(self.comments.below[path], indent)
        beside = [f"{blanks}{comment.text}" for comment in self.comments.beside[path]]
        lines = self.item_lines(node, form, indent)
        if len(lines) == 1 and beside and len(lines[0]) + 2 + len(beside[0].strip()) <= COLUMNS:
            lines, beside = [f"{lines[0]}  {beside[0].strip()}"], beside[1:]
        return [*above, *beside, *lines, *below]

    def item_lines(self, node: Node, form: Form, indent: int) -> list[str]:
        """Write an item without its comments."""
        blanks, path = " " * indent, node.place.path
        is_map = isinstance(node, Mapping) and bool(node.entries)
        if not is_map or (isinstance(node, Mapping) and len(node.entries) > 1):
            text = _inline(node, form)
            if _is_short(node, form, self.comments.open, path) and indent + 2 + len(text) <= COLUMNS:
                return [f"{blanks}- {text}".rstrip()]
        if isinstance(node, Mapping):
            lines = self.mapping(node, form, indent + STEP)
            if not lines[0].lstrip().startswith("#"):
                return [f"{blanks}- {lines[0].lstrip()}", *lines[1:]]
            return [f"{blanks}-", *lines]
        return self.value(f"{blanks}-", node, form, indent)


def _first(root: Mapping, paths: Sequence[str]) -> set[str]:
    """The key that was written first."""
    return {next(iter(root.entries.values())).key_place.path} & set(paths) if paths else set()


def _lines(pieces: Sequence[Piece], indent: int, aligned: Callable[[Piece], bool]) -> list[str]:
    """Write the pieces of a map one below another; neighbours on one line have their values aligned."""
    lines: list[str] = []
    for run in _runs(pieces, aligned):
        width = _width(run, indent)
        for piece in run:
            written = piece.lines
            if width and piece.value is not None:
                written = [" " * indent + f"{piece.key + ':':<{width + 1}} {piece.value}".rstrip()]
            lines += [""] * piece.apart + piece.above
            lines += [written[0] + piece.beside, *written[1:], *piece.below]
    return lines


def _runs(pieces: Sequence[Piece], aligned: Callable[[Piece], bool]) -> list[list[Piece]]:
    """Part pieces where a line is left empty, or where one of them takes more than a line."""
    runs: list[list[Piece]] = []
    was_short = False
    for piece in pieces:
        short = aligned(piece) and piece.value is not None
        if short and was_short and not piece.apart:
            runs[-1].append(piece)
        else:
            runs.append([piece])
        was_short = short
    return runs


def _width(run: Sequence[Piece], indent: int) -> int:
    """The longest key of a run; 0 if its values cannot be aligned."""
    width = max(len(piece.key) for piece in run)
    fit = all(indent + width + 2 + len((piece.value or "") + piece.beside) <= COLUMNS for piece in run)
    return width if fit and len(run) > 1 else 0


def _hung(head: str, lines: Sequence[str], column: int) -> list[str]:
    """Write lines behind a key, all but the first from a column on."""
    return [f"{head} {lines[0]}", *(" " * column + line for line in lines[1:])]


def _side_by_side(head: str, items: Sequence[str], column: int) -> list[str]:
    """Write short items in brackets, as many on a line as fit."""
    rows, row = [], ""
    for item in items[:-1]:
        if row and column + len(row) + len(item) + 2 > COLUMNS:
            rows.append(row.rstrip())
            row = ""
        row += f"{item}, "
    if column + len(row) + len(items[-1]) + 1 > COLUMNS:
        rows.append(row.rstrip())
        row = ""
    rows.append(f"{row}{items[-1]}]")
    return _hung(head, [f"[{rows[0]}", *rows[1:]], column)


def _commented(comments: Sequence[Comment], indent: int) -> list[str]:
    """Write comments on lines of their own, an empty line where one was left."""
    lines: list[str] = []
    for index, comment in enumerate(comments):
        lines += [""] * (comment.apart and index > 0)
        lines.append(" " * indent + comment.text)
    return lines


def _is_short(node: Node, form: Form, opened: AbstractSet[str], path: str) -> bool:
    """Return whether a value may stand on one line, if it fits."""
    if path in opened:
        return False
    if isinstance(node, Scalar):
        return "\n" not in node.text
    if isinstance(node, Listing):
        maps = any(isinstance(item, Mapping) for item in node.items)
        return (not maps or len(node.items) == 1) and all(
            _is_short(item, form.at(0), opened, item.place.path) for item in node.items
        )
    return _is_short_map(node, form) and all(
        _is_short(pair.node, form.at(key), opened, pair.key_place.path) for key, pair in node.entries.items()
    )


def _is_short_map(node: Mapping, form: Form) -> bool:
    if is_entry(form):
        return len(node.entries) <= MOST_KEYS
    if form.is_record:
        return True
    maps = sum(isinstance(pair.node, Mapping) for pair in node.entries.values())
    return not maps or len(node.entries) == 1


def _inline(node: Node, form: Form) -> str:
    """Write a value on one line."""
    match node:
        case Scalar():
            return written(node)
        case Listing(items=items):
            return f"[{', '.join(_flow(item, form.at(0)) for item in items)}]"
        case Mapping(entries=entries):
            pairs = (
                f"{written_key(key, flow=True)}: {_flow(entries[key].node, form.at(key))}"
                for key in ordered(form, entries)
            )
            return f"{{{', '.join(pairs)}}}"


def _flow(node: Node, form: Form) -> str:
    """Write a value between braces or brackets."""
    return written(node, flow=True) if isinstance(node, Scalar) else _inline(node, form)
