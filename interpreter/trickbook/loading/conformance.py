"""The schemas: whether data conform to them, by their keywords, and their texts in other languages.

``jsonschema`` says what is wrong; it takes longer to import than most files take to check, and is asked only
where something is.
"""

from __future__ import annotations

import json
import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from trickbook.source.files import TEXT, folder
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Kind = Literal["ruleset", "examples"]

FILES: Final[Mapping[Kind, str]] = MappingProxyType(
    {"ruleset": "ruleset.schema.json", "examples": "examples.schema.json"}
)

Schema = dict[str, Any]
Part = Schema | bool

TYPES: Final[Mapping[str, type | tuple[type, ...]]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


@cache
def schemas() -> dict[str, Schema]:
    """All schemas, by the names of their files."""
    return {name: json.loads((folder("schema") / name).read_text("utf-8")) for name in FILES.values()}


def schema(kind: Kind) -> Schema:
    """The schema of a kind of file."""
    return schemas()[FILES[kind]]


def conforms(data: Any, kind: Kind) -> bool:
    """Return whether a document conforms to the schema of its kind."""
    return _conforms(data, schema(kind), FILES[kind])


def _conforms(data: Any, part: Part, file: str) -> bool:
    """Hold data against a part of the schema in a file."""
    if isinstance(part, bool):
        return part
    return all(KEYWORDS[word](data, part, file) for word in part if word in KEYWORDS)


@cache
def meant(reference: str, file: str) -> tuple[Schema, str]:
    """The part of a schema that a reference means, and its file."""
    name, _, pointer = reference.partition("#")
    found: Any = schemas()[name or file]
    for step in filter(None, pointer.split("/")):
        found = found[step]
    return found, name or file


def _is(data: Any, name: str) -> bool:
    """Return whether data is of a type; a truth value is no number."""
    return isinstance(data, TYPES[name]) and (name == "boolean" or not isinstance(data, bool))


def _type(data: Any, part: Schema, _file: str) -> bool:
    names = part["type"]
    return _is(data, names) if isinstance(names, str) else any(_is(data, name) for name in names)


def _enum(data: Any, part: Schema, _file: str) -> bool:
    return any(type(data) is type(value) and data == value for value in part["enum"])


def _const(data: Any, part: Schema, _file: str) -> bool:
    return type(data) is type(part["const"]) and bool(data == part["const"])


def _required(data: Any, part: Schema, _file: str) -> bool:
    return not isinstance(data, dict) or all(key in data for key in part["required"])


def _properties(data: Any, part: Schema, file: str) -> bool:
    known = part["properties"]
    return not isinstance(data, dict) or all(
        _conforms(value, known[key], file) for key, value in data.items() if key in known
    )


def _additional(data: Any, part: Schema, file: str) -> bool:
    known, others = part.get("properties", ()), part["additionalProperties"]
    return not isinstance(data, dict) or all(
        _conforms(value, others, file) for key, value in data.items() if key not in known
    )


def _names(data: Any, part: Schema, file: str) -> bool:
    return not isinstance(data, dict) or all(_conforms(key, part["propertyNames"], file) for key in data)


def _dependent(data: Any, part: Schema, file: str) -> bool:
    return not isinstance(data, dict) or all(
        _conforms(data, other, file) for key, other in part["dependentSchemas"].items() if key in data
    )


def _items(data: Any, part: Schema, file: str) -> bool:
    return not isinstance(data, list) or all(_conforms(item, part["items"], file) for item in data)


def _unique(data: Any, _part: Schema, _file: str) -> bool:
    texts = [item for item in data if isinstance(item, str)] if isinstance(data, list) else []
    return len(set(texts)) == len(texts)


def _if(data: Any, part: Schema, file: str) -> bool:
    then = "then" if _conforms(data, part["if"], file) else "else"
    return _conforms(data, part.get(then, True), file)


@cache
def pattern(written: str) -> re.Pattern[str]:
    """A pattern of the schema: its `$` is the very end, where Python's own lets a newline follow."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", written))


def _pattern(data: Any, part: Schema, _file: str) -> bool:
    return not isinstance(data, str) or pattern(part["pattern"]).search(data) is not None


KEYWORDS: Final[Mapping[str, Callable[[Any, Schema, str], bool]]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "dependentSchemas": _dependent,
    "items": _items,
    "uniqueItems": _unique,
    "pattern": _pattern,
    "minLength": lambda data, part, _file: not isinstance(data, str) or len(data) >= part["minLength"],
    "minItems": lambda data, part, _file: not isinstance(data, list) or len(data) >= part["minItems"],
    "minProperties": lambda data, part, _file: (
        not isinstance(data, dict) or len(data) >= part["minProperties"]
    ),
    "minimum": lambda data, part, _file: not _is(data, "number") or data >= part["minimum"],
    "maximum": lambda data, part, _file: not _is(data, "number") or data <= part["maximum"],
    "if": _if,
    "allOf": lambda data, part, file: all(_conforms(data, other, file) for other in part["allOf"]),
    "not": lambda data, part, file: not _conforms(data, part["not"], file),
    "$ref": lambda data, part, file: _conforms(data, *meant(part["$ref"], file)),
}
"""What each keyword demands of data; all others only describe."""


def schema_text(english: str, language: str) -> str:
    """Return a title or a description of the schema in a language; without a translation, in English."""
    return english if language == ENGLISH else schema_texts(language).get(english, english)


@cache
def schema_texts(language: str) -> Mapping[str, str]:
    """The translations of a language, by the English text; none if it has no catalogue."""
    import yaml

    path = folder("schema") / TEXT / f"{language}.yaml"
    sections = yaml.safe_load(path.read_text("utf-8")) if language.isalpha() and path.is_file() else {}
    return {english: str(said) for section in sections.values() for english, said in section.items()}
