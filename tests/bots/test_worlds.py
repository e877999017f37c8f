"""Worlds are drawn from all deals that a seat's view allows, each as likely: all are counted, one by one.

A small deal is played for some moves. Every other deal, identical copies told apart, is played by the same
moves, with all that others may have passed face down; those that are legal and look the same to the seat are
the worlds.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, prod
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import pytest
from tests.games import GAMES

import trickbook
from trickbook.bots.worlds import knowing, retracing, sample, sampling
from trickbook.chance import stream

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]

RARE: Final = 3.09
"""So many standard deviations are p = 0.001."""

SAME: Final = ("piles", "tricks", "trick", "facts", "counts", "exposed", "scores", "legal", "phase", "leader")

SMALL: Final = "players: {count: 3, usual: 3}\ndeck: {without: rank < Q, leave_out: []}\n"
LARGER: Final = "players: {count: 3, usual: 3}\ndeck: {without: rank < J, leave_out: []}\n"
MIDDLE: Final = LARGER.replace("rank < J", "rank < J or (rank is J and (diamonds or spades))")
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
    return list(rules.table().deck.names)


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
        if after.table.manifold and after.phase == "tricks" != game.phase and after.leader is not None:
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
        sampled = sample(rules, 3, game.view(case.seat), count // 10, stream(number, 5))
        assert not sampled.loose
        found.update(map(lie, sampled.worlds))
    return found


@pytest.mark.parametrize("name", CASES)
def test_worlds_are_drawn_as_often_as_deals_lead_to_them(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    rules = rules_of(case, tmp_path)
    start, game, moves = played(rules, case)
    expected = counted(rules, case, start, game, moves)
    assert lie(game) in expected
    assert unlikely(expected, drawn_worlds(rules, case, game, enough(expected))) < RARE


def enough(expected: Counter[World]) -> int:
    return max(300, min(10 * len(expected), 2000))


Spoiled = Callable[[pytest.MonkeyPatch], None]


def copies_are_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sampling, "_odds", lambda _scene, _lie: 1)


def every_play_is_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(retracing, "legal", lambda *_: True)
    patch.setattr(sampling, "barred", lambda *_: sampling.NOTHING)


def passed_cards_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowing, "_stays", lambda *_: False)


@pytest.mark.parametrize(
    ("name", "spoiled"),
    [
        ("copies", copies_are_one),
        ("copies_laid_open", copies_are_one),
        ("a_void", every_play_is_legal),
        ("no_pair", every_play_is_legal),
        ("no_pair_and_no_copy", every_play_is_legal),
        ("passed", passed_cards_are_forgotten),
        ("copies_passed", passed_cards_are_forgotten),
    ],
)
def test_a_wrong_sampler_is_caught(
    name: str, spoiled: Spoiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    rules = rules_of(case, tmp_path)
    start, game, moves = played(rules, case)
    expected = counted(rules, case, start, game, moves)
    spoiled(monkeypatch)
    assert unlikely(expected, drawn_worlds(rules, case, game, 2 * enough(expected))) > RARE


def test_what_a_hand_must_hold_is_certain() -> None:
    """Seat 1 has shown that it has no club, and seat 0 holds the nine of clubs, which was passed to it."""
    rules = trickbook.load("hearts", {"pass_count": 1})
    game = rules.new_game(hands=["2C 6H AD", "QS 7C 3D", "4H KC 4D", "5H 9C 8S"])
    for seat, card in enumerate(["6H", "7C", "4D", "9C"]):
        game = game.apply(seat, card)
    for move in ["2C", "3D", "KC"]:
        assert game.turn is not None
        game = game.apply(game.turn, move)
    worlds = sample(rules, 4, game.view(3), 50, 1).worlds
    assert len(worlds) == 50
    assert all("9C" in world.hands[0] for world in worlds)
    assert not any(card.endswith("C") for world in worlds for card in world.hands[1])
    assert len({world.hands for world in worlds}) > 40


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_worlds(name: str) -> None:
    """In each shipped game, worlds in which all is legal are found whatever has been played."""
    rules = trickbook.load(name)
    rng = random.Random(name)  # noqa: S311
    game = rules.new_game(seed=rng.randrange(1000))
    while game.turn is not None and game.deal < 3:
        seat, moves = game.turn, game.legal(game.turn)
        if len(moves) > 1 and rng.random() < 0.1:
            seen = game.view(seat)
            sampled = sample(rules, rules.usual, seen, 2, rng.randrange(1 << 60))
            assert (len(sampled.worlds), sampled.loose) == (2, False), game.record()
            for world in sampled.worlds:
                assert {key: world.view(seat)[key] for key in SAME} == {key: seen[key] for key in SAME}
        game = game.apply(seat, moves[rng.randrange(min(len(moves), 1 << 30))])


def test_what_a_match_remembers_is_as_everybody_knows(tmp_path: Path) -> None:
    """A fact that counts the tricks of the whole match was less when play began."""
    counts = "facts: {turns: {lasts: match, starts: 0, upon: trick, becomes: turns + 1}}\n"
    rules = rules_of(Case("hearts", SMALL + counts, HOLD), tmp_path)
    game = rules.new_game(seed=1)
    while game.deal < 2 or len(game.tricks) < 2:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    assert game.turn is not None
    sampled = sample(rules, 3, game.view(game.turn), 3, 1)
    assert (sampled.loose, {world.facts["turns"] for world in sampled.worlds}) == (False, {6})


def test_where_no_world_is_legal_some_that_look_alike_are_given() -> None:
    """Nobody can have led so: the view was made up."""
    rules = trickbook.load("hearts", HOLD)
    game = rules.new_game(hands=["2C 3C 4D", "5C 6D 7D", "8C 9D TD", "JC QD KD"])
    seen = game.apply(0, "2C").view(1)
    sampled = sample(rules, 4, {**seen, "trick": [[0, "3C"]]}, 5, 1)
    assert (sampled.loose, len(sampled.worlds)) == (True, 5)
