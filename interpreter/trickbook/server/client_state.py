"""The client's state of a table, updated by each message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class ClientState(NamedTuple):
    """A client's knowledge about its table."""

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


def with_message(before: ClientState, message: Mapping[str, Any]) -> ClientState:
    """The state after a message."""
    match message["type"]:
        case "welcome":
            return before._replace(about=message["about"], seat=message["seat"])
        case "seats":
            return before._replace(seats=tuple(message["seats"]), watching=message["watching"])
        case "state":
            return before._replace(
                **{key: message[key] for key in ("seq", "match", "view", "seals", "opened")},
                coming=message.get("coming"),
                cut=message.get("cut"),
            )
        case "cut":
            return before._replace(cut=message["cut"])
        case "move":
            beside = {key: message[key] for key in ("seals", "coming", "opened") if key in message}
            view = {**(before.view or {}), **message["changed"]}
            return before._replace(seq=message["seq"], view=view, **beside)
        case _:
            return before


def begins(known: ClientState) -> bool:
    """Return whether the first match is about to begin: all seats are taken, and the pack is cut."""
    full = all(one["plays"] != "nobody" for one in known.seats)
    return known.seat is not None and known.view is None and full
