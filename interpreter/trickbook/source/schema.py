"""The schemas: the form of each key, with references followed, and validators."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from trickbook.source.files import folder

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

Kind = Literal["ruleset", "examples"]

FILES: Final[Mapping[Kind, str]] = MappingProxyType(
    {"ruleset": "ruleset.schema.json", "examples": "examples.schema.json"}
)

Schema = dict[str, Any]

EXPRESSIONS: Final = frozenset({"expression", "pile", "range"})
"""The kinds of values that are written in the words of the table."""


@cache
def schemas() -> dict[str, Schema]:
    """All schemas, by the names of their files."""
    return {name: json.loads((folder("schema") / name).read_text("utf-8")) for name in FILES.values()}


def schema(kind: Kind) -> Schema:
    """The schema of a kind of file."""
    return schemas()[FILES[kind]]


def resolved(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """A part of a schema with the definition that it refers to, whose keywords it may replace."""
    while "$ref" in part:
        own = {key: value for key, value in part.items() if key != "$ref"}
        part = {**definitions[part["$ref"].rpartition("/")[2]], **own}
    return part


@dataclass(frozen=True, eq=False)
class Form:
    """What a schema says of a value. The schemas after ``then`` and ``else`` add to the value's own."""

    schema: Mapping[str, Any]
    """The part of the schema, which refers to no other."""

    @cached_property
    def parts(self) -> list[Mapping[str, Any]]:
        """The schema and its alternatives."""
        branches = [self.schema[key] for key in ("then", "else") if key in self.schema]
        return [self.schema, *(part for branch in branches for part in form_of(branch).parts)]

    def _first(self, keyword: str, kind: type = str) -> Any:
        """The nearest value of a keyword, if it is of a type."""
        return next((part[keyword] for part in self.parts if isinstance(part.get(keyword), kind)), None)

    @property
    def title(self) -> str:
        """The title; empty if there is none."""
        return self._first("title") or ""

    @property
    def kind(self) -> str:
        """What messages go by: name, text, seat, expression and the like; empty if it is none of them."""
        return self._first("kind") or ""

    @property
    def description(self) -> str:
        """The description; empty if there is none."""
        return self._first("description") or ""

    @property
    def pattern(self) -> str:
        """The pattern of its text; empty if any text will do."""
        return self._first("pattern") or ""

    @cached_property
    def keys(self) -> Mapping[str, Form]:
        """The keys that it names, in order."""
        keys: dict[str, Form] = {}
        for part in self.parts:
            for key, inner in part.get("properties", {}).items():
                keys.setdefault(key, form_of(inner))
        return keys

    @property
    def entry(self) -> Form | None:
        """The form of each value under a key of the author's; None if it takes no such keys."""
        inner = self._first("additionalProperties", dict)
        return None if inner is None else form_of(inner)

    @property
    def item(self) -> Form | None:
        """The form of each item; None if it is no list."""
        inner = self._first("items", dict)
        return None if inner is None else form_of(inner)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values that it offers, as texts."""
        values = (one for part in self.parts for one in part.get("enum", ()) if one is not None)
        return tuple(dict.fromkeys(map(str, values)))

    @property
    def slips(self) -> Mapping[str, str]:
        """What keys and choices are called elsewhere, with what to write here."""
        slips: Mapping[str, str] = self.schema.get("slips", {})
        return slips

    @property
    def types(self) -> Sequence[str]:
        """The JSON types that it takes."""
        types = self.schema.get("type", ())
        return [types] if isinstance(types, str) else types

    @property
    def is_record(self) -> bool:
        """Return whether all its keys are named by the schema."""
        return bool(self.keys) and self.entry is None

    @property
    def is_expression(self) -> bool:
        """Return whether it is written in the words of the table."""
        return any(part.get("kind") in EXPRESSIONS for part in self.parts)

    def at(self, step: str | int) -> Form:
        """The form of the value under a key or an index; ``ANYTHING`` if the schema says nothing of it."""
        return (self.item if isinstance(step, int) else self.keys.get(step) or self.entry) or ANYTHING

    def below(self) -> Iterator[tuple[str, Form]]:
        """Every key inside it, with its form."""
        yield from self.keys.items()
        for inner in (*self.keys.values(), self.entry, self.item):
            if inner is not None:
                yield from inner.below()


ANYTHING: Final = Form(MappingProxyType({}))
"""The form of a value of which the schema says nothing."""


def form(path: Sequence[str | int], kind: Kind = "ruleset") -> Form:
    """The form of the value at a path."""
    return reduce(Form.at, path, document(kind))


def form_of(part: Mapping[str, Any]) -> Form:
    """The form that a part of a schema describes."""
    return Form(resolved(part, definitions()))


@cache
def document(kind: Kind) -> Form:
    """The form of a whole file."""
    return form_of(schema(kind))


@cache
def definitions() -> Schema:
    """The definitions of all files, which have different names."""
    return {name: part for one in schemas().values() for name, part in one["$defs"].items()}


class KeyForms(NamedTuple):
    """All keys of the language; those of a file; those under which plain text, and a list, may stand."""

    keys: frozenset[str]
    sections: frozenset[str]
    texts: frozenset[str]
    lists: frozenset[str]


@cache
def key_forms() -> KeyForms:
    """The keys of rulesets; examples aside, whose lists are of cards."""
    sections = document("ruleset").keys
    rules = [(key, inner) for key, inner in sections.items() if key != "examples"]
    forms = [*rules, *(pair for _, inner in rules for pair in inner.below())]
    texts = frozenset(key for key, inner in forms if inner.kind == "text")
    lists = frozenset(key for key, inner in forms if "array" in inner.types)
    return KeyForms(frozenset(key for key, _ in forms), frozenset(sections), texts, lists - texts)


@cache
def validator(kind: Kind) -> Draft202012Validator:
    """The validator of a kind of file."""
    from jsonschema import Draft202012Validator, ValidationError, validators
    from referencing import Registry, Resource

    def unique(
        _validator: object, _wanted: object, items: object, _schema: object
    ) -> Iterator[ValidationError]:
        """Only texts are compared: all things with one another would take too long in a stranger's list."""
        texts = [item for item in items if isinstance(item, str)] if isinstance(items, list) else []
        if len(set(texts)) < len(texts):
            yield ValidationError("an item is repeated")

    def ending(_validator: object, wanted: str, text: object, _schema: object) -> Iterator[ValidationError]:
        """The end of a pattern is that of the text."""
        if isinstance(text, str) and not pattern(wanted).search(text):
            yield ValidationError(f"{text!r} does not match {wanted!r}")

    resources = ((name, Resource.from_contents(whole)) for name, whole in schemas().items())
    registry: Registry[Any] = Registry().with_resources(resources)
    make: type[Draft202012Validator]
    make = validators.extend(Draft202012Validator, {"uniqueItems": unique, "pattern": ending})  # type: ignore[no-untyped-call]
    return make(schema(kind), registry=registry)


def conforms(data: Any, kind: Kind) -> bool:
    """Return whether a document conforms to the schema of its kind."""
    return validator(kind).is_valid(data)


def conforms_to(data: Any, part: Form) -> bool:
    """Return whether a value of a ruleset has a form."""
    return next(validator("ruleset").descend(data, part.schema), None) is None


@cache
def pattern(written: str) -> re.Pattern[str]:
    """A pattern of the schema: its `$` is the very end, where Python's own lets a newline follow."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", written))
