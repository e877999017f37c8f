"""Warm-up: compile the fast engine, if installed, before anybody waits for it."""

from __future__ import annotations

from trickbook.loading.summaries import shipped_games
from trickbook.ruleset import load


def warm_up() -> None:
    """Compile the machine, or load it from the cache, for small packs and large ones."""
    try:
        from trickbook.fast import compile_ruleset, play_deals  # noqa: PLC0415 - it is optional
    except ImportError:
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
