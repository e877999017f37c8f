"""Whatever is read: never an exception, and always a tree or a problem that has a place."""

from collections.abc import Iterator
from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from trickbook.problems import Place, Problem
from trickbook.problems.rendering import FORMATS, render
from trickbook.source import Listing, Mapping, Node, Pair, Scalar, read
from trickbook.source.yaml import within

SEEDS = [path.read_bytes() for path in sorted((Path(__file__).parent / "bad").glob("*.yaml"))]
PIECES = [*"abc:,-?{}[]\"'|>&*!%@`#~.\\<= \t\n\r", ": ", ", ", "- ", "? ", "\n  ", "\n    ", " #"]
PIECES += ["a: b\n", "says: ", "Follow suit, if you can.", "|\n  ", ">-\n  ", "\\x41", "\\ud800", "''"]
PIECES += ["---\n", "...\n", "%YAML 1.2\n", "<<: ", "null", "true", "12", "♥", "紅", "\ufeff", "\x85"]
YAML_ISH = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Cut a piece out of one file and put something else in its place."""
    data = draw(st.sampled_from(SEEDS))
    begin = draw(st.integers(0, len(data)))
    end = draw(st.integers(begin, min(len(data), begin + 20)))
    return data[:begin] + draw(YAML_ISH).encode("utf-8", "replace") + data[end:]


def nodes(node: Node, key: Place | None = None) -> Iterator[tuple[Node, Place | None]]:
    """Walk over all nodes of a tree, each with the place of its key."""
    yield node, key
    match node:
        case Listing(items=items):
            for item in items:
                yield from nodes(item)
        case Mapping(entries=entries):
            for entry in entries.values():
                assert isinstance(entry, Pair)
                yield from nodes(entry.node, entry.key_place)


def check(data: str | bytes) -> None:
    """Read, and prove of the answer what must hold of every answer."""
    root, problems = read(data, "f")
    assert root is not None or any(problem.severity == "error" for problem in problems)
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    lines = text.removeprefix("\ufeff").split("\n")
    for place in places(problems):
        check_inside(place, lines)
    for style in FORMATS:
        render(problems, {"f": text}, style).encode()
    if root is not None:
        source = text.removeprefix("\ufeff")
        for node, key in nodes(root):
            check_inside(node.place, lines)
            if key is not None:
                check_inside(key, lines)
            if isinstance(node, Scalar) and not problems:
                check_scalar(node, source)


def places(problems: tuple[Problem, ...]) -> Iterator[Place]:
    for problem in problems:
        assert problem.place is not None
        yield problem.place
        yield from problem.related


def check_inside(place: Place, lines: list[str]) -> None:
    assert place.file == "f"
    assert 1 <= place.line <= len(lines)
    line = lines[place.line - 1]
    assert 1 <= place.column <= len(line) + 1
    assert 1 <= place.length <= max(1, len(line) + 1 - place.column)


def check_scalar(node: Scalar, source: str) -> None:
    """The stretch of the source is the scalar, and each letter of it is found there."""
    begin, end = node.span
    if "\n" not in source[begin:end]:
        assert node.place.length == max(1, len(source[begin:end].rstrip()))
    if node.plain and "\n" not in source[begin:end]:
        assert source[begin:end] == node.text
    elif source[begin : begin + 1] in {'"', "'"}:
        assert yaml.safe_load(f"- {source[begin:end]}" if begin == end else source[begin:end]) == node.text
    lines = source.split("\n")
    for index, char in enumerate(node.text):
        place = within(node, index, index + 1, source)
        check_inside(place, lines)
        written = lines[place.line - 1][place.column - 1 :][: place.length]
        assert char.isspace() or char == written or written.startswith(("\\", "''"))


@given(st.binary(max_size=200))
def test_random_bytes(data: bytes) -> None:
    check(data)


@given(st.text(max_size=200))
def test_random_text(text: str) -> None:
    check(text)


@given(YAML_ISH)
@settings(max_examples=400)
def test_text_that_looks_like_yaml(text: str) -> None:
    check(text)


@given(YAML_ISH.map(lambda text: "a: " + text.replace("\n", "\n ")))
@settings(max_examples=200)
def test_values_that_look_like_yaml(text: str) -> None:
    check(text)


@given(mutated())
@settings(max_examples=300)
def test_mutated_files(data: bytes) -> None:
    check(data)


STYLES = st.sampled_from(["", "'", '"', "|", ">"])
LETTERS = st.text("ab紅:,'\"\\#\n ", max_size=30)


@given(LETTERS, STYLES)
@settings(max_examples=300)
def test_every_letter_of_what_another_writer_wrote_is_found(text: str, style: str) -> None:
    source = yaml.safe_dump({"a": {"b": text}}, default_style=style, allow_unicode=True, width=12)
    source = source.replace("!!map ", "")
    root, problems = read(source, "f")
    assert root is not None
    assert problems == ()
    (leaf,) = (node for node, _ in nodes(root) if isinstance(node, Scalar))
    assert leaf.text == yaml.safe_load(source)["a"]["b"]
    check_scalar(leaf, source)
