"""Sealing: what was drawn for a deal is sealed before it, and opened after it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping

import pytest
from tests.api.sealed_games import Ready, cut, older, played

import trickbook
from trickbook.cards.cuts import ABSENT, hashed_number, new_number, order_key, pack_order
from trickbook.replays.sealed_deals import (
    Opened,
    Sealed,
    annotated,
    asked,
    drawn,
    opened_seals,
    seal,
    verify_deals,
    with_cuts,
)

HEARTS = trickbook.load("hearts")
GAME, OPENED = played(HEARTS, 2)
RECORD = annotated(GAME.record(), OPENED)
OLD_GAME, OLD_OPENED = played(HEARTS, 2, older)
OLDER = annotated(OLD_GAME.record(), OLD_OPENED)


def text_hash(*lines: str) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def test_seals_hashes_and_orders_are_those_of_texts_that_anybody_can_write() -> None:
    nonce, number = "ab" * 32, "cd" * 32
    assert seal(3, Sealed(nonce)) == text_hash("Trickbook seal 2", "deal 3", f"nonce {nonce}")
    assert hashed_number(3, 1, number) == text_hash("Trickbook cut 1", "deal 3", "seat 1", f"number {number}")
    key = text_hash("Trickbook order 2", "deal 3", f"nonce {nonce}", "cut 0 bot", f"cut 1 {number}")
    assert order_key(3, nonce, ["bot", number]) == key
    pack = [("2C", 1), ("3C", 1), ("2C", 2)]
    by_hash = sorted(
        pack, key=lambda card: hashlib.sha256(f"{key} 5 {card[0]} {card[1]}".encode()).hexdigest()
    )
    assert pack_order(["2C", "3C", "2C"], key, 5) == tuple(name for name, _ in by_hash)


def test_an_older_seal_is_the_hash_of_its_orders() -> None:
    under = Sealed("ab" * 32, ("2C 3C", "3C 2C"))
    text = f"Trickbook seal 1\ndeal 3\nnonce {'ab' * 32}\norder 2C 3C\norder 3C 2C\n"
    assert seal(3, under) == hashlib.sha256(text.encode()).hexdigest()


def test_every_draw_is_another() -> None:
    one, other = drawn(), drawn()
    assert one.nonce != other.nonce
    assert len(bytes.fromhex(one.nonce)) == 32


def test_the_order_hangs_on_every_number_and_names_every_card() -> None:
    engine, one = HEARTS.engine(), cut(HEARTS.engine(), 1)
    others = [one._replace(nonce=new_number()), *(one._replace(cuts=cuts) for cuts in changed(one.cuts))]
    orders = {with_cuts(engine, 1, other).orders[0] for other in (one, *others)}
    assert len(orders) == 1 + len(others)
    assert {tuple(sorted(order.split())) for order in orders} == {tuple(sorted(engine.deck.names))}


def changed(cuts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Cuts in which one is another."""
    for place in range(len(cuts)):
        yield (*cuts[:place], new_number(), *cuts[place + 1 :])


@pytest.mark.parametrize(
    "name", [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
)
def test_every_game_is_dealt_as_it_was_sealed(name: str) -> None:
    game, opened = played(trickbook.load(name), 1)
    record = annotated(game.record(), opened)
    assert trickbook.replay(record) == game
    assert set(verify_deals(record).values()) == {None}


def test_lots_are_cut_from_what_was_sealed() -> None:
    """Whoever ties for most tricks cuts cards; in five deals of five players hardly ever nobody ties."""
    rules = trickbook.load("knockout-whist")
    games = (played(rules, 4) for _ in range(20))
    game, opened = next((game, opened) for game, opened in games if "\ncut =" in game.record())
    record = annotated(game.record(), opened)
    assert trickbook.replay(record) == game
    assert set(verify_deals(record).values()) == {None}


def test_the_top_of_the_pack_is_as_often_each_card() -> None:
    """Chi-square of 5,200 first cards on 51 degrees of freedom: beyond 112 in one of a million runs."""
    engine, counts = HEARTS.engine(), dict.fromkeys(HEARTS.engine().deck.names, 0)
    for _ in range(5200 // asked(engine)):
        for order in cut(engine, 1).orders:
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


def misread(pattern: str) -> str:
    """The record with another digit after what a pattern finds."""
    changed = re.sub(rf"({pattern})(\w)", lambda found: found[1] + ("1" if found[2] == "0" else "0"), RECORD)
    assert changed != RECORD
    return changed


QUEEN_AND_TWO = {"QS": "2C", "2C": "QS"}


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (GAME.record(), "it bears no seal"),
        (re.sub(r"# seal 1 .*\n", "", RECORD), "it bears no seal"),
        (re.sub(r"# nonce 1 .*\n", "", RECORD), "its seal was not opened"),
        (re.sub(r"# cut 1 .*\n", "", RECORD), "what was opened is not what was sealed"),
        (re.sub(r"# (cut|order) 1 .*\n", "", RECORD), "its seal was not opened"),
        (misread("# seal 1 "), "what was opened is not what was sealed"),
        (re.sub(r"# seal 1 ..", "# seal 1 é…", RECORD), "what was opened is not what was sealed"),
        (re.sub(r"# nonce 1 ..", "# nonce 1 xx", RECORD), "what was opened is not what was sealed"),
        (RECORD.replace("# cut 1 bot", f"# cut 1 {'00' * 32}"), "the cut of seat 0 does not have the hash"),
        (misread("# cut 1 (?=[0-9a-f]{64})"), "the cut of seat 1 does not have the hash"),
        (misread("# hash 1 (?=[0-9a-f]{64})"), "the cut of seat 1 does not have the hash"),
        (RECORD.replace("# cut 1 absent", "# cut 1 bot"), "the cut of seat 3 does not have the hash"),
        (RECORD.replace("# cut 1 bot\n", ""), "not each of the 4 seats has a hash and a cut"),
        (re.sub(r"# hash 1 .*\n", "", RECORD), "not each of the 4 seats has a hash and a cut"),
        (swapped(RECORD, "# order 1", QUEEN_AND_TWO), "the orders of the pack are not those"),
        (re.sub(r"# order 1 .*\n", "", RECORD), "the orders of the pack are not those"),
        (re.sub(r"# order 1 .*\n", "", OLDER), "its seal was not opened"),
        (swapped(OLDER, "# order 1", QUEEN_AND_TWO), "what was opened is not what was sealed"),
    ],
)
def test_what_speaks_against_a_deal(record: str, says: str) -> None:
    found = verify_deals(record)
    assert found[1] is not None
    assert found[1].startswith(says)
    assert found[2] is None or record == GAME.record()


def test_an_older_record_is_dealt_as_it_was_sealed() -> None:
    assert set(verify_deals(OLDER).values()) == {None}


def test_a_player_who_does_not_show_the_number_is_absent() -> None:
    """What the hash promised does not count then, and everybody sees that."""
    one = cut(HEARTS.engine(), 1)
    gone = with_cuts(HEARTS.engine(), 1, one._replace(cuts=(one.cuts[0], ABSENT, *one.cuts[2:])))
    game, opened = played(HEARTS, 1, lambda engine, deal: gone if deal == 1 else cut(engine, deal))
    assert set(verify_deals(annotated(game.record(), opened)).values()) == {None}


@pytest.mark.parametrize("ready", [cut, older])
def test_cards_that_were_dealt_otherwise(ready: Ready) -> None:
    """A server that deals other cards than it has sealed is found out, though its seal is whole."""
    under = ready(HEARTS.engine(), 1)
    other = {**OPENED, 1: Opened(seal(1, under), under)}
    found = verify_deals(annotated(GAME.record(), other))
    assert found[1] == "the cards were not dealt in the order that was sealed"
    assert found[2] is None


def test_fewer_orders_than_draws() -> None:
    whist = trickbook.load("whist")
    game, opened = played(whist, 1, older)
    few = Sealed(opened[1].sealed.nonce, opened[1].sealed.orders[:1])
    record = annotated(game.record(), {**opened, 1: Opened(seal(1, few), few)})
    assert verify_deals(record)[1] == "chance was asked 2 times, and 1 orders were sealed"


def test_two_seals_for_one_deal() -> None:
    with pytest.raises(trickbook.TrickbookError, match="deal 1 has another seal already"):
        opened_seals(RECORD + f"# seal 1 {'0' * 64}\n")
