"""Files on disk, and the folders of data."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final, Self

from trickbook.problems import Place, Problem
from trickbook.source.text import LIMITS, decode, too_large


def fetch(path: str | os.PathLike[str]) -> tuple[str | None, tuple[Problem, ...]]:
    """Give the text of a file, or what forbids reading it; never more than the limit is read."""
    file = os.fspath(path)
    try:
        about = os.stat(file)  # noqa: PTH116 - a Path would refuse odd names
        if not stat.S_ISREG(about.st_mode):
            from trickbook.source.diagnostics.paths import no_file

            return None, (no_file(file, is_folder=stat.S_ISDIR(about.st_mode)),)
        if about.st_size > LIMITS.bytes:
            return None, (too_large(file, about.st_size),)
        with open(file, "rb") as stream:  # noqa: PTH123 - as above
            return decode(stream.read(LIMITS.bytes + 1), file)
    except FileNotFoundError:
        from trickbook.source.diagnostics.paths import missing

        return None, (missing(file),)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return None, (Problem("unreadable", f"the file cannot be read: {reason}", Place(file)),)


_PACKAGE, _, _CHECKOUT = Path(__file__).parents[1:4]


def folder(name: str) -> Path:
    """A data folder lies inside the installed package, or else beside it in the checkout.

    Raises FileNotFoundError if it lies in neither: the installation is not whole.
    """
    places = _PACKAGE / name, _CHECKOUT / name
    for place in places:
        if place.is_dir():
            return place
    expected = " nor ".join(map(str, places))
    raise FileNotFoundError(f"Trickbook's folder '{name}' is missing: neither {expected} is there.")


TEXT: Final = "text"
"""The folder below rulesets and the schema that holds their translations."""


class FileName(str):  # noqa: SLOT000 - a slot would stay empty when it is unpickled
    """The name of an opened file in messages, with its path. A ruleset that was sent has no path."""

    path: Path | None

    def __new__(cls, name: str, path: Path | None = None) -> Self:
        """Give the file at a path a name."""
        made = super().__new__(cls, name)
        made.path = path
        return made
