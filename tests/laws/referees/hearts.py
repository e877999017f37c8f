"""Hearts, Rules of Hearts and Cancellation Hearts in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.laws.referees.moment import Deal, Moment, Play, Referee, Table, height, highest, of_suit, singles

HEARTS = {"left": 1, "right": -1, "hold": None, "centre": 0}
CANCELLATION = {**HEARTS, "left_2": 2, "right_2": -2}


def penalty(card: str) -> bool:
    """WH-27, RH-10, CX-13: hearts and the queen of spades."""
    return card[1] == "H" or card == "QS"


def lowest_club(deck: Sequence[str]) -> str:
    """WH-19, RH-4: the lowest club in play; CX-4: the joker, which is the lowest club."""
    return min(of_suit(deck, "C"), key=height)


def plays(moment: Moment) -> set[Play]:
    """What may be played."""
    return singles(led(moment) if not moment.trick else followed(moment))


def led(moment: Moment) -> list[str]:
    """WH-19 to 24, RH-4, RH-5, CX-4, CX-5."""
    hand = list(moment.hand)
    if moment.first and moment.options["opening"] == "lowest_club" and lowest_club(moment.deck) in hand:
        return [lowest_club(moment.deck)]
    if moment.first and moment.options["opening"] == "left_of_dealer":
        return hand
    if safe(moment):
        hand = [card for card in hand if not penalty(card)] or hand
    bare = moment.options["bare_lead"] and all(map(penalty, hand))
    if not broken(moment) and not bare:
        hand = [card for card in hand if card[1] != "H"] or hand
    return hand


def followed(moment: Moment) -> list[str]:
    """WH-20, RH-6, RH-7, CX-7, CX-8: first follow suit, then no penalty card on the first trick."""
    hand = of_suit(moment.hand, moment.led) or list(moment.hand)
    return ([card for card in hand if not penalty(card)] or hand) if safe(moment) else hand


def safe(moment: Moment) -> bool:
    """WH-20, RH-7; CX-8: only in games with passing."""
    passing = "winner" not in moment.options or moment.options["pass_count"] > 0
    return bool(moment.first and moment.options["safe_first"] and passing)


def broken(moment: Moment) -> bool:
    """WH-21, WH-22, RH-9, CX-6; WH-24: a lead from nothing but penalty cards breaks them too."""
    if moment.options["breaking"] == "not_needed":
        return True
    only_hearts = moment.options["breaking"] == "any_heart"
    if any(card[1] == "H" if only_hearts else penalty(card) for card in moment.played):
        return True
    return moment.options["bare_lead"] and any(all(map(penalty, trick.hand)) for trick in moment.before)


def cancelled(plays: Sequence[Play], left: int) -> int | None:
    """CX-9: copies cancel; CX-10: the trick is held; CX-11: in the last one second copies win."""
    copies = Counter(card for (card,) in plays)
    suit = [n for n, (card,) in enumerate(plays) if card[1] == plays[0][0][1]]
    single = [n for n in suit if copies[plays[n][0]] == 1]
    if single:
        return max(single, key=lambda n: height(plays[n][0]))
    return max(suit, key=lambda n: (height(plays[n][0]), n)) if not left else None


def points(deal: Deal) -> list[int]:
    """WH-27, RH-10, CX-13, and the moon."""
    counts = [sum(worth(card) for card in cards) for cards in deal.taken]
    whole = sum(map(worth, deal.deck))
    if whole not in counts:
        return counts
    shooter = counts.index(whole)
    others = [whole] * len(counts)
    others[shooter] = 0
    if subtracts(deal, shooter, [score + added for score, added in zip(deal.scores, others, strict=True)]):
        return [-whole if seat == shooter else 0 for seat in range(len(counts))]
    return others


def worth(card: str) -> int:
    """WH-27: a heart 1, the queen of spades 13."""
    return 13 if card == "QS" else int(card[1] == "H")


def subtracts(deal: Deal, shooter: int, added: Sequence[int]) -> bool:
    """WH-38: never; WH-39, CX-13: as the shooter says; RH-11: if adding would put somebody ahead, CX-14."""
    if deal.options["moon"] == "convention":
        best = max(added) if deal.options.get("winner") == "highest" else min(added)
        return added[shooter] != best
    return deal.options["moon"] == "shooter_chooses" and deal.decided[shooter] == "subtract"


def goal(table: Table) -> int | None:
    """WH-13, WH-15: the rotation, for those at the table; across is opposite, or three seats on with six."""
    ways = {**HEARTS, "across": table.players // 2}
    return ways[turn_of(table.options["passing"], table.deal - 1)]


def goal_by_dealer(table: Table) -> int | None:
    """RH-3: South's deal passes left, West's right, North's across, East's holds."""
    return {**HEARTS, "across": 2}[turn_of(table.options["passing"], (table.dealer - 3) % 4)]


def goal_of_five(table: Table) -> int | None:
    """CX-3: none; left, two to the left, two to the right, right; WH-47: across if they are even."""
    return {**CANCELLATION, "across": table.players // 2}[turn_of(table.options["passing"], table.deal - 1)]


def turn_of(rotation: Sequence[str], number: int) -> str:
    return rotation[number % len(rotation)]


ENCYCLOPEDIA = Referee(plays, lambda plays, _: highest(plays), points, goal)
WEB_PAGE = Referee(plays, lambda plays, _: highest(plays), points, goal_by_dealer)
TWO_PACKS = Referee(plays, cancelled, points, goal_of_five)
