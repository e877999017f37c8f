"""Starts and single moments: a state before anything happened, what may be played, and who wins a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, overload

from trickbook.cards.deck import Cards
from trickbook.cards.pack import Pack
from trickbook.core.state import State
from trickbook.engine.moves import MoveError
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import COMPLEX, GREATEST
from trickbook.problems import TrickbookError, described, within
from trickbook.problems.arguments import answered, listed
from trickbook.sections.conversion import remember
from trickbook.state import Match, Trick
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.cards.gaussian import Number
    from trickbook.explain import Reason
    from trickbook.sections.compiled import CompiledRules


Hands: TypeAlias = Sequence[Cards] | Mapping[int, Sequence[Cards]]
"""Hands in seat order, or such lists by the number of the deal."""


class Start(NamedTuple):
    """The given parts of a start; ``Ruleset.new_game`` describes each."""

    seed: int
    deal: int
    dealer: int | None
    leader: int | None
    scores: Sequence[Number] | None
    facts: Mapping[str, Any]
    hands: Hands | None
    aside: Cards | None
    draws: Mapping[int, Sequence[str]]
    orders: Mapping[int, Sequence[Cards]]

    @property
    def usual(self) -> bool:
        """True if the rules and the seed say what is dealt and remembered."""
        nothing = (type(part) is dict and not part for part in (self.facts, self.draws, self.orders))
        return self.hands is None and self.aside is None and all(nothing)


def fresh(engine: CompiledRules, scores: Sequence[Number] | None, dealer: int = 0) -> State:
    """A state before anything happened, with the facts as they start and no card anywhere."""
    seats = engine.layout.seats
    so_far: Sequence[Any] = (engine.ending.starts,) * seats
    if scores is not None:
        from trickbook.problems.arguments import listed

        so_far = listed("scores", scores, Message("whole numbers"))
    if len(so_far) != seats:
        template = "{number_found} scores for {number} seats"
        raise TrickbookError(Message(template, number_found=len(so_far), number=seats))
    if engine.layout.complex:
        from trickbook.sections.conversion import inner

        so_far = [inner(engine, COMPLEX, "scores", score) for score in so_far]
    for score in so_far[:1] if scores is None else so_far:  # all start alike
        for part in (score.real, score.imag) if engine.layout.complex else (score,):
            within(Message("a score"), part, -GREATEST, GREATEST)
    state = State(engine.program)
    engine.start(state, Match(0, 1, dealer, tuple(so_far)))
    state.v[engine.cells.piles + engine.layout.piles["aside"].base] = 0
    return state


MIDDLE: Final = 2
"""The number of the trick where none is said: neither the first nor the last."""


class Moment(NamedTuple):
    """The known parts of a moment; ``Ruleset.position`` describes each."""

    hand: Cards
    trick: Sequence[str]
    exposed: Cards
    held: Cards
    played: Cards
    aside: Cards
    trick_number: int | None
    facts: Mapping[str, Any]
    scores: Sequence[Number] | None
    leader: int
    dealer: int
    last: bool | None


class Position(NamedTuple):
    """One moment of a game, seen by the seat that is to play."""

    engine: CompiledRules
    state: State
    step: TrickStep
    seat: int

    def __repr__(self) -> str:
        """Tell who is to play, and to what."""
        return f"<Position, seat {self.seat} to play, {len(self.state.plays)} plays in the trick>"

    def legal(self) -> list[str]:
        """The plays that the rules allow, as a list; ``Game.legal`` finds them lazily."""
        return list(self.step.legal(self.engine, self.state, self.seat))

    @overload
    def explain(self, play: None = None) -> dict[str, Reason | None]: ...
    @overload
    def explain(self, play: str) -> Reason | None: ...
    def explain(self, play: str | None = None) -> dict[str, Reason | None] | Reason | None:
        """Return None or the reason why a play may not be made; without a play, that of each card held."""
        if play is not None and not isinstance(play, str):
            template = "a play is a text, such as a card's name, not {text}"
            raise MoveError(Message(template, text=described(play)))
        from trickbook import explain

        return explain.explain(self.engine, self.state, self.step, self.seat, play)


def trick_step(engine: CompiledRules) -> TrickStep:
    """The step that plays tricks; TrickbookError if a ruleset has none."""
    if engine.tricks is None:
        raise TrickbookError(Message("this ruleset plays no tricks"))
    return engine.tricks


def position(engine: CompiledRules, moment: Moment) -> Position:
    """Set up one moment of a deal."""
    step, pack = trick_step(engine), Pack(engine.deck)
    for name, seat in (("leader", moment.leader), ("dealer", moment.dealer)):
        within(name, seat, 0, engine.layout.seats - 1)
    number = MIDDLE if moment.trick_number is None else moment.trick_number
    within("trick_number", number, 1, len(engine.deck.names))
    state = fresh(engine, moment.scores, moment.dealer)
    remember(engine, state, moment.facts)
    engine.rest(state)
    order = [seat for seat in engine.layout.round(moment.leader) if not state.resting >> seat & 1]
    trick = _plays(pack, moment.trick)
    plays, seats = len(trick), len(order)
    if plays >= seats:
        raise TrickbookError(
            Message(
                "{number} plays to the trick, and {number_players} players: nobody is left to play",
                number=plays,
                number_players=seats,
            )
        )
    _play(engine, state, trick, order)
    seat = order[plays]
    _lay(engine, state, pack, seat, moment)
    if moment.trick_number is not None:
        apart = ("hand", "table", "aside", "trick")
        piles = (engine.layout.piles[name] for name in apart)
        here = sum(state.pile(pile.base + (seat if pile.owned else 0)) for pile in piles)
        check_tricks(engine, number - 1, engine.deck.cards & ~here)
    state.done = (Trick((), None),) * (number - 1)
    state.step, state.waiting = engine.steps.index(step), 1 << seat
    last = answered("last", moment.last)
    state.last = _is_last(state, step, seat) if last is None else last
    return Position(engine, state, step, seat)


def check_tricks(engine: CompiledRules, tricks: int, cards: int) -> None:
    """Refuse more tricks than cards were there for: each takes one of every player, and none comes back."""
    seats, piles = engine.layout.seats, engine.layout.piles
    hands = {piles[name].base for name in ("hand", "table")}
    again = len(engine.trick_steps) > 1 or any(engine.upon.values())
    if (
        again or engine.resting or not hands.issuperset(trick_step(engine).bases)
    ):  # cards may be played more than once
        return
    if tricks * seats > cards.bit_count():
        template = (
            "{number} tricks cannot have been played: each takes a card of all {number_players} players, "
            "and there are {number_cards} cards for them"
        )
        many = {"number_players": seats, "number_cards": cards.bit_count()}
        raise TrickbookError(Message(template, number=tricks, **many))


def _plays(pack: Pack, plays: object) -> list[int]:
    """Plays as sets of cards, none of them empty."""
    taken = [pack.take(play) for play in listed(Message("the plays of a trick"), plays, Message("texts"))]
    if 0 in taken:
        raise TrickbookError(Message("each play of a trick has at least one card"))
    return taken


def _play(engine: CompiledRules, state: State, plays: Sequence[int], order: Sequence[int]) -> None:
    """Put plays into the trick, each by the next seat of an order that begins anew at its end."""
    state.plays = tuple((order[index % len(order)], cards) for index, cards in enumerate(plays))
    state.leader = order[0]
    state.led = next((suit for cards in plays if (suit := engine.deck.suit_at[cards.bit_length() - 1])), 0)
    first = engine.cells.piles
    state.v[first + engine.trick] = state.v[first + engine.played] = sum(plays)


def _lay(engine: CompiledRules, state: State, pack: Pack, seat: int, moment: Moment) -> None:
    """Lay the cards of a moment where they lie; exposed ones that are nowhere else lie before the player."""
    piles, known = list(state.piles), engine.layout.piles
    piles[known["hand"].base + seat] = pack.take(moment.hand)
    piles[known["held"].base] = held = pack.take(moment.held)
    piles[known["aside"].base] = pack.take(moment.aside)
    piles[known["table"].base + seat] = pack.expose(moment.exposed)
    piles[engine.exposed] = pack.marked
    piles[engine.played] |= held | pack.take(moment.played)
    state.piles = piles


def _is_last(state: State, step: TrickStep, seat: int) -> bool:
    """Return whether the player will have no card left when it plays as many as were led."""
    held: int = state.value(step.source, seat)
    led = state.plays[0][1].bit_count() if state.plays else 0
    return held.bit_count() <= max(1, led)


def full_trick(
    engine: CompiledRules,
    plays: Sequence[str],
    most: int,
    *,
    last: bool,
    facts: Mapping[str, Any] | None = None,
) -> State:
    """Set up the moment when a trick has all its plays, in turn order.

    A trick has a play of each of at most so many players, and more only where it may go round again.
    """
    step, state, taken = trick_step(engine), fresh(engine, None), _plays(Pack(engine.deck), plays)
    if not taken:
        raise TrickbookError(Message("a trick has at least one play"))
    if len(taken) > most and step.again is None:
        template = "{number} plays to one trick, and at most {number_most} players"
        raise TrickbookError(Message(template, number=len(taken), number_most=most))
    _play(engine, state, taken, range(engine.layout.seats))
    state.done, state.last = (Trick((), None),), bool(answered("last", last))
    remember(engine, state, facts or {})
    return state


def trick_winner(engine: CompiledRules, state: State) -> int | None:
    """The index of the play that wins a full trick; None if nobody does."""
    step = trick_step(engine)
    if engine.listener is not None:
        engine.listener.wins(state, step)
    return step.taker(state)
