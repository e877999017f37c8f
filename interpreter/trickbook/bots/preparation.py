"""What searching players run is compiled, and kept for all that search later."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from trickbook.batch import MISSING
from trickbook.bots.compiled_duck import duck_data
from trickbook.problems import MissingError, needs

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset


def prepare_search(rules: Ruleset, players: int) -> None:
    """Compile the best code for playouts and searches by some rules, if what that takes is installed.

    It takes some seconds. Without it they begin at once, with code that is half as fast.
    """
    try:
        with needs(MISSING):
            from trickbook.batch.playouts import Playouts  # noqa: PLC0415 - only who searches needs it
            from trickbook.batch.search import Search  # noqa: PLC0415 - likewise
    except MissingError:
        return
    from trickbook.core.native import BeyondError  # noqa: PLC0415 - likewise

    engine = rules.engine(players)
    for code in (Playouts, Search):
        with suppress(BeyondError):
            code(engine, duck_data(rules, players))
