"""Files on disk, opened with care."""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path
from typing import Final

from trickbook.problems import Place, Problem, nearest
from trickbook.source.characters import decode, too_large
from trickbook.source.limits import LIMITS
from trickbook.source.nodes import Mapping
from trickbook.source.reader import read

_NEIGHBOURS: Final = 1_000
"""How many files of the same folder are looked at for a better name."""


def load_file(path: str | os.PathLike[str]) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read a file into its tree; see ``read``."""
    text, problems = fetch(path)
    return (None, problems) if text is None else read(text, os.fspath(path))


def fetch(path: str | os.PathLike[str]) -> tuple[str | None, tuple[Problem, ...]]:
    """Give the text of a file, or what forbids reading it; never more than the limit is read."""
    file = os.fspath(path)
    try:
        about = os.stat(file)  # noqa: PTH116 - a Path would refuse odd names
        if not stat.S_ISREG(about.st_mode):
            return None, (_no_file(file, is_folder=stat.S_ISDIR(about.st_mode)),)
        if about.st_size > LIMITS.bytes:
            return None, (too_large(file, about.st_size),)
        with open(file, "rb") as stream:  # noqa: PTH123 - as above
            return decode(stream.read(LIMITS.bytes + 1), file)
    except FileNotFoundError:
        return None, (_missing(file),)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return None, (Problem("unreadable", f"the file cannot be read: {reason}", Place(file)),)


def _no_file(file: str, *, is_folder: bool) -> Problem:
    kind = "a folder" if is_folder else "a device or a pipe"
    return Problem("not-a-file", f"this is {kind}, not a file", Place(file))


def _missing(file: str) -> Problem:
    better = nearest_file(file)
    hint = f"did you mean `{better}`?" if better else None
    return Problem("missing-file", "there is no such file", Place(file), hint)


def nearest_file(file: str) -> str | None:
    """The file beside one that is not there which was most likely meant."""
    path = Path(file)
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), _NEIGHBOURS)]
    except (OSError, ValueError):
        names = []
    better = nearest(path.name, names)
    return str(path.with_name(better)) if better else None
