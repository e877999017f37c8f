"""Asking about one moment: what may be played, who wins a trick, what a finished deal counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards import MARK, CardError
from trickbook.concepts.asking import Asking, MoveError, because, spoken
from trickbook.expression.types import Kind
from trickbook.game import explained, reason
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.state import Match, Trick

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.concepts.tricks import Tricks
    from trickbook.expression.types import Term, Type
    from trickbook.game import Reason
    from trickbook.state import State
    from trickbook.table import Table

MIDDLE: Final = 2
"""The number of the trick where none is said: neither the first nor the last."""

Cards = "str | Iterable[str]"


class Position(NamedTuple):
    """One moment of a game, seen by the seat that is to play."""

    table: Table
    state: State
    step: Tricks
    seat: int

    def legal(self) -> list[str]:
        """The plays that the rules allow."""
        return list(self.step.legal(self.table, self.state, self.seat))

    def explain(self, play: str | None = None) -> Any:
        """For each card held, None or the reason why it may not be played; of one play, its reason or None."""
        if play is None:
            return explained(self.table, self.state, self.step, self.seat)
        try:
            self.step.read(self.table, self.state, self.seat, play)
        except MoveError as error:
            if error.clause is None:
                raise
            return reason(error.clause.entry)
        return None


class Pack:
    """The cards of a deck that were not named yet; each card named is taken from it."""

    def __init__(self, table: Table) -> None:
        """Begin with the whole deck; nothing is exposed."""
        self.deck = table.deck
        self.free = table.deck.cards
        self.marked = 0

    def take(self, cards: str | Iterable[str]) -> int:
        """Take cards by name; CardError if the deck has no more of one. A mark means the exposed copy."""
        taken = 0
        for name in cards.replace(",", " ").split() if isinstance(cards, str) else cards:
            card = self.deck.among([name.removesuffix(MARK)], self.free & ~self.marked or self.free)
            taken |= card
            self.free &= ~card
            if name.endswith(MARK):
                self.marked |= card
        return taken


def fresh(table: Table, scores: Sequence[int] | None, dealer: int = 0) -> State:
    """A state before anything happened, with the facts as they start."""
    from trickbook.state import State  # noqa: PLC0415 - made here only

    seats = table.layout.seats
    if scores is not None and len(scores) != seats:
        raise TrickbookError(f"{len(scores)} scores for {seats} seats")
    state = State()
    table.start(state, Match(0, 1, dealer, tuple(scores or (0,) * seats)))
    state.piles = list(state.piles)
    state.piles[table.layout.piles["aside"].base] = 0
    return state


def remember(table: Table, state: State, facts: Mapping[str, Any]) -> None:
    """Give values to remembered or defined words."""
    slots, given = list(state.slots), {}
    known = {fact.name: fact for fact in table.facts}
    words = [entry.name for entry in table.reading.entries("words")]
    for name, value in facts.items():
        if name in known:
            fact = known[name]
            values = value if fact.owned else [value]
            slots[fact.slot : fact.slot + len(values)] = [inner(table, fact.type, name, v) for v in values]
        elif name in words:
            term = defined(table, name)
            given[name] = (
                [inner(table, term.type, name, v) for v in value]
                if "player" in term.reads
                else inner(table, term.type, name, value)
            )
        else:
            near = nearest(name, [*known, *words])
            raise TrickbookError(
                f"{shown(name)} is no fact or word of this ruleset{f'; did you mean {near}?' if near else ''}"
            )
    state.slots, state.match = slots, state.match._replace(given=given)


def defined(table: Table, name: str) -> Term:
    """The meaning of a word that the ruleset defines."""
    entry = next(entry for entry in table.reading.entries("words") if entry.name == name)
    return table.reading.author[name](table.reading.scope(entry.need("is")))


def inner(table: Table, kind: Type, name: str, value: Any) -> Any:
    """Plain data as a value of an expression; TrickbookError if it is of another type."""
    match kind.kind:
        case Kind.CONDITION if isinstance(value, bool) or value in ("yes", "no"):
            return value if isinstance(value, bool) else value == "yes"
        case Kind.NUMBER if isinstance(value, int) and not isinstance(value, bool):
            return value
        case Kind.SEATS if value is None:
            return 0
        case Kind.SEATS if isinstance(value, int) and 0 <= value < table.layout.seats:
            return 1 << value
        case Kind.SEATS if isinstance(value, list | tuple):
            return sum({inner(table, kind, name, seat) for seat in value})
        case Kind.CARDS if value is None:
            return 0
        case Kind.CARDS if isinstance(value, str | list | tuple):
            return Pack(table).take(value)
        case Kind.CHOICE if value in kind.names:
            return value
    raise TrickbookError(f"{shown(name)} is {kind}, and {value!r} is not")


def seated(table: Table) -> Tricks:
    """The step that plays tricks; TrickbookError if a ruleset has none."""
    if table.tricks is None:
        raise TrickbookError("this ruleset plays no tricks")
    return table.tricks


def position(table: Table, hand: Any, trick: Sequence[str], exposed: Any, **moment: Any) -> Position:
    """Set up one moment: the player's hand, the plays to the trick so far, and what else is known of the deal."""
    step = seated(table)
    state = fresh(table, moment.get("scores"), moment.get("dealer") or 0)
    pack, piles = Pack(table), list(state.piles)
    layout, number = table.layout, moment.get("trick_number") or MIDDLE
    plays = [pack.take(play) for play in trick]
    if len(plays) >= layout.seats:
        raise TrickbookError(
            f"{len(plays)} plays to the trick, and {layout.seats} players: nobody is left to play"
        )
    order = layout.round(moment.get("leader") or 0)
    seat = order[len(plays)]
    piles[layout.piles["hand"].base + seat] = pack.take(hand)
    for name in ("held", "aside"):
        piles[layout.piles[name].base] = pack.take(moment.get(name) or ())
    _expose(table, piles, pack, seat, exposed)
    piles[table.trick] = sum(plays)
    piles[table.played] = sum(plays) | piles[table.held] | pack.take(moment.get("played") or ())
    state.piles = piles
    state.plays = tuple(zip(order, plays, strict=False))
    state.led = next((suit for play in plays if (suit := layout.deck.suit_at[play.bit_length() - 1])), 0)
    state.leader = order[0]
    state.done = (Trick((), None),) * (number - 1)
    state.step, state.waiting = table.steps.index(step), 1 << seat
    remember(table, state, moment.get("facts") or {})
    held: int = step.source.run(state, seat, 0)
    lead = plays[0] if plays else 0
    state.last = (
        moment["last"] if moment.get("last") is not None else held.bit_count() <= max(1, lead.bit_count())
    )
    return Position(table, state, step, seat)


def _expose(table: Table, piles: list[int], pack: Pack, seat: int, exposed: Any) -> None:
    """Mark cards as exposed: those in the hand or the trick are there already, all others lie before the player."""
    for name in exposed.replace(",", " ").split() if isinstance(exposed, str) else exposed:
        copies = table.deck.copies[table.deck.name(name.removesuffix(MARK))]
        shown_ = copies & ~pack.free & ~pack.marked
        card = shown_ & -shown_
        if not card:
            card = pack.take([name.removesuffix(MARK)])
            piles[table.layout.piles["table"].base + seat] |= card
        pack.marked |= card
    piles[table.exposed] = pack.marked


def trick_winner(table: Table, plays: Sequence[str], *, last: bool) -> int | None:
    """The index of the play that wins a trick of any number of plays in turn order; None if nobody does."""
    step, pack = seated(table), Pack(table)
    state = fresh(table, None)
    masks = [pack.take(play) for play in plays]
    if not masks:
        raise TrickbookError("a trick has at least one play")
    state.plays = tuple((place % table.layout.seats, cards) for place, cards in enumerate(masks))
    state.leader = 0
    state.led = next((suit for cards in masks if (suit := table.deck.suit_at[cards.bit_length() - 1])), 0)
    state.done, state.last = (Trick((), None),), last
    state.piles = list(state.piles)
    state.piles[table.trick] = state.piles[table.played] = sum(masks)
    return step.taker(state)


def finished(table: Table, taken: Sequence[Any], exposed: Any, **moment: Any) -> State:
    """Set up the end of a deal: the cards each seat has taken, what was exposed, how many tricks each has."""
    state = fresh(table, moment.get("scores"))
    pack, piles, base = Pack(table), list(state.piles), table.taken
    for seat, cards in enumerate(taken):
        piles[base + seat] = cards if isinstance(cards, int) else pack.take(cards)
    _mark(pack, exposed.replace(",", " ").split() if isinstance(exposed, str) else exposed)
    piles[table.exposed] = pack.marked
    piles[table.played] = sum(piles[base : base + len(taken)])
    state.piles = piles
    won = moment.get("tricks") or [int(bool(cards)) for cards in taken]
    if len(won) != table.layout.seats:
        raise TrickbookError(f"{len(won)} numbers of tricks for {table.layout.seats} seats")
    state.tricks = tuple(won)
    state.done = (Trick((), None),) * sum(won)
    remember(table, state, moment.get("facts") or {})
    return state


def _mark(pack: Pack, exposed: Iterable[str]) -> None:
    """Mark as many copies of a card as exposed as it is named; those marked in a pile count, then those that lie in one."""
    for name, times in Counter(pack.deck.name(name.removesuffix(MARK)) for name in exposed).items():
        copies = pack.deck.copies[name]
        if times > copies.bit_count():
            raise CardError(f"{name} is exposed more often than the deck has it")
        for _ in range(times - (copies & pack.marked).bit_count()):
            rest = copies & ~pack.marked
            lying = rest & ~pack.free or rest
            pack.marked |= lying & -lying


def score(table: Table, state: State, decide: Mapping[int, Any]) -> list[int]:
    """The points of a finished deal, for each seat; what players must decide is looked up in ``decide``."""
    after = table.steps[table.steps.index(seated(table)) + 1 :]
    state.slots = list(state.slots)
    for step in after:
        if isinstance(step, Asking) and step.source is None and step.who is not None and applies(step, state):
            for seat in (seat for seat in range(table.layout.seats) if step.who.run(state, 0, 0) >> seat & 1):
                state.slots[step.slot + seat] = _decided(table, state, step, seat, decide.get(seat))
    return list(table.score(state))


def applies(step: Asking, state: State) -> bool:
    """Whether a step is taken."""
    return step.when is None or bool(step.when.run(state, 0, 0))


def _decided(table: Table, state: State, step: Asking, seat: int, said: Any) -> Any:
    allowed = {spoken(value): value for value in step.answers(table, state, seat)}
    word = said.get(step.name) if isinstance(said, dict) else said
    word = spoken(word) if word is not None else None
    if word is None and len(allowed) == 1:
        return next(iter(allowed.values()))
    if word in allowed:
        return allowed[word]
    choices = ", ".join(allowed)
    if word is None:
        raise MoveError(
            f"seat {seat} must decide {step.name}: one of {choices}; say it with decide={{{seat}: …}}"
        )
    try:
        step.read(table, state, seat, word)
    except MoveError:
        raise
    raise MoveError(f"seat {seat} may not decide {shown(word)}{because(None)}; one of {choices}")
