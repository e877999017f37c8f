"""Courses of play: both rulesets play the same cards until something differs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.engine.ask import AskStep
from trickbook.engine.engine import OVER
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.analysis.difference.scenes import Pair, RandomSource, Scene
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset

SEED: Final = 1
"""The default seed of a course in an example."""

LISTED: Final = 200
"""Longer lists of legal moves are not compared."""

LONGEST: Final = 200
"""The largest number of moves."""

HANDS: Final = (1, 1, 2, 2, 3, 4)
"""The sizes of hands to try, each for the same number of courses."""

LARGE_HANDS: Final = (6, 8, 13)
"""The sizes of hands that a thorough search tries as well."""


class Course(NamedTuple):
    """The results of two rulesets after the same moves.

    ``steps`` holds for each move the question that it answers; nothing for a play to a trick.
    """

    moves: tuple[str, ...]
    steps: tuple[str, ...]
    pair: Pair


def scene(luck: RandomSource, stuff: SamplingPool, size: int) -> Scene:
    """Small hands; sometimes also the deal, the dealer and the scores."""
    pile = list(stuff.cards)
    hands: list[list[str]] = [[] for _ in range(stuff.seats)]
    for hand in hands * size:
        liked = [card for card in stuff.hot if card in pile] if luck.once_in(2) else []
        hand.append(luck.one(liked or pile))
        pile.remove(hand[-1])
    scene_so_far: Scene = {"hands": hands}
    if luck.once_in(2):
        scene_so_far["deal"] = max(1, luck.one(stuff.numbers))
    if luck.once_in(3):
        scene_so_far["scores"] = [luck.one(stuff.numbers) for _ in range(stuff.seats)]
    if luck.once_in(6):
        scene_so_far["dealer"] = luck.below(stuff.seats)
    return scene_so_far


def play_both(
    one: Ruleset, other: Ruleset, seats: int, given: Scene, luck: RandomSource, *, most: int
) -> Course | None:
    """Play one deal by both. Returns the moves up to the first difference, or None."""
    moves: list[str] = []
    steps: list[str] = []
    try:
        here, there = (rules.new_game(seats, seed=SEED, **given) for rules in (one, other))
        first = here.deal
        while True:
            if pair := _unlike(here, there, first, dealt="hands" not in given):
                return Course(tuple(moves), tuple(steps), pair)
            if len(moves) == most or here.phase == OVER or here.deal != first or not here.actors:
                return None
            seat = luck.one(here.actors)
            move = luck.one(here.legal(seat))
            steps.append(_common_question(here, there))
            owner = seat if here.plays_for is None else here.plays_for
            here, there = (game.apply_owner_move(owner, move) for game in (here, there))
            moves.append(f"{owner} {move}")
    except TrickbookError:
        return None


def replay_both(
    one: Ruleset, other: Ruleset, seats: int, given: Scene, moves: Sequence[str]
) -> Course | None:
    """Make the same moves from other givens; None if no difference results."""
    steps: list[str] = []
    try:
        here, there = (rules.new_game(seats, seed=SEED, **given) for rules in (one, other))
        first = here.deal
        for count in range(len(moves) + 1):
            if pair := _unlike(here, there, first, dealt="hands" not in given):
                return Course(tuple(moves[:count]), tuple(steps), pair)
            if count < len(moves):
                who, _, what = moves[count].partition(" ")
                steps.append(_common_question(here, there))
                here, there = (game.apply_owner_move(int(who), what) for game in (here, there))
    except TrickbookError:
        return None
    return None


def _common_question(here: Game, there: Game) -> str:
    """The question that both games ask; empty if there is none, or if their names differ."""
    asking = isinstance(here.engine.waiting[here.state.step], AskStep)
    return here.phase if asking and here.phase == there.phase else ""


def without_trick(given: Scene, course: Course, seats: int) -> Iterator[tuple[Scene, tuple[str, ...]]]:
    """Hands and moves without one trick of single cards, for each such trick."""
    plays = [index for index, step in enumerate(course.steps) if not step]
    if not isinstance(given.get("hands"), list):
        return
    for begin in range(0, len(plays) - seats + 1, seats):
        trick = plays[begin : begin + seats]
        gone = dict(course.moves[index].split(" ", 1) for index in trick)
        hands = [[*hand] for hand in given["hands"]]
        if all(len(hand) > 1 and gone.get(str(seat)) in hand for seat, hand in enumerate(hands)):
            for seat, hand in enumerate(hands):
                hand.remove(gone[str(seat)])
            rest = tuple(move for index, move in enumerate(course.moves) if index not in trick)
            yield {**given, "hands": hands}, rest


def _unlike(here: Game, there: Game, first: int, *, dealt: bool) -> Pair | None:
    """The first word of an example in which two games differ.

    Where cards are dealt by chance, who has which is no difference of rules.
    """
    if (here.phase == OVER) != (there.phase == OVER):
        return "phase", here.phase, there.phase
    meanwhile = DEALT if dealt else MEANWHILE
    words = AFTERWARDS if here.phase == OVER or here.deal != first else meanwhile
    for word in words:
        one, other = WORDS[word](here), WORDS[word](there)
        if None not in (one, other) and one != other:
            return word, one, other
    return None


def _piles(piles: Sequence[Sequence[str]]) -> dict[int, list[str]]:
    return {seat: sorted(cards) for seat, cards in enumerate(piles)}


def _legal(game: Game) -> dict[int, list[str]] | None:
    """The legal moves of each seat that may act, if there are few."""
    moves = {seat: game.legal(seat) for seat in game.actors}
    return (
        {seat: sorted(some) for seat, some in moves.items()}
        if all(len(m) <= LISTED for m in moves.values())
        else None
    )


WORDS: Final[dict[str, Callable[[Game], Any]]] = {
    "deals": lambda game: [list(points) for points in game.deals],
    "scores": lambda game: list(game.scores),
    "winners": lambda game: list(game.winners),
    "deal": lambda game: game.deal,
    "dealer": lambda game: game.dealer,
    "takers": lambda game: [trick.taker for trick in game.tricks],
    "counts": lambda game: [len(hand) for hand in game.hands],
    "actors": lambda game: list(game.actors),
    "resting": lambda game: list(game.resting),
    "legal": _legal,
    "hands": lambda game: _piles(game.hands),
    "taken": lambda game: _piles(game.taken),
    "held": lambda game: sorted(game.held),
}
DEALT: Final = ("counts",)
MEANWHILE: Final = ("takers", "counts", "hands", "resting", "actors", "legal", "taken", "held")
AFTERWARDS: Final = ("deals", "scores", "winners", "deal", "dealer")
"""The words to compare after dealing, during a deal, and after it."""


def starts(stuff: SamplingPool) -> Iterator[Scene]:
    """Deals from the pack; only their number is given."""
    yield {}
    yield from ({"deal": number} for number in stuff.numbers if number > 1)
