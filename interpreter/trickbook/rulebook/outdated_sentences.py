"""Outdated sentences: options or extending files have changed the rule that they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.rulebook.expressions.certainty import Certainty, written
from trickbook.rulebook.expressions.wording import Wording
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.options import OptionError
from trickbook.source import Mapping, Scalar, plain

if TYPE_CHECKING:
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def is_outdated(writer: Writer, entry: Entry, key: str) -> bool:
    """Return whether the value of a key has another meaning here than in the file of the sentence."""
    text, file = written(entry.node, key), _file(entry.node, "says")
    if text is None or not file:
        return False
    if _younger(writer, _file(entry.node, key), file):
        return True
    there = _wording(writer, file)
    return there.condition(text) != writer.wording.condition(text)


def _file(node: Mapping, key: str) -> str:
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
        writer.wordings[file] = _made(writer, file)
    return writer.wordings[file]


def _made(writer: Writer, file: str) -> Wording:
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
