"""Games that say which games they fit, as only house rules do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.loading.files import listed
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations


def check(tables: Configurations) -> Iterator[Problem]:
    """Note a `fits:` beside an `extends:`, because the file builds on both."""
    own = tables.resolved.trees.get(tables.resolved.file)
    if own is None or "extends" not in own.entries:
        return
    for first in listed(own, "fits")[:1]:
        message = f"only house rules fit games: beside `extends:` this one builds on {shown(first.text)} too"
        hint = "leave it out; a house rule has no `extends:`"
        yield Problem("fits-in-game", message, own.entries["fits"].key_place, hint, "note")
