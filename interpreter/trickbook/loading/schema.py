"""The shape of a file: which keys it may have and what may stand under them, as ``schema/`` describes it.

A validator finds what is wrong; here every finding becomes a problem in the words of the language, with its
place in the file. What a key is for is told in the schema's own descriptions, which editors show too.
"""

from __future__ import annotations

import json
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from trickbook.problems import Problem, in_order
from trickbook.source import plain
from trickbook.source.files import folder

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from jsonschema import Draft202012Validator

    from trickbook.problems import Place
    from trickbook.source import Node

Kind = Literal["ruleset", "examples"]
FILES: Final[abc.Mapping[Kind, str]] = MappingProxyType(
    {"ruleset": "ruleset.schema.json", "examples": "examples.schema.json"}
)


def check(node: Node, kind: Kind) -> tuple[Problem, ...]:
    """Tell everything in which a document differs from its schema, in order of place.

    A ruleset may be a variant, so nothing but its edition must be there; whether a game is whole shows when
    it is merged with what it extends. One value is told of once, even if it fails in several ways.
    """
    errors = [*validator(kind).iter_errors(plain(node))]
    if not errors:
        return ()
    from trickbook.loading.diagnostics.schema_errors import problems

    told: dict[tuple[Place | None, str], Problem] = {}
    for problem in problems(node, errors):
        told.setdefault((problem.place, problem.message if problem.code == "missing-key" else ""), problem)
    return in_order(told.values())


@cache
def validator(kind: Kind) -> Draft202012Validator:
    """Make the validator of a kind of file ready, once."""
    # Imported here, for it takes longer than all else that `trickbook --help` needs.
    from jsonschema import Draft202012Validator, ValidationError, validators
    from referencing import Registry, Resource

    def unique(
        _validator: object, _wanted: object, items: object, _schema: object
    ) -> Iterator[ValidationError]:
        """Only texts are compared: all things with one another would take too long in a stranger's list."""
        texts = [item for item in items if isinstance(item, str)] if isinstance(items, list) else []
        if len(set(texts)) < len(texts):
            yield ValidationError("an item is repeated")

    schemas = {name: json.loads((folder("schema") / name).read_text("utf-8")) for name in FILES.values()}
    resources = ((name, Resource.from_contents(schema)) for name, schema in schemas.items())
    registry: Registry[Any] = Registry().with_resources(resources)
    make: type[Draft202012Validator]
    make = validators.extend(Draft202012Validator, {"uniqueItems": unique})  # type: ignore[no-untyped-call]
    return make(schemas[FILES[kind]], registry=registry)


@cache
def written_languages() -> frozenset[str]:
    """The languages that a text may be in, in two letters."""
    schema = validator("ruleset").schema
    assert isinstance(schema, dict)  # noqa: S101 - it is written so
    return frozenset(schema["$defs"]["language"]["enum"])
