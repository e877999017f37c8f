"""Chinese Hearts in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.laws.referees.moment import Deal, Moment, Play, Referee, highest, of_suit, singles

HEARTS = [rank + "H" for rank in "23456789TJQKA"]
BASE = {"QS": -100, "JD": 100, "AH": -50, "KH": -40, "QH": -30, "JH": -20}
BASE |= dict.fromkeys(["5H", "6H", "7H", "8H", "9H", "TH"], -10)


def plays(moment: Moment) -> set[Play]:
    """CH-7: lead from the hand first; CH-8: follow from the hand, else the table, else play anything."""
    if moment.options["sale"] == "sold":
        return plays_where_sold(moment)
    if not moment.trick:
        return singles(moment.hand or moment.open)
    suit = of_suit(moment.hand, moment.led) or of_suit(moment.open, moment.led)
    return singles(suit or [*moment.hand, *moment.open])


def plays_where_sold(moment: Moment) -> set[Play]:
    """CH-16: sold cards are like those of the hand; CH-18: but not in the first trick of their suit."""
    sold = [*moment.open, *moment.face_down]
    held = [*moment.hand, *sold]
    first_led = set("CDHS") - {trick.plays[0][0][1] for trick in moment.before}
    if moment.trick:
        held = of_suit(held, moment.led) or held
        first_led &= {moment.led}
    return singles([card for card in held if card not in sold or card[1] not in first_led] or held)


def points(deal: Deal) -> list[int]:
    times = times_where_sold(deal) if deal.options["sale"] == "sold" else times_of_suits(deal.exposed)
    ten = 4 if "TC" in deal.face_down else 2 if "TC" in deal.exposed else 1
    return [counted(set(cards), times, ten) for cards in deal.taken]


def times_of_suits(exposed: Sequence[str]) -> Mapping[str, int]:
    """CH-13: doubled where a card of the suit was exposed."""
    return {card: 2 for card in BASE if any(other[1] == card[1] for other in exposed)}


def times_where_sold(deal: Deal) -> Mapping[str, int]:
    """CH-19: twice what was sold openly, four times what was sold blind; the ace of hearts for all hearts."""
    sold = dict.fromkeys(deal.exposed, 2) | dict.fromkeys(deal.face_down, 4)
    return {card: sold.get("AH" if card[1] == "H" else card, 1) for card in BASE}


def counted(taken: set[str], times: Mapping[str, int], ten: int) -> int:
    """CH-14: the sun, the total times two for the ten, the lone ten, or just the total; CH-19: a sold ten."""
    counters = {card for card in taken if card in ("QS", "JD") or card[1] == "H"}
    total = sum(value(card, taken) * times.get(card, 1) for card in taken)
    if "TC" not in taken:
        return total
    if len(counters) == 15:
        return 10000
    if counters:
        return total * 2 * ten
    return 50 * ten


def value(card: str, taken: set[str]) -> int:
    """CH-13: the base; all thirteen hearts turn."""
    turned = card[1] == "H" and taken.issuperset(HEARTS)
    return BASE.get(card, 0) * (-1 if turned else 1)


# CH-4: nobody passes. CH-9: the highest card of the led suit wins.
CHINESE = Referee(plays, lambda plays, _: highest(plays), points, lambda _: None)
