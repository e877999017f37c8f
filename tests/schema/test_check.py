"""What a file is told that does not fit the schema, and that a file which fits is told nothing."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from tests.source.trees import load_file

from trickbook.loading import shipped
from trickbook.loading.conformance import check
from trickbook.problems.rendering import render
from trickbook.source import Listing, Mapping, Node, Pair, Scalar, plain, read
from trickbook.source.schema import Kind, validator

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
SHIPPED = sorted(shipped().values())
GOOD = sorted((HERE / "good").rglob("*.yaml"))
BAD = sorted((HERE / "bad").rglob("*.yaml"))
GUIDE = (ROOT / "schema" / "README.md").read_text("utf-8")
EVERY_KEY = HERE / "good" / "ruleset" / "every-key.yaml"


def kind_of(path: Path) -> Kind:
    """The folder of a file is named after its kind."""
    return cast("Kind", path.parent.name)


def tree(path: Path) -> Mapping:
    root, problems = load_file(path)
    assert problems == ()
    assert root is not None
    return root


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_ruleset_fits(path: Path) -> None:
    assert check(tree(path), "ruleset") == ()


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_good_file_fits(path: Path) -> None:
    assert check(tree(path), kind_of(path)) == ()


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_is_answered_as_the_text_beside_it_says(path: Path) -> None:
    text = path.read_text("utf-8")
    root, problems = read(text, path.name)
    assert root is not None
    assert problems == ()
    told = render(check(root, kind_of(path)), {path.name: text}) + "\n"
    if "TRICKBOOK_WRITE" in os.environ:
        path.with_suffix(".txt").write_text(told, "utf-8")
    assert told == path.with_suffix(".txt").read_text("utf-8")


def keys(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Every key of the language, with the part of the schema that has it."""
    for name, part in schema["$defs"].items():
        for inner in (part, part.get("additionalProperties") or {}):
            yield from ((name, key) for key in inner.get("properties", ()))


def test_the_file_of_every_key_has_every_key() -> None:
    schema = validator("ruleset").schema
    assert isinstance(schema, dict)
    written = {key for _, key in walk(plain(tree(EVERY_KEY)))}
    assert [where for where in keys(schema) if where[1] not in written] == []
    assert set(schema["properties"]) <= written


def walk(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The way to every key of a document, and the key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), key
            yield from walk(inner, (*path, key))
    if isinstance(value, list):
        for index, inner in enumerate(value):
            yield from walk(inner, (*path, index))


def replaced(node: Node, path: tuple[str | int, ...], other: Node) -> Node:
    """The same tree with another node at one place."""
    if not path:
        return other
    step, *rest = path
    if isinstance(node, Mapping):
        entry = node.entries[str(step)]
        return Mapping(
            {**node.entries, str(step): Pair(entry.key_place, replaced(entry.node, tuple(rest), other))},
            node.place,
        )
    assert isinstance(node, Listing)
    assert isinstance(step, int)
    items = [
        replaced(item, tuple(rest), other) if index == step else item for index, item in enumerate(node.items)
    ]
    return Listing(tuple(items), node.place)


def alone(root: Mapping, section: str) -> Mapping:
    """A document with one section only, which is as wrong as it was and sooner checked."""
    return Mapping({key: root.entries[key] for key in {"trickbook", section}}, root.place)


@pytest.mark.parametrize("text", ["~", "true", "-7", "Two words!", "[]", "[[~]]", "{}", "{No key: {}}"])
def test_whatever_stands_in_a_place_is_answered_in_our_own_words(text: str) -> None:
    root = tree(EVERY_KEY)
    given, _ = read(f"given: {text}", "given.yaml")
    assert given is not None
    wrong = given.entries["given"].node
    paths = [path for path, _ in walk(plain(root))]
    told = [
        problem
        for path in paths
        for problem in check(replaced(alone(root, str(path[0])), path, wrong), "ruleset")
    ]
    assert told
    assert all(problem.place and problem.place.file in {"given.yaml", str(EVERY_KEY)} for problem in told)
    strange = (
        "Additional properties",
        "is not of type",
        "does not match",
        "should not be",
        "is not valid",
        "None",
        "True",
        "'",
    )
    assert [
        str(problem.message) for problem in told if any(word in str(problem.message) for word in strange)
    ] == []


def test_problems_come_in_order_and_once() -> None:
    root = tree(HERE / "bad" / "ruleset" / "steps.yaml")
    problems = check(root, "ruleset")
    places = [problem.place for problem in problems if problem.place]
    assert places == sorted(set(places))


def test_the_guide_lists_every_code() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \|", GUIDE, re.MULTILINE)
    told = re.findall(
        r"^[\w.-]+:\d+:\d+: ([a-z-]+): ",
        "".join(path.with_suffix(".txt").read_text("utf-8") for path in BAD),
        re.MULTILINE,
    )
    assert len(listed) == len(set(listed))
    assert set(listed) == set(told)


def test_the_guide_shows_what_is_told() -> None:
    _, shown, _ = re.split(r"```text\n(omnibus.*?)\n```", GUIDE, flags=re.DOTALL)
    text = "trickbook: 1\nextends: hearts\nname: Omnibus\npoints: {jack: {time: 2}}\n"
    root, _ = read(text, "omnibus.yaml")
    assert root is not None
    assert render(check(root, "ruleset"), {"omnibus.yaml": text}) == shown


def test_the_validator_is_made_once() -> None:
    assert validator("ruleset") is validator("ruleset")


def test_a_key_may_stand_in_any_quotes() -> None:
    root, _ = read('"trickbook": 1\n"play": {"follow_suit": {"keep": "led_suit"}}\n', "quoted.yaml")
    assert isinstance(root, Mapping)
    assert isinstance(root.entries["trickbook"].node, Scalar)
    assert check(root, "ruleset") == ()
