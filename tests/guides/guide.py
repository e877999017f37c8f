"""A guide's examples: its fenced blocks, run from top to bottom as a reader would run them.

- ``console``: a line that begins with ``$`` is a command, what follows is its output. A command without
  output must succeed.
- ``python``: a doctest; names live on in later blocks.
- ``yaml``: a file for later commands, if its first line is a comment that names one; else a piece of a
  ruleset, which must load when it extends hearts, or the ruleset named after ``over=``.
- ``expression``: a line each, which some shipped ruleset must understand; ``#`` begins a remark.
- ``text``: a file too, if its first line names one; else only to look at.

In what is shown, ``…`` stands for anything, and a line of its own for any lines.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
KINDS: Final = ("console", "python", "yaml", "expression", "text")

_FENCE: Final = re.compile(r"^```(?P<info>.+)\n(?P<text>(?:(?!```).*\n)*)```$", re.MULTILINE)
_FILE: Final = re.compile(r"# (?P<name>[\w.-]+\.(?:yaml|record|py))\n")
_COMMAND: Final = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)
_ANYTHING: Final = re.compile(r"(?:^…\n)|…", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: its kind, the ruleset that it extends, its text, the number of its first line."""

    kind: str
    over: str
    text: str
    line: int

    @property
    def file(self) -> str | None:
        """The file that the block is, if it is one."""
        found = _FILE.match(self.text)
        return found["name"] if found else None


class Command(NamedTuple):
    """A command, the output that the guide shows (none: it does not say), and its line."""

    text: str
    output: str
    line: int


def guides() -> list[Path]:
    """Every guide of the project."""
    folders = (ROOT, *(path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")))
    rooms = (ROOT / "interpreter" / "trickbook").rglob("*.md")
    return sorted([*(path for folder in folders for path in folder.glob("*.md")), *rooms])


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a guide, in order."""
    found = []
    for fence in _FENCE.finditer(text):
        kind, _, over = fence["info"].partition(" over=")
        found.append(
            Block(kind, over or "hearts", fence["text"], text.count("\n", 0, fence.start("text")) + 1)
        )
    return found


def prose(text: str) -> str:
    """A guide without its fenced blocks."""
    return _FENCE.sub("", text)


def commands(block: Block) -> list[Command]:
    """The commands of a block of the console."""
    return [
        Command(found["command"], found["output"], block.line + block.text.count("\n", 0, found.start()))
        for found in _COMMAND.finditer(block.text)
    ]


def shows(shown: str, real: str) -> bool:
    """Whether what a guide shows is what there is; blanks at the ends of lines do not count."""
    pattern, at = "", 0
    shown, real = (
        re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).rstrip("\n") + "\n" for text in (shown, real)
    )
    for gap in _ANYTHING.finditer(shown):
        pattern += re.escape(shown[at : gap.start()]) + (r"(?:.*\n)*" if gap[0].endswith("\n") else ".*")
        at = gap.end()
    return re.fullmatch(pattern + re.escape(shown[at:]), real) is not None
