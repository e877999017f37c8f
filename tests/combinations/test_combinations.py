"""House rules laid over Hearts together: they play, or they are refused with the names of both.

TRICKBOOK_PAIRS says how many pairs are tried, or `all`; TRICKBOOK_TRIPLES how many triples.
"""

from __future__ import annotations

import os
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import pytest
from tests.laws.deals import Deal, chance, drawn, moments, started
from tests.laws.whole import cards_add_up, changes_follow_one_another

import trickbook
from trickbook.explain import points_of
from trickbook.loading.files import HOUSE
from trickbook.source import fetch, plain, read

GAME = "hearts"
DEALS = 20
SEED = 2026
TRIES = 20

PATCHES = sorted(name.removeprefix(HOUSE) for name in trickbook.shipped() if name.startswith(HOUSE))
REFUSED = {"clash", "conflict", "required"}


@cache
def header(patch: str) -> dict[str, Any]:
    """What a house rule says of itself."""
    text, _ = fetch(trickbook.shipped()[HOUSE + patch])
    root, _ = read(text or "", patch)
    found = plain(root) if root else {}
    return found if isinstance(found, dict) else {}


def fitting(patch: str) -> bool:
    """Whether a house rule says that it fits the game by itself."""
    return GAME in listed(patch, "fits")


def listed(patch: str, key: str) -> list[str]:
    """The names under a key of a house rule; a single name is a list of one."""
    found = header(patch).get(key, [])
    return found if isinstance(found, list) else [found]


@cache
def odd() -> frozenset[str]:
    """House rules that need more than the game has."""
    return frozenset(patch for patch in PATCHES if not fitting(patch))


def sample(size: int, wanted: str) -> list[tuple[str, ...]]:
    """So many combinations of this size, or all."""
    every = comb(len(PATCHES), size)
    many = every if wanted == "all" else min(int(wanted), every)
    return sorted(chance(SEED, size).sample([*combinations(PATCHES, size)], many))


PAIRS = sample(2, os.environ.get("TRICKBOOK_PAIRS", "40"))
TRIPLES = sample(3, os.environ.get("TRICKBOOK_TRIPLES", "8"))
LOADED = sample(2, "60")


def named(house: tuple[str, ...]) -> str:
    return "+".join(house)


def refusal(house: tuple[str, ...]) -> trickbook.RulesetError | None:
    """Why some house rules do not go together; None if they do."""
    try:
        trickbook.load(GAME, house=house)
    except trickbook.RulesetError as error:
        return error
    return None


def told(error: trickbook.RulesetError, house: tuple[str, ...]) -> None:
    """A refusal names two of the house rules that do not go together, or what one of them needs."""
    codes = {problem.code for problem in error.problems}
    assert codes <= REFUSED | {"needs"}, str(error)
    naming = [
        problem
        for problem in error.problems
        if problem.code in REFUSED and sum(names(str(problem), patch) for patch in house) > 1
    ]
    assert naming or (codes == {"needs"} and odd() & set(house)), str(error)


def names(message: str, patch: str) -> bool:
    """Whether a message names a house rule or one that it brings along, by its name or by its file."""
    own = (patch, *(name.removeprefix(HOUSE) for name in listed(patch, "house")))
    return any(form in message for one in own for form in (f"`{one}`", f"`{HOUSE}{one}`", f"/{one}.yaml"))


def ways(house: tuple[str, ...]) -> list[tuple[trickbook.Ruleset, int]]:
    """The rules with their usual options, for the usual players; and with options and players drawn."""
    usual = trickbook.load(GAME, house=house)
    for attempt in range(TRIES):
        rng = chance(house, attempt)
        players = rng.choice(usual.players)
        known = usual.engine(players).options.values()
        chosen = {option.name: drawn(option, rng) for option in known if rng.random() < 0.3}
        try:
            return [
                (usual, usual.usual),
                (trickbook.load(GAME, chosen, players=players, house=house), players),
            ]
        except trickbook.RulesetError as error:
            if {problem.code for problem in error.problems} != {"required"}:
                raise
    return [(usual, usual.usual)] * 2


def plays(deal: Deal) -> None:
    """Nobody gets stuck, no card gets lost, and points are explained to the last one."""
    deck = deal.game.engine.deck.cards
    layout = deal.game.engine.layout
    lying = [p.base + n for p in layout.piles.values() for n in range(layout.seats if p.owned else 1)]
    after = deal.game
    for game, seat, move in moments(deal):
        assert all(len(game.legal(actor)) for actor in game.actors), game.record()
        piles = [game.state.piles[place] for place in lying]
        assert sum(piles) == deck, game.record()
        assert sum(map(int.bit_count, piles)) == deck.bit_count(), game.record()
        after = game.apply(seat, move)
    for explained in points_of(after.engine, after.state, None):
        assert explained.points == after.deals[-1][explained.seat], after.record()
        cards_add_up(explained)
        changes_follow_one_another(explained)
    assert after.scores == tuple(map(sum, zip(deal.game.scores, after.deals[-1], strict=True)))


@pytest.mark.breadth
@pytest.mark.parametrize("house", [*PAIRS, *TRIPLES], ids=named)
def test_house_rules_play_together_or_are_refused(house: tuple[str, ...]) -> None:
    error = refusal(house)
    if error:
        told(error, house)
        return
    for way, (rules, players) in enumerate(ways(house)):
        for number in range(way, DEALS, 2):
            plays(started(rules, players, number // 2, chance(house, number)))


def test_house_rules_that_do_not_go_together_are_named() -> None:
    refused = {house: error for house in LOADED if (error := refusal(house))}
    for house, error in refused.items():
        told(error, house)
    fit = [house for house in LOADED if odd().isdisjoint(house)]
    assert len(refused.keys() & {*fit}) < len(fit) / 2


@pytest.mark.parametrize("patch", PATCHES)
def test_what_a_house_rule_forbids_is_refused(patch: str) -> None:
    for other in (name.removeprefix(HOUSE) for name in header(patch).get("conflicts") or {}):
        error = refusal((patch, other)) if other in PATCHES else None
        assert other not in PATCHES or (error and "conflict" in {problem.code for problem in error.problems})
