"""Rules without an error by which a bot thinks for seconds: a thousand answers, each scored at length."""

from __future__ import annotations

from trickbook.bots import BOTS, turn_of
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.table import BOT, TableSeat, TableState
from trickbook.server.table.choice import ready_rules, serialized

HONEST = """trickbook: 1
name: Own
extends: hearts
"""

TERMS = " + ".join(f"guess * {number}" for number in range(10, 50))

SLOW = f"""{HONEST}steps:
  guess: {{after: tricks, ask: players, number: 0 to 999, says: A guess.}}
points:
""" + "".join(f"  guess_{number}: {{player: points + {TERMS}}}\n" for number in range(200))


def sent_table(text: str | None, *, phase: str, name: str = "table", game: str = "") -> TableState:
    """A table of bots by a text, or by a shipped game, at the first move of a phase."""
    choice = RulesRequest(game, text)
    rules = ready_rules(serialized(choice))
    now = rules.new_game(seed=1)
    while now.phase != phase:
        seat = now.actors[0]
        now = now.apply(seat, BOTS["duck"](turn_of(rules, now, seat, 1)))
    seats = tuple(TableSeat(f"bot {place}", BOT) for place in range(rules.usual))
    return TableState(name, choice, rules, seats, game=now)
