"""Finding rulesets: a shipped one by its name, any other by its path."""

from __future__ import annotations

from functools import cache
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.source.files import TEXT, folder

if TYPE_CHECKING:
    from collections import abc
    from os import PathLike

ENDINGS = (".yaml", ".yml")
HOUSE = "house/"
"""What the names of house rules begin with, where rulesets are named too."""


@cache
def shipped() -> abc.Mapping[str, Path]:
    """The rulesets, parts and house rules that come with Trickbook, by name: ``hearts``, ``house/sun``."""
    root = folder("rulesets")
    paths = sorted(path for path in root.rglob("*.yaml") if path.relative_to(root).parts[0] != TEXT)
    return {(HOUSE if path.parent.name == HOUSE.strip("/") else "") + path.stem: path for path in paths}


def is_path(name: str | PathLike[str]) -> bool:
    """Return whether a name means a file and not a shipped ruleset."""
    if not isinstance(name, str) or name.endswith(ENDINGS):
        return True
    return ("/" in name or "\\" in name) and not name.startswith(HOUSE)


def find(name: str | PathLike[str], beside: Path | None = None) -> Path | None:
    """The file of a ruleset, None if no such name is shipped; a path is taken from the folder of its file."""
    if not is_path(name):
        return shipped().get(str(name))
    path = Path(name)
    return path if path.is_absolute() or beside is None else Path(normpath(beside / path))


def label(path: Path) -> str:
    """Return a file's name for messages: shipped ones by their path below rulesets, others as given."""
    root = folder("rulesets")
    return f"rulesets/{path.relative_to(root).as_posix()}" if path.is_relative_to(root) else str(path)
