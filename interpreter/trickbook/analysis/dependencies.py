"""Which names the expressions of a ruleset use, directly and through other names."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from trickbook.sections import table
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from trickbook.source import Node, Pair

NAMES: Final = re.compile(r"[a-z][a-z0-9_]*")
WORDS: Final = re.compile(r"\w+")


class Dependencies:
    """The names that a ruleset's expressions use."""

    def __init__(self, root: Mapping) -> None:
        """Store a merged ruleset."""
        self.root = root

    def section(self, name: str) -> dict[str, Pair]:
        """The entries of a section."""
        found = self.root.entries.get(name)
        return dict(found.node.entries) if found and isinstance(found.node, Mapping) else {}

    @cached_property
    def rests(self) -> dict[str, frozenset[str]]:
        """The names that each definition uses directly."""
        return {
            name: names_in(entry.node)
            for part in table.gives("choice", "meaning")
            for name, entry in self.section(part).items()
        }

    def closure(self, names: frozenset[str]) -> frozenset[str]:
        """Some names, with all names that their definitions use in turn."""
        found, left = set(names), list(names)
        while left:
            more = self.rests.get(left.pop(), frozenset()) - found
            found |= more
            left += more
        return frozenset(found)

    def around(self, changed: frozenset[str]) -> frozenset[str]:
        """The names that the entries of some names use, and those in the entries that use them in turn."""
        bearing = self._resting_on(changed)
        near = (names for _, name, names in self._entries if name in changed or names & bearing)
        return self.closure(frozenset().union(*near))

    def using(self, changed: frozenset[str]) -> frozenset[str]:
        """Some names, with those whose definitions use them in turn, and all that these use."""
        return self.closure(self._resting_on(changed))

    def beyond(self, section: str) -> frozenset[str]:
        """The names that the entries of all sections but one use, directly and in turn."""
        return self.closure(frozenset().union(*(names for key, _, names in self._entries if key != section)))

    @cached_property
    def _entries(self) -> tuple[tuple[str, str, frozenset[str]], ...]:
        """The section and the name of each entry, and the names that it uses directly."""
        return tuple(
            (key, name, names_in(entry.node))
            for key in self.root.entries
            for name, entry in self.section(key).items()
        )

    def used(self, *, measured: bool = True) -> frozenset[str]:
        """All names that affect a game or its metrics; what is measured may be left out of account."""
        return self.closure(frozenset().union(*(names for _, names in self._spoken(measured=measured))))

    def is_used_elsewhere(self, step: str) -> bool:
        """Return whether anything but a step itself uses its name, directly or through definitions."""
        found, left = set[str](), {step}
        while left:
            if any(self._speakers.get(name, set()) - {step} for name in left):
                return True
            found |= left
            left = {user for name in left for user in self._users.get(name, ())} - found
        return False

    @cached_property
    def _speakers(self) -> dict[str, set[str]]:
        """Where each name is used: in which steps, and "" for the other sections."""
        speakers: dict[str, set[str]] = {}
        for speaker, names in self._spoken(measured=True):
            for name in names:
                speakers.setdefault(name, set()).add(speaker)
        return speakers

    @cached_property
    def _users(self) -> dict[str, set[str]]:
        """The definitions that use each name."""
        users: dict[str, set[str]] = {}
        for user, names in self.rests.items():
            for name in names:
                users.setdefault(name, set()).add(user)
        return users

    def rests_on(self, name: str, *, besides: str) -> bool:
        """Return whether a game uses a name, other than by definitions that use another."""
        found = set[str]().union(*(spoken for _, spoken in self._spoken(measured=True)))
        left = list(found)
        while left:
            meaning = self.rests.get(left.pop(), frozenset())
            more = set() if besides in meaning else meaning - found
            found |= more
            left += more
        return name in found

    def _spoken(self, *, measured: bool) -> Iterator[tuple[str, frozenset[str]]]:
        """The names of each step, and those of each other section that is no definition, as step ""."""
        bearing = ("play", "measures") if measured else ("play",)
        for section in table.rules():
            entry = self.root.entries.get(section.key)
            if entry is None or section.gives or section.bears_on not in bearing:
                continue
            if section.key == "steps" and isinstance(entry.node, Mapping):
                yield from ((name, names_in(step.node)) for name, step in entry.node.entries.items())
            else:
                yield "", names_in(entry.node)

    def words(self, node: Node) -> frozenset[str]:
        """All words of an expression and of the definitions that it uses, including cards."""
        return frozenset().union(*(frozenset(WORDS.findall(text)) for text in self.texts(node)))

    def texts(self, node: Node) -> list[str]:
        """The expressions of a node, and those of all definitions that they use."""
        names = self.closure(names_in(node))
        return [_text(node), *(self._meanings[name] for name in names if name in self._meanings)]

    @cached_property
    def _meanings(self) -> dict[str, str]:
        """The expressions of each definition."""
        return {
            name: _text(entry.node)
            for part in table.gives("choice", "meaning")
            for name, entry in self.section(part).items()
        }

    def options(self, *nodes: Node | None) -> frozenset[str]:
        """The options that some expressions use."""
        names = frozenset().union(*(names_in(node) for node in nodes if node is not None))
        return frozenset().union(*(self._options_of.get(name, frozenset()) for name in names))

    @cached_property
    def _options_of(self) -> dict[str, frozenset[str]]:
        """The options that each name rests on; an option rests on itself, too."""
        options_by_name: dict[str, set[str]] = {}
        for option in self.section("options"):
            for name in self._resting_on({option}):
                options_by_name.setdefault(name, set()).add(option)
        return {name: frozenset(options) for name, options in options_by_name.items()}

    def _resting_on(self, names: AbstractSet[str]) -> frozenset[str]:
        """Some names, with all names whose definitions use them, directly or in turn."""
        found, left = set(names), list(names)
        while left:
            more = self._users.get(left.pop(), set()) - found
            found |= more
            left += more
        return frozenset(found)


def _text(node: Node) -> str:
    """All expressions of a part of a ruleset."""
    match node:
        case Scalar():
            return node.text
        case Listing(items=items):
            return " ".join(map(_text, items))
        case Mapping(entries=entries):
            return " ".join(_text(entry.node) for key, entry in entries.items() if key not in table.quiet())


def names_in(node: Node) -> frozenset[str]:
    """The names in all expressions of a part of a ruleset."""
    match node:
        case Scalar():
            return frozenset(NAMES.findall(node.text))
        case Listing(items=items):
            return frozenset().union(*map(names_in, items))
        case Mapping(entries=entries):
            return frozenset().union(
                *(names_in(entry.node) for key, entry in entries.items() if key not in table.quiet())
            )
