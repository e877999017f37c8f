"""Worlds of moments before and between tricks: who rests, what was picked up, what is asked upon an event."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

import trickbook
from trickbook.bots import BOTS, play_game
from trickbook.bots.worlds import past_plays, sample_worlds

Play = tuple[trickbook.Ruleset, trickbook.Game, int]

BIDS: Final = {"five-hundred-for-more": (6, "open_misere"), "five-hundred": (4, "open_misere")}


@pytest.mark.parametrize("name", BIDS)
def test_partners_do_not_rest_before_the_auction_is_over(name: str) -> None:
    """After a bid of misère its bidder's partners rest from the next step on; until then they may bid."""
    (players, bid), rules = BIDS[name], trickbook.load(name)
    game = rules.new_game(players, seed=1)
    assert game.turn is not None
    game = game.apply(game.turn, bid)
    assert game.turn is not None
    sampled = sample_worlds(rules, players, game.view(game.turn), 3, 1)
    assert (len(sampled.worlds), sampled.loose) == (3, False)
    for world in sampled.worlds:
        assert (world.resting, world.actors) == (game.resting, game.actors) == ((), (game.turn,))
        assert any(step.after.deals for step in play_game(rules, world, [BOTS["random"]] * players))


def test_whoever_passes_at_bourre_rests_only_when_the_cards_are_laid_down() -> None:
    rules = trickbook.load("bourre")
    game = rules.new_game(seed=1)
    assert game.turn is not None
    game = game.apply(game.turn, "pass")
    assert (game.phase, game.resting) == ("choice", ())
    assert game.turn is not None
    sampled = sample_worlds(rules, rules.usual, game.view(game.turn), 3, 1)
    assert (len(sampled.worlds), sampled.loose) == (3, False)
    assert {(world.resting, world.actors) for world in sampled.worlds} == {((), game.actors)}


def scenes(name: str, deals: int, phases: set[str]) -> Iterator[Play]:
    """The moments of some steps in random deals, each with the seat whose turn it is."""
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311
    for seed in range(deals):
        game = rules.new_game(seed=seed)
        while game.turn is not None and not game.deals:
            moves = game.legal(game.turn)
            if len(moves) > 1 and game.phase in phases:
                yield rules, game, game.turn
            game = game.apply(game.turn, moves[rng.randrange(min(len(moves), 1 << 30))])


def sees_the_same_in_all_worlds(rules: trickbook.Ruleset, game: trickbook.Game, seat: int) -> None:
    seen = game.view(seat)
    sampled = sample_worlds(rules, len(game.hands), seen, 2, 1)
    assert (len(sampled.worlds), sampled.loose) == (2, False), game.record()
    for world in sampled.worlds:
        view = world.view(seat)
        for part in ("piles", "sizes", "facts", "actors", "legal", "choose"):
            assert view[part] == seen[part], game.record()


@pytest.mark.parametrize(
    ("name", "phase", "deals"),
    [
        ("toepen", "challenge", 4),
        ("doppelkopf", "announce", 3),
        ("pinochle-for-two", "lay", 3),
        ("pinochle-for-two", "exchange", 3),
    ],
)
def test_worlds_are_found_where_a_seat_is_asked_upon_an_event(name: str, phase: str, deals: int) -> None:
    found = [*scenes(name, deals, {phase})]
    assert found
    for scene in found:
        sees_the_same_in_all_worlds(*scene)


def test_worlds_are_found_where_cards_are_drawn_from_two_packs() -> None:
    for scene in [*scenes("pinochle-for-two", 2, {"tricks"})][::3]:
        sees_the_same_in_all_worlds(*scene)


def test_whoever_picks_up_the_dog_holds_it_and_knows_what_was_laid_away() -> None:
    """The six cards of the dog lay open and were taken up; six cards are laid away face down."""
    rules = trickbook.load("french-tarot")
    game = rules.new_game(seed=1)
    for seat, bid in [(3, "garde"), (2, "pass"), (1, "pass"), (0, "pass")]:
        game = game.apply(seat, bid)
    assert (game.phase, len(game.hands[3])) == ("lay", 24)
    sees_the_same_in_all_worlds(rules, game, 3)
    game = game.apply(3, "4H 2H 3H 6C 8S 8D").apply(3, "no")
    while game.turn != 3 or game.phase != "tricks" or not game.tricks:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    sees_the_same_in_all_worlds(rules, game, 3)
    laid = game.engine.deck.among(["4H", "2H", "3H", "6C", "8S", "8D"], game.engine.deck.cards)
    taken = game.engine.layout.piles["taken"].base + 3
    for world in sample_worlds(rules, rules.usual, game.view(3), 5, 1).worlds:
        assert world.state.piles[taken] & laid == laid


def test_cards_that_only_a_first_try_laid_open_exclude_nothing() -> None:
    """Where the best melds are laid open, hands of the first try lay open others than the real ones."""
    for scene in [*scenes("coinche", 4, {"tricks"})][::3]:
        sees_the_same_in_all_worlds(*scene)


def test_worlds_are_the_same_if_all_facts_of_each_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first world, only what may differ is compared: secret facts, words that depend on hands."""
    found = [*scenes("coinche", 2, {"tricks"}), *scenes("bridge", 2, {"tricks"})][::7]
    quick = [hands_of(*scene) for scene in found]
    monkeypatch.setattr(past_plays, "same_facts", sees_all_facts)
    assert [hands_of(*scene) for scene in found] == quick


def hands_of(rules: trickbook.Ruleset, game: trickbook.Game, seat: int) -> list[tuple[tuple[str, ...], ...]]:
    return [world.hands for world in sample_worlds(rules, rules.usual, game.view(seat), 5, 1).worlds]


def sees_all_facts(game: trickbook.Game, other: trickbook.Game, seat: int) -> bool:
    return bool(game.view(seat)["facts"] == other.view(seat)["facts"])


def test_who_has_buried_cards_knows_where_they_are() -> None:
    """The bidder lays six cards away face down, and they stay there."""
    known = 0
    for rules, game, seat in [*scenes("five-hundred", 4, {"tricks"})][::5]:
        engine, view = game.engine, game.view(seat)
        buried = next((said for step, who, said in view["course"] if (step, who) == ("lay_away", seat)), None)
        cards = engine.deck.among((buried or "").split(), engine.deck.cards)
        known += cards.bit_count()
        for world in sample_worlds(rules, rules.usual, view, 2, 1).worlds:
            assert not cards & ~world.state.piles[engine.layout.piles["buried"].base]
    assert known
