"""Checks of what a remote server sends, by the definitions of the protocol, before it is drawn.

The server may be another version, or hostile: other data is refused, and no text can do more to a terminal
than be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, visible
from trickbook.server.protocol import validator
from trickbook.terminal.table_interface import TakeBackRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN_PROTOCOL: Final = "the server does not speak this protocol, or another version of it"


def cleaned(data: Any) -> Any:
    """The same data with every character visible."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, list):
        return [cleaned(one) for one in data]
    if isinstance(data, dict):
        return {visible(str(key)): cleaned(one) for key, one in data.items()}
    return data


def _checked(name: str, data: Any, players: int | None = None) -> Any:
    """Data that fits a definition of the protocol; TrickbookError if it does not."""
    if not validator(name, players).is_valid(data):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return data


def checked_about(data: Any) -> dict[str, Any]:
    """The description of a table; every card has a suit that is listed, or none."""
    found: dict[str, Any] = _checked("about", data)
    letters = {suit["letter"] for suit in found["suits"]}
    if any(card["suit"] not in (*letters, None) for card in found["cards"].values()):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return found


def checked_view(data: Any, players: int) -> dict[str, Any]:
    """A view at a table with so many seats."""
    found: dict[str, Any] = _checked("view", data, players)
    return found


def checked_seats(data: Any, players: int) -> list[dict[str, Any]]:
    """Return who sits on the seats of a table."""
    found: list[dict[str, Any]] = _checked("sitters", [*data], players)
    return found


def checked_seat(data: Any, players: int) -> int | None:
    """A seat, or None."""
    found: int | None = _checked("maybe_seat", data, players)
    return found


def checked_move(seat: Any, step: Any, said: Any) -> tuple[int | None, str | None, str | None]:
    """Return who moved, at which step, and what others learn of it."""
    return _checked("maybe_seat", seat), _checked("maybe_text", step), _checked("maybe_text", said)


def checked_request(data: Any, players: int) -> TakeBackRequest:
    """A request to take back."""
    found: dict[str, Any] = _checked("server_take_back", data, players)
    return TakeBackRequest(found["seat"], found["waits"])


def checked_reason(data: Any) -> Mapping[str, Any] | None:
    """The clause behind a refusal; None if there is none that can be shown."""
    return {"name": data["name"], "says": data["says"]} if validator("reason").is_valid(data) else None
