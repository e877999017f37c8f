"""What a move caused, as each seat is told of it."""

from __future__ import annotations

from typing import Any

import trickbook


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def event(kind: str, seat: int | None = None, step: str | None = None, what: Any = None) -> dict[str, Any]:
    return {"kind": kind, "seat": seat, "step": step, "what": what}


def passed(game: trickbook.Game) -> trickbook.Game:
    """The game after all have passed but the last."""
    while len(game.actors) > 1:
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    return game


def test_a_pass_is_known_to_who_passes_and_who_receives() -> None:
    game = trickbook.load("hearts").new_game(seed=1)
    assert game.events(None, 2) == [event("dealt", game.dealer, what=1)]
    seat, cards = game.actors[0], game.legal(game.actors[0])[0]
    after = game.apply(seat, cards)
    assert after.events(game, seat) == [event("answered", seat, "pass", cards)]
    assert after.events(game, 2) == after.events(game, None) == [event("answered", seat, "pass")]
    before = passed(after)
    last = before.apply(before.actors[0], before.legal(before.actors[0])[0])
    to = next(seat for seat in range(4) if {*cards.split()} <= {*last.hands[seat]})
    assert last.events(before, to)[-1] == event("received", to, what=cards)
    assert kinds(last.events(before, None)) == ["answered"]


def test_the_last_play_of_a_deal_ends_its_trick_scores_it_and_begins_the_next() -> None:
    game = trickbook.load("hearts", {"passing": ["hold"]}).new_game(seed=1)
    before = game
    while not game.deals:
        assert game.turn is not None
        before, game = game, game.apply(game.turn, game.legal(game.turn)[0])
    played, taken, scored, dealt = game.events(before, None)
    assert [played["kind"], played["seat"]] == ["played", before.turn]
    assert taken["what"] == [*map(list, before.trick), [played["seat"], played["what"]]]
    assert taken["seat"] == game.state.match.history[0].tricks[-1].taker
    assert scored == event("scored", what={"deal": 1, "points": list(game.deals[0])})
    assert dealt == event("dealt", game.dealer, what=2)


def test_the_last_deal_ends_the_match() -> None:
    game = trickbook.load("hearts", {"target": 10, "passing": ["hold"]}).new_game(seed=1)
    before = game
    while game.turn is not None:
        before, game = game, game.apply(game.turn, game.legal(game.turn)[0])
    assert game.events(before, 0)[-1] == event("over", what=list(game.winners))
    assert game.events(None, 0) == [event("over", what=list(game.winners))]


def test_answers_that_lay_face_down_are_revealed_by_the_last() -> None:
    """DH-16: nobody sees what the others expose before all have chosen."""
    game = before = trickbook.load("double-hearts").new_game(seed=1)
    chosen = {}
    while game.phase != "tricks":
        seat = game.actors[0]
        move = next((move for move in game.legal(seat) if move != "none"), "none")
        chosen[seat] = move
        before, game = game, game.apply(seat, move)
        if game.phase == "expose" == before.phase:
            assert game.events(before, None) == [event("answered", seat, "expose")]
    *earlier, last = game.events(before, None)[: len(chosen)]
    assert last == event("answered", before.actors[0], "expose", chosen[before.actors[0]])
    assert earlier == [event("revealed", seat, "expose", chosen[seat]) for seat in [*chosen][:-1]]
    assert event("revealed", 0, "expose", chosen[0]) not in game.events(before, 0)


def test_a_card_that_the_rules_lay_open_is_told() -> None:
    """CH-5: the fourth card follows the third by itself, from whoever holds it."""
    rules = trickbook.load("chinese-hearts")
    game = before = rules.new_game(seed=1, hands=["QS JD", "TC 2C", "AH 3C", "4C 5C"], deal=1)
    while game.phase == "expose":
        seat = game.actors[-1]
        move = next((move for move in game.legal(seat) if move != "done"), "done")
        before, game = game, game.apply(seat, move)
    answered, exposed = game.events(before, 3)[:2]
    owner = {"QS": 0, "JD": 0, "TC": 1, "AH": 2}
    assert {answered["what"], exposed["what"]} <= {*owner}
    assert exposed == event("exposed", owner[exposed["what"]], what=exposed["what"])


def test_an_announcement_is_told() -> None:
    game = trickbook.load("hearts", {"minutes": 30}).new_game(seed=1)
    (fact,) = game.due
    assert game.announce(fact).events(game, 1) == [event("announced", what=fact)]
