"""How a rulebook looks: text of 80 columns, Markdown, HTML that stands alone; strangers' texts stay texts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

import pytest

import trickbook
from trickbook.rulebook import FORMATS
from trickbook.rulebook.writer import Book, Grid, Item, Items, Paragraph
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = ["hearts", "rules-of-hearts", "cancellation-hearts", "chinese-hearts", "double-hearts"]
VOID = {"meta"}
EVIL = '</li></style><script>alert(1)</script> & "x" | `y` *z* [a](javascript:b) {{q}} %s \u202e'


class Tags(HTMLParser):
    """Every element that opens, with its attributes; each must close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def width(line: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SOURCES)
def test_text_is_eighty_columns_wide(name: str, language: str) -> None:
    lines = trickbook.load(name).rulebook("text", language).splitlines()
    assert [line for line in lines if width(line) > 80 or line != line.rstrip()] == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SOURCES)
def test_html_stands_alone_and_prints(name: str, language: str) -> None:
    page = trickbook.load(name).rulebook("html", language)
    tags = Tags(page).seen
    assert tags[0] == ("html", {"lang": language})
    assert {tag for tag, _ in tags} <= {
        *("html", "head", "meta", "title", "style", "body"),
        *("h1", "h2", "p", "ul", "ol", "li", "b", "span", "table", "tr", "th", "td"),
    }
    assert {key for _, attributes in tags for key in attributes} <= {
        "lang",
        "charset",
        "name",
        "content",
        "class",
    }
    assert "@media print" in page
    assert not re.search(r"https?:|url\(|@import|<script", page)


def test_cards_bear_the_colours_of_their_suits() -> None:
    page = trickbook.load("hearts").rulebook("html")
    (red,) = re.findall(r"\.(ink-\d) \{ color: red; \}", page)
    (black,) = re.findall(r"\.(ink-\d) \{ color: black; \}", page)
    assert f'<span class="card {black}">Q♠</span>' in page
    assert f'<span class="card {red}">10♥</span>' in trickbook.load("chinese-hearts").rulebook("html")


def evil(folder: Path) -> trickbook.Ruleset:
    """A game whose author says everything that might be taken for markup."""
    quoted = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    path = folder / "evil.yaml"
    path.write_text(
        f'trickbook: 1\nextends: hearts\nname: "{quoted}"\nsummary: "{quoted}"\n'
        f'options: {{moon: {{says: "{quoted}"}}}}\n'
        f'deck: {{suits: {{hearts: {{sign: "<", colour: "red}}</style><script>"}}, clubs: {{sign: "&"}}}}}}\n'
        f'play: {{follow_suit: {{says: "{quoted}"}}}}\nworth: {{queen: {{says: "{quoted}"}}}}\n',
        "utf-8",
    )
    return trickbook.load(str(path))


@pytest.mark.parametrize("style", FORMATS)
def test_what_cannot_be_seen_is_shown(style: str, tmp_path: Path) -> None:
    assert "\u202e" not in evil(tmp_path).rulebook(style)


def test_html_escapes_what_a_ruleset_says(tmp_path: Path) -> None:
    page = evil(tmp_path).rulebook("html")
    assert {tag for tag, _ in Tags(page).seen} & {"script", "a", "img"} == set()
    assert page.count("<style>") == page.count("</style>") == 1
    assert "&lt;script&gt;" in page


def test_markdown_escapes_what_a_ruleset_says(tmp_path: Path) -> None:
    for line in evil(tmp_path).rulebook("md").splitlines():
        assert not re.search(r"(?<!\\)[<`\[]", line), line
        if line.startswith("| "):
            assert len(re.findall(r"(?<!\\)\|", line)) in (3, 4, 5), line


@pytest.mark.parametrize("style", FORMATS)
def test_texts_may_be_empty_long_or_odd(style: str) -> None:
    blocks = (
        Paragraph(""),
        Paragraph("x" * 500),
        Paragraph("1. no list\n# no heading"),
        Items((Item("", "name"), Item("- text", "", (Item("inner"),))), numbered=True),
        Grid(("a", ""), (("", ""), ("y" * 300, "红心" * 100))),
    )
    told = FORMATS[style](Book("Title", "en", blocks, (), ": "))
    assert told.endswith("\n")
    if style == "text":
        assert max(map(width, told.splitlines())) <= 80
    if style == "md":
        assert "1\\. no list \\# no heading" in told


def test_a_line_of_chinese_breaks_where_it_may() -> None:
    told = FORMATS["text"](
        Book("书", "zh", (Paragraph("一二三四五六七八九十" * 4 + "\uff0c" + "完" * 30),), (), "\uff1a")
    )
    lines = told.splitlines()[3:]
    assert [line for line in lines if line.startswith("\uff0c")] == []
    assert max(map(width, lines)) <= 80
    assert len(lines) == 2
