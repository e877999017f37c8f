"""Sealing: what was drawn for a deal is sealed before it, and opened after it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

import pytest

import trickbook
from trickbook.replays.sealed_deals import Opened, Sealed, annotated, asked, doubts, drawn, opened_seals, seal

HEARTS = trickbook.load("hearts")


def sealed(deal: int, under: Sealed) -> Opened:
    return Opened(seal(deal, under), under)


def played(rules: trickbook.Ruleset, deals: int) -> tuple[trickbook.Game, dict[int, Opened]]:
    """A game of so many deals and a little more, each sealed before it."""
    engine = rules.engine()
    opened = {deal: sealed(deal, drawn(engine)) for deal in (1, 2)}
    game = rules.new_game(seed=1, orders={deal: one.sealed.orders for deal, one in opened.items()})
    while game.turn is not None and game.deal <= deals:
        if game.deal + 1 not in opened:
            opened[game.deal + 1] = sealed(game.deal + 1, drawn(engine))
            game = game.shuffled(game.deal + 1, opened[game.deal + 1].sealed.orders)
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    return game, opened


GAME, OPENED = played(HEARTS, 2)
RECORD = annotated(GAME.record(), OPENED)


def test_a_seal_is_the_hash_of_a_text_that_anybody_can_write() -> None:
    under = Sealed("ab" * 32, ("2C 3C", "3C 2C"))
    text = f"Trickbook seal 1\ndeal 3\nnonce {'ab' * 32}\norder 2C 3C\norder 3C 2C\n"
    assert seal(3, under) == hashlib.sha256(text.encode()).hexdigest()


def test_every_draw_is_another_and_names_every_card() -> None:
    one, other = (drawn(HEARTS.engine()) for _ in range(2))
    assert one.nonce != other.nonce
    assert one.orders != other.orders
    assert len(bytes.fromhex(one.nonce)) == 32
    assert sorted(one.orders[0].split()) == sorted(HEARTS.engine().deck.names)


@pytest.mark.parametrize(
    "name", [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
)
def test_every_game_is_dealt_as_it_was_sealed(name: str) -> None:
    game, opened = played(trickbook.load(name), 1)
    record = annotated(game.record(), opened)
    assert trickbook.replay(record) == game
    assert set(doubts(record).values()) == {None}


def test_lots_are_cut_from_what_was_sealed() -> None:
    """Whoever ties for most tricks cuts cards; in five deals of five players hardly ever nobody ties."""
    rules = trickbook.load("knockout-whist")
    games = (played(rules, 4) for _ in range(20))
    game, opened = next((game, opened) for game, opened in games if "\ncut =" in game.record())
    record = annotated(game.record(), opened)
    assert trickbook.replay(record) == game
    assert set(doubts(record).values()) == {None}


def test_the_top_of_the_pack_is_as_often_each_card() -> None:
    """Chi-square of 5,200 first cards on 51 degrees of freedom: beyond 112 in one of a million runs."""
    engine, counts = HEARTS.engine(), dict.fromkeys(HEARTS.engine().deck.names, 0)
    for _ in range(5200 // asked(engine)):
        for order in drawn(engine).orders:
            counts[order.split(maxsplit=1)[0]] += 1
    mean = sum(counts.values()) / 52
    assert sum((count - mean) ** 2 for count in counts.values()) / mean < 112


def test_a_record_tells_what_was_opened() -> None:
    assert opened_seals(RECORD) == OPENED
    assert trickbook.replay(RECORD) == GAME


def swapped(text: str, pattern: str, change: Mapping[str, str]) -> str:
    """A text in which, in the first line that a pattern finds, words are changed for one another."""
    line = re.search(rf"(?m)^{pattern}.*$", text)
    assert line
    new = re.sub(r"\w+", lambda word: change.get(word[0], word[0]), line[0])
    return text.replace(line[0], new, 1)


QUEEN_AND_TWO = {"QS": "2C", "2C": "QS"}


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (GAME.record(), "it bears no seal"),
        (re.sub(r"# seal 1 .*\n", "", RECORD), "it bears no seal"),
        (re.sub(r"# nonce 1 .*\n", "", RECORD), "its seal was not opened"),
        (re.sub(r"# order 1 .*\n", "", RECORD), "its seal was not opened"),
        (re.sub(r"# seal 1 ..", "# seal 1 00", RECORD), "what was opened is not what was sealed"),
        (re.sub(r"# seal 1 ..", "# seal 1 é…", RECORD), "what was opened is not what was sealed"),
        (re.sub(r"# nonce 1 ..", "# nonce 1 xx", RECORD), "what was opened is not what was sealed"),
        (swapped(RECORD, "# order 1", QUEEN_AND_TWO), "what was opened is not what was sealed"),
    ],
)
def test_what_speaks_against_a_deal(record: str, says: str) -> None:
    found = doubts(record)
    assert found[1] == says
    assert found[2] is None or record == GAME.record()


def test_cards_that_were_dealt_otherwise() -> None:
    """A server that deals other cards than it has sealed is found out, though its seal is whole."""
    under = drawn(HEARTS.engine())
    other = {**OPENED, 1: Opened(seal(1, under), under)}
    found = doubts(annotated(GAME.record(), other))
    assert found[1] == "the cards were not dealt in the order that was sealed"
    assert found[2] is None


def test_fewer_orders_than_draws() -> None:
    whist = trickbook.load("whist")
    game, opened = played(whist, 1)
    few = Sealed(opened[1].sealed.nonce, opened[1].sealed.orders[:1])
    record = annotated(game.record(), {**opened, 1: Opened(seal(1, few), few)})
    assert doubts(record)[1] == "chance was asked 2 times, and 1 orders were sealed"


def test_two_seals_for_one_deal() -> None:
    with pytest.raises(trickbook.TrickbookError, match="deal 1 has another seal already"):
        opened_seals(RECORD + f"# seal 1 {'0' * 64}\n")
