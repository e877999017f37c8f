"""Cutting the pack: every seat and the dealer add a number, and all of them together make the order.

The dealer seals its number, the nonce, before anybody shows theirs. Each seat shows the SHA-256 of its
number first, and the number itself only when the hashes of all are shown. So nobody can choose a number that
fits the others. All hashes are of these texts, in hexadecimal, each line with a line feed behind it::

    Trickbook seal 2      Trickbook cut 1       Trickbook order 2
    deal 3                deal 3                deal 3
    nonce 5f0c…           seat 1                nonce 5f0c…
                          number 9a1e…          cut 0 7d20…
                                                cut 1 9a1e…
                                                cut 2 bot

The last hash is the key of a deal. The cards of its first order, from the top, are sorted by the SHA-256 of
``KEY 0 CARD COPY``, those of the next one by that of ``KEY 1 CARD COPY``; the copies of a card count from 1.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NUMBER_BYTES: Final = 32
"""How many bytes make a number unguessable."""

BOT: Final = "bot"
ABSENT: Final = "absent"
"""The words that stand for the cut of a bot, and of a player who did not cut: it gives no choice."""

HEXADECIMAL: Final = re.compile("[0-9a-f]{64}")
"""The form of numbers and hashes."""


def new_number() -> str:
    """A number that nobody can guess."""
    return secrets.token_hex(NUMBER_BYTES)


def seal(deal: int, nonce: str) -> str:
    """The seal of a nonce."""
    return _hash("Trickbook seal 2", f"deal {deal}", f"nonce {nonce}")


def hashed_number(deal: int, seat: int, number: str) -> str:
    """The hash of a seat's number, which is shown first."""
    return _hash("Trickbook cut 1", f"deal {deal}", f"seat {seat}", f"number {number}")


def pack_order(pack: Iterable[str], key: str, number: int) -> tuple[str, ...]:
    """The cards of a pack in an order of a deal, the top one first."""
    copies, found = Counter[str](), list[tuple[bytes, str]]()
    for card in pack:
        copies[card] += 1
        found.append((sha256(f"{key} {number} {card} {copies[card]}".encode()).digest(), card))
    return tuple(card for _, card in sorted(found))


def order_key(deal: int, nonce: str, cuts: Sequence[str]) -> str:
    """The key of a deal, by which its cards are sorted."""
    lines = (f"cut {seat} {cut}" for seat, cut in enumerate(cuts))
    return _hash("Trickbook order 2", f"deal {deal}", f"nonce {nonce}", *lines)


def wrong_cut(deal: int, hashes: Sequence[str], cuts: Sequence[str]) -> int | None:
    """The first seat whose cut is not the number whose hash it showed; None if there is none."""
    for seat, (hashed, cut) in enumerate(zip(hashes, cuts, strict=True)):
        showed = cut == ABSENT or hashed_number(deal, seat, cut) == hashed
        if not (showed if HEXADECIMAL.fullmatch(hashed) else cut == hashed in (BOT, ABSENT)):
            return seat
    return None


def _hash(*lines: str) -> str:
    return sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
