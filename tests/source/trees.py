"""Files read into trees."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from trickbook.source import fetch, read

if TYPE_CHECKING:
    from trickbook.problems import Problem
    from trickbook.source import Mapping


def load_file(path: str | os.PathLike[str]) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read a file into its tree, or tell what forbids it."""
    text, problems = fetch(path)
    return (None, problems) if text is None else read(text, os.fspath(path))
