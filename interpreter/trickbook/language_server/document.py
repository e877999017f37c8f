"""A file that is open in an editor: its text, its tree, and all that is wrong with it."""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation import validate_resolved
from trickbook.examples.runner import Runner
from trickbook.loading import resolve_edited
from trickbook.loading.files import find, label
from trickbook.problems import TrickbookError
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.table import SECTIONS
from trickbook.source import Mapping, Scalar, at, fetch, plain, read
from trickbook.source.files import FileName
from trickbook.source.nodes import is_null

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingOf
    from collections.abc import Set as AbstractSet

    from trickbook.examples import Results
    from trickbook.expression.types import Term
    from trickbook.language_server.candidates import Edit
    from trickbook.loading import Resolved
    from trickbook.loading.conformance import Kind
    from trickbook.problems import Problem
    from trickbook.source import Node

EDITION: Final = "trickbook"
"""The key by which a ruleset is told from other files."""

RULESET: Final = re.compile(rf"^{EDITION}\s*:", re.MULTILINE)
"""What a ruleset has, even while it cannot be read."""

MEANT: Final = re.compile(r"^(?:ruleset|groups)\s*:", re.MULTILINE)
"""What a file of examples has, even while it cannot be read."""

EXAMPLES: Final = ("ruleset", "groups")
"""Keys by which a file of examples is known."""

HEAD: Final = (EDITION, "extends", "house", "fits")
"""The keys that decide which files a ruleset builds on."""


class Document:
    """A file as an editor has it, with the other files that are open. It is never changed, but made anew."""

    opens_files = True
    """Whether a file that it names may be opened."""

    def __init__(self, path: Path, texts: MappingOf[Path, str]) -> None:
        self.path, self.texts, self.text = path, texts, texts[path]
        self.file: str = FileName(label(path), path)
        self.fixes: dict[Problem, Edit | None] = {}
        self.others: dict[Path, Document] = {path: self}

    @cached_property
    def own(self) -> Mapping | None:
        """The tree of the file; None while it is no map."""
        return read(self.text, self.file)[0]

    @cached_property
    def is_examples(self) -> bool:
        """Return whether it is a file of examples."""
        return self.own is not None and EDITION not in self.own.entries and self._has(EXAMPLES)

    @cached_property
    def is_catalogue(self) -> bool:
        """Return whether it is a catalogue: it has the name of another file and a language."""
        base, _, language = self.path.stem.rpartition(".")
        return bool(base) and len(language) == 2 and not self._has((EDITION,))  # noqa: PLR2004 - letters

    def _has(self, keys: tuple[str, ...]) -> bool:
        return self.own is not None and any(key in self.own.entries for key in keys)

    @property
    def kind(self) -> Kind:
        """Which schema it has."""
        return "examples" if self.is_examples else "ruleset"

    @cached_property
    def is_ruleset(self) -> bool:
        """Return whether it is a ruleset, or means to be one."""
        return bool(RULESET.search(self.text)) or (bool(self._keys) and not self.is_foreign)

    @cached_property
    def is_foreign(self) -> bool:
        """Return whether it is none of Trickbook's files: it has other keys than the language."""
        return not (RULESET.search(self.text) or self.is_examples or self._keys <= SECTIONS.keys())

    @property
    def _keys(self) -> AbstractSet[str]:
        return self.own.entries.keys() if self.own is not None else frozenset()

    @cached_property
    def resolved(self) -> Resolved:
        """The ruleset with all that it extends."""
        return resolve_edited(self.path, self.texts)

    @cached_property
    def rules(self) -> CompiledRules | None:
        """The ruleset made ready for the usual number of players; None while nobody can play."""
        usual = self.resolved.players.usual
        if not usual:
            return None
        try:
            return CompiledRules(self.resolved.root, self.resolved.texts, usual, {})
        except TrickbookError:
            return None

    @cached_property
    def faults(self) -> tuple[Problem, ...]:
        """All that ``validate --quick`` tells of it; nothing of a file that is none of Trickbook's."""
        if self.is_catalogue:
            return read(self.text, self.file)[1]
        if self.is_examples or not self.is_ruleset:
            return ()
        return validate_resolved(self.resolved, quick=True).problems

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What ``validate --quick`` tells of it, and if it is fine, what its examples give."""
        is_run = self.is_ruleset and not self.is_catalogue and not has_errors(self.faults)
        return (*self.faults, *self.results.all_problems()) if is_run or self.is_examples else self.faults

    def edited(self, text: str) -> Document:
        """The file with another text, beside the same other files."""
        return Document(self.path, {**self.texts, self.path: text})

    @cached_property
    def results(self) -> Results:
        """What its examples give."""
        runner = Runner()
        if not self.is_examples:
            runner.resolved[str(self.path)] = self.resolved
        return runner.run([str(self.path)], {str(self.path): self.text})

    def subject(self, path: tuple[str | int, ...] = ()) -> Document:
        """The ruleset that a place in it speaks of: for examples in a file of their own another file."""
        if not (self.is_examples and self.opens_files):
            return self
        named = self.node((*path[:2], "ruleset") if path[:1] == ("groups",) else ("ruleset",))
        found = find(named.text, self.path.parent) if isinstance(named, Scalar) else None
        return self._beside(found) if found else self

    def _beside(self, path: Path) -> Document:
        """Another file, as it is open or else as it is on the disk."""
        if path not in self.others:
            text = self.texts[path] if path in self.texts else fetch(path)[0]
            self.others[path] = self if text is None else Document(path, {**self.texts, path: text})
        return self.others[path]

    @property
    def dependents(self) -> Iterator[Document]:
        """The other open files that build on it, are examples of it, or translate it."""
        for path in self.texts:
            other = self._beside(path)
            if path != self.path and other.rests_on(self):
                yield other

    @property
    def unreadable(self) -> Iterator[Document]:
        """The other open files of Trickbook's that cannot be read now."""
        for path in self.texts:
            other = self._beside(path)
            if other.own is None and (other.is_ruleset or other.is_catalogue or MEANT.search(other.text)):
                yield other

    def rests_on(self, other: Document) -> bool:
        """Return whether the file says something about another ruleset."""
        if self.is_catalogue:
            return self.path.name.startswith(f"{other.path.stem}.") and self.path.parent == other.path.parent
        if not self.is_examples:
            return self.is_ruleset and other.file in self.resolved.texts
        groups = getattr(self.node(("groups",)), "items", ())
        subjects = [self.subject(("groups", number)) for number in range(len(groups))] or [self.subject()]
        return any(one is not self and other.file in one.resolved.texts for one in subjects)

    def node(self, path: tuple[str | int, ...], *, merged: bool = False) -> Node | None:
        """The node at a path of the file, or of the whole ruleset."""
        root = self.resolved.root if merged else self.own
        try:
            return None if root is None else at(root, path)
        except KeyError:
            return None

    def inherited(self, path: tuple[str | int, ...]) -> Node | None:
        """The node at a path of the whole ruleset, or of the rulesets beneath if the file has null there."""
        if not is_null(self.node(path)):
            return self.node(path, merged=True)
        return self._beneath.node(path, merged=True)

    @cached_property
    def _beneath(self) -> Document:
        """The file with nothing but the names of the files that it builds on."""
        entries = self.own.entries if self.own is not None else {}
        return self.edited(json.dumps({key: plain(entries[key].node) for key in HEAD if key in entries}))

    def entry_in(self, file: str, path: tuple[str | int, ...]) -> Node | None:
        """The node at a path of one of the ruleset's files."""
        root = read(self.resolved.texts[file], file)[0]
        try:
            return None if root is None else at(root, path)
        except KeyError:
            return None

    def term(self, word: str) -> Term | None:
        """The meaning of a word that the ruleset defines; None while it has none."""
        context = self.rules.context if self.rules else None
        if context is None or word not in context.symbols:
            return None
        place = Scalar(word, word, self.resolved.root.place, plain=True, span=(0, 0))
        return context.symbols[word](context.scope(place))
