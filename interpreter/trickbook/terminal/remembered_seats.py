"""The seats to which a player can return: a file that one process at a time replaces as a whole."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.folder_lock import lock_folder
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAX_REMEMBERED_SEATS: Final = 200
"""The file holds this many seats, the latest ones."""

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for other processes that change the file."""

LOCK_INTERVAL: Final = 0.01
"""Seconds between two attempts to lock the file."""


def remembered_seat(server: str, table: str, who: str | None = None) -> Mapping[str, Any] | None:
    """The seat of a player at a table, and the token that proves it; without a name the latest seat there."""
    for at, found in reversed(_seats().items()):
        there = at.split(" ", 2)[:2] == [server, table] if who is None else at == f"{server} {table} {who}"
        if there and isinstance(found, dict) and {"seat", "token"} <= found.keys():
            return found
    return None


def remember_seat(server: str, table: str, who: str | None, seat: int | None, token: str | None) -> None:
    """Remember a seat under the given name, or under the name that it had.

    If the file cannot be written, the player cannot return, but plays on.
    """
    if token is None:
        return
    with suppress(OSError, TrickbookError), _locked():
        known = _seats()
        before = [at for at, one in known.items() if _proven(one, token)]
        at = f"{server} {table} {who or ''}" if who is not None or not before else before[-1]
        others = {one: known[one] for one in known if one not in before and one != at}
        _write(dict([*others.items(), (at, {"seat": seat, "token": token})][-MAX_REMEMBERED_SEATS:]))


def forget_seat(token: str) -> None:
    """Forget a seat that another player has now."""
    with suppress(OSError, TrickbookError), _locked():
        known = _seats()
        kept = {at: one for at, one in known.items() if not _proven(one, token)}
        if kept != known:
            _write(kept)


def _file() -> Path:
    """Return where seats are remembered."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "trickbook" / "seats.json"


def _seats() -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads(_file().read_text("utf-8"))
        if isinstance(found, dict):
            return found
    return {}


@contextmanager
def _locked() -> Iterator[None]:
    """Keep other processes from changing the file; TrickbookError if one of them keeps it for long."""
    folder, until = _file().parent, monotonic() + LOCK_TIMEOUT
    folder.mkdir(parents=True, exist_ok=True)
    while (lock := _lock(folder, until)) is None:
        sleep(LOCK_INTERVAL)
    try:
        yield
    finally:
        os.close(lock)


def _lock(folder: Path, until: float) -> int | None:
    """Lock the folder, or return None while another process has it."""
    try:
        return lock_folder(folder)
    except TrickbookError:
        if monotonic() >= until:
            raise
        return None


def _write(seats: Mapping[str, Any]) -> None:
    """Replace the file; only its owner can read it."""
    path = _file()
    number, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as stream:
            stream.write(json.dumps(seats))
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise


def _proven(seat: Any, token: str) -> bool:
    return isinstance(seat, dict) and seat.get("token") == token
