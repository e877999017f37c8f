"""Choices in observed deals: the hands, the score before them, and each move.

Moves are chosen at random, for one seat that takes all it can, or towards a goal. The cards and numbers that
rules name say what a hand should hold, and what may be answered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any, Final, TypeVar

from trickbook.cards.chance import Stream, shuffled
from trickbook.cards.deck import bits
from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep
from trickbook.engine.engine import Engine
from trickbook.engine.moves import DONE, answer_text
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import COMPARISONS, Operation
from trickbook.expression.types import Kind
from trickbook.state import Match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.expression.types import Term

Thing = TypeVar("Thing")

Choice = Callable[[Engine, State, int, Sequence[str]], str]
"""Chooses one of the legal moves of a seat."""

CANDIDATES: Final = 5
"""The number of moves to compare at each turn."""

LEAPS: Final = 16
"""Once in so many times, any bid of a ladder is as likely as any other, or the top ones are too rare."""

COUNTED: Final = 1 << 32
"""The number of legal moves from which one is drawn."""

MOST_TRIED: Final = 20
"""The number of answers that random deals try where a question offers more and its rules name none."""

ROUND: Final = 10
"""The numbers that random deals try beside those that the rules of a question name are multiples of this."""

LATEST: Final = 8
"""The number of the latest deal that is chosen."""

ODDS: Final = 3
"""By so many ranks chance moves a card up among the strong ones."""

LIMITS: Final = frozenset({*COMPARISONS, Operation.IS})
"""The comparisons that can end a match."""


class Chance(Stream):
    """The random source of the players in one match, separate from that of the deals."""

    def mixed(self, things: Sequence[Thing]) -> list[Thing]:
        """Shuffle some things."""
        order, self.state = shuffled(self.state, range(len(things)))
        return [things[index] for index in order]


def at_random(chance: Chance) -> Choice:
    """Choose at random; of answers in words or numbers, the low ones more often, or passes are too rare."""

    def choose(engine: Engine, s: State, _seat: int, legal: Sequence[str]) -> str:
        step = engine.waiting[s.step]
        if isinstance(step, AskStep) and step.ladder and chance.below(LEAPS):
            return legal[chance.rung(len(legal))]
        if step.kind == "answer" and len(legal) > 2 and chance.below(4):  # noqa: PLR2004 - all come up often enough
            return legal[_low_index(len(legal), chance)]
        return legal[chance.below(min(len(legal), COUNTED))]

    return choose


def tried_answers(step: AskStep, values: Sequence[Any]) -> Sequence[Any]:
    """The answers to try of those that a question offers: only some of many numbers."""
    if step.names or len(values) <= MOST_TRIED:
        return values
    ends = {*values[: MOST_TRIED // 2], *values[-MOST_TRIED // 2 :]}
    terms = [term for rule in step.rules for term in (rule.when, rule.what) if term is not None]
    named = {number for term in terms for number in _constants(term, Kind.NUMBER)}
    return [value for value in values if value in ends or value in named or (named and not value % ROUND)]


def tried_moves(engine: Engine, s: State, seat: int) -> Sequence[str]:
    """The legal moves of a seat; of many numbers only some, which shows as much in less time."""
    step = engine.waiting[s.step]
    if isinstance(step, TrickStep) or step.source is not None or step.names:
        return step.legal(engine, s, seat)
    tried = {DONE, *map(answer_text, tried_answers(step, step.values(s, seat)))}
    return [move for move in step.legal(engine, s, seat) if move in tried]


def _low_index(count: int, chance: Chance) -> int:
    """Draw one of some places, each half as often as the one before: so bids rise slowly, and stop."""
    index = 0
    while index + 1 < count and chance.below(3) == 0:
        index += 1
    return index


def keeping(cards: int, chance: Chance) -> Choice:
    """Play some cards only when nothing else is left."""
    randomly = at_random(chance)

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        if not isinstance(engine.waiting[s.step], TrickStep) or len(legal) > len(engine.pack):
            return randomly(engine, s, seat, legal)
        kept = set(engine.list(cards))
        rest = [play for play in legal if not kept.intersection(play.split())]
        return randomly(engine, s, seat, rest or legal)

    return choose


def for_one_taker(taker: int, chance: Chance) -> Choice:
    """One seat plays high; the others follow low, and throw away high when they cannot follow."""
    randomly = at_random(chance)

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        step = engine.waiting[s.step]
        if not isinstance(step, TrickStep):
            return randomly(engine, s, seat, legal)
        if seat == taker:
            return legal[-1]
        follows = not s.plays or step.plays(engine, s, seat)[0] & s.led
        return legal[0] if follows else legal[-1]

    return choose


def towards(goal: Callable[[State], float], chance: Chance) -> Choice:
    """Choose the move after which the goal is nearest once the trick or the question is over."""

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        tried = sorted({chance.below(len(legal)) for _ in range(2 * CANDIDATES)})[:CANDIDATES]
        return legal[min((goal(_state_after_others(engine, s, seat, legal[n], chance)), n) for n in tried)[1]]

    return choose


def _state_after_others(engine: Engine, s: State, seat: int, move: str, chance: Chance) -> State:
    """The state after a move and random answers of those who are still to act at this trick or question."""
    deal, tricks, step = s.match.deal, len(s.done), s.step
    new = _state_after(engine, s, seat, move)
    for _ in range(engine.layout.seats):
        if not new.waiting or (new.match.deal, len(new.done), new.step) != (deal, tricks, step):
            break
        actor = engine.seat_sets[new.waiting][0]
        legal = tried_moves(engine, new, actor)
        if not len(legal):
            break
        new = _state_after(engine, new, actor, legal[chance.below(len(legal))])
    return new


def _state_after(engine: Engine, s: State, seat: int, move: str) -> State:
    new = s.copy()
    engine.act(new, seat, move)
    if not new.waiting:
        engine.advance(new)
    return new


def chosen_match(engine: Engine, seed: int, seat: int, cards: int, chance: Chance) -> Match:
    """Return a match before a deal in which a seat gets some cards; every other is late and uneven."""
    late = chance.below(2)
    deal = 1 + (chance.below(LATEST) if late else 0)
    scores = _scores(engine, chance) if late else (engine.ending.starts,) * engine.layout.seats
    orders = {deal: (_pack_order(engine, seat, cards, chance),)}
    return Match(seed, deal, engine.layout.first, scores, orders=orders)


def _scores(engine: Engine, chance: Chance) -> tuple[Any, ...]:
    """Scores short of one that ends the match."""
    found = [limit for _, when in engine.ending.ends for limit in _limits(when)] or [0]
    limit = chance.one(found)
    size = isqrt(abs(limit)) if engine.layout.complex else abs(limit)
    sign, starts = (-1 if limit < 0 else 1), engine.ending.starts
    return tuple(starts + sign * chance.below(max(size, 1)) for _ in range(engine.layout.seats))


def _limits(term: Term) -> Iterator[int]:
    """The numbers with which a condition compares what a player has."""
    if term.operation in LIMITS and any("player" in part.reads for part in term.parts):
        yield from (part.value for part in term.parts if part.constant and part.type.kind is Kind.NUMBER)
    for part in term.parts:
        yield from _limits(part)


def _pack_order(engine: Engine, seat: int, cards: int, chance: Chance) -> Sequence[int]:
    """An order of the pack that deals a seat these cards as far as they fit; half keep suits together."""
    pack = _by_suit(engine, chance) if chance.below(2) else chance.mixed(engine.pack)
    wanted = [card for card in pack if card & cards]
    dealing = next((step for step in engine.steps if isinstance(step, DealStep) and step.to.owned), None)
    each = dealing.each.value if dealing and dealing.each and dealing.each.constant else 0
    size = each or len(pack) // engine.layout.seats
    hand = chance.mixed(wanted)[:size]
    others = [card for card in pack if card not in hand]
    return [*others[: seat * size], *hand, *others[seat * size :]]


def _by_suit(engine: Engine, chance: Chance) -> list[int]:
    """The pack in suits, so that most hands lack some."""
    suits = chance.mixed(engine.deck.suits)
    height = {card: chance.below(len(engine.pack)) for card in engine.pack}
    rows = [sorted(bits(engine.deck.of_suit[suit.name]), key=height.__getitem__) for suit in suits]
    order = [card for row in rows for card in row]
    return [*order, *(card for card in engine.pack if card not in order)]


def strong_cards(engine: Engine, chance: Chance) -> int:
    """Return the cards of a hand that can take most tricks: the highest, with a little chance."""
    size = engine.deck.cards.bit_count() // engine.layout.seats
    heights = engine.deck.heights
    order = sorted(
        bits(engine.deck.cards), key=lambda card: heights[card.bit_length() - 1] + chance.below(ODDS)
    )
    return sum(order[-size:])


def most_of(cards: int, chance: Chance) -> int:
    """Return three of four cards of a set, so that a hand that holds them has others too."""
    return sum(card for card in bits(cards) if chance.below(4))


def named_cards(engine: Engine, terms: Sequence[Term]) -> list[int]:
    """Return the sets of cards that some terms name, but for those that are most of the pack."""
    most = engine.deck.cards.bit_count() // 2
    sets = dict.fromkeys(cards for term in terms for cards in _constants(term, Kind.CARDS) if cards)
    return [cards for cards in sets if cards.bit_count() <= most]


def _constants(term: Term, kind: Kind) -> Iterator[Any]:
    if term.constant and term.type.kind is kind:
        yield term.value
    for part in term.parts:
        yield from _constants(part, kind)
