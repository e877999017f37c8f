"""The parts of the screen that can be told without one: places, fans of cards, lines, choices."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from rich.style import Style
from tests.games import GAMES, SOME_GAMES, SOURCES
from tests.terminal.local_tables import rules_of
from textual.geometry import Size

import trickbook
from trickbook.bots import BOTS, turn_of
from trickbook.seat import about, seat_view
from trickbook.terminal import TableUpdate
from trickbook.terminal.layout import card_at, card_slots, card_style, neighbour_card, seat_positions
from trickbook.terminal.narrator import Narrator
from trickbook.terminal.screen.cards import CARD_EDGE, Piece, canvas_lines, text_width, truncated
from trickbook.terminal.screen.screen_state import ScreenState, ordered_hand, screen_state, with_choice
from trickbook.terminal.screen.table_area import TableArea
from trickbook.terminal.selection import (
    EMPTY_SELECTION,
    Selection,
    is_playable,
    offer_of,
    refusal_reason,
    selected_move,
    selection_of,
    toggle_card,
)


@pytest.mark.parametrize("seats", range(2, 11))
def test_everybody_has_a_place_and_sits_clockwise(seats: int) -> None:
    spots = seat_positions(seats, own=seats - 1)
    assert [spot.seat for spot in spots] == [seats - 1, *range(seats - 1)]
    assert len({(spot.side, spot.place) for spot in spots}) == seats
    sides = [spot.side for spot in spots]
    assert sides == sorted(sides, key=["below", "left", "above", "right"].index)
    assert sides.count("left") == sides.count("right")


@given(some.lists(some.integers(1, 20), min_size=1, max_size=6), some.integers(40, 160))
def test_cards_lie_side_by_side_and_can_be_hit(groups: list[int], columns: int) -> None:
    slots = card_slots(groups, columns)
    assert [slot.card for slot in slots] == list(range(sum(groups)))
    taken = [(slot.row, x) for slot in slots for x in range(slot.x, slot.x + slot.wide)]
    assert len(taken) == len(set(taken))
    assert all(0 <= x < columns for _, x in taken)
    assert all(card_at(slots, slot.x + 1, slot.row * 5 + 2, 5) == slot.card for slot in slots)
    assert {neighbour_card(slots, slot.card, "right") for slot in slots} == {slot.card for slot in slots}


def test_the_largest_hands_that_are_dealt_lie_in_one_row() -> None:
    assert {slot.row for slot in card_slots([7, 7, 6, 6], 80)} == {0}


@given(some.text("Ab 牌\uff0c拱猪 ", max_size=80), some.integers(1, 30))
def test_what_is_cut_fits(text: str, columns: int) -> None:
    assert text_width(truncated(text, columns)) <= columns


@given(some.lists(some.tuples(some.integers(-3, 12), some.text("a牌", max_size=8)), max_size=6))
def test_a_canvas_is_as_wide_as_it_is(pieces: list[tuple[int, str]]) -> None:
    (line,) = canvas_lines([Piece(x, 0, text) for x, text in pieces], 10, 1, Style.null())
    assert sum(text_width(segment.text) for segment in line) == 10


DRAWN = [*((name, (54, 14)) for name in GAMES), *((name, (120, 40)) for name in SOURCES)]


@pytest.mark.parametrize(("name", "size"), DRAWN)
def test_every_game_is_drawn_within_the_table(name: str, size: tuple[int, int]) -> None:
    rules = rules_of(name)
    for players in rules.players if name in SOURCES else [rules.usual]:
        game = rules.new_game(players, seed=3)
        facts = about(rules, players)
        seats = [{"name": None, "bot": "duck", "plays": "bot"}] * players
        narrator = Narrator("en", facts, card_style(facts, signs=True), 0, seats)
        for _ in range(6 * players):
            turn = game.turn
            if turn is None or game.deals:
                break
            found = screen_state(TableUpdate(seat_view(game, 0), seats), narrator)
            cards = set[tuple[int, int]]()
            for piece in TableArea().pieces(found, Size(*size)):
                assert piece.x >= 0
                assert piece.x + text_width(piece.text) <= size[0], piece
                assert 0 <= piece.y < size[1], piece
                if piece.style.bgcolor and piece.text.strip() and piece.text != CARD_EDGE:
                    assert (piece.x, piece.y) not in cards, piece
                    cards.add((piece.x, piece.y))
            moves = game.legal(turn)
            game = game.apply(turn, moves[(game.deal * 7 + len(game.tricks)) % min(len(moves), 9)])


def test_what_is_chosen_stays_while_others_pass() -> None:
    rules = rules_of("hearts")
    game, facts = rules.new_game(4, seed=3), about(rules, 4)
    seats = [{"name": None, "bot": "duck", "plays": "bot"}] * 4
    narrator = Narrator("en", facts, card_style(facts, signs=True), 0, seats)

    def shown(now: trickbook.Game) -> ScreenState:
        return screen_state(TableUpdate(seat_view(now, 0), seats), narrator)

    former = shown(game)._replace(choice=Selection((0, 4)))
    passed = game.apply(1, BOTS["duck"](turn_of(rules, game, 1, 1)))
    assert with_choice(shown(passed), former).choice == Selection((0, 4))
    own = passed.apply(0, BOTS["duck"](turn_of(rules, passed, 0, 1)))
    assert with_choice(shown(own), former).choice == EMPTY_SELECTION


OPEN = """\
trickbook: 1
name: Open
extends: whist
steps:
  lay_open: {before: tricks, move: hand of (dealer + 2), to: table of (dealer + 2)}
  tricks:   {from: hand or table}
"""


@pytest.mark.parametrize("size", [(54, 14), (120, 40)])
@pytest.mark.parametrize("seat", [0, 1, 3])
def test_a_whole_hand_that_lies_open_is_seen(tmp_path: Path, seat: int, size: tuple[int, int]) -> None:
    """Where there is no room for a card each, the sign of a suit stands once before its ranks."""
    path = tmp_path / "open.yaml"
    path.write_text(OPEN, encoding="utf-8")
    rules = trickbook.load(path)
    game, facts = rules.new_game(seed=3), about(rules)
    signs = {suit["letter"]: suit["sign"] for suit in facts["suits"]}
    seats = [{"name": None, "bot": "duck", "plays": "bot"}] * 4
    narrator = Narrator("en", facts, card_style(facts, signs=True), seat, seats)
    state, found = screen_state(TableUpdate(seat_view(game, seat), seats), narrator), set[str]()
    for piece in TableArea().pieces(state, Size(*size)):
        words = piece.text.split()
        assert piece.x >= 0
        assert piece.x + text_width(piece.text) <= size[0]
        one_suit = piece.style.bgcolor and words and words[0] in signs.values()
        found |= {rank + words[0] for rank in words[1:]} if one_suit else set(words)
    cards = seat_view(game, seat)["piles"]["table"][2]
    assert len(cards) == 13
    assert {facts["cards"][card]["rank"] + signs[facts["cards"][card]["suit"]] for card in cards} <= found


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_move_of_every_game_can_be_chosen(name: str) -> None:
    rules = rules_of(name)
    game = rules.new_game(seed=3)
    facts = about(rules)
    narrator = Narrator(
        "en", facts, card_style(facts, signs=True), 0, [{"name": None, "bot": "duck"}] * len(game.scores)
    )
    while not game.deals and game.turn is not None:
        wanted = BOTS["duck"](turn_of(rules, game, game.turn, 1))
        if game.turn == 0:
            view = seat_view(game, 0)
            cards = ordered_hand(view, narrator).cards
            found = offer_of(view, cards)
            assert found
            chosen = EMPTY_SELECTION
            for place in selection_of(found, wanted).places:
                chosen = toggle_card(found, chosen, place)
            chosen = chosen if chosen.places else selection_of(found, wanted)
            assert is_playable(found, chosen), (wanted, found)
            assert sorted((selected_move(found, chosen) or "").split()) == sorted(wanted.split())
            assert not refusal_reason(found, chosen)
            for card in set(view["why"]) & set(found.cards):
                one = toggle_card(found, EMPTY_SELECTION, cards.index(card))
                assert refusal_reason(found, one)
                assert not is_playable(found, one)
        game = game.apply(game.turn, wanted)
