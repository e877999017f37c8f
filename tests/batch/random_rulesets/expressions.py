"""Machine-made expressions: of the kind that is wanted, about nothing that is not at hand there."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import ALWAYS, BUILT_IN, DEAL, PLAYER

Ruleset = dict[str, Any]

TABLE = "deal"
SEAT = "deal player own"
OPEN = "deal player own secret"
SCORED = "deal player own secret points"
"""What is at hand: of the table, for a seat, for who sees all, for who counts the points."""

KINDS = ("cards", "condition", "number", "seats")
CALLED = {Kind.CARDS: "cards", Kind.CONDITION: "condition", Kind.NUMBER: "number", Kind.SEATS: "seats"}

SHAPES: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "shapes.yaml").read_text("utf-8"))

NEEDS = {
    ALWAYS: "",
    DEAL: "deal",
    PLAYER: "deal player",
    "when a deal is scored": "deal player points",
    "in clauses of play and winning, and in facts upon: play": "deal play",
    "in clauses of winning": "deal place",
    "in the rules of a question after the tricks": "deal player outcome",
}
"""What must be at hand for a word, by where it may stand."""

UNFIXED = re.compile(r"worth|their|rank >= <number>")
"""How a shape reads that cannot be fixed before the first deal."""

STANDING = re.compile(r"rank|highest|lowest|suit of")
"""How a shape reads that rests on the orders."""

NUMBERED = re.compile(r"rank (?!of <cards> >|> rank of)")
"""How a shape reads that compares a rank with a number, or gives one."""

DEPTH = 3


class Word(NamedTuple):
    """A word, the kind of what it gives, what must be at hand for it, whether each player has their own."""

    name: str
    kind: str
    needs: frozenset[str]
    owned: bool


def word(name: str, kind: str, needs: str = "deal") -> Word:
    return Word(name, kind, frozenset(needs.split()), owned="player" in needs)


AHEAD = ("best", "holder")
"""The words about who is ahead in the trick, which clauses of winning cannot use."""


def built_in() -> Iterator[Word]:
    """The words of every ruleset, and its piles."""
    for known in BUILT_IN:
        if known.type.kind in CALLED:
            needs = "deal ahead" if known.name in AHEAD else NEEDS[known.scope]
            yield word(known.name, CALLED[known.type.kind], needs)
    yield from (word(pile, "cards", "deal player own") for pile in ("hand", "taken"))
    yield from (word(pile, "cards") for pile in ("trick", "held", "played", "exposed"))
    yield word("table", "cards", "deal player")
    yield word("aside", "cards", "deal secret")


WORDS = tuple(built_in())


class Pen(NamedTuple):
    """Chance, and the words that there are."""

    rng: random.Random
    words: tuple[Word, ...]
    choices: dict[str, tuple[str, ...]]
    ordered: bool = False
    """Whether orders are declared: then ranks are no numbers, and only compared with one another."""

    def knowing(self, *words: Word) -> Pen:
        """The same pen, with more words."""
        return self._replace(words=(*self.words, *words))

    def choosing(self, name: str, *choices: str) -> Pen:
        """The same pen, which knows what a word is a choice of."""
        return self._replace(choices={**self.choices, name: choices})

    def one(self, *things: str) -> str:
        return self.rng.choice(things)

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    def known(self, kind: str, at_hand: frozenset[str]) -> list[str]:
        return [word.name for word in self.words if word.kind == kind and word.needs <= at_hand]

    def write(self, kind: str, at_hand: str, depth: int = DEPTH) -> str:
        """An expression of a kind, where so much is at hand."""
        return self._write(kind, frozenset(at_hand.split()), depth)

    def _write(self, kind: str, at_hand: frozenset[str], depth: int) -> str:
        if depth == 0 or self.chance(0.35):
            known = self.known(kind, at_hand)
            return str(self.rng.choice(known if known and self.chance(0.8) else SHAPES["literals"][kind]))
        shapes = SHAPES[kind]
        if "deal" not in at_hand:  # then nothing may rest on what cards are worth
            shapes = [shape for shape in shapes if not UNFIXED.search(shape)]
        if self.ordered:
            odd = NUMBERED if "deal" in at_hand else STANDING
            shapes = [shape for shape in shapes if not odd.search(shape)]
        shape = str(self.rng.choice(shapes))
        return re.sub(r"<([a-z ]+[*]?)>", lambda found: self._part(found[1], at_hand, depth - 1), shape)

    def _part(self, part: str, at_hand: frozenset[str], depth: int) -> str:
        if part == "figure":
            return self.one("2", "5", "9", "J", "1")
        if part == "choice":
            return self._choice(at_hand)
        if part.startswith("their "):
            return self._of_others(part.removeprefix("their "), at_hand)
        if part.endswith("*"):
            return self._write(part[:-1], others(at_hand), depth)
        return self._write(part, at_hand, depth)

    def _of_others(self, kind: str, at_hand: frozenset[str]) -> str:
        """A word about a player, asked of other seats."""
        around = others(at_hand)
        known = [word for word in self.words if word.kind == kind and word.owned and word.needs <= around]
        return self.rng.choice(known).name

    def _choice(self, at_hand: frozenset[str]) -> str:
        """Whether a choice is one of its names, or how it compares; of a bid, its level or its suit."""
        known = self.known("choice", at_hand)
        if not known:
            return self._write("condition", at_hand, 0)
        name = self.rng.choice(known)
        signs = ("is", "is not", "<", "<=", ">", ">=")
        if "pass" in self.choices[name] and self.chance(0.3):
            asked = self.one(f"level of {name}", f"count of suit of {name}")
            return f"{asked} {self.one(*signs)} {self.one('0', '1', '2')}"
        return f"{name} {self.one(*signs)} {self.one(*self.choices[name])}"


def others(at_hand: frozenset[str]) -> frozenset[str]:
    """What is at hand about other seats: their secrets only for who sees all."""
    own = {"player", "own"} if "secret" in at_hand else {"player"}
    return at_hand - {"own"} | own


def some(p: Pen, most: int) -> range:
    """So many entries of a section, or none."""
    return range(p.rng.randint(0, most))


def pen(rng: random.Random) -> Pen:
    """A pen that knows the words of every ruleset."""
    return Pen(rng, WORDS, {}, ordered=rng.random() < 0.3)
