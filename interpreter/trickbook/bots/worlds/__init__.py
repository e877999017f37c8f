"""Worlds: possible places of the unseen cards, sampled uniformly from all that a seat's view allows.

A world says where the unseen cards were when play began: in the hands of the others, aside, or in other piles
face down. It is accepted if every play of the others was legal with it, and if the seat sees in it what it
sees. The intentions of others are ignored. A passed card lies where it was passed to; otherwise every
distribution of the cards is equally likely, with identical copies distinguished.
"""

from __future__ import annotations

from math import comb, inf, prod
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.batch.cells import PastPlay
from trickbook.bots.worlds.card_places import places
from trickbook.bots.worlds.exclusions import Exclusions, allows_play, exclusions
from trickbook.bots.worlds.past_plays import matching_game, replay_plays, same_cards
from trickbook.bots.worlds.placement import (
    Distribution,
    WorldTemplate,
    distribution_sampler,
    independent_of_hands,
    template,
    uniform_below,
    view_context,
)
from trickbook.bots.worlds.retraced import brings_cards, retraced_worlds
from trickbook.bots.worlds.start_state import WORLD_ERRORS, start_step
from trickbook.cards.chance import SEEDS, mixed
from trickbook.engine.deal import DealStep
from trickbook.engine.tricks import TrickStep
from trickbook.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.bots.worlds.placement import Sampler, ViewContext
    from trickbook.ruleset import Ruleset

__all__ = ["PastPlay", "Sample", "sample_worlds"]


MAX_DRAWS: Final = 20_000
"""How many distributions are drawn for one turn at most."""

MAX_REPLAYS: Final = 2_000
"""How many of them are played through at most."""

LOOSE_TRIES: Final = 10
"""How many distributions are drawn for each world in which plays need not be legal."""

NO_EXCLUSIONS: Final = Exclusions({}, {})


class Sample(NamedTuple):
    """Worlds, and how many distributions were drawn for them.

    ``loose`` means that no legal world was found, and these only look alike. ``past`` has the others' plays
    in the first world, unless it is such a one.
    """

    worlds: tuple[Game, ...]
    tries: int
    loose: bool
    past: tuple[PastPlay, ...] = ()


def sample_worlds(
    rules: Ruleset, players: int, seen: Mapping[str, Any], count: int, chance: int, until: float = inf
) -> Sample:
    """Sample worlds that a view allows; fewer if they are hard to find, perhaps none.

    Once the clock (``monotonic``, in seconds) is at ``until``, no world is sampled but the first.
    """
    if brings_cards(rules.engine(players)):
        games = retraced_worlds(rules, players, seen, count, chance, until)
        if games:
            return Sample(games, count, loose=False)
        return _replayed_worlds(rules, players, seen, count, chance, until)
    found = _replayed_worlds(rules, players, seen, count, chance, until)
    begun = found.worlds or seen["trick"] or seen["tricks"]
    games = () if begun else retraced_worlds(rules, players, seen, count, chance, until)
    return Sample(games, count, loose=False) if games else found


def _replayed_worlds(
    rules: Ruleset, players: int, seen: Mapping[str, Any], count: int, chance: int, until: float
) -> Sample:
    """Sample worlds by their start, from which the plays are made again."""
    try:
        scene = view_context(rules, players, seen)
    except WORLD_ERRORS:
        return Sample((), 0, loose=True)
    draw, out = _drawing(scene, chance)
    if draw is None:
        return _loosely(scene, count, chance, until)
    games: list[Game] = []
    tries = played = 0
    same: WorldTemplate | None = None
    past: tuple[PastPlay, ...] = ()
    for tries, (lie, seed) in enumerate(_lies(scene, draw, chance), 1):
        if not _together(lie, out.together) and _agrees(scene, lie):
            played += 1
            if game := _world(scene, lie, seed, same or (games[0] if games else None), out):
                if not games:
                    past, same = _past(scene, lie, seed), _common(scene, game, lie)
                games.append(game)
        if (
            len(games) == count
            or tries == MAX_DRAWS
            or played == MAX_REPLAYS
            or (games and monotonic() >= until)
        ):
            break
    return Sample(tuple(games), tries, False, past) if games else _loosely(scene, count, chance, until)  # noqa: FBT003


def _drawing(scene: ViewContext, chance: int) -> tuple[Sampler | None, Exclusions]:
    """Return what draws distributions without the cards excluded by the plays; None if nothing can."""
    known_ = scene.known
    try:
        free = distribution_sampler(Distribution(known_.unseen, known_.room, {}))
        if free is None or not known_.plays:
            return free, NO_EXCLUSIONS
        lie, _ = free(chance)
        out = exclusions(scene.engine, scene.led(lie, 0), known_, known_.room)
        return distribution_sampler(Distribution(known_.unseen, known_.room, out.cards)), out
    except WORLD_ERRORS:
        return None, NO_EXCLUSIONS


def _past(scene: ViewContext, lie: Mapping[int, int], seed: int) -> tuple[PastPlay, ...]:
    """Return the others' plays, with the unseen cards placed so."""
    plays = replay_plays(scene.engine, scene.led(lie, seed), scene.known, trusting=True)
    return tuple(PastPlay(s.copy(), seat, play) for s, seat, play in plays if seat != scene.known.seat)


def _lies(scene: ViewContext, draw: Sampler, chance: int) -> Iterator[tuple[dict[int, int], int]]:
    """Yield distributions of the unseen cards, each with a seed for chance to come."""
    while True:
        lie, chance = draw(chance)
        odds = _odds(scene, lie)
        other, chance = uniform_below(chance, odds)
        if not other:
            yield lie, mixed(chance) % SEEDS


def _odds(scene: ViewContext, lie: Mapping[int, int]) -> int:
    """Return one in how many times a distribution is taken, so that identical copies count as distinct.

    A seat that has shown some copies of a card may have shown any of those that it holds.
    """
    return prod(
        comb(hidden + twin.shown, hidden)
        for twin in scene.twins
        if (hidden := (twin.copies & lie[twin.at]).bit_count())
    )


def _together(lie: Mapping[int, int], together: Mapping[int, frozenset[int]]) -> bool:
    """Return whether cards lie together that cannot."""
    return any(not cards & ~lie[at] for at, sets in together.items() if at in lie for cards in sets)


def _agrees(scene: ViewContext, lie: Mapping[int, int]) -> bool:
    """Return whether facts set from the cards aside when they were dealt agree with this distribution."""
    engine, base = scene.engine, scene.base
    aside = engine.layout.piles["aside"].base
    dealt = {
        step.name for step in engine.steps[: start_step(engine, scene.seen)] if isinstance(step, DealStep)
    }
    for fact in engine.facts:
        if (
            fact.seen_by == "everyone"
            and dealt.issuperset(fact.upon)
            and fact.becomes
            and places(fact.becomes) == {aside}
            and not fact.when
        ):
            s = base.copy()
            s.piles = [
                *base.piles[:aside],
                scene.known.lying[aside] | lie.get(aside, 0),
                *base.piles[aside + 1 :],
            ]
            if s.value(fact.becomes, s.match.dealer) != engine.fact_values(fact, base)[0]:
                return False
    return True


def _world(
    scene: ViewContext, lie: Mapping[int, int], seed: int, like: WorldTemplate | Game | None, out: Exclusions
) -> Game | None:
    """Return the world of a distribution if it is accepted.

    A template ``like`` it saves the replay, another world some comparing.
    """
    same, other = (like, None) if isinstance(like, WorldTemplate) else (None, like)
    hand, tricks = scene.engine.layout.piles["hand"].base, scene.engine.tricks
    hidden = tricks is None or tricks.leader.reads & {"own", "secret"}
    if same and not all(allows_play(moment, lie[hand + moment.seat]) for moment in out.doubt):
        return None
    if same and not hidden:
        return same.world(lie, seed)
    try:
        s = scene.beginning(lie, seed) if hidden else scene.led(lie, seed)
    except WORLD_ERRORS:
        return None
    led = scene.known.plays[0][0] if scene.known.plays else scene.seen["leader"]
    if (scene.known.plays or same) and s.leader != led:
        return None
    return (
        same.world(lie, seed)
        if same
        else matching_game(scene.engine, s, scene.known, scene.origin, scene.seen, other)
    )


def _common(scene: ViewContext, game: Game, lie: Mapping[int, int]) -> WorldTemplate | None:
    """Return a template if all worlds differ from this one only in the unseen cards."""
    step, known_ = scene.engine.waiting[game.state.step], scene.known
    if (
        not isinstance(step, TrickStep)
        or known_.unseen & known_.shown
        or not independent_of_hands(scene.engine, step)
    ):
        return None
    return template(game, lie)


def _loosely(scene: ViewContext, count: int, chance: int, until: float) -> Sample:
    """Return worlds in which the seat sees the same cards, whether or not plays were legal."""
    games: list[Game] = []
    try:
        draw = distribution_sampler(Distribution(scene.known.unseen, scene.known.room, {}))
    except WORLD_ERRORS:
        draw = None
    for _ in range(count * LOOSE_TRIES if draw else 0):
        lie, chance = draw(chance)  # type: ignore[misc]
        if game := _look_alike(scene, lie, mixed(chance) % SEEDS):
            games.append(game)
        if len(games) == count or (games and monotonic() >= until):
            break
    return Sample(tuple(games), count, loose=True)


def _look_alike(scene: ViewContext, lie: Mapping[int, int], seed: int) -> Game | None:
    """Return the world of a distribution if the seat is to act there and sees the same cards."""
    engine, seat = scene.engine, scene.known.seat
    try:
        s = scene.led(lie, seed)
        for _ in replay_plays(engine, s, scene.known, trusting=True):
            pass
    except WORLD_ERRORS:
        return None
    acts = engine.actors(s) >> seat & 1 and engine.phases[s.step] == scene.seen["phase"]
    game = Game(engine, s, scene.origin)
    return game if acts and same_cards(game, seat, scene.seen) else None
