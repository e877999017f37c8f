# ruff: noqa: RUF001 - Chinese has signs of its own
"""Messages are data: a template stands in the catalogue of each language, and nothing in it is unused."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.texts.languages import foreign_words

from trickbook.analysis.report import codes, explanation
from trickbook.expression.types import Kind, Type
from trickbook.texts.catalogue import catalogue_of, entries, in_language, translated
from trickbook.texts.languages import FOLDER, languages
from trickbook.texts.message import (
    BLANK,
    Listing,
    Message,
    OwnText,
    either,
    every,
    listing,
    paragraph,
    verbatim,
)

PACKAGE = Path(__file__).parents[2] / "interpreter" / "trickbook"
MESSAGES = ("Message", "Remedy")
OTHERS = [language for language in languages() if language != "en"]


def templates(language: str) -> dict[str, str]:
    """The messages of a language by their English templates."""
    return dict(entries("messages", language))


@cache
def trees() -> list[ast.Module]:
    return [ast.parse(path.read_text("utf-8")) for path in PACKAGE.rglob("*.py")]


def written() -> Iterator[tuple[str, set[str]]]:
    """The template of every ``Message(…)`` that is written out, with the names of its values."""
    calls = (node for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id in MESSAGES and call.args:
            names = {keyword.arg for keyword in call.keywords if keyword.arg}
            whole = all(keyword.arg for keyword in call.keywords)
            for node in ast.walk(call.args[0]):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value, names if whole else {*names, *BLANK.findall(node.value)}


READ = ("cli", "console", "lab", "language_server", "replays", "rl", "rulebook", "seat", "server", "terminal")
"""The folders whose refusals and lines people read."""

SHOWN = {
    "BadParameter",
    "ClickException",
    "Refusal",
    "Text",
    "UsageError",
    "confirm",
    "echo",
    "fail",
    "needs",
}
"""What shows a text to people, beside our errors."""


@cache
def own_errors() -> set[str]:
    """The names of our classes of errors."""
    bases = {
        node.name: {ast.unparse(base) for base in node.bases}
        for tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {"TrickbookError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def is_english(node: ast.expr) -> bool:
    """Return whether a value is a text with words in it."""
    pieces = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = [str(piece.value) for piece in pieces if isinstance(piece, ast.Constant)]
    return any(re.search("[a-z]{2}", text) and " " in text for text in texts)


def bare_texts(folder: str) -> Iterator[tuple[str, int, str]]:
    """Each text in English that a call shows to people, with its file and line."""
    for path in (PACKAGE / folder).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        kept = {
            ast.unparse(node.target): node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign) and node.value is not None
        }
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            name, text = ast.unparse(node.func).rpartition(".")[2], node.args[0]
            if name in SHOWN | own_errors() and is_english(kept.get(ast.unparse(text), text)):
                yield path.name, node.lineno, ast.unparse(text)


@pytest.mark.parametrize("folder", READ)
def test_what_people_read_is_a_message(folder: str) -> None:
    assert [*bare_texts(folder)] == []


def constants() -> set[str]:
    nodes = (node for tree in trees() for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in nodes if isinstance(node.value, str)}


@pytest.mark.parametrize("language", OTHERS)
def test_every_template_has_a_translation(language: str) -> None:
    known = catalogue_of(language)
    assert known is not None
    bare = {template for template, _ in written() if BLANK.sub("", template).strip('`"\n ')}
    assert sorted(bare - known.templates.keys()) == []


def test_every_blank_of_a_template_has_a_value() -> None:
    assert [(template, names) for template, names in written() if {*BLANK.findall(template)} - names] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_translation_is_of_a_template(language: str) -> None:
    assert sorted(templates(language).keys() - constants()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_blanks_of_its_template_and_no_english(language: str) -> None:
    for english, told in templates(language).items():
        assert {*BLANK.findall(told)} == {*BLANK.findall(english)}, english
        assert foreign_words(BLANK.sub("", told)) == [], english


@pytest.mark.parametrize("language", OTHERS)
def test_a_template_is_translated_once(language: str) -> None:
    text = (FOLDER / language / "messages.yaml").read_text("utf-8")
    entries = Counter(re.findall(r'(?m)^  ("(?:[^"\\]|\\.)*"): ', text))
    assert [key for key, count in entries.items() if count > 1] == []
    assert entries.total() == len(templates(language))


# How a message becomes text


@pytest.mark.parametrize(
    ("message", "english", "chinese"),
    [
        (Message("did you mean {word}?", word="`cards`"), "did you mean `cards`?", "是不是 `cards`？"),
        (
            Message("its keys are {list}", list=every(["`a`", "`b`", "`c`"])),
            "its keys are `a`, `b` and `c`",
            "可用的键有 `a`、`b` 和 `c`",
        ),
        (Message("one of {list}", list=either(["`a`", "`b`"])), "one of `a` or `b`", "`a` 或 `b` 之一"),
        (Message("one of {list}", list=listing(["`a`", "`b`"])), "one of `a`, `b`", "`a`、`b` 之一"),
        (Message("no card is left in the deck"), None, None),
        (
            Message("{what}; try again", what=Message("the server is stopping")),
            "the server is stopping; try again",
            "服务器即将关闭；请再试一次",
        ),
        (Message("there is no seat {number}", number=7), "there is no seat 7", "没有座位 7"),
        (verbatim("`QS`"), "`QS`", "`QS`"),
    ],
)
def test_a_message_is_text_in_each_language(
    message: Message, english: str | None, chinese: str | None
) -> None:
    if english is not None:
        assert (str(message), translated(message, "zh")) == (english, chinese)
    assert translated(message, "en") == str(message)


def test_own_texts_are_shown_as_their_author_translated_them() -> None:
    own = OwnText("Queens are bad.", (("zh", "Q 是坏牌。"),))
    message = Message("{what}; try again", what=own)
    assert (str(message), translated(message, "zh")) == (
        "Queens are bad.; try again",
        "Q 是坏牌。；请再试一次",
    )


def test_a_message_that_the_catalogue_lacks_is_english() -> None:
    inner = Message("{what}; try again", what=Message("nobody knows this"))
    assert translated(inner, "zh") is None
    assert in_language(inner, "zh") == "nobody knows this; try again"
    assert in_language(Message("the server is stopping"), "fr") == "the server is stopping"


def test_braces_of_code_are_no_blanks() -> None:
    assert str(Message("write {text}", text="`{worth: null}`")) == "write `{worth: null}`"
    assert str(Message("odd {braces} are left")) == "odd {braces} are left"


def test_a_paragraph_has_its_lines_indented() -> None:
    lines = paragraph([Message("the server is stopping"), paragraph(["QS", "2C"], 4)], 2)
    assert in_language(lines, "zh") == "服务器即将关闭\n  QS\n    2C"
    assert lines == Listing(lines.items, "\n  ", "\n  ")


def test_every_type_has_a_name() -> None:
    assert in_language(Type(Kind.CHOICE, ("left", "right")).phrase, "zh") == "left、right 之一"
    assert all(translated(Type(kind).phrase, "zh") for kind in Kind)


# Codes


def test_every_code_is_explained_in_chinese() -> None:
    for code, about in codes().items():
        found = explanation(code, "zh")
        assert foreign_words(found["says"]) == [], code
        assert re.search("[\u4e00-\u9fff]", found["says"])
        assert found.keys() == about.keys()
        assert explanation(code, "en") == about
    assert explanation("none", "zh") == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_template_without_words_needs_no_translation(language: str) -> None:
    cards = Message("no cards")
    indented = Message("  {what}", what=cards)
    assert in_language(indented, language) == f"  {in_language(cards, language)}" != str(indented)
