"""The language server: problems, completion and fixes for an editor.

A document is a file that is open in an editor: its text, its tree and its problems.
"""

from __future__ import annotations

import json
import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation import validate_resolved
from trickbook.examples.runner import Runner
from trickbook.loading import resolve_edited
from trickbook.loading.files import find
from trickbook.problems import TrickbookError
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.table import SECTIONS
from trickbook.source import Mapping, Scalar, fetch, plain, read
from trickbook.source.files import BOM, FileName, label, offset
from trickbook.source.nodes import NO_PAIRS, Pair, is_null

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Mapping as MappingOf
    from collections.abc import Set as AbstractSet

    from trickbook.examples import Results
    from trickbook.expression.types import Term
    from trickbook.loading import Resolved
    from trickbook.problems import Problem
    from trickbook.source import Node
    from trickbook.source.schema import Kind


EDITION: Final = "trickbook"
"""The key that only rulesets have."""

RULESET: Final = re.compile(rf"^{EDITION}\s*:", re.MULTILINE)
"""Recognizes a ruleset, even one that cannot be parsed."""

MEANT: Final = re.compile(r"^(?:ruleset|groups)\s*:", re.MULTILINE)
"""Recognizes a file of examples, even one that cannot be parsed."""

EXAMPLES: Final = ("ruleset", "groups")
"""The keys that only files of examples have."""

PARENTS: Final = (EDITION, "extends", "house", "fits")
"""The keys that name the parents of a ruleset."""


class Change(NamedTuple):
    """The characters from ``begin`` to ``end`` of a text, and what to write there instead."""

    begin: int
    end: int
    text: str


class Document:
    """A file as an editor has it, with the other open files. It is immutable; an edit makes a new one."""

    opens_files = True
    """Files that it names may be opened."""

    def __init__(self, path: Path, texts: MappingOf[Path, str]) -> None:
        self.path, self.texts, self.text = path, texts, texts[path]
        self.file: str = FileName(label(path), path)
        self.others: dict[Path, Document] = {path: self}

    def file_title(self, file: str, language: str) -> str:  # noqa: ARG002 - others have names in languages
        """What a file is called in Markdown."""
        return f"`{file}`"

    @cached_property
    def own(self) -> Mapping | None:
        """The tree of the file; None unless it is a map."""
        return read(self.text, self.file)[0]

    @cached_property
    def is_examples(self) -> bool:
        """Return whether it is a file of examples."""
        return self.own is not None and EDITION not in self.own.entries and self._has(EXAMPLES)

    @cached_property
    def is_catalogue(self) -> bool:
        """Return whether it is a catalogue: its name is that of another file and a language."""
        base, _, language = self.path.stem.rpartition(".")
        return bool(base) and len(language) == 2 and not self._has((EDITION,))  # noqa: PLR2004 - letters

    def _has(self, keys: tuple[str, ...]) -> bool:
        return self.own is not None and any(key in self.own.entries for key in keys)

    @property
    def kind(self) -> Kind:
        """The schema that applies to it."""
        return "examples" if self.is_examples else "ruleset"

    @cached_property
    def is_ruleset(self) -> bool:
        """Return whether it is a ruleset, complete or not."""
        return bool(RULESET.search(self.text)) or (bool(self._keys) and not self.is_foreign)

    @cached_property
    def is_foreign(self) -> bool:
        """Return whether it is not a Trickbook file: it has keys that the language does not have."""
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
        """The compiled ruleset for the usual number of players; None if it cannot be played."""
        usual = self.resolved.players.usual
        if not usual:
            return None
        try:
            return CompiledRules(self.resolved.root, self.resolved.texts, usual, {})
        except TrickbookError:
            return None

    @cached_property
    def faults(self) -> tuple[Problem, ...]:
        """All that ``validate --quick`` reports; nothing for a file that is not a Trickbook file."""
        if self.is_catalogue:
            return read(self.text, self.file)[1]
        if self.is_examples or not self.is_ruleset:
            return ()
        return validate_resolved(self.resolved, quick=True).problems

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What ``validate --quick`` reports, and the failures of its examples if there are no errors."""
        is_run = self.is_ruleset and not self.is_catalogue and not has_errors(self.faults)
        return (*self.faults, *self.results.all_problems()) if is_run or self.is_examples else self.faults

    def fix(self, problem: Problem) -> Change | None:
        """The change of the text that mends a problem, if its hint says exactly what to write."""
        edit = problem.fix
        if edit is None or edit.place is None or edit.place.file != self.file:
            return None
        begin = offset(self.text, edit.place) + (edit.place.line == 1 and self.text.startswith(BOM))
        return Change(begin, begin + edit.place.length, edit.text)

    def edited(self, text: str) -> Document:
        """Return the file with another text and the same other files."""
        return Document(self.path, {**self.texts, self.path: text})

    @cached_property
    def results(self) -> Results:
        """The results of its examples."""
        runner = Runner()
        if not self.is_examples:
            runner.resolved[str(self.path)] = self.resolved
        return runner.run([str(self.path)], {str(self.path): self.text})

    def subject(self, path: tuple[str | int, ...] = ()) -> Document:
        """Return the ruleset that a path is about; a file of examples is about another file."""
        if not (self.is_examples and self.opens_files):
            return self
        named = self.node((*path[:2], "ruleset") if path[:1] == ("groups",) else ("ruleset",))
        found = find(named.text, self.path.parent) if isinstance(named, Scalar) else None
        return self._beside(found) if found else self

    def _beside(self, path: Path) -> Document:
        """Return another file: the open text, else the text on the disk."""
        if path not in self.others:
            text = self.texts[path] if path in self.texts else fetch(path)[0]
            self.others[path] = self if text is None else Document(path, {**self.texts, path: text})
        return self.others[path]

    @property
    def dependents(self) -> Iterator[Document]:
        """Yield the other open files that extend it, test it or translate it."""
        for path in self.texts:
            other = self._beside(path)
            if path != self.path and other.rests_on(self):
                yield other

    @property
    def unreadable(self) -> Iterator[Document]:
        """Yield the other open Trickbook files that cannot be parsed."""
        for path in self.texts:
            other = self._beside(path)
            if other.own is None and (other.is_ruleset or other.is_catalogue or MEANT.search(other.text)):
                yield other

    def rests_on(self, other: Document) -> bool:
        """Return whether the file extends, tests or translates another."""
        if self.is_catalogue:
            return self.path.name.startswith(f"{other.path.stem}.") and self.path.parent == other.path.parent
        if not self.is_examples:
            return self.is_ruleset and other.file in self.resolved.texts
        groups = getattr(self.node(("groups",)), "items", ())
        subjects = [self.subject(("groups", number)) for number in range(len(groups))] or [self.subject()]
        return any(one is not self and other.file in one.resolved.texts for one in subjects)

    def node(self, path: tuple[str | int, ...], *, merged: bool = False) -> Node | None:
        """Return the node at a path of the file, or of the merged ruleset, with sentences as at a table."""
        rules = self.rules if merged else None
        root = rules.context.root if rules else self.resolved.root if merged else self.own
        return root.get(*path) if root is not None else None

    def entries(self, path: tuple[str | int, ...], *, merged: bool = False) -> MappingOf[str, Pair]:
        """Return the entries of the map at a path of the file, or of the merged ruleset."""
        node = self.node(path, merged=merged)
        return node.pairs if node is not None else NO_PAIRS

    def inherited(self, path: tuple[str | int, ...]) -> Node | None:
        """Return the node at a path of the merged ruleset; where the file has null, that of its parents."""
        if not is_null(self.node(path)):
            return self.node(path, merged=True)
        return self.overridden(path)

    def overridden(self, path: tuple[str | int, ...]) -> Node | None:
        """Return the node at a path of what the file extends."""
        return self._parents.node(path, merged=True)

    @cached_property
    def _parents(self) -> Document:
        """The file with only the names of its parents."""
        entries = self.own.entries if self.own is not None else {}
        parents = {key: plain(entries[key].node) for key in PARENTS if key in entries}
        return self.edited(json.dumps(parents, ensure_ascii=False))

    def entry_in(self, file: str, path: tuple[str | int, ...]) -> Node | None:
        """Return the node at a path of one of the ruleset's files."""
        root = self.resolved.trees.get(file)
        return root.get(*path) if root is not None else None

    def term(self, word: str) -> Term | None:
        """Return the meaning of a word that the ruleset defines; None if it has none."""
        context = self.rules.context if self.rules else None
        if context is None or word not in context.symbols:
            return None
        place = Scalar(word, word, self.resolved.root.place, plain=True, span=(0, 0))
        return context.symbols[word](context.scope(place))

    def parameters(self, path: tuple[str | int, ...]) -> MappingOf[str, Term]:
        """Return what stands for the parameters that the expression at a path may use."""
        demands = self.rules.context.demands if self.rules else {}
        found = demands.get(".".join(map(str, path)))
        return found.arguments if found else {}
