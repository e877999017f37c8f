"""Worlds from a placement of the unseen cards, of which every allowed one is equally likely.

If nothing in the tricks depends on unseen cards, all worlds have the same course. One is played through; the
others differ from it only in those cards.

Cards that fit the same places form a group, and groups are laid one after the other. Places that accept the
same remaining groups form a kind, so only the total room of a kind matters. For each way to split a group
among the kinds, the ways to lay everything after it are counted exactly. Splits are drawn by these counts.
"""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.bots.worlds.card_places import places
from trickbook.bots.worlds.constraints import (
    Constraints,
    ShownCopies,
    constraints,
    shown_copies,
    undo_known_choices,
)
from trickbook.bots.worlds.start_state import before_tricks, empty_start, start_step, start_with
from trickbook.cards.chance import below, shuffled, stream
from trickbook.cards.deck import bits
from trickbook.engine.deal import MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES, Operation
from trickbook.game import Game
from trickbook.problems import EndlessError
from trickbook.state import Origin

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine, Step
    from trickbook.expression.types import Term
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

    Lie = Mapping[int, int]
    """The unseen cards of each place, by their pile when play began."""
    Capacities: TypeAlias = tuple[int, ...]
    Splits: TypeAlias = Callable[[int, Capacities], tuple[tuple[int, Capacities], ...]]
    """Returns the ways to split a group among kinds, each with the ways to lay it and all groups after it."""
    Sampler: TypeAlias = Callable[[int], tuple[dict[int, int], int]]
    """Distributes all cards at random from a state of chance; returns them by place, and the next state."""


MAX_SPLITS: Final = 50_000
"""How many splits are examined at most."""

WORD: Final = 1 << 32


class Distribution(NamedTuple):
    """The cards to distribute, the room of each place, and the cards that it cannot take."""

    cards: int
    room: Mapping[int, int]
    barred: Mapping[int, int]


def uniform_below(state: int, limit: int) -> tuple[int, int]:
    """Draw a number uniformly below any limit; return it and the next state."""
    words = -(-limit.bit_length() // 32)
    while True:
        number = 0
        for _ in range(words):
            word, state = below(state, WORD)
            number = number << 32 | word
        number >>= 32 * words - limit.bit_length()
        if number < limit:
            return number, state


def distribution_sampler(lots: Distribution) -> Sampler | None:
    """Return what draws a distribution of the cards; None if there is none.

    Raises EndlessError if there are too many ways to split the cards.
    """
    groups = _groups(lots)
    open_ = {at: tuple(not group[0] & lots.barred.get(at, 0) for group in groups) for at in lots.room}
    kinds = [sorted({taken[nth:] for taken in open_.values()}) for nth in range(len(groups) + 1)]
    splits = _split_counts([len(group) for group in groups], kinds)
    if any(room < 0 for room in lots.room.values()) or sum(lots.room.values()) != lots.cards.bit_count():
        return None
    if groups and not splits(0, tuple(map(len, _pools(lots.room, open_, kinds[0], 0)))):
        return None

    def draw(state: int) -> tuple[dict[int, int], int]:
        found, left = dict.fromkeys(lots.room, 0), dict(lots.room)
        for nth, group in enumerate(groups):
            pools = _pools(left, open_, kinds[nth], nth)
            split, state = _random_split(splits(nth, tuple(map(len, pools))), state)
            cards, state = shuffled(state, group)
            for pool, size in zip(pools, split, strict=True):
                places, state = shuffled(state, pool) if size < len(pool) else (pool, state)
                for at in places[:size]:
                    found[at] |= cards.pop()
                    left[at] -= 1
        return found, state

    return draw


def _groups(lots: Distribution) -> list[list[int]]:
    """Return groups of cards that fit the same places, those with the fewest places first."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in bits(lots.cards):
        groups.setdefault(tuple(at for at in lots.room if not card & lots.barred.get(at, 0)), []).append(card)
    return [
        groups[places] for places in sorted(groups, key=lambda places: (len(places), len(groups[places])))
    ]


def _pools(
    left: Mapping[int, int],
    open_: Mapping[int, tuple[bool, ...]],
    kinds: Sequence[tuple[bool, ...]],
    nth: int,
) -> list[list[int]]:
    """Return the places of each kind, each as often as it has room."""
    return [
        [at for at, room in left.items() if open_[at][nth:] == kind for _ in range(room)] for kind in kinds
    ]


def _split_counts(sizes: Sequence[int], kinds: Sequence[Sequence[tuple[bool, ...]]]) -> Splits:
    """Count the ways to lay groups of these sizes, one after the other."""
    looked = [0]

    @cache
    def splits(nth: int, room: Capacities) -> tuple[tuple[int, Capacities], ...]:
        here, found = kinds[nth], []
        least = [0 if any(kind[1:]) else size for kind, size in zip(here, room, strict=True)]
        most = [size if kind[0] else 0 for kind, size in zip(here, room, strict=True)]
        for split in _splits(sizes[nth], least, most):
            looked[0] += 1
            if looked[0] > MAX_SPLITS:
                raise EndlessError("there are too many ways to split the cards")
            rest = dict.fromkeys(kinds[nth + 1], 0)
            for kind, size, count in zip(here, room, split, strict=True):
                rest[kind[1:]] += size - count
            last = nth + 1 == len(sizes)
            after = 1 if last else sum(ways for ways, _ in splits(nth + 1, tuple(rest.values())))
            if after:
                found.append((after * prod(map(comb, room, split)), split))
        return tuple(found)

    return splits


def _splits(size: int, least: Sequence[int], most: Sequence[int]) -> Iterator[Capacities]:
    """Yield every way to split a number among places, within the limits of each."""
    if not most:
        if not size:
            yield ()
        return
    for first in range(max(least[0], size - sum(most[1:])), min(most[0], size - sum(least[1:])) + 1):
        for rest in _splits(size - first, least[1:], most[1:]):
            yield (first, *rest)


def _random_split(splits: Sequence[tuple[int, Capacities]], state: int) -> tuple[Capacities, int]:
    """Draw a split, in proportion to the ways to lay it."""
    place, state = uniform_below(state, sum(ways for ways, _ in splits))
    for ways, split in splits:
        if place < ways:
            return split, state
        place -= ways
    raise AssertionError(place)


TRICK_EVENTS: Final = ("turn", "play", "trick")
"""The events during tricks."""


class ViewContext(NamedTuple):
    """A seat's view, prepared for placing the unseen cards."""

    engine: CompiledRules
    base: State
    known: Constraints
    origin: Origin
    seen: Mapping[str, Any]
    twins: tuple[ShownCopies, ...]

    def beginning(self, lie: Lie, seed: int) -> State:
        """Return the start with the unseen cards placed so; shown cards lie open, or were taken up."""
        piles, layout, known_ = list(self.known.lying), self.engine.layout, self.known
        hand, open_ = layout.piles["hand"].base, layout.piles["table"].base
        now = before_tricks(self.engine, self.seen)
        for at, cards in lie.items():
            theirs = hand <= at < hand + layout.seats and not now
            piles[at] |= cards & ~known_.shown if theirs else cards
            if theirs:
                piles[at - hand + open_] |= cards & known_.shown
        if self._taken_up(open_):
            for seat in range(layout.seats):
                piles[hand + seat], piles[open_ + seat] = piles[hand + seat] | piles[open_ + seat], 0
        piles[self.engine.exposed] = known_.shown
        return start_with(self.engine, self.base, piles, seed, self.seen)

    def led(self, lie: Lie, seed: int) -> State:
        """Return the start with the first trick's leader set."""
        base = self.base
        if self.known.plays:
            base = base.copy()
            base.match = base.match._replace(leader=self.known.plays[0][0])
        return self._replace(base=base).beginning(lie, seed)

    def _taken_up(self, open_: int) -> bool:
        """Return whether tricks are to be played from the start, and not with cards that lie open."""
        step = self.engine.steps[start_step(self.engine, self.seen)]
        return isinstance(step, TrickStep) and open_ not in places(step.source)


def view_context(rules: Ruleset, players: int, seen: Mapping[str, Any]) -> ViewContext:
    """Return the context of a view; TrickbookError if the view contradicts the rules."""
    engine = rules.engine(players)
    base = empty_start(engine, seen)
    known_ = constraints(engine, base, seen)
    undo_known_choices(engine, base, known_, seen)
    origin = Origin(rules.name, rules.chosen, rules.house)
    return ViewContext(engine, base, known_, origin, seen, shown_copies(engine, known_))


class WorldTemplate(NamedTuple):
    """The common part of many worlds: the game, the piles without the unseen cards, and where those go.

    ``spots`` pairs each pile that has unseen cards with the place that they came from.
    """

    game: Game
    piles: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]

    def world(self, lie: Lie, seed: int) -> Game:
        """Return the world with the unseen cards placed so; future chance comes from a seed."""
        game, s = self.game, self.game.state.copy()
        s.match = s.match._replace(seed=seed)
        s.chance = (stream(seed, s.match.deal), 0)
        s.piles = self.piles
        for index, at in self.spots:
            s.lay(index, s.pile(index) | lie[at])
        return Game(game.engine, s, game.origin)


def template(game: Game, lie: Lie) -> WorldTemplate | None:
    """Return what other worlds share with one in which the unseen cards lie so.

    None if chance was used since the start, or if the cards of one place are now apart.
    """
    s, unseen = game.state, ~sum(lie.values())
    spots = [(index, at) for index, cards in enumerate(s.piles) for at, there in lie.items() if cards & there]
    are_separate = any(lie[at] & ~s.pile(index) for index, at in spots)
    if are_separate or s.chance != (stream(s.match.seed, s.match.deal), 0):
        return None
    return WorldTemplate(game, tuple(cards & unseen for cards in s.piles), tuple(spots))


def independent_of_hands(engine: Engine, step: TrickStep) -> bool:
    """Return whether nothing in tricks depends on unseen cards, except which may be played."""
    facts = [fact for event in TRICK_EVENTS for fact in engine.facts_by_event.get(event, ())]
    terms = [term for fact in facts for term in (fact.when, fact.becomes)]
    terms += [term for clause in step.winning for term in (clause.when, clause.what)]
    moving = [step for event in TRICK_EVENTS for step in engine.upon.get(event, ())]
    if engine.secret_facts or not _open([*terms, step.again, step.until, step.next]):
        return False
    return all(map(_moves_blindly, moving)) and _whole_piles(step.source)


def _open(terms: Iterable[Term | None]) -> bool:
    """Return whether terms depend only on what everyone sees."""
    return not any(term.reads & {"own", "secret"} for term in terms if term)


def _moves_blindly(step: Step) -> bool:
    """Return whether a step moves exposed cards, or a whole pile, whatever is in it."""
    if not isinstance(step, MoveStep) or not _open([step.when, step.to.seats]):
        return False
    return step.cards.operation in PILES or _open([step.cards])


def _whole_piles(source: Term) -> bool:
    """Return whether cards are played from whole piles, so that their number depends on nothing else."""
    joined = source.operation == Operation.OR and all(map(_whole_piles, source.parts))
    return joined or source.operation == Operation.OWN_PILE
