"""Where the cursor stands, in block and in flow style, in files that are not finished."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trickbook.language_server.cursor import cursor
from trickbook.loading import shipped

RULES = """\
trickbook: 1
play:
  opening:
    when: leading and
          fir|
    keep: x
"""


@pytest.mark.parametrize(
    ("text", "path", "role", "word"),
    [
        (RULES, ("play", "opening", "when"), "value", "fir"),
        ("pl|", (), "key", "pl"),
        ("trickbook: 1\n|", (), "key", ""),
        ("play:\n  |", ("play",), "key", ""),
        ("play:\n  follow:\n    keep: led_suit\n  |", ("play",), "key", ""),
        ("worth:\n  a: {is: 1}\n\n  pl|", ("worth",), "key", "pl"),
        ("play:\n  a: {when: fol|, keep: QS}", ("play", "a", "when"), "value", "fol"),
        ("play:\n  a: {when: following, |}", ("play", "a"), "key", ""),
        ("play: {a: {|", ("play", "a"), "key", ""),
        ("play: {a: {when: following,\n  keep: Q|", ("play", "a", "keep"), "value", "Q"),
        ("a: {b: [x, y], c|: 1}", ("a",), "key", "c"),
        ("house: [omnibus, s|]", ("house", 1), "value", "s"),
        ("house: |", ("house",), "value", ""),
        ("extends: ./my-|", ("extends",), "value", "./my-"),
        ("steps:\n  pass:\n    ask: players\n    ca|", ("steps", "pass"), "key", "ca"),
        ("course:\n  - pass: [0 2C, |]", ("course", 0, "pass", 1), "value", ""),
        ("course:\n  - pass: x\n  - tr|", ("course", 1), "value", "tr"),
        ("course: [pass: [0 2C, 1 3D], tr|", ("course", 1), "value", "tr"),
        ("course: [pass: [0 2C, |", ("course", 0, "pass", 1), "value", ""),
        ("course: [pass: x, |", ("course", 1), "value", ""),
        ("a:\n- b: 1\n  c: |", ("a", 0, "c"), "value", ""),
        ("name: 'a | b'", ("name",), "value", ""),
        ("# com|", (), "nowhere", ""),
        ("name: x # c|", ("name",), "nowhere", ""),
        ("summary: >-\n  text |\nplay:\n", ("summary",), "value", ""),
        ("summary: >-\n  text\nplay:\n  x|", ("play",), "key", "x"),
        ("match: {ends: {target: {when: any of (sc|", ("match", "ends", "target", "when"), "value", "sc"),
    ],
)
def test_where_the_cursor_is(text: str, path: tuple[str | int, ...], role: str, word: str) -> None:
    offset = text.index("|")
    found = cursor(text.replace("|", "", 1), offset)
    assert (found.path, found.role) == (path, role)
    assert role == "nowhere" or found.word == word


@pytest.mark.parametrize("seed", range(20))
def test_every_place_of_any_text_is_somewhere(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - it draws odd texts
    text = chance.choice(sorted(shipped().values())).read_text("utf-8")
    for _ in range(100):
        begin, size = chance.randrange(len(text)), chance.randrange(9)
        odd = "".join(chance.choice("{}[]:,'\"#|>- \n\t\ra1é\U0001f0a1") for _ in range(size))
        text = text[:begin] + odd + text[begin + size :]
        offset = chance.randrange(len(text) + 1)
        found = cursor(text, offset)
        assert found.role == "nowhere" or found.begin <= offset <= found.end <= len(text)


def test_every_key_of_a_shipped_file_is_found() -> None:
    text = Path(shipped()["hearts"]).read_text("utf-8")
    where = cursor(text, text.index("keep: not penalty") + 13)
    assert where.path == ("play", "no_penalty_first", "keep")
    assert where.text == "not pen"
