"""Chinese Hearts in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from tests.laws.referees.moment import Deal, Moment, Play, Referee, highest, of_suit, singles

HEARTS = [rank + "H" for rank in "23456789TJQKA"]
BASE = {"QS": -100, "JD": 100, "AH": -50, "KH": -40, "QH": -30, "JH": -20}
BASE |= dict.fromkeys(["5H", "6H", "7H", "8H", "9H", "TH"], -10)


def plays(moment: Moment) -> set[Play]:
    """CH-7: lead from the hand first; CH-8: follow from the hand, else the table, else play anything."""
    if not moment.trick:
        return singles(moment.hand or moment.open)
    suit = of_suit(moment.hand, moment.led) or of_suit(moment.open, moment.led)
    return singles(suit or [*moment.hand, *moment.open])


def points(deal: Deal) -> list[int]:
    return [counted(set(cards), deal.exposed) for cards in deal.taken]


def counted(taken: set[str], exposed: Sequence[str]) -> int:
    """CH-14: the sun, four times or double, the lone ten, or just the total."""
    counters = {card for card in taken if card in ("QS", "JD") or card[1] == "H"}
    total = sum(value(card, taken, exposed) for card in taken)
    if "TC" not in taken:
        return total
    if len(counters) == 15:
        return 10000
    if counters:
        return total * (4 if "TC" in exposed else 2)
    return 100 if "TC" in exposed else 50


def value(card: str, taken: set[str], exposed: Sequence[str]) -> int:
    """CH-13: the base, doubled where its suit was exposed; all thirteen hearts turn."""
    doubled = any(other[1] == card[1] for other in exposed)
    turned = card[1] == "H" and taken.issuperset(HEARTS)
    return BASE.get(card, 0) * (2 if doubled else 1) * (-1 if turned else 1)


# CH-4: nobody passes. CH-9: the highest card of the led suit wins.
CHINESE = Referee(plays, lambda plays, _: highest(plays), points, lambda _: None)
