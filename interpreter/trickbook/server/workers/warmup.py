"""Warm-up: load what is compiled, or compile it, before anybody waits for it.

The first use of the fast engine compiles it, in about a minute. No call has so much time, and a process
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
"""The kinds of the fast engine that this process has loaded for searches."""

LOADING: Final[dict[tuple[str, ...], Thread]] = {}
"""The threads that load others."""


def warm_up() -> None:
    """Compile the machine, or load it from the cache, for small packs and large ones."""
    try:
        from trickbook.fast import compile_ruleset, play_deals  # noqa: PLC0415 - it is optional
    except MissingError:
        return
    warmed: set[bool] = set()
    for name in shipped_games():
        rules = load(name)
        made = compile_ruleset(rules, rules.usual)
        if made.wide not in warmed:
            play_deals(made, [1], [1])
            warmed.add(made.wide)
        if len(warmed) == len((True, False)):
            return


def usual_reading() -> None:
    """Read a ruleset that nobody has sent before, as clients send them: the longest game under a new name."""
    game = max(shipped_games(), key=lambda name: shipped()[name].stat().st_size)
    setup_form(text=f"trickbook: 1\nname: {token_hex(8)}\nextends: {game}\n")


def is_searchable() -> bool:
    """Return whether the fast engine is installed, and kept once it is compiled."""
    try:
        import trickbook.fast  # noqa: F401, PLC0415 - it is optional
    except MissingError:
        return False
    return True


def warm_up_search(rules: Ruleset, players: int) -> None:
    """Load what a search by these rules runs. If need be, a process that may outlive this one compiles it."""
    if not is_searchable():
        return
    from trickbook.lab import compilation, engine_choice  # noqa: PLC0415 - it needs the fast engine

    studies = [engine_choice.searched_study(rules, players)]
    compilation.compile_beside(studies)
    LOADED.update(engine_choice.machine_kinds(studies))


def is_search_ready(rules: Ruleset, players: int) -> bool:
    """Return whether a search by these rules need not wait for a compiler. Otherwise, begin to compile."""
    if not is_searchable():
        return True  # nothing is searched, and nothing compiled
    from trickbook.lab import engine_choice  # noqa: PLC0415 - it needs the fast engine

    kinds = engine_choice.machine_kinds([engine_choice.searched_study(rules, players)])
    if LOADED.issuperset(kinds):
        return True
    if kinds not in LOADING:
        LOADING[kinds] = Thread(target=warm_up_search, args=(rules, players), daemon=True)
        LOADING[kinds].start()
    return False
