"""The order of the repository: its folders, short files, and an interpreter that knows no game."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {"interpreter", "rulesets", "schema", "grammar", "tests", ".ci"}
LONGEST = 300

CODE = sorted((ROOT / "interpreter").rglob("*.py"))
EVERY_FILE = sorted([*CODE, *(ROOT / "tests").rglob("*.py")])

# Suits and famous cards belong to rulesets. An underscore parts words: `hearts_broken` has two.
GAME_WORDS = re.compile(
    r"(?<![a-z])(hearts?|spades?|clubs?|diamonds?|ace|king|queen|jack|moon|omnibus|gong|[♠♡♢♣♤♥♦♧])(?![a-z])"
)
BLANK = {tokenize.NL, tokenize.COMMENT}
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def spoken(code: str) -> Iterator[tuple[int, str]]:
    """The game's words in a program, with their lines; comments and docstrings may say what they like."""
    statement_begins = True
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type in BLANK:
            continue
        docstring = token.type == tokenize.STRING and statement_begins
        statement_begins = token.type in LAYOUT
        if not docstring:
            for word in GAME_WORDS.findall(token.string.lower()):
                yield token.start[0], word


def test_the_repository_has_no_other_folders() -> None:
    ignored = {line.rstrip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()} - ignored - {".git"}
    assert folders <= FOLDERS, f"Not among {sorted(FOLDERS)}: {sorted(folders - FOLDERS)}"


def test_files_are_short_enough_to_read() -> None:
    lengths = {named(path): len(path.read_text("utf-8").splitlines()) for path in EVERY_FILE}
    too_long = {name: lines for name, lines in lengths.items() if lines > LONGEST}
    assert not too_long, f"Part these into files of at most {LONGEST} lines: {too_long}"


def test_the_interpreter_knows_no_game() -> None:
    found = [
        f"{named(path)}:{line}: {word}" for path in CODE for line, word in spoken(path.read_text("utf-8"))
    ]
    assert not found, "These belong to a ruleset: " + ", ".join(found)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("hearts_broken = True", ["hearts"]),
        ("if card == 'Queen of Spades':\n    pass", ["queen", "spades"]),
        ("sign = f'♠ {name}'", ["♠"]),
        ("def shooting(): # the moon\n    '''The moon is a clause.'''\n    return moonlight", []),
        ("'''Hearts.'''\n\n# a club\nx = 1\n'''Its spade.'''", []),
    ],
)
def test_a_word_counts_in_code_but_not_in_prose(code: str, words: list[str]) -> None:
    assert [word for _, word in spoken(code)] == words
