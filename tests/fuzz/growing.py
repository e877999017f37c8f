"""Texts that grow, and the work that each part of Trickbook does for one."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import yaml

from trickbook.formatting import format_text
from trickbook.formatting.comments import attached
from trickbook.source.text import page
from trickbook.source.tree import read

FILE: Final = "game.yaml"
HEAD: Final = "trickbook: 1\nextends: whist\n"

SHAPES: Mapping[str, Mapping[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "growth.yaml").read_text("utf-8")
)
"""What grows in a text, by name."""


def text(name: str, size: int) -> str:
    """A text of one shape with about so many characters."""
    shape = SHAPES[name]
    head = ("" if shape.get("bare") else HEAD) + shape.get("head", "")
    repeated = _repeated(shape["each"], size)
    return head + repeated + shape.get("foot", "") + _repeated(shape.get("then", ""), size)


def _repeated(pattern: str, size: int) -> str:
    """A pattern again and again, until there are so many characters."""
    parts: list[str] = []
    while pattern and size > 0:
        n = len(parts)
        part = pattern.replace("{n}", str(n)).replace("{m}", str(n - 1)).replace("{h}", str(n // 2))
        parts.append(part)
        size -= len(part)
    return "".join(parts)


def understood(content: str) -> None:
    read.cache_clear()
    read(content, FILE)


def formatted(content: str) -> None:
    read.cache_clear()
    format_text(content, FILE)


def commented(content: str) -> None:
    root, problems = read(content, FILE)
    if root is not None and not problems:
        attached(root, page(FILE, content))


CORES: Final[Mapping[str, tuple[Callable[[str], None], int]]] = {
    "read": (understood, 1000),
    "comments": (commented, 4000),
    "fmt": (formatted, 500),
}
"""What is done with a text, and how many characters are enough to see how the work grows."""
