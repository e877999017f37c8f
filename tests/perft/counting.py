"""Counting sequences of plays: as the interpreter allows them, and by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.laws.referees.by_name import REFEREES
from tests.laws.referees.moment import Moment, Past, Play, Referee

import trickbook

HERE = Path(__file__).parent
ENDLESS = 99


class Case(NamedTuple):
    """A start, and how many plays deep to count."""

    ruleset: str
    players: int
    deal: int
    leader: int
    hands: Sequence[str]
    moves: Sequence[str]
    open: Sequence[str]
    options: Mapping[str, Any]
    plies: int


def case_of(entry: Mapping[str, Any]) -> Case:
    nothing = [""] * len(entry["hands"])
    more = {
        "moves": entry.get("moves", []),
        "open": entry.get("open", nothing),
        "plies": entry.get("plies", ENDLESS),
    }
    return Case(
        **{key: entry[key] for key in ("ruleset", "players", "deal", "leader", "hands", "options")}, **more
    )


def rules_of(case: Case) -> trickbook.Ruleset:
    return trickbook.load(str(HERE / case.ruleset), case.options, players=case.players)


def counted(case: Case) -> list[int]:
    """How many sequences of each length the interpreter allows."""
    game = rules_of(case).new_game(case.players, seed=1, deal=case.deal, leader=case.leader, hands=case.hands)
    for move in case.moves:
        seat, _, what = move.partition(" ")
        game = game.apply(int(seat), what)
    return onward(game, case.plies)


def onward(game: trickbook.Game, plies: int) -> list[int]:
    if not plies or game.deals or game.phase != "tricks":
        return []
    (seat,) = game.actors
    moves = game.legal(seat)
    return [len(moves), *summed([onward(game.apply(seat, move), plies - 1) for move in moves])]


def summed(counts: Sequence[Sequence[int]]) -> list[int]:
    longest = max(map(len, counts), default=0)
    return [sum(count[ply] for count in counts if ply < len(count)) for ply in range(longest)]


class Deal(NamedTuple):
    """A deal on paper: hands and open cards by seat, the tricks before, the plays to this one in turn."""

    hands: tuple[Play, ...]
    open: tuple[Play, ...]
    before: tuple[Past, ...]
    trick: tuple[Play, ...]
    leader: int
    lead_hand: Play


def by_hand(case: Case) -> list[int]:
    """The same counts, by a referee who knows the rules and nothing of the interpreter."""
    shown = tuple(tuple(cards.split()) for cards in case.open)
    hands = tuple(without(tuple(hand.split()), shown[seat]) for seat, hand in enumerate(case.hands))
    engine = rules_of(case).engine(case.players)
    options = {name: option.value for name, option in engine.options.items()}
    paper = Paper(
        REFEREES[Path(case.ruleset).stem.removeprefix("small-")],
        options,
        engine.deck.names,
        engine.layout.turn,
    )
    return paper.onward(Deal(hands, shown, (), (), case.leader, hands[case.leader]), case.plies)


class Paper(NamedTuple):
    """What does not change in a deal."""

    referee: Referee
    options: Mapping[str, Any]
    deck: Sequence[str]
    way: int

    def onward(self, deal: Deal, plies: int) -> list[int]:
        seat = (deal.leader + self.way * len(deal.trick)) % len(deal.hands)
        if not plies or not (deal.hands[seat] or deal.open[seat]):
            return []
        moment = Moment(
            deal.hands[seat], deal.open[seat], (), deal.trick, deal.before, self.options, self.deck
        )
        plays = [play for chosen in sorted(self.referee.plays(moment)) for play in copies(chosen, deal, seat)]
        return [len(plays), *summed([self.onward(self.after(deal, seat, play), plies - 1) for play in plays])]

    def after(self, deal: Deal, seat: int, play: Play) -> Deal:
        """A play with its marks is put to the trick; the last one ends it."""
        hand = without(deal.hands[seat], tuple(card for card in play if not card.endswith("*")))
        shown = without(deal.open[seat], tuple(card.rstrip("*") for card in play if card.endswith("*")))
        trick = (*deal.trick, tuple(sorted(card.rstrip("*") for card in play)))
        deal = deal._replace(hands=put(deal.hands, seat, hand), open=put(deal.open, seat, shown), trick=trick)
        return self.taken(deal) if len(trick) == len(deal.hands) else deal

    def taken(self, deal: Deal) -> Deal:
        """The winner leads, or after a held trick its leader; CH-10: open cards of the led suit go back."""
        won = self.referee.winner(deal.trick, max(map(len, (*deal.hands, *deal.open))))
        leader = deal.leader if won is None else (deal.leader + self.way * won) % len(deal.hands)
        hands, shown = deal.hands, deal.open
        if "direction" in self.options:
            led = deal.trick[0][0][1]
            back = [tuple(card for card in cards if card[1] == led) for cards in shown]
            hands = tuple((*hand, *cards) for hand, cards in zip(hands, back, strict=True))
            shown = tuple(without(cards, gone) for cards, gone in zip(shown, back, strict=True))
        before = (*deal.before, Past(deal.trick, deal.lead_hand))
        return Deal(hands, shown, before, (), leader, hands[leader])


def copies(play: Play, deal: Deal, seat: int) -> list[Play]:
    """The ways to make a play from the hand and from the table: an open card bears a mark here."""
    hand, shown = deal.hands[seat], deal.open[seat]
    ways: list[Play] = [()]
    for card in play:
        ways = [(*way, other) for way in ways for other in (card, card + "*")]
    lying = (*hand, *(card + "*" for card in shown))
    return sorted(
        {tuple(sorted(way)) for way in ways if all(way.count(card) <= lying.count(card) for card in way)}
    )


def without(cards: Play, gone: Play) -> Play:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def put(things: tuple[Play, ...], seat: int, thing: Play) -> tuple[Play, ...]:
    return (*things[:seat], thing, *things[seat + 1 :])
