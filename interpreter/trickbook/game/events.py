"""The events of a move: what it caused, in order, and which of it each seat is told."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MARK
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import pile_at, sees
from trickbook.explain.timeline import so_far
from trickbook.game.view import answer_is_open, drawn_cards, face_down, plain
from trickbook.state import MOST_SEATS, moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.game.snapshot import Snapshot
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Move, PastDeal

SPECTATOR: Final = MOST_SEATS
"""The place of the spectators in a set of seats."""

EVERYBODY: Final = (1 << SPECTATOR + 1) - 1
"""All seats, and the spectators."""

MADE: Final = ("answered", "led", "played", "announced")
"""The kinds of events that a seat, or somebody outside, causes; all others follow from them."""

LAST: Final = 1 << 30
"""More than a deal has tricks."""


class Event(NamedTuple):
    """Something that happened.

    The ``kind`` is one of these:

    - ``answered`` at a ``step``; ``revealed`` where an answer lay face down before. ``what`` is the answer.
    - ``led``, ``played``: ``what`` are the cards. ``taken``: the trick with these plays goes to the seat.
    - ``drawn`` by chance at a step. ``shown`` by a step: cards of a seat, or of a pile that nobody owns.
    - ``exposed``: cards that lie open before a seat though nobody named them.
    - ``received``: cards that came into a hand.
    - ``dealt``: deal number ``what`` begins; the seat deals. ``redealt``, ``unscored`` by a step.
    - ``rests``: the seat rests from now on. ``announced``: the fact ``what``, from outside.
    - ``scored``: the number of the finished deal and its points. ``over``: the match; these seats have won.

    ``audience`` are those who learn of it, ``seen`` those who also learn ``what``, as sets of seats.
    """

    kind: str
    seat: int | None = None
    step: str | None = None
    what: Any = None
    audience: int = EVERYBODY
    seen: int = EVERYBODY


def seat_events(found: Iterable[Event], seat: int | None) -> list[dict[str, Any]]:
    """The events as a seat is told of them, as plain data; None is a spectator."""
    place = SPECTATOR if seat is None else seat
    return [
        {
            "kind": event.kind,
            "seat": event.seat,
            "step": event.step,
            "what": event.what if event.seen >> place & 1 else None,
        }
        for event in found
        if event.audience >> place & 1
    ]


def made(found: Iterable[Event]) -> Event:
    """The move itself among the events that it caused."""
    return next(event for event in found if event.kind in MADE)


def events(before: Snapshot | None, after: Snapshot) -> tuple[Event, ...]:
    """The events since the game before the last move; without one, those of the deal so far."""
    engine, new = after.engine, after.state
    history, found = new.match.history, list[Event]()
    first = len(history) if before is None else len(before.deals)
    for number, past in enumerate(history[first:], first):
        found += _deal(engine, past, before if number == first else None, None)
        found.append(Event("scored", what={"deal": number + 1, "points": plain(past.points)}))
    if new.match.over:
        return *found, Event("over", what=list(after.winners))
    since = before if before is not None and first == len(history) else None
    course = [*_deal(engine, so_far(new, engine), since, after)]
    return *found, *course, *_table(since, after, course)


class _Mark(NamedTuple):
    """How much of a deal is known: moves of its log, finished tricks, plays to the next, redeals."""

    log: int = 0
    tricks: int = 0
    plays: int = 0
    redeals: int = 0


def _mark(s: State) -> _Mark:
    return _Mark(s.log.number if s.log else 0, len(s.done), len(s.plays), len(s.redeals))


def _deal(
    engine: CompiledRules, past: PastDeal, before: Snapshot | None, after: Snapshot | None
) -> Iterator[Event]:
    """Yield what happened in a deal since a moment of it; ``after`` is the game if the deal goes on."""
    mark = _Mark() if before is None else _mark(before.state)
    if before is None:
        yield Event("dealt", past.match.dealer, what=past.match.deal)
    if after is not None and before is not None:
        yield from (Event("announced", what=fact) for fact in after.announced[len(before.announced) :])
    finished = len(past.tricks) if after is None else len(after.state.done)
    hidden = face_down(before) if before else 0, face_down(after) if after else 0
    placed = [*_answers(engine, past, mark, hidden), *_plays(engine, past, mark, finished)]
    yield from (event for _, event in sorted(placed, key=lambda one: one[0]))
    if past.ended:
        yield Event("unscored", step=past.ended)


_Placed = tuple[tuple[int, int, int, int], Event]
"""An event, and its place in a deal: how often the cards were dealt again, the trick, the play, the order."""


def _answers(
    engine: CompiledRules, past: PastDeal, mark: _Mark, hidden: tuple[int, int]
) -> Iterator[_Placed]:
    """Yield what was answered, drawn and dealt again; of answers face down, as many as are ``hidden``."""
    log, steps = moves(past.log), {step.name: step for step in engine.every_step}
    for number, again in enumerate(past.redeals[mark.redeals :], mark.redeals):
        yield (number, LAST, 0, 0), Event("redealt", step=again.step)
    open_until = len(log) - hidden[1]
    for index in range(mark.log - hidden[0], len(log)):
        move = log[index]
        event = _answer(engine, steps[move.step], move, lies=index >= open_until)
        if index < mark.log:
            if not event or event.seen != EVERYBODY or index >= open_until:
                continue
            event = event._replace(kind="revealed", audience=EVERYBODY & ~(1 << (move.seat or 0)))
        if event is not None:
            at = log[max(index, mark.log)].at if mark.log < len(log) else move.at
            times = sum(again.moves <= max(index, mark.log) for again in past.redeals)
            yield (times, *at, -1 if index < mark.log else 0), event


def _answer(engine: CompiledRules, step: Step, move: Move, *, lies: bool) -> Event | None:
    """An answer or a draw; None for what was dealt, which is seen in the hands, and where tricks begin."""
    text = str(move.text)
    if move.seat is not None:
        seen = EVERYBODY if answer_is_open(step, text, lies=lies) else 1 << move.seat
        return Event("answered", move.seat, move.step, text, seen=seen)
    if isinstance(move.text, str) and move.step not in engine.trick_steps:
        return Event("drawn", None, move.step, drawn_cards(text))
    return None


def _plays(engine: CompiledRules, past: PastDeal, mark: _Mark, finished: int) -> Iterator[_Placed]:
    """Yield the plays, and who took each trick that they finished."""
    times, written = len(past.redeals), engine.deck.written
    begun = {move.at[0]: move.step for move in moves(past.log) if move.step in engine.trick_steps}
    for number, trick in enumerate(past.tricks[mark.tricks :], mark.tricks):
        plays = [(seat, " ".join(written(cards, past.exposed))) for seat, cards in trick.plays]
        known = mark.plays if number == mark.tricks else 0
        step = begun[max(at for at in begun if at <= number)]
        for turn, (seat, cards) in enumerate(plays[known:], known):
            yield (times, number, turn, 1), Event("played" if turn else "led", seat, step, cards)
        if number < finished:
            yield (times, number, len(plays), 1), Event("taken", trick.taker, step, [*map(list, plays)])


def _table(before: Snapshot | None, after: Snapshot, course: Sequence[Event]) -> Iterator[Event]:
    """Yield what lies otherwise on the table since a moment of the deal, and who rests from now on."""
    old, new = before.state if before else None, after.state
    same = old if old is not None and len(old.redeals) == len(new.redeals) else None
    yield from _exposures(same, after, course)
    yield from _received_cards(same, after)
    yield from _shows(same, after, course)
    resting = new.resting & ~(old.resting if old else 0)
    yield from (Event("rests", seat) for seat in after.engine.seat_sets[resting])


def _exposures(before: State | None, after: Snapshot, course: Sequence[Event]) -> Iterator[Event]:
    """Yield cards that lie open now though those who are told of it did not hear of them."""
    engine, s = after.engine, after.state
    fresh = s.pile(engine.exposed) & ~(before.pile(engine.exposed) if before else 0)
    named = _audiences_by_card(engine, course)
    for seat in range(engine.layout.seats) if fresh else ():
        owned = (pile for pile in engine.layout.piles.values() if pile.owned and pile.name != "taken")
        lying = sum(s.pile(pile.base + seat) for pile in owned if pile.seen_by == "everyone")
        cards = engine.deck.written(fresh & lying, engine.marked(s))
        unaware = [EVERYBODY & ~named.get(card.removesuffix(MARK), 0) for card in cards]
        for audience in dict.fromkeys(filter(None, unaware)):
            those = (card for card, one in zip(cards, unaware, strict=True) if one == audience)
            yield Event("exposed", seat, what=" ".join(those), audience=audience)


def _audiences_by_card(engine: CompiledRules, course: Sequence[Event]) -> Mapping[str, int]:
    """Return who heard of each card that was chosen or drawn."""
    cards = {step.name for step in engine.every_step if isinstance(step, AskStep) and step.source is not None}
    named: Counter[str] = Counter()
    for event in course:
        for card in str(event.what).split() if event.step in cards else ():
            named[card.removesuffix(MARK)] |= event.audience & event.seen
    return named


def _received_cards(before: State | None, after: Snapshot) -> Iterator[Event]:
    """Yield the cards that came into each hand within a deal, of which only its seat is told."""
    if before is None:
        return
    engine, s = after.engine, after.state
    base, marked = engine.layout.piles["hand"].base, engine.marked(s)
    for seat in range(engine.layout.seats):
        old, now = (engine.deck.written(one.pile(base + seat), marked) for one in (before, s))
        fresh = Counter(now) - Counter(old)
        if fresh:
            cards = " ".join(card for card in now if _less(fresh, card))
            yield Event("received", seat, what=cards, audience=1 << seat)


def _less(cards: Counter[str], card: str) -> bool:
    """Return whether a card is among these; it is taken out of them."""
    found = cards[card] > 0
    cards[card] -= found
    return found


def _shows(before: State | None, after: Snapshot, course: Sequence[Event]) -> Iterator[Event]:
    """Yield what steps showed, to those who saw it and did not hear the seat name these cards."""
    engine, s = after.engine, after.state
    for shown in s.shows[len(before.shows) if before else 0 :]:
        owner = pile_at(engine.layout, shown.at)[1]
        cards = " ".join(engine.deck.written(shown.cards))
        audience = sum(1 << seat for seat in range(engine.layout.seats) if sees(engine, shown, seat))
        audience |= (1 << SPECTATOR) * sees(engine, shown, None)
        for event in course:
            if (event.seat, event.what) == (owner, cards):
                audience &= ~(event.audience & event.seen)
        if audience:
            yield Event("shown", owner, shown.step, cards, audience)
