"""The state of a deal: where the cards lie, whose turn it is, what is remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Log: TypeAlias = "tuple[Log, Move] | None"
"""What was asked and drawn in a deal, newest first, in a chain that states share; tricks hold the plays."""


class Move(NamedTuple):
    """What a seat did at a step, or chance (no seat), as text; hands that were dealt stay sets of cards."""

    step: str
    seat: int | None
    text: str | tuple[int, ...]


def moves(log: Log) -> list[Move]:
    """The moves of a deal, the oldest first."""
    found = []
    while log is not None:
        log, move = log
        found.append(move)
    return found[::-1]


class Trick(NamedTuple):
    """A finished trick: the plays in turn as (seat, cards), and who took it; None if it is held."""

    plays: tuple[tuple[int, int], ...]
    taker: int | None


class Match(NamedTuple):
    """What stays the same during a deal: its number, the scores so far, what was given.

    ``memory`` holds the facts that last, ``hands`` and ``draws`` what chance is to give, by the number of the
    deal, ``orders`` in which order the pack lies each time that chance is asked, ``given`` the words that got
    their value from outside, for the first deal, ``announced`` the facts that somebody outside has announced
    in this deal.
    """

    seed: int
    deal: int
    dealer: int
    scores: tuple[int, ...]
    deals: tuple[tuple[int, ...], ...] = ()
    memory: Mapping[str, Any] = {}
    hands: Mapping[int, Sequence[int]] = {}
    draws: Mapping[int, Sequence[str]] = {}
    orders: Mapping[int, Sequence[Sequence[int]]] = {}
    leader: int | None = None
    given: Mapping[str, Any] = {}
    history: tuple[PastDeal, ...] = ()
    announced: tuple[str, ...] = ()
    over: bool = False


class PastDeal(NamedTuple):
    """A finished deal: how it began, what happened, what it counted, what was measured."""

    match: Match
    log: Log
    tricks: tuple[Trick, ...]
    exposed: int
    points: tuple[int, ...]
    measured: tuple[tuple[int, ...], ...] = ()


class Outlook(NamedTuple):
    """What would come of a deal: the scores, whether it would end the match, who would win it then."""

    scores: tuple[int, ...]
    over: bool
    ahead: int


class State:
    """A deal in progress; states that are handed out never change.

    ``piles`` holds one set of cards for each place of the table's layout, ``slots`` one value for each thing
    remembered. ``waiting`` and ``taker`` are sets of seats: seat 2 is 0b100; ``leader`` is a number, or -1.
    ``chance`` is the state of the deal's stream and how often it was asked. ``allowed`` are the single cards
    that may be played, ``listed`` the plays of several, once somebody has asked. ``points`` and ``outcome``
    are there only while a deal is scored.
    """

    __slots__ = (
        "allowed", "asked", "chance", "done", "last", "leader", "led", "listed", "log", "match", "outcome",
        "piles", "plays", "points", "slots", "step", "taker", "tricks", "waiting",
    )  # fmt: skip

    match: Match
    piles: list[int]
    slots: list[Any]
    step: int
    waiting: int
    asked: Mapping[int, Any]
    leader: int
    plays: tuple[tuple[int, int], ...]
    led: int
    taker: int
    tricks: Sequence[int]
    done: tuple[Trick, ...]
    last: bool
    chance: tuple[int, int]
    log: Log
    allowed: int | None
    listed: Sequence[int]
    points: Sequence[int]
    outcome: Mapping[Any, Outlook]

    def copy(self) -> State:
        """A new state with the same values, for its maker alone to change."""
        new = State.__new__(State)
        new.match = self.match
        new.piles = self.piles
        new.slots = self.slots
        new.step = self.step
        new.waiting = self.waiting
        new.asked = self.asked
        new.leader = self.leader
        new.plays = self.plays
        new.led = self.led
        new.taker = self.taker
        new.tricks = self.tricks
        new.done = self.done
        new.last = self.last
        new.chance = self.chance
        new.log = self.log
        new.allowed = self.allowed
        new.listed = self.listed
        return new


if TYPE_CHECKING:
    Meaning: TypeAlias = Callable[[State, int, Any], Any]
    """What an expression is worth in a state, about a player, with a play or an answer in question."""
