"""From YAML to a tree, with all its problems at once."""

from __future__ import annotations

from functools import lru_cache

from trickbook.problems import Problem, capped, in_order
from trickbook.source.characters import decode
from trickbook.source.nodes import Mapping
from trickbook.source.page import page
from trickbook.source.tree import grow


@lru_cache(maxsize=8, typed=True)
def read(text: str | bytes, file: str) -> tuple[Mapping | None, tuple[Problem, ...]]:
    """Read YAML into a tree whose nodes remember their places.

    Whatever is refused (a second key of one name, an alias) is left out of the tree and
    told as a problem. Where reading had to end there is no tree, and at least one problem. What was read just
    now is not read again.
    """
    source, problems = decode(text, file)
    if source is None:
        return None, capped(problems)
    root, found = grow(page(file, source))
    return root, capped(in_order(found))
