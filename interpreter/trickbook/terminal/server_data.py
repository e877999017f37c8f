"""What a remote server sends: checked by the definitions of the protocol before it is drawn, and downloads.

The server may be another version, or hostile: other data is refused, and no text can do more to a terminal
than be read.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from trickbook.problems import TrickbookError, visible
from trickbook.server.client import request
from trickbook.server.protocol import validator
from trickbook.terminal.match_recorder import RECORD_SUFFIX, numbered_path
from trickbook.terminal.table_interface import TakeBackRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.client import Ticket

UNKNOWN_PROTOCOL: Final = "the server does not speak this protocol, or another version of it"

SENT_RULESET: Final = re.compile(r"^ruleset ([0-9A-Za-z_-]{1,60}\.ya?ml)$", re.MULTILINE)
"""How a record says that its ruleset is a file, which lies beside it."""

UNSAFE_CHARACTERS: Final = re.compile(r"[^0-9A-Za-z_-]+")
"""What does not get into the name of a file."""


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


def checked_events(data: Any, players: int) -> list[dict[str, Any]]:
    """The events at a table with so many seats."""
    found: list[dict[str, Any]] = _checked("events", data, players)
    return found


def checked_request(data: Any, players: int) -> TakeBackRequest:
    """A request to take back."""
    found: dict[str, Any] = _checked("server_take_back", data, players)
    return TakeBackRequest(found["seat"], found["waits"])


def checked_reason(data: Any) -> Mapping[str, Any] | None:
    """The clause behind a refusal; None if there is none that can be shown."""
    return {"name": data["name"], "says": data["says"]} if validator("reason").is_valid(data) else None


async def download_record(ticket: Ticket, called: str, match: int) -> Path:
    """Write the record of a match into a file that was not there; TrickbookError if it cannot be had.

    A ruleset that was sent to the server lies beside it, under the name that the record says, in a folder
    of their own.
    """
    record = await _text(ticket, f"record?match={match}")
    sent = SENT_RULESET.search(record.partition("\n\n")[0])
    beside = (sent[1], await _text(ticket, "ruleset")) if sent else None
    parts = (Path(called).stem, ticket.table, str(match))
    name = "-".join(UNSAFE_CHARACTERS.sub("", part)[:60] or "match" for part in parts)
    try:
        return _put(name, record, beside)
    except OSError as error:
        raise TrickbookError(f"{name} cannot be written: {error.strerror}") from None


def _put(name: str, record: str, beside: tuple[str, str] | None) -> Path:
    """Write a record, and a ruleset beside it."""
    if beside is None:
        return _unlike(Path(name + RECORD_SUFFIX), lambda path: _write(path, record))
    folder = _unlike(Path(name), Path.mkdir)
    file, text = beside
    _write(folder / file, text)
    _write(folder / f"match{RECORD_SUFFIX}", record)
    return folder / f"match{RECORD_SUFFIX}"


async def _text(ticket: Ticket, what: str) -> str:
    """Return what the server tells of a table."""
    path = f"/api/tables/{quote(ticket.table, safe='')}/{what}"
    told = await request(ticket.url, path, key=ticket.token or ticket.invitation)
    if not isinstance(told, str):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return told


def _unlike(path: Path, make: Callable[[Path], object]) -> Path:
    """Make a file or folder of this name, or of one like it that nothing has."""
    while True:
        try:
            make(path)
        except FileExistsError:
            path = numbered_path(path)
        else:
            return path


def _write(path: Path, text: str) -> None:
    """Write a file that is not there; half of one does not stay."""
    with path.open("xb") as file:
        try:
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise
