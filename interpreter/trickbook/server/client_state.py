"""The client's state of a table, updated by each message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


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
