"""Invitation links."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from trickbook.problems import TrickbookError, shown

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
