"""Double Hearts in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.laws.referees.moment import Deal, Moment, Play, Referee, Table, height

BANNED = {"JD", "QS", *(rank + "H" for rank in "56789TJQKA")}
BASE = {"JD": 100, "QS": -100, "JH": -20, "QH": -30, "KH": -40, "AH": -50}
BASE |= dict.fromkeys(["5H", "6H", "7H", "8H", "9H", "TH"], -10)
ON = {"on_1": -1, "on_2": -2, "on_3": -3, "none": None}


def suits(play: Play) -> set[str]:
    return {card[1] for card in play}


def plays(moment: Moment) -> set[Play]:
    """Cards in the hand and on the table alike may be played (DH-16)."""
    held = sorted([*moment.hand, *moment.open])
    return led(moment, held) if not moment.trick else followed(moment, held)


def pairs(held: Sequence[str]) -> set[Play]:
    return {(card, card) for card in held if held.count(card) > 1}


def led(moment: Moment, held: Sequence[str]) -> set[Play]:
    """DH-2: one card, or a pair of identical cards; DH-5: at first one or both 2C."""
    every = {(card,) for card in held} | pairs(held)
    return {play for play in every if set(play) == {"2C"}} or every if moment.first else every


def followed(moment: Moment, held: Sequence[str]) -> set[Play]:
    """DH-3, DH-4: a pair of the suit for a pair, else as much of it as can be; DH-6: the ban on discards."""
    size = len(moment.trick[0])
    every = set(combinations(held, size))
    answers = {pair for pair in pairs(held) if suits(pair) == {moment.led}} if size == 2 else set()
    if answers:
        return answers
    suited = {play: sum(card[1] == moment.led for card in play) for play in every}
    best = {play for play in every if suited[play] == max(suited.values())}
    if not moment.first:
        return best
    banned = {play: sum(card in BANNED and card[1] != moment.led for card in play) for play in best}
    return {play for play in best if banned[play] == min(banned.values())}


def winner(plays: Sequence[Play], _left: int) -> int:
    """DH-8: discards lose; two different cards beat pairs, by the higher one; the first of equals wins."""
    suit = plays[0][0][1]

    def strength(n: int) -> tuple[bool, bool, int, int]:
        play = plays[n]
        return suits(play) == {suit}, len(set(play)) == 2, max(map(height, play)), -n

    return max(range(len(plays)), key=strength)


def points(deal: Deal) -> list[int]:
    return [counted(cards, deal) for cards in deal.taken]


def counted(taken: Sequence[str], deal: Deal) -> int:
    """DH-11: the sum times 2 for each ten, 4 for an exposed one (DH-16); DH-12: the lone ten."""
    faces = [card.rstrip("*") for card in taken]
    tens = [4 if exposed(card, deal) else 2 for card in taken if card[:2] == "TC"]
    counters = [card for card in faces if card in ("QS", "JD") or card[1] == "H"]
    if not counters:
        return 50 * sum(ten // 2 for ten in tens)
    small = sum(face[1] == "H" for face in faces) == 26
    grand = len(counters) + len(tens) == 32
    total = sum(value(card, (small, grand), deal) for card in taken)
    for ten in tens:
        total *= ten
    return total


def value(card: str, slams: tuple[bool, bool], deal: Deal) -> int:
    """DH-10, DH-13, DH-14; DH-16: an exposed card counts double; DH-17: the ace doubles all hearts."""
    (small, grand), face = slams, card.rstrip("*")
    if face[1] == "H":
        ace = any(shown.rstrip("*") == "AH" for shown in deal.exposed)
        return BASE.get(face, 0) * (2 if ace else 1) * (-1 if small else 1)
    turned = face == "QS" and grand
    return BASE.get(face, 0) * (2 if exposed(card, deal) else 1) * (-1 if turned else 1)


def exposed(card: str, deal: Deal) -> bool:
    """DH-16: each copy by itself; DH-17: or every card of the face."""
    if deal.options["doubling"] == "by_copy":
        return card.endswith("*")
    return any(shown.rstrip("*") == card.rstrip("*") for shown in deal.exposed)


def goal(table: Table) -> int | None:
    """DH-15: one, two, three seats on in playing order, which is anticlockwise (DH-1); then none."""
    rotation = table.options["trading"]
    return ON[rotation[(table.deal - 1) % len(rotation)]]


DOUBLE = Referee(plays, winner, points, goal)
