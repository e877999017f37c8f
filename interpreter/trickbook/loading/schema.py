"""The shape of a file: which keys it may have and what may stand under them, as ``schema/`` describes it.

A validator finds what is wrong; here every finding becomes a problem in the words of the language, with the
place in the file. What a key is for is told in the schema's own descriptions, the same that editors show.
"""

from __future__ import annotations

import json
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from trickbook.data import folder
from trickbook.document import Scalar, at, key_place, plain
from trickbook.loading.wording import hint_of, listed, named, respelt, with_article, yes_or_no
from trickbook.problems import Problem, in_order, nearest, shown

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterator

    from trickbook.document import Node
    from trickbook.problems import Place

Kind = Literal["ruleset", "examples"]


class Finding(NamedTuple):
    """Something that the validator found: where in the tree, the value there, and the schema that it fails."""

    root: Node
    path: tuple[str | int, ...]
    value: Any
    schema: abc.Mapping[str, Any]
    limit: Any
    """What the failing keyword demands."""

    @property
    def place(self) -> Place:
        """Where the value was written."""
        return at(self.root, self.path).place

    @property
    def subject(self) -> str:
        """What the value belongs to, for the beginning of a message."""
        if not self.path:
            return "the file"
        keys = [step for step in self.path if isinstance(step, str)]
        return shown(keys[-1]) if keys[-1:] == [self.path[-1]] else f"an item of {shown(keys[-1])}"

    @property
    def purpose(self) -> str | None:
        """What the schema says about such values, for a hint."""
        return hint_of(self.schema.get("description"))


def check(node: Node, kind: Kind) -> tuple[Problem, ...]:
    """Tell everything in which a document differs from its schema, in order of place.

    A ruleset may be a variant, so nothing but its edition must be there; whether a game is whole shows when it
    is merged with what it extends. One value is told of once, even if it fails in several ways.
    """
    told: dict[tuple[Place | None, str], Problem] = {}
    for problem in _differences(node, kind):
        told.setdefault((problem.place, problem.message if problem.code == "missing-key" else ""), problem)
    return in_order(told.values())


@cache
def validator(kind: Kind) -> Draft202012Validator:
    """Make the validator of a kind of file ready, once."""
    place = folder("schema")
    files = {f"{name}.schema.json": place / f"{name}.schema.json" for name in ("ruleset", "examples")}
    schemas = {name: json.loads(path.read_text("utf-8")) for name, path in files.items()}
    resources = ((name, Resource.from_contents(schema)) for name, schema in schemas.items())
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(schemas[f"{kind}.schema.json"], registry=registry)


def _differences(root: Node, kind: Kind) -> Iterator[Problem]:
    for error in validator(kind).iter_errors(plain(root)):
        trail = list(error.absolute_schema_path)
        finding = Finding(
            root, tuple(error.absolute_path), error.instance, error.schema, error.validator_value
        )
        if "dependentSchemas" in trail and error.schema == {"type": "null"}:
            yield from _exclusive(finding, trail)
        elif "propertyNames" in trail:
            yield _no_name(finding, key_place(root, (*finding.path, error.instance)))
        else:
            yield from _TELLERS[str(error.validator)](finding)


def _exclusive(finding: Finding, trail: list[str | int]) -> Iterator[Problem]:
    """A key cannot stand beside another; ``allOf`` tells that it depends on the other's value."""
    *parent, key = finding.path
    since = len(trail) - trail[::-1].index("dependentSchemas")
    other = str(trail[since])
    there = (*parent, other)
    value = at(finding.root, there)
    depends = "allOf" in trail[since:] and isinstance(value, Scalar)
    beside = f"{other}: {value.text}" if depends and isinstance(value, Scalar) else other
    message = f"{shown(str(key))} cannot stand beside {shown(beside)}"
    places = key_place(finding.root, finding.path), key_place(finding.root, there)
    yield Problem("exclusive-keys", message, places[0], "remove one of the two", related=places[1:])


def _no_name(finding: Finding, place: Place) -> Problem:
    """A text has not the form that its schema demands."""
    title = str(finding.schema.get("title", "name"))
    word = str(finding.value)
    respelt = respelt(word, str(finding.limit))
    hint = f"did you mean {shown(respelt)}?" if respelt else finding.purpose
    code = "bad-name" if title.endswith(("Name", "name")) else "wrong-form"
    return Problem(code, f"{shown(word)} is not {with_article(title)}", place, hint)


def _wrong_form(finding: Finding) -> Iterator[Problem]:
    yield _no_name(finding, finding.place)


def _wrong_type(finding: Finding) -> Iterator[Problem]:
    if finding.value is None:
        yield _null(at(finding.root, finding.path))
        return
    title = str(finding.schema.get("title", "value"))
    verb = "takes" if finding.path and isinstance(finding.path[-1], str) else "is"
    message = f"{finding.subject} {verb} {with_article(title)}, not {named(finding.value)}"
    yield Problem("wrong-type", message, finding.place, _rewritten(finding) or finding.purpose)


def _rewritten(finding: Finding) -> str | None:
    """How to write a value that YAML took for something else than text."""
    if "string" not in finding.schema["type"] or not isinstance(finding.value, int):
        return None
    if isinstance(finding.value, bool) and finding.schema.get("title") != "Text":
        return yes_or_no(value=finding.value)
    text = getattr(at(finding.root, finding.path), "text", "")
    return f'write it in quotes, `"{text}"`'


def _not_a_choice(finding: Finding) -> Iterator[Problem]:
    choices = [str(choice) for choice in finding.limit if choice is not None]
    if finding.value is None:
        yield _null(at(finding.root, finding.path))
        return
    message = f"{finding.subject} is {listed(choices, 'or')}, not {named(finding.value)}"
    near = nearest(str(finding.value), choices) if len(choices) > 1 else None
    hint = f"did you mean {shown(near)}?" if near else None
    if isinstance(finding.value, bool) and "yes" in choices:
        hint = yes_or_no(value=finding.value)
    yield Problem("not-a-choice", message, finding.place, hint)


def _unknown_keys(finding: Finding) -> Iterator[Problem]:
    known = list(finding.schema["properties"])
    for key in finding.value:
        if key not in known:
            near = nearest(key, known)
            hint = f"did you mean {shown(near)}?" if near else f"its keys are {listed(known, 'and')}"
            message = f"{shown(key)} is not a key of {with_article(str(finding.schema['title']))}"
            yield Problem("unknown-key", message, key_place(finding.root, (*finding.path, key)), hint)


def _missing_keys(finding: Finding) -> Iterator[Problem]:
    for key in finding.limit:
        if key not in finding.value:
            hint = hint_of(finding.schema["properties"][key]["description"])
            yield Problem("missing-key", f"{shown(key)} is missing here", finding.place, hint)


def _out_of_range(finding: Finding) -> Iterator[Problem]:
    bound = "at least" if finding.value < finding.limit else "at most"
    message = f"{finding.subject} is {bound} {finding.limit}, not {finding.value}"
    yield Problem("out-of-range", message, finding.place)


def _empty(finding: Finding) -> Iterator[Problem]:
    yield Problem("empty", f"{finding.subject} is empty", finding.place, finding.purpose)


def _repeated(finding: Finding) -> Iterator[Problem]:
    for index, item in enumerate(finding.value):
        first = finding.value.index(item)
        if first < index:
            places = (at(finding.root, (*finding.path, where)).place for where in (index, first))
            yield Problem(
                "duplicate-item",
                f"{named(item)} stands here a second time",
                next(places),
                related=tuple(places),
            )


def _null(node: Node) -> Problem:
    """Nothing stands where something must."""
    if isinstance(node, Scalar) and not node.text:
        return Problem("missing-value", "there is no value here", node.place)
    return Problem("nothing-to-remove", "`null` removes what is inherited, and nothing here is", node.place)


_TELLERS[str(error.validator)](finding)


def _exclusive(finding: Finding, trail: list[str | int]) -> Iterator[Problem]:
    """A key cannot stand beside another; ``allOf`` tells that it depends on the other's value."""
    *parent, key = finding.path
    since = len(trail) - trail[::-1].index("dependentSchemas")
    other = str(trail[since])
    there = (*parent, other)
    value = at(finding.root, there)
    depends = "allOf" in trail[since:] and isinstance(value, Scalar)
    beside = f"{other}: {value.text}" if depends and isinstance(value, Scalar) else other
    message = f"{shown(str(key))} cannot stand beside {shown(beside)}"
    places = key_place(finding.root, finding.path), key_place(finding.root, there)
    yield Problem("exclusive-keys", message, places[0], "remove one of the two", related=places[1:])


def _no_name(finding: Finding, place: Place) -> Problem:
    """A text has not the form that its schema demands."""
    title = str(finding.schema.get("title", "name"))
    word = str(finding.value)
    respelt = respelt(word, str(finding.limit))
    hint = f"did you mean {shown(respelt)}?" if respelt else finding.purpose
    code = "bad-name" if title.endswith(("Name", "name")) else "wrong-form"
    return Problem(code, f"{shown(word)} is not {with_article(title)}", place, hint)


def _wrong_form(finding: Finding) -> Iterator[Problem]:
    yield _no_name(finding, finding.place)


def _wrong_type(finding: Finding) -> Iterator[Problem]:
    if finding.value is None:
        yield _null(at(finding.root, finding.path))
        return
    title = str(finding.schema.get("title", "value"))
    verb = "takes" if finding.path and isinstance(finding.path[-1], str) else "is"
    message = f"{finding.subject} {verb} {with_article(title)}, not {named(finding.value)}"
    yield Problem("wrong-type", message, finding.place, _rewritten(finding) or finding.purpose)


def _rewritten(finding: Finding) -> str | None:
    """How to write a value that YAML took for something else than text."""
    if "string" not in finding.schema["type"] or not isinstance(finding.value, int):
        return None
    if isinstance(finding.value, bool) and finding.schema.get("title") != "Text":
        return yes_or_no(value=finding.value)
    text = getattr(at(finding.root, finding.path), "text", "")
    return f'write it in quotes, `"{text}"`'


def _not_a_choice(finding: Finding) -> Iterator[Problem]:
    choices = [str(choice) for choice in finding.limit if choice is not None]
    if finding.value is None:
        yield _null(at(finding.root, finding.path))
        return
    message = f"{finding.subject} is {listed(choices, 'or')}, not {named(finding.value)}"
    near = nearest(str(finding.value), choices) if len(choices) > 1 else None
    hint = f"did you mean {shown(near)}?" if near else None
    if isinstance(finding.value, bool) and "yes" in choices:
        hint = yes_or_no(value=finding.value)
    yield Problem("not-a-choice", message, finding.place, hint)


def _unknown_keys(finding: Finding) -> Iterator[Problem]:
    known = list(finding.schema["properties"])
    for key in finding.value:
        if key not in known:
            near = nearest(key, known)
            hint = f"did you mean {shown(near)}?" if near else f"its keys are {listed(known, 'and')}"
            message = f"{shown(key)} is not a key of {with_article(str(finding.schema['title']))}"
            yield Problem("unknown-key", message, key_place(finding.root, (*finding.path, key)), hint)


def _missing_keys(finding: Finding) -> Iterator[Problem]:
    for key in finding.limit:
        if key not in finding.value:
            hint = hint_of(finding.schema["properties"][key]["description"])
            yield Problem("missing-key", f"{shown(key)} is missing here", finding.place, hint)


def _out_of_range(finding: Finding) -> Iterator[Problem]:
    bound = "at least" if finding.value < finding.limit else "at most"
    message = f"{finding.subject} is {bound} {finding.limit}, not {finding.value}"
    yield Problem("out-of-range", message, finding.place)


def _empty(finding: Finding) -> Iterator[Problem]:
    yield Problem("empty", f"{finding.subject} is empty", finding.place, finding.purpose)


def _repeated(finding: Finding) -> Iterator[Problem]:
    for index, item in enumerate(finding.value):
        first = finding.value.index(item)
        if first < index:
            places = (at(finding.root, (*finding.path, where)).place for where in (index, first))
            yield Problem(
                "duplicate-item",
                f"{named(item)} stands here a second time",
                next(places),
                related=tuple(places),
            )


def _null(node: Node) -> Problem:
    """Nothing stands where something must."""
    if isinstance(node, Scalar) and not node.text:
        return Problem("missing-value", "there is no value here", node.place)
    return Problem("nothing-to-remove", "`null` removes what is inherited, and nothing here is", node.place)


def respelt(word: str, pattern: str) -> str | None:
    """Spell a word as its form demands: ``Follow Suit`` as a name, ``qs`` as a card, ``3-6`` as a range."""
    small = word.casefold()
    spellings = (
        re.sub(r"[^a-z0-9]+", "_", small).strip("_"),
        re.sub(r"[^a-z0-9]+", "-", small).strip("-"),
        word.upper(),
        " to ".join(re.findall(r"[0-9]+", word)),
    )
    return next((spelling for spelling in spellings if re.search(pattern, spelling)), None)


def yes_or_no(*, value: bool) -> str:
    return f"write {shown('yes' if value else 'no')}"


def hint_of(description: str | None) -> str | None:
    """A description from the schema, as a hint."""
    return description and (description[0].lower() + description[1:]).removesuffix(".")


def with_article(title: str) -> str:
    """A title from the schema, with its article."""
    thing = title[0].lower() + title[1:]
    if thing == "text":
        return thing
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def listed(words: list[str], joint: str) -> str:
    *most, last = map(shown, words)
    return f"{', '.join(most)} {joint} {last}" if most else last


def named(value: Any) -> str:
    """Say what was found."""
    match value:
        case list():
            return "a list"
        case dict():
            return "a map"
        case bool():
            return shown(str(value).lower())
        case int():
            return f"the number {value}"
        case _:
            return shown(str(value))


_TELLERS: Final[abc.Mapping[str, Callable[[Finding], Iterator[Problem]]]] = MappingProxyType(
    {
        "additionalProperties": _unknown_keys,
        "enum": _not_a_choice,
        "maximum": _out_of_range,
        "minItems": _empty,
        "minLength": _empty,
        "minimum": _out_of_range,
        "pattern": _wrong_form,
        "required": _missing_keys,
        "type": _wrong_type,
        "uniqueItems": _repeated,
    }
)
