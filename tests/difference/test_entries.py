"""Which entries differ, in words; prose is no rule."""

from itertools import combinations
from pathlib import Path
from typing import ClassVar

import pytest

import trickbook
from trickbook.analysis.difference import compare, differ
from trickbook.analysis.difference.description import entry_lines
from trickbook.loading import resolve, shipped
from trickbook.problems import Place
from trickbook.source import Mapping, Pair

HEAD = "trickbook: 1\nextends: hearts\n"
PARTS = 4


def told(tmp_path: Path, text: str) -> str:
    """What differs between hearts and a variant of it."""
    path = tmp_path / "ours.yaml"
    path.write_text(HEAD + text, "utf-8")
    found = resolve(str(path))
    assert not [problem for problem in found.problems if problem.severity == "error"]
    lines = entry_lines(compare(resolve("hearts").root, found.root), "hearts", "ours")
    return "\n".join(lines).replace(str(path), "ours.yaml")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (
            "worth: {bonus: {cards: JD, is: -10, says: The jack takes ten off.}}",
            ["worth:", "  bonus: only in ours, after queen (ours.yaml:3)", "      The jack takes ten off."],
        ),
        ("worth: {hearts: null}", ["  hearts: only in hearts (rulesets/hearts.yaml:"]),
        ("worth: {queen: {is: 20}}", ["  queen: differs (rulesets/", ", ours.yaml:3)", "      is: 13 → 20"]),
        ("options: {moon: {default: convention}}", ["default: old → convention\n        - old: "]),
        ("options: {target: {default: 50}}", ["      default: 100 → 50"]),
        ("play: {hearts_wait: {before: opening}}", ["  hearts_wait: moved, in ours first"]),
        (
            "play: {follow_suit: {most: count of (led_suit and play)}}",
            ["      keep: led_suit → nothing", "      most: nothing → count of (led_suit and play)"],
        ),
        ("steps: {shoot: {rules: {add_to_win: {when: null}}}}", ["      rules.add_to_win.when: moon is "]),
        ("steps: {shoot: {rules: {add_to_win: {after: add_if_can}}}}", ["\n        + {add_if_can: "]),
        ("deck: {packs: 2}", ["deck:", "  packs: differs", "      1 → 2"]),
        ("match: {ends: {target: null}}", ["match.ends:", "  target: only in hearts"]),
        ("players: {names: [A, B, C, D], count: 4}", ["  names: only in ours", "      [A, B, C, D]"]),
        (
            "play: {follow_suit: {keep: led_suit or QS, says: Suit or queen.}}",
            ["      - Follow suit if you can.", "      + Suit or queen.", "keep: led_suit → led_suit or QS"],
        ),
    ],
)  # fmt: skip
def test_what_differs_is_told(tmp_path: Path, text: str, lines: list[str]) -> None:
    found = told(tmp_path, text)
    assert [line for line in lines if line not in found] == [], found


def test_only_what_differs_is_told(tmp_path: Path) -> None:
    _, _, sentence, change = told(tmp_path, "worth: {queen: {is: 20}}").splitlines()
    assert (sentence.strip(), change.strip()) == (
        "The queen of spades counts against its taker.",
        "is: 13 → 20",
    )


def test_other_words_are_the_same_rules(tmp_path: Path) -> None:
    text = "play: {follow_suit: {says: {en: Suit, zh: 跟牌}, source: WH-1}}\nname: Ours\nsummary: Ours.\n"
    assert told(tmp_path, text) == "Different wording, same meaning: play.follow_suit\n"


def test_a_ruleset_is_the_same_as_itself() -> None:
    for name in shipped():
        assert compare(resolve(name).root, resolve(name).root) == ()
    rules = trickbook.load("hearts")
    assert differ(rules, rules).same


def test_every_entry_is_told_that_only_one_side_has() -> None:
    empty = Mapping({}, Place("empty.yaml", 1, 1))
    for name in shipped():
        root = resolve(name).root
        for old, new, kind in ((empty, root, "added"), (root, empty, "removed")):
            changes = compare(old, new)
            assert {change.kind for change in changes} == {kind}
            assert list(entry_lines(changes, "one", name))


@pytest.mark.breadth
@pytest.mark.parametrize("part", range(PARTS))
def test_every_pair_of_rulesets_is_compared(part: int) -> None:
    """Each pair once, in one direction or the other; what both sides have is told, too."""
    roots = {name: resolve(name).root for name in shipped()}
    for number, pair in enumerate([*combinations(roots.items(), 2)][part::PARTS]):
        (one, old), (other, new) = pair if number % 2 else pair[::-1]
        both = [change for change in compare(old, new) if change.old and change.new]
        assert list(entry_lines(both, one, other)) or not both


class Name(str):
    """A name that counts how often it is compared."""

    __slots__ = ()
    __hash__ = str.__hash__
    compared: ClassVar[list[str]] = []

    def __eq__(self, other: object) -> bool:
        Name.compared.append(self)
        return super().__eq__(other)


def test_one_of_very_many_clauses_that_moves_is_found_in_few_steps() -> None:
    names = [Name(f"c{number}") for number in range(400)]
    place, nothing = Place("game.yaml"), Mapping({}, Place("game.yaml"))

    def root(order: list[Name]) -> Mapping:
        clauses = Mapping({name: Pair(place, nothing) for name in order}, place)
        return Mapping({"play": Pair(place, clauses)}, place)

    (change,) = compare(root(names), root([*names[1:], names[0]]))
    assert (change.name, change.kind, change.after) == ("c0", "moved", "c399")
    assert len(Name.compared) < 20 * len(names)
