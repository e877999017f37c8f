"""The parser's events become a tree, one at a time and within the limits."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

import yaml

from trickbook.problems import Place, Problem, capped, in_order
from trickbook.source.files import LIMITS, SourceText, decode, source_text
from trickbook.source.maps import OpenMap
from trickbook.source.nodes import Listing, Mapping, Node, Scalar
from trickbook.source.yaml import Loader, meaning
from trickbook.texts.message import Message

_UNSHOWABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LEADING: Final = {"alias", "anchor", "missing-colon", "tag"}


class _Stop(Exception):  # noqa: N818 - it ends the reading, it does not leave this module
    """Reading cannot go on, for the problem that it carries."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(slots=True)
class _OpenList:
    """A list whose end has not been read yet."""

    begin: int
    path: str
    items: list[Node] = field(default_factory=list)

    def next_path(self) -> str:
        return f"{self.path}[{len(self.items)}]"

    def take(self, node: Node | None) -> None:
        if node is not None:
            self.items.append(node)

    def close(self, place: Place) -> Listing:
        return Listing(tuple(self.items), place)


_Open: TypeAlias = "OpenMap | _OpenList"


def grow(document: SourceText) -> tuple[Mapping | None, list[Problem]]:
    """Grow the tree of a page; without a tree there is at least one problem."""
    tree = _Tree(document)
    loader = Loader(document.source)
    try:
        while loader.check_event():
            tree.see(loader.get_event())  # type: ignore[no-untyped-call]
        return tree.root_map(), tree.problems
    except _Stop as stop:
        tree.problems.append(stop.problem)
    except yaml.MarkedYAMLError as error:
        from trickbook.source.diagnostics import syntax_error

        tree.add_error(syntax_error(error, document))
    except (ValueError, OverflowError) as error:
        from trickbook.source.diagnostics import unreadable

        tree.add_error(unreadable(document, loader.get_mark().index, str(error)))
    finally:
        loader.dispose()
    return None, tree.abandoned()


class _Tree:
    """The open maps and lists from the top down to where the reader is."""

    def __init__(self, document: SourceText) -> None:
        self.document = document
        self.problems: list[Problem] = []
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.documents = 0
        self.nodes = 0

    def see(self, event: yaml.Event) -> None:
        """Take the next event into the tree."""
        match event:
            case yaml.ScalarEvent():
                self.put(self.scalar(event))
            case yaml.AliasEvent():
                self.alias(event)
                self.put(None)
            case yaml.CollectionStartEvent():
                self.begin(event)
            case yaml.CollectionEndEvent():
                self.end(event)
            case yaml.DocumentStartEvent():
                self.begin_document(event)

    def begin_document(self, event: yaml.DocumentStartEvent) -> None:
        begin, end = _span(event)
        self.documents += 1
        if self.documents > 1:
            message = Message("a second document begins here; a file holds one")
            place = self.document.between(begin, end)
            raise _Stop(Problem("second-document", message, place, Message("put it in a file of its own")))
        if self.document.source.startswith("%", begin):
            from trickbook.source.diagnostics.layout import directive

            self.problems.append(directive(self.document, begin, end))

    def path(self) -> str:
        return self.open[-1].next_path() if self.open else ""

    def put(self, node: Node | None) -> None:
        """Hand a finished node to the map or list that it stands in; None was refused."""
        if self.open:
            self.open[-1].take(node)
        else:
            self.root = node

    def begin(self, event: yaml.CollectionStartEvent) -> None:
        begin, end = _span(event)
        self.count(event)
        self.check_bare(event)
        if len(self.open) >= LIMITS.depth:
            most = LIMITS.depth
            message = Message("maps and lists stand more than {number} deep in one another here", number=most)
            raise _Stop(Problem("too-deep", message, self.document.between(begin, end)))
        path = self.path()
        if isinstance(event, yaml.MappingStartEvent):
            is_flow = bool(event.flow_style)
            self.open.append(OpenMap(self.document, self.problems, begin, path, is_flow))
        else:
            self.open.append(_OpenList(begin, path))

    def end(self, event: yaml.CollectionEndEvent) -> None:
        done = self.open.pop()
        place = self.document.between(done.begin, _span(event)[1], done.path)
        self.put(done.close(place))

    def alias(self, event: yaml.AliasEvent) -> None:
        begin, end = _span(event)
        self.count(event)
        place = self.document.between(begin, end, self.path())
        from trickbook.source.diagnostics import alias

        self.problems.append(alias(self.document.source[begin:end], place))

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        self.count(event)
        self.check_bare(event)
        begin, end = _span(event)
        is_plain = not event.style
        place = self.document.between(begin, end, self.path())
        text = event.value
        if len(text) > LIMITS.text:
            message = Message(
                "this text has {number} characters, more than {number_most}",
                number=f"{len(text):,}",
                number_most=f"{LIMITS.text:,}",
            )
            self.problems.append(Problem("text-too-long", message, place))
            text = text[: LIMITS.text]
        if found := _UNSHOWABLE.search(text):
            what = Message("the character {name}", name=f"U+{ord(found[0]):04X}")
            message = Message("this text holds {what}, which is no text", what=what)
            self.problems.append(Problem("control-character", message, place))
            text = _UNSHOWABLE.sub("\ufffd", text)
        return Scalar(meaning(text, is_plain=is_plain), text, place, is_plain, (begin, end))

    def count(self, event: yaml.NodeEvent) -> None:
        """Count a node towards the limit."""
        begin, end = _span(event)
        self.nodes += 1
        if self.nodes > LIMITS.nodes:
            most = f"{LIMITS.nodes:,}"
            message = Message("the file has more than {number} keys and values", number=most)
            raise _Stop(Problem("too-many-nodes", message, self.document.between(begin, end)))

    def check_bare(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse the anchor and the tag that stand before a node."""
        if event.anchor is None and event.tag is None:
            return
        from trickbook.source.diagnostics import properties

        self.problems += properties(self.document, _span(event)[0], self.path())

    def root_map(self) -> Mapping | None:
        """Give the finished tree, if it is a map."""
        if isinstance(self.root, Mapping):
            return self.root
        if self.root is not None or not self.problems:
            from trickbook.source.diagnostics import no_map

            self.problems.append(no_map(self.root, self.document.file))
        return None

    def add_error(self, problem: Problem) -> None:
        """Tell of broken YAML, unless an alias, anchor or tag of that line led to it."""
        lines = {known.place.line for known in self.problems if known.place and known.code in _LEADING}
        if problem.place is None or problem.place.line not in lines:
            self.problems.append(problem)

    def abandoned(self) -> list[Problem]:
        """Give all problems, with those that the open maps know so far."""
        for unfinished in self.open:
            unfinished.close(Place(self.document.file))
        return self.problems


def _span(event: yaml.Event) -> tuple[int, int]:
    begin, end = event.start_mark, event.end_mark
    if begin is None or end is None:
        return 0, 0
    return begin.index, max(begin.index, end.index)


@lru_cache(maxsize=8, typed=True)
def read(text: str | bytes, file: str) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read YAML into a tree whose nodes remember their places.

    Whatever is refused (a second key of one name, an alias) is left out of the tree and
    told as a problem. Where reading had to end there is no tree, and at least one problem. What was read just
    now is not read again.
    """
    source, problems = decode(text, file)
    if source is None:
        return None, capped(problems)
    root, found = grow(source_text(file, source))
    return root, capped(in_order(found))
