"""Whoever cannot see a picture is told what it shows: its alternative text is its own description."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from tests.guides.guide import ROOT, guides

PICTURE: Final = re.compile(r"!\[(?P<alt>[^\]]*)\]\((?P<path>[^)]+\.svg)\)")
PICTURES: Final = [
    pytest.param(guide.parent / found["path"], found["alt"], id=found["path"])
    for guide in guides()
    for found in PICTURE.finditer(guide.read_text("utf-8"))
]


@pytest.mark.parametrize(("path", "alt"), PICTURES)
def test_the_alternative_text_is_the_description(path: Path, alt: str) -> None:
    description = re.search(r"<desc>(.*?)</desc>", path.read_text("utf-8"))
    assert description is not None
    assert alt == unescape(description[1])


def test_the_readme_has_a_picture() -> None:
    assert any(str(ROOT / "interpreter") in str(picture.values[0]) for picture in PICTURES)
