"""Seats at the tables of servers: invitation links, and the seats remembered on this machine."""

from __future__ import annotations

import json
import os
import re
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from trickbook.loading.folder_lock import lock_folder
from trickbook.problems import TrickbookError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

TABLE_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""What a table may be called."""

MAX_REMEMBERED_SEATS: Final = 200
"""The file holds this many seats, the latest ones."""

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for other processes that change the file."""

LOCK_INTERVAL: Final = 0.01
"""Seconds between two attempts to lock the file."""


class Invitation(NamedTuple):
    """The server, and the table there, with the secret that lets one in where the table is not for all.

    ``token`` proves that a seat there is one's own, taken at another device.
    """

    server: str
    table: str | None
    secret: str | None
    token: str | None = None


def parsed_invitation(url: str) -> Invitation:
    """Read an address, such as ``http://host:23366/#table=h3kq9wz2``; the table may be missing."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        there = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        said = parse_qs(parts.fragment)
    except ValueError:
        there = False
    if not there or not parts.netloc.isprintable():
        raise TrickbookError(
            f"{shown(url)} is no address of a table, such as http://127.0.0.1:23366/#table=…"
        )
    table, secret, token = (said.get(key, [None])[0] for key in ("table", "invitation", "token"))
    if table is not None and not TABLE_NAME.fullmatch(table):
        raise TrickbookError(f"{shown(table)} is no name of a table, such as h3kq9wz2")
    return Invitation(f"{parts.scheme}://{parts.netloc}", table, secret, token)


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
