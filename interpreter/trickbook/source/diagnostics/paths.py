"""Paths that lead to no file."""

from __future__ import annotations

from itertools import islice
from os.path import islink
from pathlib import Path
from typing import Final

from trickbook.problems import Place, Problem, nearest

_NEIGHBOURS: Final = 1_000
"""How many files of the same folder are looked at for a better name."""


def missing(file: str) -> Problem:
    """Say that there is no file, and which was most likely meant."""
    better = nearest_file(file)
    hint = f"did you mean `{better}`?" if better else None
    is_link = islink(file)  # noqa: PTH114 - no name is too odd for it
    what = "this is a link to a file that is not there" if is_link else "there is no such file"
    return Problem("missing-file", what, Place(file), hint)


def nearest_file(file: str) -> str | None:
    """The file beside one that is not there which was most likely meant."""
    path = Path(file)
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), _NEIGHBOURS) if entry.exists()]
    except (OSError, ValueError):
        names = []
    better = nearest(path.name, names)
    return str(path.with_name(better)) if better else None
