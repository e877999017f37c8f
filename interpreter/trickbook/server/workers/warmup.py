"""Warming: the fast engine, if it is there, is compiled before anybody waits for it."""

from __future__ import annotations

from trickbook.ruleset import load
from trickbook.seat.rules_request import shipped_games


def warm_up() -> None:
    """Have the machine compiled, or brought back from the disk, for small packs and for large ones."""
    try:
        from trickbook.fast import compile_ruleset, play_deals  # noqa: PLC0415 - it need not be there
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
