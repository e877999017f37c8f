"""The parts of the screen that can be told without one: places, fans of cards, lines, choices."""

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.style import Style
from tests.games import GAMES, SOURCES
from tests.terminal.seating import rules_of
from textual.geometry import Size

from trickbook.bots import BOTS, turn_of
from trickbook.sitting import about, told
from trickbook.terminal.canvas import Piece, cut, fitted, lines, tall_as, width, wrapped
from trickbook.terminal.choice import EMPTY, move, offer, pick, ready, refused, toggle
from trickbook.terminal.fan import at, beyond, fan
from trickbook.terminal.ink import ink
from trickbook.terminal.ring import ring
from trickbook.terminal.screen.faces import EDGE
from trickbook.terminal.screen.felt import Felt
from trickbook.terminal.screen.scene import hand, scene
from trickbook.terminal.tables import Heard
from trickbook.terminal.voice import Voice


@pytest.mark.parametrize("seats", range(2, 11))
def test_everybody_has_a_place_and_sits_clockwise(seats: int) -> None:
    spots = ring(seats, own=seats - 1)
    assert [spot.seat for spot in spots] == [seats - 1, *range(seats - 1)]
    assert len({(spot.side, spot.place) for spot in spots}) == seats
    sides = [spot.side for spot in spots]
    assert sides == sorted(sides, key=["below", "left", "above", "right"].index)
    assert sides.count("left") == sides.count("right")


@given(some.lists(some.integers(1, 20), min_size=1, max_size=6), some.integers(40, 160))
def test_cards_lie_side_by_side_and_can_be_hit(groups: list[int], columns: int) -> None:
    slots = fan(groups, columns)
    assert [slot.card for slot in slots] == list(range(sum(groups)))
    taken = [(slot.row, x) for slot in slots for x in range(slot.x, slot.x + slot.wide)]
    assert len(taken) == len(set(taken))
    assert all(0 <= x < columns for _, x in taken)
    assert all(at(slots, slot.x + 1, slot.row * 5 + 2, 5) == slot.card for slot in slots)
    assert {beyond(slots, slot.card, "right") for slot in slots} == {slot.card for slot in slots}


def test_the_largest_hands_that_are_dealt_lie_in_one_row() -> None:
    assert {slot.row for slot in fan([7, 7, 6, 6], 80)} == {0}


@given(some.text("Ab 牌\uff0c拱猪 ", max_size=80), some.integers(1, 30), some.integers(1, 5))
def test_what_is_told_fits(text: str, columns: int, rows: int) -> None:
    found = wrapped(text, columns, rows)
    assert len(found) <= rows
    assert all(width(line) <= max(columns, 2) for line in found)
    assert width(fitted(text, columns)) <= max(columns, 1)
    short = cut(text, columns + 12, rows, "W: all")
    assert len(short) == min(tall_as(text, columns + 12), rows)
    assert all(width(line) <= columns + 12 for line in short)


def test_a_link_is_told_whole_in_as_many_lines_as_it_takes() -> None:
    link = "http://127.0.0.1:23366/#table=h3kq9wz2&invitation=" + "x" * 60
    told = wrapped(f"Friends come by this link: {link}", 78, 5)
    assert "".join(told).replace(" ", "").endswith(link)


@given(some.lists(some.tuples(some.integers(-3, 12), some.text("a牌", max_size=8)), max_size=6))
def test_a_canvas_is_as_wide_as_it_is(pieces: list[tuple[int, str]]) -> None:
    (line,) = lines([Piece(x, 0, text) for x, text in pieces], 10, 1, Style.null())
    assert sum(width(segment.text) for segment in line) == 10


DRAWN = [*((name, (54, 14)) for name in GAMES), *((name, (120, 40)) for name in SOURCES)]


@pytest.mark.parametrize(("name", "size"), DRAWN)
def test_every_game_is_drawn_within_the_table(name: str, size: tuple[int, int]) -> None:
    rules = rules_of(name)
    for players in rules.players if name in SOURCES else [rules.usual]:
        game = rules.new_game(players, seed=3)
        facts = about(rules, players)
        seats = [{"name": None, "bot": "duck", "plays": "bot"}] * players
        voice = Voice("en", facts, ink(facts, signs=True), 0, seats)
        for _ in range(6 * players):
            turn = game.turn
            if turn is None or game.deals:
                break
            found = scene(Heard(told(game, 0), seats), voice)
            felt = Felt()
            felt.scene = found
            cards = set[tuple[int, int]]()
            for piece in felt.pieces(Size(*size)):
                assert piece.x >= 0
                assert piece.x + width(piece.text) <= size[0], piece
                assert 0 <= piece.y < size[1], piece
                if piece.style.bgcolor and piece.text.strip() and piece.text != EDGE:
                    assert (piece.x, piece.y) not in cards, piece
                    cards.add((piece.x, piece.y))
            moves = game.legal(turn)
            game = game.apply(turn, moves[(game.deal * 7 + len(game.tricks)) % min(len(moves), 9)])


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_every_game_can_be_chosen(name: str) -> None:
    rules = rules_of(name)
    game = rules.new_game(seed=3)
    facts = about(rules)
    voice = Voice("en", facts, ink(facts, signs=True), 0, [{"name": None, "bot": "duck"}] * len(game.scores))
    while not game.deals and game.turn is not None:
        wanted = BOTS["duck"](turn_of(rules, game, game.turn, 1))
        if game.turn == 0:
            view = told(game, 0)
            cards = hand(view, voice).cards
            found = offer(view, cards)
            assert found
            chosen = EMPTY
            for place in pick(found, wanted).places:
                chosen = toggle(found, chosen, place)
            chosen = chosen if chosen.places else pick(found, wanted)
            assert ready(found, chosen), (wanted, found)
            assert sorted((move(found, chosen) or "").split()) == sorted(wanted.split())
            assert not refused(found, chosen)
            for card in set(view["why"]) & set(cards):
                one = toggle(found, EMPTY, cards.index(card))
                assert refused(found, one)
                assert not ready(found, one)
        game = game.apply(game.turn, wanted)
