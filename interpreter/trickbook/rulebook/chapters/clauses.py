"""Entries in words: their sentences, and what a sentence leaves out, has outlived or does not tell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind
from trickbook.rulebook.expressions.certainty import Certainty, tree, written
from trickbook.rulebook.expressions.wording import Wording
from trickbook.rulebook.writer import Item, capitalised
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.numerals import READERS
from trickbook.sections.options import OptionError
from trickbook.sections.table import VERBS
from trickbook.source import Mapping, Scalar, plain
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


FIGURE: Final = re.compile(
    "(?<![A-Za-z\\d.:])\\d+(?![\\d.:]*[A-Za-z]|\\s?[\u2600-\u27bf\U0001f000-\U0001faff])"
)
"""A number in a formula, which no letter or sign of a suit follows as in the names of cards."""

QUOTED: Final = re.compile("\u201c([^\u201d]*)\u201d")
DEPTH: Final = 4
"""How many words, one behind the other, a sentence may speak of without their names."""

TRIVIAL: Final = frozenset({0, 1})
"""The numbers that a sentence need not state."""


def described(writer: Writer, entry: Entry, exactly: str, *keys: str) -> str:
    """The sentence of an entry; in brackets its formula, where the sentence lacks a number or is untrue."""
    says = writer.says(entry.node)
    if not says:
        return writer.phrases.sentence(exactly)
    if states_all(writer, says, exactly) and not any(is_outdated(writer, entry, key) for key in keys):
        return says
    return writer.say("clauses.exactly", says=says, exactly=writer.phrases.sentence(exactly))


def states_all(writer: Writer, says: str, exactly: str) -> bool:
    """Return whether a sentence states all numbers of a formula, as figures or in words."""
    reader = READERS.get(writer.phrases.language, READERS[ENGLISH])
    stated = {number.value for number in reader(says)}
    return all(stated & {value, value + 1, value - 1} for value in _numbers(writer, says, exactly))


def _numbers(writer: Writer, says: str, exactly: str) -> set[int]:
    """The numbers of a formula, and of words that it quotes and that the sentence does not name."""
    found, seen, level = set[int](), set[str](), [exactly]
    for _ in range(DEPTH):
        fresh = {
            name for formula in level for name in QUOTED.findall(formula)
        } & writer.formulas.keys() - seen
        found |= {int(figure) for formula in level for figure in FIGURE.findall(QUOTED.sub("", formula))}
        seen |= fresh
        level = [writer.formulas[name] for name in fresh if not names(name, says)]
    return found - TRIVIAL


def names(name: str, text: str) -> bool:
    """Return whether a text contains a name, singular or plural."""
    bare = re.escape(name.removesuffix("s"))
    return re.search(rf"\b{bare}s?\b" if name.isascii() else bare, text, re.IGNORECASE) is not None


def clause_items(writer: Writer, entries: Iterable[Entry], section: str) -> tuple[Item, ...]:
    """The clauses of a section as items of a list."""
    return tuple(clause_item(writer, entry, section) for entry in entries)


def clause_item(writer: Writer, entry: Entry, section: str) -> Item:
    """A clause as an item of a list, with its name if it has no description."""
    says = writer.says(entry.node)
    if says:
        if (when := writer.wording.condition(written(entry.node, "when"))) and is_outdated(
            writer, entry, "when"
        ):
            says = writer.say("clauses.says_when", text=says, when=when)
        strict = section == "play" and verb(entry) == "only"
        return Item(writer.say("join.always", text=says) if strict else says)
    return Item(clause_text(writer, entry, section, writer.wording), capitalised(entry.name))


def inactive_clause(writer: Writer, entry: Entry, section: str) -> str:
    """An inactive clause as a sentence without its condition."""
    return writer.says(entry.node) or writer.phrases.sentence(_does(writer, entry, section, writer.unsettled))


def clause_text(writer: Writer, entry: Entry, section: str, wording: Wording) -> str:
    """The effect of a clause, as a sentence."""
    does, when = _does(writer, entry, section, wording), wording.condition(written(entry.node, "when"))
    return writer.phrases.sentence(writer.say("clauses.when", when=when, text=does) if when else does)


def verb(entry: Entry) -> str:
    """The verb of a clause."""
    return next((verb for verb in VERBS if written(entry.node, verb) is not None), VERBS[0])


def _does(writer: Writer, entry: Entry, section: str, wording: Wording) -> str:
    key = verb(entry)
    what = written(entry.node, key) or ""
    if key in ("most", "fewest"):
        return writer.say(f"clauses.{section}.{key}", number=wording.text(what))
    if writer.certainty.term(tree(what)).type.kind is Kind.CARDS:
        return writer.say(f"clauses.{section}.{key}", cards=wording.text(what))
    return writer.say(f"clauses.{section}.{key}_if", condition=wording.text(what))


def is_outdated(writer: Writer, entry: Entry, key: str) -> bool:
    """Return whether the value of a key has another meaning here than in the file of the sentence."""
    text, file = written(entry.node, key), _file_of(entry.node, "says")
    if text is None or not file:
        return False
    if _younger(writer, _file_of(entry.node, key), file):
        return True
    there = _wording(writer, file)
    return there.condition(text) != writer.wording.condition(text)


def _file_of(node: Mapping, key: str) -> str:
    """The file that contains a key of an entry."""
    found = node.entries.get(key)
    return found.node.place.file if found else ""


def _younger(writer: Writer, file: str, other: str) -> bool:
    """Return whether one file extends or overrides another."""
    files = list(writer.resolved.texts)
    return file in files and other in files and files.index(file) > files.index(other)


def _wording(writer: Writer, file: str) -> Wording:
    """The wording of expressions with the defaults that a file sets."""
    if file not in writer.wordings:
        writer.wordings[file] = _wording_of_file(writer, file)
    return writer.wordings[file]


def _wording_of_file(writer: Writer, file: str) -> Wording:
    options = {
        name: option for name, option in _defaults(writer, file).items() if name in writer.compiled.options
    }
    compiled = writer.usual or writer.compiled
    if any(_differs(compiled, name, value) for name, value in options.items()):
        try:
            found = CompiledRules(writer.resolved.root, writer.resolved.texts, compiled.layout.seats, options)
        except OptionError:
            found = compiled
        compiled = compiled if any(problem.severity == "error" for problem in found.problems) else found
    return Wording(compiled, writer.phrases, Certainty(compiled))


def _differs(compiled: CompiledRules, name: str, value: Any) -> bool:
    here = compiled.options[name].value
    return bool(value != (("no", "yes")[here] if isinstance(here, bool) else here))


def _defaults(writer: Writer, file: str) -> dict[str, Any]:
    """The defaults of choice and yes-no options in a file."""
    root = writer.resolved.trees.get(file)
    found = root.entries.get("options") if root else None
    entries = found.node.entries if found and isinstance(found.node, Mapping) else {}
    defaults = {}
    for name, entry in entries.items():
        option = writer.compiled.options.get(name)
        default = entry.node.entries.get("default") if isinstance(entry.node, Mapping) else None
        if option and option.type in ("choice", "yes_no") and default and isinstance(default.node, Scalar):
            defaults[name] = plain(default.node)
    return defaults
