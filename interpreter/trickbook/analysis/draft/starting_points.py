"""Starting points: every entry of a ruleset as a comment, ready to be uncommented."""

from __future__ import annotations

import json
import textwrap
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.difference.description import flow_yaml
from trickbook.expression.vocabulary import BUILT_IN
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.files import folder
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.ruleset import Ruleset
    from trickbook.sections.options import Option
    from trickbook.source import Node, Pair

REMARK: Final = "##"
WIDTH: Final = 110
FIXED: Final = ("suits", "ranks")
"""Keys of the deck that variants hardly ever change."""


def starting_points(rules: Ruleset, own: dict[str, Any]) -> Iterator[list[str]]:
    """The sections with their entries; ``own`` are the options that the new file sets."""
    root = rules.resolved.root
    for section in (section.key for section in table.rules()):
        found = root.entries.get(section)
        entries = found.node.entries if found and isinstance(found.node, Mapping) else {}
        lines = [f"{REMARK} {_purpose(section)}"]
        set_here = own if section == "options" else {}
        if entries:
            lines.append(f"{section}:" if set_here else f"# {section}:")
        lines += [f"  {name}: {{default: {option_yaml(value)}}}" for name, value in set_here.items()]
        for name, entry in entries.items():
            fixed = section == "deck" and name in FIXED
            if name not in set_here and not fixed and not table.is_about((section, name)):
                lines += (f"# {line}" for line in _entry(rules, section, name, entry))
        yield lines


@cache
def _purpose(section: str) -> str:
    """A section's description in the schema."""
    schema = json.loads((folder("schema") / "ruleset.schema.json").read_text("utf-8"))
    return str(schema["$defs"][section]["description"])


def _entry(rules: Ruleset, section: str, name: str, entry: Pair) -> Iterator[str]:
    """An entry, below its description."""
    node, option = entry.node, rules.engine().options.get(name) if section == "options" else None
    says = text(node, "says") if isinstance(node, Mapping) else None
    for line in (says, _choice(option) if option else None):
        yield from (f"  # {part}" for part in textwrap.wrap(line or "", WIDTH - 6))
    if option and isinstance(node, Mapping):
        yield f"  {name}: {{default: {_default(node, option)}}}"
    elif section == "words" and isinstance(node, Mapping) and "is" in node.entries:
        yield f"  {name}: {flow_yaml(node.entries['is'].node, ())}"
    else:
        yield from _lines((section, name), node, "  ")


def _default(node: Mapping, option: Option) -> str:
    found = node.entries.get("default")
    return flow_yaml(found.node, ()) if found else option_yaml(option.value)


def _choice(option: Option) -> str:
    """The allowed values, in words."""
    if option.type in ("choice", "cycle"):
        some = f"One of {', '.join(option.names)}"
        return f"{some}, or several in a list, deal by deal." if option.type == "cycle" else f"{some}."
    if option.type == "number" and option.low is not None and option.high is not None:
        return f"A number from {option.low} to {option.high}."
    return {"yes_no": "Yes or no.", "seat": "A seat, from 0."}.get(option.type, "A number.")


def _lines(path: tuple[str, ...], node: Node, indent: str) -> Iterator[str]:
    """An entry on one line, or a line for each key if that is too long."""
    line = f"{indent}{path[-1]}: {flow_yaml(node, path)}"
    if len(line) <= WIDTH or not isinstance(node, Mapping):
        yield line
        return
    yield f"{indent}{path[-1]}:"
    for key, entry in node.entries.items():
        if not table.is_about((*path, key)):
            yield from _lines((*path, key), entry.node, indent + "  ")


def one_line_title(rules: Ruleset) -> str:
    """The title of a ruleset on one line."""
    return " ".join(rules.title.split())


def word_list(rules: Ruleset) -> Iterator[str]:
    """The words for expressions: those of the ruleset and those of the language."""
    engine, kinds = rules.engine(), dict[str, list[str]]()
    for name, meaning in engine.context.symbols.items():
        if name not in engine.deck.groups:
            kinds.setdefault(str(meaning(engine.scope).type.kind), []).append(name)
    yield f"The words of {one_line_title(rules)}, for expressions:"
    for kind, names in kinds.items():
        yield from textwrap.wrap(
            f"{kind}: {', '.join(names)}", WIDTH, initial_indent="  ", subsequent_indent="    "
        )
    deck = f"suits and ranks: {', '.join(engine.deck.groups)}"
    yield from textwrap.wrap(deck, WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield "and those of every ruleset, such as:"
    every = ", ".join(word.name for word in BUILT_IN)
    yield from textwrap.wrap(every, WIDTH, initial_indent="  ", subsequent_indent="    ")


def option_yaml(value: object) -> str:
    """The value of an option as YAML."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)
