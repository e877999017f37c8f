"""Worlds of deals in which cards come to the hands while tricks are played, or upon an answer before that.

Where the unseen cards were when play began says little then. So the deal is made again from its start, with
cards exchanged as soon as the view tells better: what the seat was dealt, what lay open, what others played.
At the moment of the view the cards that are still unseen are distributed. Others' plays bar the cards that
they must have held since then.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots.worlds.card_places import named_cards, played_cards, plays_seen
from trickbook.bots.worlds.exclusions import ObservedPlay, allows_play
from trickbook.bots.worlds.past_plays import sees_same
from trickbook.bots.worlds.placement import Distribution, distribution_sampler
from trickbook.bots.worlds.retracing import Retracing
from trickbook.bots.worlds.start_state import (
    WORLD_ERRORS,
    WorldError,
    asked_in_tricks,
    set_fact,
    started_deal,
)
from trickbook.cards.chance import SEEDS, mixed, shuffled, stream
from trickbook.cards.deck import bits
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.game import Game
from trickbook.state import Move, Origin, moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.core.state import State
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

EVENTS: Final = ("turn", "play", "trick")
"""The events while tricks are played."""


class Moment(NamedTuple):
    """The moment of a view: its state, the unseen cards, and those that each place cannot hold."""

    state: State
    unseen: int
    room: Mapping[int, int]
    barred: Mapping[int, int]


def brings_cards(engine: CompiledRules) -> bool:
    """Return whether cards may come to the hands while tricks are played."""
    return any(
        isinstance(step, DealStep | MoveStep)
        and (step.to if isinstance(step, DealStep) else step.to.pile).name == "hand"
        for event in (*EVENTS, *asked_in_tricks(engine))
        for step in engine.upon.get(event, ())
    )


def retraced_worlds(
    rules: Ruleset, players: int, seen: Mapping[str, Any], count: int, chance: int, until: float
) -> tuple[Game, ...]:
    """Return worlds that a view allows; none if the deal cannot be made again."""
    engine, origin = rules.engine(players), Origin(rules.name, rules.chosen, rules.house)
    try:
        now = moment_of(engine, seen, origin, chance)
        draw = distribution_sampler(Distribution(now.unseen, now.room, now.barred))
        if draw is None:
            draw = distribution_sampler(Distribution(now.unseen, now.room, {}))
    except WORLD_ERRORS:
        return ()
    games: list[Game] = []
    for _ in range(count if draw else 0):
        if games and monotonic() >= until:
            break
        lie, chance = draw(chance)  # type: ignore[misc]
        games.append(Game(engine, _placed_state(now, lie, mixed(chance) % SEEDS), origin))
    return tuple(games)


def _placed_state(now: Moment, lie: Mapping[int, int], seed: int) -> State:
    """Return the state with the unseen cards placed so; future chance comes from a seed."""
    s = now.state.copy()
    s.piles = [cards & ~now.unseen | lie.get(at, 0) for at, cards in enumerate(s.piles)]
    s.match = s.match._replace(seed=seed, hands={}, orders={})
    s.chance = (stream(seed, s.match.deal), s.chance[1])
    return s


def moment_of(engine: CompiledRules, seen: Mapping[str, Any], origin: Origin, chance: int) -> Moment:
    """Make the course of a deal again; WorldError if the view is not reached."""
    made = _first_state(engine, seen, chance)
    observed: dict[int, list[ObservedPlay]] = {}
    for seat, text in plays_seen(seen):
        made.answer()
        step = engine.waiting.get(made.s.step)
        if not isinstance(step, TrickStep) or not made.s.waiting >> seat & 1:
            raise WorldError("the plays of this deal cannot be made again")
        play = made.meant(seat, text)
        made.give(seat, play)
        if seat != made.me:
            hand = made.s.pile(made.hand + seat)
            observed.setdefault(seat, []).append(ObservedPlay(engine, made.s.copy(), step, seat, play, hand))
        for drawer in made.play(seat, play):
            observed.pop(drawer, None)
    made.answer()
    made.lay_open()
    s = made.s
    for fact in engine.facts:
        set_fact(engine, s, fact, seen)
    if not sees_same(Game(engine, s, origin), made.me, seen):
        raise WorldError("the view of this deal is not reached")
    unseen = made.unseen
    room = {at: (s.pile(at) & unseen).bit_count() for at in made.hidden if s.pile(at) & unseen}
    return Moment(s, unseen, room, _impossible_cards(made, observed, unseen))


def _impossible_cards(
    made: Retracing, observed: Mapping[int, list[ObservedPlay]], unseen: int
) -> dict[int, int]:
    """Return the cards with which a play would have been illegal of a seat that drew none since."""
    barred: dict[int, int] = {}
    for seat, plays in observed.items():
        sure = [play._replace(sure=play.sure & ~unseen | play.play) for play in plays]
        out = sum(card for card in bits(unseen) if not all(allows_play(play, card) for play in sure))
        barred[made.hand + seat] = out
    return barred


def _first_state(engine: CompiledRules, seen: Mapping[str, Any], chance: int) -> Retracing:
    """Begin the deal with what is known of the first cards dealt."""
    trial = started_deal(engine, seen, {}, ())
    first = next((move for move in moves(trial.log) if isinstance(move.text, tuple)), None)
    hands = {} if first is None else {seen["deal"]: _hands(engine, seen, first, chance)}
    return Retracing(engine, seen, started_deal(engine, seen, hands, _orders(engine, seen, chance)))


def _hands(engine: CompiledRules, seen: Mapping[str, Any], dealt: Move, chance: int) -> list[int]:
    """Return first hands: for others what they play first, then cards that nobody was seen to get."""
    known = next((named_cards(engine, text) for name, _, text in seen["course"] if name == dealt.step), 0)
    used = known | _all_cards(named_cards(engine, text) for _, _, text in seen["course"])
    hands = [known if seat == seen["seat"] else 0 for seat in range(engine.layout.seats)]
    sizes = [cards.bit_count() for cards in dealt.text if isinstance(cards, int)]
    less = sizes[seen["seat"]] - known.bit_count()  # a deal may be given with smaller hands
    sizes = [max(0, size - less) for size in sizes]
    for seat, play in played_cards(engine, seen):
        if not play & used and hands[seat].bit_count() < sizes[seat]:
            hands[seat] |= play
        used |= play
    free, _ = shuffled(chance, list(bits(engine.deck.cards & ~(used | _all_cards(hands)))))
    for seat, size in enumerate(sizes):
        missing = size - hands[seat].bit_count()
        hands[seat] |= sum(free[:missing])
        free = free[missing:]
    return hands


def _orders(engine: CompiledRules, seen: Mapping[str, Any], chance: int) -> list[list[int]]:
    """Return how the pack lies each time that chance is asked: what the seat saw of it comes first."""
    seen_cards = [named_cards(engine, text) for _, seat, text in seen["course"] if seat is None]
    known = _all_cards(seen_cards)
    free, _ = shuffled(chance, list(bits(engine.deck.cards & ~known)))
    return [[*bits(cards), *free, *bits(known & ~cards)] for cards in seen_cards]


def _all_cards(sets: Iterable[int]) -> int:
    """Return all cards of some sets."""
    return reduce(or_, sets, 0)
