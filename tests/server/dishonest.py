"""What a dishonest server may say of a deal that is over; everything else it says is as the lie needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import trickbook
from trickbook.cards.cuts import BOT, hashed_number, new_number
from trickbook.replays.sealed_deals import Sealed, seal, with_cuts

DEAL = 1
ENGINE = trickbook.load("hearts").engine(3)
"""The first deal of a game of three: the client, a friend of the operator, and a bot."""

Lie = Callable[[Sealed], Sealed]


def dealt(number: str, nonce: str) -> Sealed:
    """A deal as the client cut it with its number, and the others with theirs."""
    cuts = number, new_number(), BOT
    hashes = *(hashed_number(DEAL, seat, cut) for seat, cut in enumerate(cuts[:2])), BOT
    return with_cuts(ENGINE, DEAL, Sealed(nonce, (), hashes, cuts))


def many_nonces(sealed: Sealed) -> Sealed:
    """The best of many packs, drawn when all numbers were known."""
    return with_cuts(ENGINE, DEAL, sealed._replace(nonce=new_number()))


def friends_number(sealed: Sealed) -> Sealed:
    """A friend's number, chosen when all others were known."""
    number = new_number()
    hashes = sealed.hashes[0], hashed_number(DEAL, 1, number), BOT
    return with_cuts(ENGINE, DEAL, sealed._replace(hashes=hashes, cuts=(sealed.cuts[0], number, BOT)))


def changed_cut(sealed: Sealed) -> Sealed:
    """Another number of the client's than it gave."""
    return with_cuts(ENGINE, DEAL, sealed._replace(cuts=(new_number(), *sealed.cuts[1:])))


def bots_number(sealed: Sealed) -> Sealed:
    """A number for a bot, which has none."""
    return with_cuts(ENGINE, DEAL, sealed._replace(cuts=(*sealed.cuts[:2], new_number())))


def changed_order(sealed: Sealed) -> Sealed:
    """Two cards that lie at each other's place."""
    first, *others = (order.split() for order in sealed.orders)
    first[0], first[-1] = first[-1], first[0]
    return sealed._replace(orders=tuple(" ".join(order) for order in (first, *others)))


def without_cuts(sealed: Sealed) -> Sealed:
    """A pack that the server shuffled alone, as older ones did."""
    return sealed._replace(hashes=(), cuts=())


LIES: Mapping[str, tuple[Lie, str]] = {
    "many nonces": (many_nonces, "seal"),
    "a friend's number": (friends_number, "hashes"),
    "a changed cut": (changed_cut, "cuts"),
    "a bot's number": (bots_number, "cuts"),
    "a changed order": (changed_order, "order"),
    "no cuts": (without_cuts, "uncut"),
}
"""The lies, and what a client finds."""


def cut(sealed: Sealed, *, shown: bool) -> dict[str, Any]:
    """How far the pack is cut, as a server tells it: before or after the hashes are shown."""
    told = {"match": 1, "deal": DEAL, "seal": seal(DEAL, Sealed(sealed.nonce)), "cuts": None}
    return {**told, "hashes": [*sealed.hashes] if shown else None}


def opened(sealed: Sealed) -> dict[str, Any]:
    """What a server opens when the deal is over."""
    return {
        str(DEAL): {key: value if key == "nonce" else [*value] for key, value in sealed._asdict().items()}
    }
