"""The protocol from a program's side: lines of JSON, of which each turn wants an answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

Heard = Mapping[str, Any]
"""What hello, a turn or a view says."""

Player = Callable[[Heard], str]
"""Makes the move of a turn."""


def serve(player: Callable[[Heard], Player]) -> None:
    """Begin with what hello says, and answer turns until the input ends. An only move needs no player."""
    move = player(json.loads(sys.stdin.readline()))
    say({"protocol": 1})
    for line in sys.stdin:
        turn = json.loads(line)
        if turn["type"] == "turn":
            moves = turn["moves"] or []
            say({"move": moves[0] if len(moves) == 1 else move(turn)})


def say(answer: Heard) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
