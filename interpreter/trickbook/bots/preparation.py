"""The code of searching players, compiled before they begin and kept for later."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from trickbook.batch import MISSING
from trickbook.core.translation import BeyondError
from trickbook.problems import MissingError, needs

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset


def prepare_search(rules: Ruleset, players: int, *, trees: bool = True) -> None:
    """Compile the best code for playouts and searches by some rules, if what that takes is installed.

    The first time it takes one to three seconds for each; later it is found in the cache folder. Without it
    players begin at once, with code that is half as fast. ``trees`` says whether trees are searched.
    """
    try:
        with needs(MISSING):
            from trickbook.bots.search_code import search_code  # noqa: PLC0415 - only who searches needs it
            from trickbook.core.native import BEST  # noqa: PLC0415 - likewise
    except MissingError:
        return
    code = search_code(rules, players)
    for compiled in (code.playouts, code.search)[: 1 + trees]:
        with suppress(BeyondError):
            compiled(BEST)
