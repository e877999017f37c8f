"""A map while it is read: keys and values in turn, and what may go wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from trickbook.problems import Place, Problem, Remedy, shown
from trickbook.problems.remedies import with_edit
from trickbook.source.files import LIMITS, SourceText
from trickbook.source.nodes import Mapping, Node, Pair, Scalar
from trickbook.texts.message import Message

_NO_COLON: Final = re.compile(r"(?:\s|#[^\n]*+)*+[,}]")
_HINTS: Final = {
    "duplicate-key": Message("keep one of the two, or give one another name"),
    "merge-key": Message("write the entries out, or build on another ruleset with `extends`"),
    "missing-value": Message("write it as `key: value`, and put text with a comma in quotes"),
}


class _Key(NamedTuple):
    """A key that waits for its value; without a name the value is left out."""

    name: str | None
    place: Place


@dataclass(slots=True)
class OpenMap:
    """A map whose end has not been read yet."""

    document: SourceText
    problems: list[Problem]
    begin: int
    path: str
    is_flow: bool
    entries: dict[str, Pair] = field(default_factory=dict)
    key: _Key | None = None
    last: str | None = None
    strays: dict[str, tuple[Scalar, int]] = field(default_factory=dict)

    def next_path(self) -> str:
        """Name the place of the next key or value."""
        name = self.key.name if self.key is not None else None
        return ".".join(filter(None, (self.path, name)))

    def take(self, node: Node | None) -> None:
        """Take a key or a value, whichever is next; None was refused before."""
        if self.key is None:
            name = self.name_of(node)
            place = Place("") if node is None else node.place
            path = ".".join(filter(None, (self.path, name)))
            self.key = _Key(name, place._replace(path=path))
            return
        name, place = self.key
        if name is not None and node is not None:
            self.entries[name] = Pair(place, node)
            self.last = name
        elif name is not None:
            self.last = None
        self.key = None

    def name_of(self, node: Node | None) -> str | None:
        """Give the name of a key, or None for one that is refused or no key at all."""
        if not isinstance(node, Scalar):
            if node is not None:
                self.refuse("not-a-key", Message("a map or a list cannot be a key"), node.place)
            return None
        if self.is_flow and _NO_COLON.match(self.document.source, node.span[1]):
            self.stray(node)
            return None
        return node.text if self.is_name(node) else None

    def is_name(self, key: Scalar) -> bool:
        """Return whether the text of a key can name an entry; if not, tell why."""
        name, place = key.text, key.place
        if name in self.entries:
            self._twice(name, place)
        elif name == "<<" and key.plain:
            self.refuse("merge-key", Message("`<<` is a merge key, which rulesets do not have"), place)
        elif not name:
            self.refuse("empty-key", Message("there is no key before this colon"), place)
        elif len(name) > LIMITS.key:
            size, most = f"{len(name):,}", LIMITS.key
            message = Message(
                "this key has {number} characters, more than {number_most}", number=size, number_most=most
            )
            self.refuse("key-too-long", message, place)
        else:
            return not (key.plain and " " in name and self._is_braced(name, place))
        return False

    def _is_braced(self, name: str, place: Place) -> bool:
        """Tell of a key before a brace that has no colon, as in ``target {default: 50}``."""
        from trickbook.source.diagnostics.layout import missing_colon
        from trickbook.source.diagnostics.punctuation import is_braced

        if not is_braced(name):
            return False
        begin = self.document.starts[place.line - 1] + place.column - 1
        problem = missing_colon(self.document, begin, begin)
        self.problems.append(replace(problem, place=problem.place and problem.place._replace(path=self.path)))
        return True

    def _twice(self, name: str, place: Place) -> None:
        """Tell of a key that stands here already; what stands below two sections belongs below one."""
        first = self.entries[name]
        is_section = not self.path and isinstance(first.node, Mapping)
        hint = None
        if is_section:
            hint = Message("put the entries of both under the first {key}", key=shown(f"{name}:"))
        message = Message("{word} stands here a second time", word=shown(name))
        self.refuse("duplicate-key", message, place, first.key_place, hint)

    def refuse(
        self,
        code: str,
        message: Message,
        place: Place,
        first: Place | None = None,
        hint: Message | None = None,
    ) -> None:
        """Tell what is wrong with a key, and where the first of its name stands."""
        related = () if first is None else (first,)
        place = place._replace(path=self.path)
        self.problems.append(Problem(code, message, place, hint or _HINTS.get(code), related=related))

    def stray(self, key: Scalar) -> None:
        """Take what stands between commas without a colon as more text of the last value."""
        from trickbook.source.diagnostics.punctuation import JOINT, no_colon, unseen_in
        from trickbook.source.schema import key_forms

        if self.last not in key_forms().texts and JOINT.fullmatch(key.text):
            self.problems.append(no_colon(key.text, key.place))
            return
        if unseen := unseen_in(key.text, key.place):
            self.problems.append(unseen)
            return
        before = self.entries[self.last].node if self.last is not None else None
        if self.last is not None and isinstance(before, Scalar) and before.plain:
            self.strays[self.last] = (before, key.span[1])
        elif " " in key.text and key.text.split()[0] in key_forms().keys:
            self.problems.append(no_colon(key.text, key.place))
        else:
            self.refuse("missing-value", Message("{key} has no value", key=shown(key.text)), key.place)

    def close(self, place: Place) -> Mapping:
        """Finish the map, and tell of the commas in it that need quotes."""
        for name, (before, end) in self.strays.items():
            from trickbook.source.diagnostics.punctuation import advice, parts

            text = self.joined(before, end)
            self.entries[name] = replace(self.entries[name], node=parts(name, text))
            message, hint = advice(name, self.path, text.text)
            if isinstance(hint, Remedy) and hint.edit:
                hint = with_edit(hint, self.document.edit(*text.span, hint.edit.text))
            self.problems.append(Problem("unquoted-comma", message, text.place, hint))
        return Mapping(self.entries, place)

    def joined(self, before: Scalar, end: int) -> Scalar:
        """Give the text that a comma cut in two, up to ``end``."""
        begin = before.span[0]
        text = " ".join(self.document.source[begin:end].split())[: LIMITS.text]
        place = self.document.between(begin, end, before.place.path)
        return replace(before, value=text, text=text, place=place, span=(begin, end))
