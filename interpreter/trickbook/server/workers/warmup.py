"""Warm-up: load what is compiled, or compile it, before anybody waits for it.

What searches run is compiled at its first use, in about a minute. No call has so much time, and a process
that is killed keeps nothing.
"""

from __future__ import annotations

from secrets import token_hex
from threading import Thread
from typing import TYPE_CHECKING, Final

from trickbook.loading.files import shipped
from trickbook.loading.summaries import shipped_games
from trickbook.problems import MissingError
from trickbook.ruleset import load
from trickbook.seat.setup_form import setup_form

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

LOADED: Final[set[str]] = set()
"""The machines of searches that this process has loaded."""

LOADING: Final[dict[tuple[str, ...], Thread]] = {}
"""The threads that load others."""


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


def is_searchable() -> bool:
    """Return whether what searches run is installed, and kept once it is compiled."""
    try:
        import trickbook.fast  # noqa: F401, PLC0415 - it is optional
    except MissingError:
        return False
    return True


def warm_up_search(rules: Ruleset, players: int) -> None:
    """Load what a search by these rules runs. If need be, a process that may outlive this one compiles it."""
    if not is_searchable():
        return
    from trickbook.lab import compilation  # noqa: PLC0415 - it takes what few have installed

    compilation.compile_beside([(rules, players)])
    LOADED.update(compilation.machine_kinds([(rules, players)]))


def is_search_ready(rules: Ruleset, players: int) -> bool:
    """Return whether a search by these rules need not wait for a compiler. Otherwise, begin to compile."""
    if not is_searchable():
        return True  # nothing is searched, and nothing compiled
    from trickbook.lab import compilation  # noqa: PLC0415 - likewise

    kinds = compilation.machine_kinds([(rules, players)])
    if LOADED.issuperset(kinds):
        return True
    if kinds not in LOADING:
        LOADING[kinds] = Thread(target=warm_up_search, args=(rules, players), daemon=True)
        LOADING[kinds].start()
    return False
