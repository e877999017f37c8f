"""The schemas: whether data conform to them, and their texts in other languages."""

from __future__ import annotations

import json
import re
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from trickbook.source.files import TEXT, folder
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from jsonschema import Draft202012Validator

Kind = Literal["ruleset", "examples"]

FILES: Final[Mapping[Kind, str]] = MappingProxyType(
    {"ruleset": "ruleset.schema.json", "examples": "examples.schema.json"}
)

Schema = dict[str, Any]


@cache
def schemas() -> dict[str, Schema]:
    """All schemas, by the names of their files."""
    return {name: json.loads((folder("schema") / name).read_text("utf-8")) for name in FILES.values()}


def schema(kind: Kind) -> Schema:
    """The schema of a kind of file."""
    return schemas()[FILES[kind]]


@cache
def validator(kind: Kind) -> Draft202012Validator:
    """Make the validator of a kind of file ready, once."""
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


def conforms_to(data: Any, part: Schema | bool) -> bool:  # noqa: FBT001 - a schema may be that short
    """Return whether a value conforms to a part of the schema of rulesets."""
    return next(validator("ruleset").descend(data, part), None) is None


@cache
def pattern(written: str) -> re.Pattern[str]:
    """A pattern of the schema: its `$` is the very end, where Python's own lets a newline follow."""
    return re.compile(re.sub(r"(?<!\\)\$", r"\\Z", written))


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
