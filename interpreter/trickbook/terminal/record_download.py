"""Download of the record of a finished match from a server."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from trickbook.problems import TrickbookError
from trickbook.server.client import request
from trickbook.terminal.match_recorder import RECORD_SUFFIX, numbered_path
from trickbook.terminal.message_checks import UNKNOWN_PROTOCOL

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.client import Ticket

SENT_RULESET: Final = re.compile(r"^ruleset ([0-9A-Za-z_-]{1,60}\.ya?ml)$", re.MULTILINE)
"""How a record says that its ruleset is a file, which lies beside it."""

UNSAFE_CHARACTERS: Final = re.compile(r"[^0-9A-Za-z_-]+")
"""What does not get into the name of a file."""


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
