"""What a move caused is told whole, and a seat is told no more of it than it may see."""

from __future__ import annotations

import json
from itertools import islice

from tests.laws.deals import Table, deals, every_table, moments
from tests.laws.test_what_is_hidden_stays_hidden import sight, together, twins

import trickbook


def heard(before: trickbook.Game | None, after: trickbook.Game, seat: int | None) -> str:
    return json.dumps(after.events(before, seat))


@every_table
def test_events_tell_a_whole_deal(table: Table) -> None:
    """The plays, tricks and points of a deal are those of its events."""
    for deal in deals(table, "events", 0.5):
        events, game = deal.game.events(None, None), deal.game
        for before, seat, move in moments(deal):
            game = before.apply(seat, move)
            events += game.events(before, None)
        past = game.state.match.history[-1]
        ended = next(at for at, event in enumerate(events) if event["kind"] == "scored")
        plays = [event for event in events[:ended] if event["kind"] in ("led", "played")]
        taken = [event for event in events[:ended] if event["kind"] == "taken"]
        made = [seat for trick in past.tricks for seat, _ in trick.plays]
        assert [event["seat"] for event in plays] == made
        assert [event["seat"] for event in taken] == [trick.taker for trick in past.tricks]
        told = [[event["seat"], event["what"]] for event in plays]
        assert told == [play for event in taken for play in event["what"]]
        assert events[ended]["what"]["points"] == game.view(None)["deals"][-1]
        kinds = [event["kind"] for event in events[ended:]]
        assert ("over" in kinds) == (game.turn is None)
        assert ("dealt" in kinds) == (game.turn is not None)


@every_table
def test_the_hand_is_what_was_received_and_not_given_away(table: Table) -> None:
    """Between two moments of a deal, a hand gains the cards that its seat is told of."""
    for deal in deals(table, "received", 0.3):
        for before, seat, move in moments(deal):
            after = before.apply(seat, move)
            if len(after.deals) > len(before.deals) or len(after.state.redeals) > len(before.state.redeals):
                continue  # the cards are dealt anew
            for other in range(table.players):
                gained = [event for event in after.events(before, other) if event["kind"] == "received"]
                cards = " ".join(event["what"] for event in gained).split()
                assert all(event["seat"] == other for event in gained)
                assert len(cards) >= len(after.hands[other]) - len(before.hands[other])
                bare = [{card.removesuffix("*") for card in game.hands[other]} for game in (before, after)]
                assert bare[1] - bare[0] <= {card.removesuffix("*") for card in cards}


@every_table
def test_events_are_the_same_where_only_cards_of_the_others_differ(table: Table) -> None:
    """At games that look alike to a seat before and after a move, it is told the same of the move."""
    found = 0
    for deal in deals(table, "told"):
        begun = list(islice(moments(deal), table.players * 5))
        for game, player, move in deal.rng.choices(begun, k=4):
            seat = deal.rng.randrange(table.players)
            for twin in twins(deal, game, seat):
                if move not in twin.legal(player):
                    continue
                one, other = game.apply(player, move), twin.apply(player, move)
                if sight(game, seat) == sight(twin, seat) and sight(one, seat) == sight(other, seat):
                    found += twin.hands != game.hands
                    assert heard(game, one, seat) == heard(twin, other, seat), game.record()
                    assert heard(None, one, seat) == heard(None, other, seat), game.record()
    assert found


@every_table
def test_answers_that_lie_face_down_are_told_to_nobody_else(table: Table) -> None:
    for deal in deals(table, "covered", 0.3):
        one, other = deal.game, deal.game
        while together(one) and len(one.actors) > 1:
            seat = deal.rng.choice(one.actors)
            moves = [one.legal(seat)[deal.rng.randrange(len(one.legal(seat)))] for _ in range(2)]
            after = one.apply(seat, moves[0]), other.apply(seat, moves[1])
            for watcher in {*after[0].actors} - {seat}:
                assert heard(one, after[0], watcher) == heard(other, after[1], watcher), one.record()
            one, other = after
