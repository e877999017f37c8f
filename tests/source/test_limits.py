"""Strangers' files are answered within their limits."""

import pytest

from trickbook.problems import MOST_PROBLEMS, Problem
from trickbook.source import LIMITS, Mapping, at, plain, read


def problems_of(text: str | bytes) -> tuple[Problem, ...]:
    root, problems = read(text, "game.yaml")
    assert root is None or isinstance(root, Mapping)
    return problems


def codes(text: str | bytes) -> list[str]:
    return [problem.code for problem in problems_of(text)]


def padded(text: str, size: int) -> str:
    """Fill up with a comment to a size in bytes."""
    comment = size - len(text.encode()) - 1
    return f"{text}#{'x' * comment}"


@pytest.mark.parametrize("as_bytes", [False, True])
@pytest.mark.parametrize("name", ["Hearts", "♥" * 20])
def test_a_file_has_at_most_so_many_bytes(name: str, as_bytes: bool) -> None:  # noqa: FBT001
    fits, over = (padded(f"name: {name}\n", LIMITS.bytes + more) for more in (0, 1))
    assert codes(fits.encode() if as_bytes else fits) == []
    assert codes(over.encode() if as_bytes else over) == ["too-large"]


def nested(depth: int) -> str:
    return "a: " * (depth > 0) + "[" * (depth - 1) + "]" * (depth - 1)


def test_maps_and_lists_stand_at_most_so_deep_in_one_another() -> None:
    assert codes(nested(LIMITS.depth)) == []
    assert codes(nested(LIMITS.depth + 1)) == ["too-deep"]


def test_a_file_has_at_most_so_many_keys_and_values() -> None:
    fits = "a:\n" + "- 1\n" * (LIMITS.nodes - 3)
    assert codes(fits) == []
    assert codes(fits + "- 1\n") == ["too-many-nodes"]


@pytest.mark.parametrize("quote", ["", "'"])
def test_a_text_has_at_most_so_many_characters(quote: str) -> None:
    assert codes(f"a: {quote}{'x' * LIMITS.text}{quote}") == []
    assert codes(f"a: {quote}{'x' * (LIMITS.text + 1)}{quote}") == ["text-too-long"]


def test_a_key_has_at_most_so_many_characters() -> None:
    assert codes("k" * LIMITS.key + ": 1") == []
    assert codes("k" * (LIMITS.key + 1) + ": 1") == ["key-too-long"]


def test_so_many_problems_are_told_and_the_rest_counted() -> None:
    text = "a: 1\n" * (MOST_PROBLEMS + 1)
    assert codes(text) == ["duplicate-key"] * MOST_PROBLEMS
    one_more = problems_of(text + "a: 1\n")
    assert len(one_more) == MOST_PROBLEMS + 1
    assert (one_more[-1].code, one_more[-1].severity) == ("more-problems", "note")
    assert str(one_more[-1].message) == "1 more problem from here on"
    assert str(problems_of(text + "a: 1\n" * 9)[-1].message) == "9 more problems from here on"


ALIAS_BOMB = "a: &a [x]\n" + "".join(
    f"{name}: &{name} [*{last}, *{last}, *{last}, *{last}]\n"
    for last, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x" * 10_000_000, ["too-large"]),
        (b"\0" * 10_000_000, ["too-large"]),
        ("[" * 50_000, ["too-deep"]),
        ("{a: " * 16_000, ["too-deep"]),
        ("- " * 30_000, ["too-deep"]),
        ("? " * 30_000, ["too-deep"]),
        ("".join(" " * depth + "a:\n" for depth in range(340)), ["too-deep"]),
        ("a: [" + "b," * 32_000 + "]", ["too-many-nodes"]),
        ("'" * 65_535, ["unclosed-quote"]),
        ("," * 65_536, ["unopened"]),
        ("\t" * 65_536, ["tab"]),
        ("\n" * 65_536, ["empty-document"]),
        ("a: b" + " " * 65_000 + "c: d", ["text-too-long", "unquoted-colon"]),
        ("{a " + " #" * 32_000, ["unclosed"]),
        ("a: " + "9" * 65_000, ["text-too-long"]),
        ("%YAML 1." + "9" * 60_000 + "\n--- {}", ["broken-yaml"]),
    ],
    ids=lambda value: str(value)[:12] if isinstance(value, str | bytes) else "",
)
def test_an_attack_is_answered_with_a_problem_or_two(text: str | bytes, expected: list[str]) -> None:
    assert codes(text) == expected


def test_an_alias_bomb_does_not_unfold() -> None:
    root, problems = read(ALIAS_BOMB, "bomb.yaml")
    assert root is not None
    assert plain(root) == {"a": ["x"]} | {name: [] for name in "bcdefghi"}
    assert {problem.code for problem in problems} == {"anchor", "alias"}


def test_a_long_path_of_keys_stays_bounded() -> None:
    depth = LIMITS.depth - 1
    text = "".join(f"{' ' * level}{'k' * LIMITS.key}:\n" for level in range(depth))
    root, problems = read(f"{text}{' ' * depth}end: 1\n", "game.yaml")
    assert problems == ()
    assert root is not None
    deepest = at(root, ["k" * LIMITS.key] * depth)
    assert len(deepest.place.path) == depth * (LIMITS.key + 1) - 1
