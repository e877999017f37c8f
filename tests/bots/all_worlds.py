"""Small deals, and all worlds that a seat's view of them allows, counted one by one.

A small deal is played for some moves. Every other deal, identical copies told apart, is played by the same
moves, with all that others may have passed face down; those that are legal and look the same to the seat are
the worlds.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, prod
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import trickbook
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import stream

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]

RARE: Final = 3.09
"""So many standard deviations are p = 0.001."""

SMALL: Final = "players: {count: 3, usual: 3}\ndeck: {without: rank < Q, leave_out: []}\n"
LARGER: Final = "players: {count: 3, usual: 3}\ndeck: {without: rank < J, leave_out: []}\n"
MIDDLE: Final = LARGER.replace("rank < J", "rank < J or (rank is J and (diamonds or spades))")
SHOWN: Final = (
    f"{SMALL}steps:\n"
    "  sign: {upon: turn, when: leading, ask: players, how: in_turn, from: highest of hand, cards: 0 to 1}\n"
    "  signed: {upon: sign, show: sign}\n"
)
TWICE: Final = (
    "players: {count: 3, usual: 3}\n"
    "deck: {without: (rank > 2 and rank < K) or diamonds, leave_out: []}\n"
    "options: {trading: {default: [none]}, trade_count: {default: 1}, ace_of_hearts: {default: yes}}\n"
)
TRADED: Final = TWICE.replace("[none]", "[on_1]").replace("rank < K", "rank < A")


class Case(NamedTuple):
    """A small game: what is changed, how many cards each holds, how many moves are made, who looks."""

    extends: str
    changes: str = SMALL
    options: Mapping[str, object] = MappingProxyType({})
    size: int = 4
    moves: int = 5
    seed: int = 1
    seat: int = 0
    house: tuple[str, ...] = ()


HOLD: Final[dict[str, object]] = {"passing": ["hold"]}
CASES: Final = {
    "nothing_played": Case("hearts", options=HOLD, moves=1, size=3, seat=1),
    "a_void": Case("hearts", MIDDLE, {**HOLD, "safe_first": "no"}, seed=1, seat=1),
    "a_void_and_a_card_aside": Case("hearts", LARGER, HOLD, size=5, seed=5, seat=2),
    "hearts_were_led": Case("hearts", options={**HOLD, "opening": "left_of_dealer"}, moves=4, seed=8),
    "passed": Case("hearts", options={"passing": ["left"], "pass_count": 1}, moves=4, seed=1, seat=1),
    "passed_and_played": Case("hearts", options={"passing": ["right"], "pass_count": 2}, moves=8, seed=5),
    "the_lowest_club_aside": Case("hearts", options=HOLD, size=3, moves=3, seed=6, house=("set-aside",)),
    "bare_leads": Case(
        "hearts", LARGER, {**HOLD, "bare_lead": "yes", "breaking": "any_heart"}, 5, seed=7, seat=1
    ),
    "a_penalty_must_be_played": Case(
        "hearts", LARGER, HOLD, size=5, seed=2, seat=2, house=("must-play-penalty",)
    ),
    "laid_open": Case("chinese-hearts", LARGER, size=5, moves=9, seed=3),
    "laid_open_and_taken_up": Case("chinese-hearts", LARGER, size=5, moves=9, seed=6),
    "shown_among_tricks": Case("hearts", SHOWN, HOLD, moves=7, seed=5, seat=2),
    "copies": Case("double-hearts", TWICE, size=6, moves=6, seed=5, seat=2),
    "copies_laid_open": Case("double-hearts", TWICE, size=6, moves=6, seed=3),
    "no_pair": Case("double-hearts", TWICE, size=6, moves=6, seed=10, seat=1),
    "no_pair_and_no_copy": Case("double-hearts", TWICE, size=6, moves=8, seed=9),
    "copies_passed_and_played": Case("double-hearts", TRADED, moves=8, seed=7, seat=1),
    "copies_passed": Case("double-hearts", TRADED, moves=5, seed=6),
}


def rules_of(case: Case, folder: Path) -> trickbook.Ruleset:
    path = folder / "small.yaml"
    path.write_text(f"trickbook: 1\nextends: {case.extends}\nname: Small\n{case.changes}", encoding="utf-8")
    return trickbook.load(path, case.options, house=case.house)


def pack(rules: trickbook.Ruleset) -> list[str]:
    return list(rules.engine().deck.names)


def played(
    rules: trickbook.Ruleset, case: Case
) -> tuple[trickbook.Game, trickbook.Game, list[tuple[int, str]]]:
    """A deal after some moves made by chance, the moves; more of them until the seat is to move."""
    rng = random.Random(case.seed)  # noqa: S311
    cards = pack(rules)
    rng.shuffle(cards)
    hands = [cards[seat * case.size : (seat + 1) * case.size] for seat in range(3)]
    start = game = rules.new_game(3, seed=case.seed, hands=hands)
    moves: list[tuple[int, str]] = []
    while len(moves) < case.moves or game.turn != case.seat:
        assert game.turn is not None
        moves.append((game.turn, rng.choice(list(game.legal(game.turn)))))
        game = game.apply(*moves[-1])
    return start, game, moves


def deals(cards: Sequence[str], size: int, seats: int) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal hands of one size, with identical cards told apart; what is left comes last."""
    if not seats:
        yield (tuple(cards),)
        return
    for hand in combinations(range(len(cards)), size):
        rest = [card for place, card in enumerate(cards) if place not in hand]
        for others in deals(rest, size, seats - 1):
            yield (tuple(cards[place] for place in hand), *others)


def counted(
    rules: trickbook.Ruleset,
    case: Case,
    start: trickbook.Game,
    game: trickbook.Game,
    moves: Sequence[tuple[int, str]],
) -> Counter[World]:
    """All worlds, with the number of deals that lead to each."""
    own = list(start.hands[case.seat])
    unseen = pack(rules)
    for card in own:
        unseen.remove(card)
    ways = Counter(tuple(tuple(sorted(hand)) for hand in dealt) for dealt in deals(unseen, case.size, 2))
    found: Counter[World] = Counter()
    for (one, other, _), number in ways.items():
        hands: list[Sequence[str]] = [one, other]
        hands.insert(case.seat, own)
        for begun in drawn(rules, case, hands):
            for world, times in played_so(begun, moves, case.seat).items():
                if world.view(case.seat) == game.view(case.seat):
                    found[lie(world)] += number * times
    return found


def drawn(rules: trickbook.Ruleset, case: Case, hands: Sequence[Sequence[str]]) -> Iterator[trickbook.Game]:
    """The deal with whatever chance may draw."""
    twice = case.extends == "double-hearts"
    for draws in [{1: ["", f"2C@{seat}"]} for seat in range(3)] if twice else [{}]:
        yield rules.new_game(3, seed=case.seed, hands=hands, draws=draws)


def played_so(game: trickbook.Game, moves: Sequence[tuple[int, str]], seat: int) -> Counter[trickbook.Game]:
    """The games that come of the moves, with anything else for what others passed face down.

    Each copy of the card that opens is as likely to be drawn.
    """
    if not moves:
        return Counter([game])
    (who, move), found = moves[0], Counter[trickbook.Game]()
    face_down = game.phase in ("pass", "trade") and who != seat
    for made in game.legal(who) if face_down else [move]:
        try:
            after = game.apply(who, made)
        except trickbook.TrickbookError:
            continue
        ways = chosen(game.hands[who], made) if face_down else 1
        if after.engine.manifold and after.phase == "tricks" != game.phase and after.leader is not None:
            ways *= after.hands[after.leader].count("2C")
        found += Counter({world: ways * times for world, times in played_so(after, moves[1:], seat).items()})
    return found


def chosen(hand: Sequence[str], cards: str) -> int:
    """In how many ways cards can be chosen from a hand, with identical cards told apart."""
    return prod(comb(hand.count(card), times) for card, times in Counter(cards.split()).items())


def lie(game: trickbook.Game) -> World:
    return game.hands, game.aside


def unlikely(expected: Counter[World], found: Counter[World]) -> float:
    """By how many standard deviations chi-square is too large (Wilson and Hilferty)."""
    whole, drawn_ = sum(expected.values()), sum(found.values())
    if not set(found) <= set(expected):
        return float("inf")
    parts = [drawn_ * number / whole for number in expected.values()]
    square = sum((found[world] - part) ** 2 / part for world, part in zip(expected, parts, strict=True))
    free = len(expected) - 1
    if not free:
        return 0.0
    return float(((square / free) ** (1 / 3) - 1 + 2 / (9 * free)) / (2 / (9 * free)) ** 0.5)


def drawn_worlds(rules: trickbook.Ruleset, case: Case, game: trickbook.Game, count: int) -> Counter[World]:
    found: Counter[World] = Counter()
    for number in range(10):
        sampled = sample_worlds(rules, 3, game.view(case.seat), count // 10, stream(number, 5))
        assert not sampled.loose
        found.update(map(lie, sampled.worlds))
    return found


def enough(expected: Counter[World]) -> int:
    return max(300, min(10 * len(expected), 2000))
