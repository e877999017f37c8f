"""Warm-up: machine code is loaded, or compiled, before anybody waits for it."""

from __future__ import annotations

from secrets import token_hex

from trickbook.loading.files import shipped
from trickbook.loading.summaries import shipped_games
from trickbook.problems import MissingError
from trickbook.ruleset import load
from trickbook.seat.setup_form import setup_form


def warm_up() -> None:
    """Load the machine code of the first game, or compile it: what all games need is loaded with it."""
    try:
        from trickbook.lab.engine_choice import choose_engine  # noqa: PLC0415 - it is optional
        from trickbook.lab.study import new_study  # noqa: PLC0415 - likewise
    except MissingError:
        return
    choose_engine(new_study(load(next(iter(shipped_games()))), ["random"], 0))


def usual_reading() -> None:
    """Read a ruleset that nobody has sent before, as clients send them: the longest game under a new name."""
    game = max(shipped_games(), key=lambda name: shipped()[name].stat().st_size)
    setup_form(text=f"trickbook: 1\nname: {token_hex(8)}\nextends: {game}\n")
