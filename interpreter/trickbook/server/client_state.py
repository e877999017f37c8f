"""What a client knows of its table, updated by each message, and its part of fair deals.

It cuts each pack, keeps what it was shown, and checks each deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards import cuts
from trickbook.server import validator
from trickbook.texts.languages import ENGLISH, tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OLDER_MATCHES: Final = 1
"""Of how many matches before this one a client keeps what it was shown."""


class ClientState(NamedTuple):
    """A client's knowledge about its table; ``request`` is a request to take back that still waits."""

    about: Mapping[str, Any] = {}
    seat: int | None = None
    seats: tuple[Mapping[str, Any], ...] = ()
    watching: int = 0
    seq: int = 0
    match: int = 0
    view: Mapping[str, Any] | None = None
    seals: Mapping[str, str] = {}
    coming: str | None = None
    opened: Mapping[str, Any] = {}
    cut: Mapping[str, Any] | None = None
    request: Mapping[str, Any] | None = None


def with_message(before: ClientState, message: Mapping[str, Any]) -> ClientState:
    """The state after a message."""
    after: dict[str, Any] = {}
    match message["type"]:
        case "welcome":
            after = {"about": message["about"], "seat": message["seat"]}
        case "seats":
            after = {"seats": tuple(message["seats"]), "watching": message["watching"]}
        case "state":
            after = {key: message[key] for key in ("seq", "match", "view", "seals", "opened")}
            after |= {"coming": message.get("coming"), "cut": message.get("cut"), "request": None}
        case "cut":
            after = {"cut": message["cut"]}
        case "take_back":
            after = {"request": message if message["outcome"] is None else None}
        case "move":
            after = {key: message[key] for key in ("seals", "coming", "opened") if key in message}
            after |= {"seq": message["seq"], "view": {**(before.view or {}), **message["changed"]}}
    return before._replace(**after)


def begins(known: ClientState) -> bool:
    """Return whether the first match is about to begin: all seats are taken, and the pack is cut."""
    full = all(one["plays"] != "nobody" for one in known.seats)
    return known.seat is not None and known.view is None and full


class NotedCut(NamedTuple):
    """What a client was shown of a deal before it was dealt, and its own number; spectators have none.

    ``hashes`` are those after which it showed its number.
    """

    seal: str
    number: str | None = None
    hashes: tuple[str, ...] = ()


class CheckedDeal(NamedTuple):
    """A finished deal: what speaks against it, as a code, and who cut; ``own`` if this client did."""

    match: int
    deal: int
    doubt: str | None
    own: bool = False
    cuts: tuple[str, ...] = ()


class ClientCuts(NamedTuple):
    """What a client noted of deals, and what it found, by match and deal."""

    noted: Mapping[tuple[int, int], NotedCut] = {}
    checked: Mapping[tuple[int, int], CheckedDeal] = {}

    @property
    def doubts(self) -> dict[tuple[int, int], str]:
        """What speaks against deals, as sentences in English. Each proves that the server is not honest."""
        sentences = tree("table", ENGLISH)["page"]["seals"]["doubts"]
        return {at: sentences[one.doubt] for at, one in self.checked.items() if one.doubt}


def with_fairness(
    known: ClientCuts, table: ClientState, message: Mapping[str, Any]
) -> tuple[ClientCuts, dict[str, Any] | None]:
    """What a client knows after a message, which ``table`` knows already; and how it answers, if it cuts."""
    if message["type"] in ("state", "move"):
        known = _with_opened(known, table, message.get("opened") or {})
    if message["type"] not in ("state", "cut") or message.get("cut") is None:
        return known, None
    return _with_cut(known, table.seat, message["cut"])


def _with_cut(
    known: ClientCuts, seat: int | None, cut: Mapping[str, Any]
) -> tuple[ClientCuts, dict[str, Any] | None]:
    """What a client knows after it was shown how far a pack is cut, and its answer."""
    if not validator("cut").is_valid(cut):
        raise ValueError
    at = cut["match"], cut["deal"]
    noted = known.noted.get(at) or NotedCut(cut["seal"], None if seat is None else cuts.new_number())
    kept = {one: was for one, was in known.noted.items() if one[0] >= at[0] - OLDER_MATCHES}
    known = known._replace(noted={**kept, at: noted})
    hashes = tuple(cut["hashes"] or ())
    if noted.seal != cut["seal"]:
        return _with_doubt(known, *at, "seal"), None
    if noted.hashes and noted.hashes != hashes:
        return _with_doubt(known, *at, "hashes"), None
    if seat is None or noted.number is None or cut["cuts"]:
        return known, None
    own = cuts.hashed_number(at[1], seat, noted.number)
    if not hashes:
        return known, {"match": at[0], "deal": at[1], "hash": own}
    if hashes[seat : seat + 1] != (own,):  # it came too late
        return known, None
    known = known._replace(noted={**known.noted, at: noted._replace(hashes=hashes)})
    return known, {"match": at[0], "deal": at[1], "number": noted.number}


def _with_doubt(known: ClientCuts, match: int, deal: int, doubt: str) -> ClientCuts:
    """What a client knows after something spoke against a deal."""
    return known._replace(checked={**known.checked, (match, deal): CheckedDeal(match, deal, doubt)})


def _with_opened(known: ClientCuts, table: ClientState, opened: Mapping[str, Any]) -> ClientCuts:
    """What a client knows after seals of finished deals were opened."""
    if not validator("opened").is_valid(opened):
        raise ValueError
    for name, one in opened.items():
        at = table.match, int(name)
        noted = known.noted.get(at)
        if noted is not None and at not in known.checked:
            known = known._replace(checked={**known.checked, at: _checked(noted, table.seat, at, one)})
    return known


def _checked(
    noted: NotedCut, seat: int | None, at: tuple[int, int], opened: Mapping[str, Any]
) -> CheckedDeal:
    given = tuple(opened.get("cuts", ()))
    own = noted.number is not None and seat is not None and given[seat : seat + 1] == (noted.number,)
    return CheckedDeal(*at, _doubt(noted, at[1], opened), own, given)


def _doubt(noted: NotedCut, deal: int, opened: Mapping[str, Any]) -> str | None:
    """What speaks against a finished deal."""
    hashes, given = tuple(opened.get("hashes", ())), tuple(opened.get("cuts", ()))
    if not given or len(hashes) != len(given):
        return "uncut"
    if cuts.seal(deal, opened["nonce"]) != noted.seal:
        return "seal"
    if noted.hashes and hashes != noted.hashes:
        return "hashes"
    if cuts.wrong_cut(deal, hashes, given) is not None:
        return "cuts"
    return None if _in_order(deal, opened["nonce"], given, opened["orders"]) else "order"


def _in_order(deal: int, nonce: str, given: Sequence[str], orders: Sequence[str]) -> bool:
    """Return whether orders of the pack are those that all numbers make."""
    key = cuts.order_key(deal, nonce, given)
    return all(
        cuts.pack_order(order.split(), key, number) == tuple(order.split())
        for number, order in enumerate(orders)
    )
