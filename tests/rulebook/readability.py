"""How well a rulebook reads aloud: words, and what makes readers stumble.

``python -m tests.rulebook.readability [GAME …]`` prints a line for each game and language.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.games import GAMES

import trickbook
from trickbook.rulebook import written_book
from trickbook.rulebook.phrases import phrases
from trickbook.rulebook.writer import Grid, Heading, Items, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.writer import Block, Book, Item

LANGUAGES: Final = ("en", "zh")
LONGEST: Final = {"en": 25, "zh": 45}
"""The words of a sentence, or its characters in Chinese, that one breath carries."""

REPEATED: Final = 6
"""So many words make a text that should stand once."""

ASIDE: Final = ("title.variants", "title.examples", "title.hints")
"""The chapters that are no rules."""

HAN: Final = re.compile("[\u4e00-\u9fff]")
SENTENCE: Final = re.compile(r"[.!?](?:\s|$)|[\u3002\uff01\uff1f;\uff1b]")
QUOTED: Final = re.compile("\u201c[^\u201d]*\u201d")
FORMULA: Final = re.compile("[(\uff08][^()\uff08\uff09]*[\u00d7\u201c+][^()\uff08\uff09]*[)\uff09]")


class Readability(NamedTuple):
    """The measures of a book: words in all and of the rules, and the faults of the rules."""

    words: int
    rules: int
    formulas: int
    long: int
    quotes: int
    repeated: int

    @property
    def faults(self) -> int:
        """All faults."""
        return self.formulas + self.long + self.quotes + self.repeated


def books(names: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Each game in each language."""
    for name in names or GAMES:
        for language in LANGUAGES:
            yield name, language


def measured(name: str, language: str) -> Readability:
    """The measures of the book of a game."""
    book = written_book(trickbook.load(name), language)
    rules = list(_texts(_rules(book)))
    whole = " ".join(_texts(book.blocks))
    parts = [part.strip() for text in rules for part in SENTENCE.split(text)]
    again = Counter(part for part in parts if _length(part, language) >= REPEATED)
    return Readability(
        _length(whole, language),
        sum(_length(text, language) for text in rules),
        sum(len(FORMULA.findall(text)) for text in rules),
        sum(_length(part, language) > LONGEST[language] for part in parts),
        sum(len(QUOTED.findall(part)) > 1 for part in parts),
        sum(count - 1 for count in again.values()),
    )


def _length(text: str, language: str) -> int:
    """The words of a text; in Chinese its characters."""
    return len(HAN.findall(text)) if language == "zh" else len(text.split())


def _rules(book: Book) -> Iterator[Block]:
    """The blocks of all chapters but those that are no rules."""
    aside, heads = False, {phrases(book.language).say(key) for key in ASIDE}
    for block in book.blocks:
        if isinstance(block, Heading):
            aside = block.text in heads
        if not aside:
            yield block


def _texts(blocks: Iterator[Block] | Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield block.text
            case Items():
                yield from _items(block.items)
            case Grid():
                yield from (cell for row in block.rows for cell in row)


def _items(items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        yield f"{item.name} {item.text}".strip()
        yield from _items(item.inner)


if __name__ == "__main__":
    sys.stdout.write(f"{'game':24} {'':3}" + "".join(f"{field:>9}" for field in Readability._fields) + "\n")
    for name, language in books(sys.argv[1:]):
        numbers = "".join(f"{number:9}" for number in measured(name, language))
        sys.stdout.write(f"{name:24} {language:3}{numbers}\n")
