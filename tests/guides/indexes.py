"""The generated tables and indexes of the guide to rulesets: keys, words, codes and recipes."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from tests.guides.guide import ROOT, prose
from tests.guides.markdown import code, link, table

from trickbook.analysis.report import codes as codes_of_problems
from trickbook.expression.forms import FORMS
from trickbook.expression.vocabulary import BUILT_IN

REFERENCE: Final = ROOT / "rulesets" / "reference.md"
RECIPES: Final = ROOT / "rulesets" / "recipes.md"
SCHEMA: Final = ROOT / "schema" / "ruleset.schema.json"
EVERY_ENTRY: Final = ("says", "source", "note", "replaces", "before", "after")
KEYS_OF_A_PART: Final = "keys: "

_CODE: Final = re.compile(r"`(\w+)`")
_HEADING: Final = re.compile(r"^#+ (?P<title>.+)$")
_MARKER: Final = re.compile(r"^<!-- (?P<name>[a-z: ]+) -->$")
_RECIPE: Final = re.compile(r"^### (?P<title>I want (?P<what>.+) \((?P<game>.+)\))$", re.MULTILINE)


class Section(NamedTuple):
    """A heading of a guide, the generated parts below it, and how many lines it has."""

    title: str
    parts: list[str]
    lines: int


def sections(text: str) -> list[Section]:
    """The headings of a guide, in order; fenced blocks have none."""
    found: list[Section] = []
    for line in prose(text).splitlines():
        if heading := _HEADING.match(line):
            found.append(Section(heading["title"], [], 0))
        elif found and (marker := _MARKER.match(line)) and marker["name"] != "end":
            found[-1].parts.append(marker["name"])
        if found:
            found[-1] = found[-1]._replace(lines=found[-1].lines + 1)
    return found


def keys(part: str) -> str:
    """The keys of a part of the schema, without those that every entry may have."""
    schema = _schema()
    rows = [
        [code(key), _meaning(schema, value)]
        for key, value in _keys_of(schema, part).items()
        if key not in EVERY_ENTRY
    ]
    return table(["key", "what it says"], rows)


def every() -> str:
    """The keys that every entry may have."""
    schema = _schema()
    properties = _keys_of(schema, "clause")
    return table(
        ["key", "what it says"], [[code(key), _meaning(schema, properties[key])] for key in EVERY_ENTRY]
    )


def key_index() -> str:
    """Each key with the sections that explain it, by the first letter."""
    schema, places = _schema(), dict[str, list[str]]()
    found = sections(REFERENCE.read_text("utf-8"))
    own = {key: title for title, _, _ in found for key in _CODE.findall(title)}
    for title, parts, _ in found:
        for part in (one.removeprefix(KEYS_OF_A_PART) for one in parts if one.startswith(KEYS_OF_A_PART)):
            for key in _keys_of(schema, part).keys() - set(EVERY_ENTRY):
                target = own.get(key, title) if part == "ruleset" else title
                links = places.setdefault(key, [])
                shown = link(target.replace("`", ""), target)
                links += [] if shown in links else [shown]
    rows: dict[str, list[str]] = {}
    for key, links in sorted(places.items()):
        rows.setdefault(key[0], []).append(f"{code(key)} in {', '.join(links)}")
    return table(["", "key"], [[letter, "; ".join(row)] for letter, row in rows.items()])


def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(SCHEMA.read_text("utf-8"))
    return schema


def _keys_of(schema: dict[str, Any], part: str) -> dict[str, Any]:
    """The keys of a part of the schema, with what it says of each."""
    found = schema if part == "ruleset" else schema["$defs"][part]
    found = found if "properties" in found else found["additionalProperties"]
    properties: dict[str, Any] = found["properties"]
    return properties


def _meaning(schema: dict[str, Any], value: dict[str, Any]) -> str:
    """What the schema says about a key, with the words that it may have."""
    while "description" not in value:
        value = schema["$defs"][value["$ref"].rsplit("/", 1)[-1]]
    choices = [str(choice) for choice in value.get("enum", ()) if choice is not None]
    meaning = str(value["description"])
    return f"{meaning} One of {', '.join(map(code, choices))}." if len(choices) > 1 else meaning


def word_index() -> str:
    """The words by where they stand, then the forms by what they give."""
    groups: dict[str, list[str]] = {}
    for word in BUILT_IN:
        groups.setdefault(f"[words](../grammar/README.md#the-words) {word.scope}", []).append(code(word.name))
    for form in FORMS:
        groups.setdefault(f"[forms](../grammar/README.md#the-forms) that give {form.gives}", []).append(
            code(form.form)
        )
    return table(["where", "word"], [[group, ", ".join(names)] for group, names in groups.items()])


def codes(letters: str) -> str:
    """The codes of problems whose first letter is within a range, such as ``a to f``."""
    first, last = letters.split(" to ")
    rows = [
        [code(name), str(one["says"])]
        for name, one in sorted(codes_of_problems().items())
        if first <= name[0] <= last
    ]
    return table(["code", "what it means"], rows)


def recipes() -> str:
    """The recipes by game; the game with most of them comes first."""
    games: dict[str, list[str]] = {}
    for found in _RECIPE.finditer(RECIPES.read_text("utf-8")):
        games.setdefault(found["game"], []).append(link(found["what"], found["title"]))
    ordered = sorted(games.items(), key=lambda one: -len(one[1]))
    return table(
        ["game", "recipes", "I want"], [[game, str(len(links)), "; ".join(links)] for game, links in ordered]
    )
