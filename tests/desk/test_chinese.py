"""Chinese: all that the desk explains is Chinese, for every game; only code and names are not."""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

import pytest
from tests.games import SOME_GAMES

from trickbook.analysis.difference import differ
from trickbook.analysis.difference.description import phrases
from trickbook.desk import comparison as desk_difference
from trickbook.desk.comparison import Progress, comparison, difference
from trickbook.desk.trial import completion, meaning, start
from trickbook.expression.vocabulary import BUILT_IN, GRAMMAR
from trickbook.ruleset import load
from trickbook.sections.table import is_prose
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Node

PROPER: Final = re.compile(r"Barbu|Oh Hell|Omnibus|Reverse|Windows|Trickbook")
"""What games are called in every language."""

CODE: Final = re.compile(r"`[^`]*`|[\w-]+(?:、[\w…-]+)+|\*\*[^*]+\*\* ·|\S+\.yaml(:\d+)?")
"""Code, the word that is explained, and names of files."""

LATIN: Final = re.compile(r"[A-Za-z_]{3,}")
WORD: Final = re.compile(r"[A-Za-z_]{2,}")
REMARK: Final = re.compile(r"^(?:## |#   # )(.*)$", re.MULTILINE)

CHANGE: Final = "worth:\n  our_card: {cards: kings, is: 3}\nwinning: {highest: null}\n"
CLAUSES: Final = "trickbook: 1\nextends: {game}\nplay:\n  |"
"""Where the clauses of a game are proposed; one where any card may be played has none."""

PLACES: Final = (
    "|",
    CLAUSES,
    "trickbook: 1\nextends: {game}\nplay:\n  ours: {{|}}",
    "trickbook: 1\nextends: {game}\nsteps:\n  deal:\n    |",
    "trickbook: 1\nextends: {game}\nexamples:\n  one:\n    given: {{options: {{|}}}}",
    "trickbook: 1\nextends: {game}\nexamples:\n  one:\n    illegal: {{2C: |}}",
    "trickbook: 1\nextends: |",
    "trickbook: 1\nhouse: [|]",
    "trickbook: 1\nextends: {game}\nwords: {{ours: {{is: |}}}}\n",
)
"""Where keys, entries, names and words are proposed."""


def english(text: str, known: frozenset[str] = frozenset()) -> list[str]:
    """The English words of a text that is to be Chinese, without code and names."""
    return [word for word in LATIN.findall(PROPER.sub("", CODE.sub("", text))) if word not in known]


def code(node: Node, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The words of a ruleset that are code: its keys and values, without its prose."""
    if isinstance(node, Scalar):
        yield from WORD.findall(node.text)
    for item in getattr(node, "items", ()):
        yield from code(item, path)
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        yield from WORD.findall(key)
        if not is_prose((*path, key)):
            yield from code(entry.node, (*path, key))


@cache
def names(game: str) -> frozenset[str]:
    """The words of a game that are code, and those of every game."""
    engine = load(game).engine()
    every = (*GRAMMAR, *(word.name for word in BUILT_IN))
    return frozenset([*WORD.findall(game), *code(load(game).resolved.root), *engine.context.symbols, *every])


@cache
def begun(game: str) -> str:
    asked: dict[str, Any] = {"house": [], "options": {}, "title": "我们的玩法", "brief": False}
    return str(start(game=game, language="zh", **asked)["text"])


def own(game: str) -> str:
    """Every entry of a game as a text of one's own."""
    lines = (line for line in begun(game).split("\n") if not line.startswith(("##", "#   #", "#     #")))
    return "\n".join(line.removeprefix("# ") for line in lines)


def explained(text: str) -> Iterator[str]:
    """What each word of a text means; behind the same words of a line, only once."""
    met: set[str] = set()
    for found in WORD.finditer(text):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.end()]
        key = found[0] if "{" in line else line
        if key not in met:
            met.add(key)
            says = meaning(text=text, at=found.start() + 1, language="zh")["says"]
            yield from [says] if says else []


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_text_to_begin_with_has_chinese_comments(game: str) -> None:
    remarks = REMARK.findall(begun(game))
    assert remarks
    assert [line for line in remarks if english(line, names(game))] == []
    assert "，加上我们自己的规则。" in begun(game)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_what_words_mean_is_chinese(game: str) -> None:
    told = [*explained(own(game))]
    assert told
    values = frozenset(["yes", "nobody"])
    assert [says for says in told if english(re.sub(r"(?m)^= .*|^\*\*\w+\*\*$", "", says), values)] == []


@pytest.mark.parametrize("game", SOME_GAMES)
def test_what_may_be_written_is_explained_in_chinese(game: str) -> None:
    narrowed = any(load(game).engine().context.entries("play"))
    for place in PLACES:
        marked = place.format(game=game)
        text, at = marked.replace("|", ""), marked.index("|")
        items = completion(text=text, at=at, playable=f"trickbook: 1\nextends: {game}\n", language="zh")[
            "items"
        ]
        assert items or (place == CLAUSES and not narrowed), marked
        assert [one for one in items if english(one["says"])] == []
        assert [one for one in items if english(one["detail"], names(game))] == []


def literals(language: str) -> set[str]:
    """What stands between the blanks of the phrases about differences."""
    found = phrases(language).written.items()
    said = [
        text
        for key, text in found
        if key.partition(".")[0] in ("difference", "seating", "cards", "questions")
    ]
    return {part for text in said for part in re.split(r"\{\w+\}", text) if len(part) > 7}


@pytest.mark.parametrize("game", SOME_GAMES)
def test_the_difference_is_told_in_chinese(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_difference, "differ", partial(differ, tries=20))
    text = f"trickbook: 1\nname: 我们的玩法\nextends: {game}\n{CHANGE}"
    lines = difference(text=text, language="zh")["lines"]
    told, ours = "\n".join(lines), {"our_card", "the_difference", "course", "given", "examples", "winner"}
    assert "只在你的文本中有" in told
    assert [line for line in lines if english(line, names(game) | ours)] == []
    assert [part for part in literals("en") if part in told] == []


def test_the_figures_have_chinese_names() -> None:
    text = f"trickbook: 1\nname: 我们的玩法\nextends: hearts\n{CHANGE}"
    text += "metrics: {kings: {is: count of (taken and kings), name: 收下的王}}\n"
    _, told = comparison(text, "zh", Progress(deals=4))
    assert [row for row in told["rows"] if english(row["says"])] == []
