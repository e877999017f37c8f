"""Asking about one moment: what may be played, and who wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, overload

from trickbook import reasons
from trickbook.pack import Pack
from trickbook.problems import TrickbookError
from trickbook.state import Match, State, Trick
from trickbook.values import remember

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.concepts.tricks import Tricks
    from trickbook.pack import Cards
    from trickbook.reasons import Reason
    from trickbook.table import Table

MIDDLE: Final = 2
"""The number of the trick where none is said: neither the first nor the last."""


class Moment(NamedTuple):
    """What is known of a moment; ``Ruleset.position`` tells what each part is."""

    hand: Cards
    trick: Sequence[str]
    exposed: Cards
    held: Cards
    played: Cards
    aside: Cards
    trick_number: int | None
    facts: Mapping[str, Any]
    scores: Sequence[int] | None
    leader: int
    dealer: int
    last: bool | None


class Position(NamedTuple):
    """One moment of a game, seen by the seat that is to play."""

    table: Table
    state: State
    step: Tricks
    seat: int

    def __repr__(self) -> str:
        """Tell who is to play, and to what."""
        return f"<Position, seat {self.seat} to play, {len(self.state.plays)} plays in the trick>"

    def legal(self) -> list[str]:
        """The plays that the rules allow."""
        return list(self.step.legal(self.table, self.state, self.seat))

    @overload
    def explain(self, play: None = None) -> dict[str, Reason | None]: ...
    @overload
    def explain(self, play: str) -> Reason | None: ...
    def explain(self, play: str | None = None) -> dict[str, Reason | None] | Reason | None:
        """Of a play, None or the reason why it may not be made; without one, that of each card held."""
        return reasons.explain(self.table, self.state, self.step, self.seat, play)


def fresh(table: Table, scores: Sequence[int] | None, dealer: int = 0) -> State:
    """A state before anything happened, with the facts as they start and no card anywhere."""
    seats = table.layout.seats
    if scores is not None and len(scores) != seats:
        raise TrickbookError(f"{len(scores)} scores for {seats} seats")
    if any(type(score) is not int for score in scores or ()):
        raise TrickbookError(f"scores are whole numbers, not {list(scores or ())}")
    state = State()
    table.start(state, Match(0, 1, dealer, tuple(scores or (0,) * seats)))
    state.piles = list(state.piles)
    state.piles[table.layout.piles["aside"].base] = 0
    return state


def within(name: str, number: object, low: int, high: int) -> None:
    """A whole number has its limits; TrickbookError beyond them."""
    if type(number) is not int or not low <= number <= high:
        raise TrickbookError(f"{name} is a whole number from {low} to {high}, not {number!r}")


def seated(table: Table) -> Tricks:
    """The step that plays tricks; TrickbookError if a ruleset has none."""
    if table.tricks is None:
        raise TrickbookError("this ruleset plays no tricks")
    return table.tricks


def position(table: Table, moment: Moment) -> Position:
    """Set up one moment of a deal."""
    step, pack = seated(table), Pack(table.deck)
    for name, seat in (("leader", moment.leader), ("dealer", moment.dealer)):
        within(name, seat, 0, table.layout.seats - 1)
    number = MIDDLE if moment.trick_number is None else moment.trick_number
    within("trick_number", number, 1, len(table.deck.names))
    state = fresh(table, moment.scores, moment.dealer)
    order = table.layout.round(moment.leader)
    _play(table, state, [pack.take(play) for play in moment.trick], order)
    plays, seats = len(moment.trick), len(order)
    if plays >= seats:
        raise TrickbookError(f"{plays} plays to the trick, and {seats} players: nobody is left to play")
    seat = order[plays]
    _lay(table, state, pack, seat, moment)
    state.done = (Trick((), None),) * (number - 1)
    state.step, state.waiting = table.steps.index(step), 1 << seat
    remember(table, state, moment.facts)
    state.last = _is_last(state, step, seat) if moment.last is None else moment.last
    return Position(table, state, step, seat)


def _play(table: Table, state: State, plays: Sequence[int], order: Sequence[int]) -> None:
    """Put plays into the trick, each by the next seat of an order that begins anew at its end."""
    state.plays = tuple((order[place % len(order)], cards) for place, cards in enumerate(plays))
    state.leader = order[0]
    state.led = next((suit for cards in plays if (suit := table.deck.suit_at[cards.bit_length() - 1])), 0)
    state.piles[table.trick] = state.piles[table.played] = sum(plays)


def _lay(table: Table, state: State, pack: Pack, seat: int, moment: Moment) -> None:
    """Lay the cards of a moment where they lie; exposed ones that are nowhere else lie before the player."""
    piles, base = state.piles, {name: pile.base for name, pile in table.layout.piles.items()}
    piles[base["hand"] + seat] = pack.take(moment.hand)
    piles[base["held"]] = pack.take(moment.held)
    piles[base["aside"]] = pack.take(moment.aside)
    piles[base["table"] + seat] = pack.expose(moment.exposed)
    piles[table.exposed] = pack.marked
    piles[table.played] |= piles[base["held"]] | pack.take(moment.played)


def _is_last(state: State, step: Tricks, seat: int) -> bool:
    """Whether the player will have no card left when it plays as many as were led."""
    held: int = step.source.run(state, seat, 0)
    led = state.plays[0][1].bit_count() if state.plays else 0
    return held.bit_count() <= max(1, led)


def trick_winner(table: Table, plays: Sequence[str], *, last: bool) -> int | None:
    """The index of the play that wins a trick of any number of plays in turn order; None if nobody does."""
    if not plays:
        raise TrickbookError("a trick has at least one play")
    step, pack, state = seated(table), Pack(table.deck), fresh(table, None)
    _play(table, state, [pack.take(play) for play in plays], range(table.layout.seats))
    state.done, state.last = (Trick((), None),), last
    return step.taker(state)
