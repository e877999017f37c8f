"""Invitation links, and the remembered seats to which a player can return."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from trickbook.problems import TrickbookError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_REMEMBERED_SEATS: Final = 200
"""So many seats are remembered, the latest ones."""


TABLE_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""What a table may be called."""


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


def remembered_seat(server: str, table: str, who: str | None = None) -> Mapping[str, Any] | None:
    """The seat that somebody has had at a table, and the token that proves it; of anybody the latest."""
    for at, found in reversed(_seats().items()):
        there = at.split(" ", 2)[:2] == [server, table] if who is None else at == f"{server} {table} {who}"
        if there and isinstance(found, dict) and {"seat", "token"} <= found.keys():
            return found
    return None


def remember_seat(server: str, table: str, who: str | None, seat: int | None, token: str | None) -> None:
    """Remember a seat, by the name that was given, or as it was.

    Only oneself may read it. Where it cannot be kept, one cannot come back, no more.
    """
    if token is None:
        return
    known = _seats()
    before = [at for at, one in known.items() if _proven(one, token)]
    at = f"{server} {table} {who or ''}" if who is not None or not before else before[-1]
    others = {one: known[one] for one in known if one not in before and one != at}
    kept = dict([*others.items(), (at, {"seat": seat, "token": token})][-MAX_REMEMBERED_SEATS:])
    with suppress(OSError):
        path = _file()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            stream.write(json.dumps(kept))
        beside.replace(path)


def forget_seat(token: str) -> None:
    """Forget a seat that is no longer one's own."""
    known = _seats()
    kept = {at: one for at, one in known.items() if not _proven(one, token)}
    if kept != known:
        with suppress(OSError):
            _file().write_text(json.dumps(kept), "utf-8")


def _proven(seat: Any, token: str) -> bool:
    return isinstance(seat, dict) and seat.get("token") == token
