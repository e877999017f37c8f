"""Origins: from which web pages the server is spoken to. Any other program comes without an origin."""

from __future__ import annotations

import re
from ipaddress import ip_address
from socket import gethostname
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from trickbook.problems import TrickbookError, shown

if TYPE_CHECKING:
    from collections.abc import Collection

HOST_NAME: Final = gethostname().lower()
"""What this machine is called in its network."""

LOCAL_NAMES: Final = frozenset({"localhost", HOST_NAME, f"{HOST_NAME.partition('.')[0]}.local"})
"""Names of this machine that nobody else can point here."""


DEFAULT_PORTS: Final = {"http": 80, "https": 443}
"""The ports that a browser leaves out."""


def allowed(origin: str | None, host: str | None, listed: Collection[str]) -> bool:
    """Whether a page of an origin may speak to the server: it was served from here, or is listed.

    A host that is a name must be listed too, for a stranger's name could be made to point here.
    """
    if not host_allowed(host, listed):
        return False
    if origin is None or origin in listed:
        return True
    parts = _split(origin)
    return parts is not None and parts[0] in ("http", "https") and parts[1] == (host or "").lower()


def host_allowed(host: str | None, listed: Collection[str]) -> bool:
    """Whether a host is an address, this machine, or that of a listed origin."""
    found = _split(f"http://{host or ''}")
    if found is None:
        return False
    name = urlsplit(f"http://{host}").hostname or ""
    return name in LOCAL_NAMES or _address(name) or any(name == urlsplit(one).hostname for one in listed)


def parsed_origin(given: str) -> str:
    """An origin as a browser tells it; TrickbookError with the nearest one if it is none."""
    near = _nearest(given)
    if near == given:
        return given
    hint = f"did you mean {near}?" if near else "it is such as https://cards.example.org"
    raise TrickbookError(f"{shown(given)} is no address of a page; {hint}")


def _nearest(given: str) -> str | None:
    """The origin that is meant: a scheme, a host, and the port if it is another than usual."""
    try:
        scheme, _, rest = given.strip().lower().rpartition("://")
        parts = urlsplit(f"//{rest}")
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:
        return None
    if not host or not re.fullmatch(r"[a-z0-9.:_-]+", host):
        return None
    scheme = scheme if scheme in DEFAULT_PORTS else "https"
    where = f"[{host}]" if ":" in host else host
    return f"{scheme}://{where}" + (f":{port}" if port not in (None, DEFAULT_PORTS[scheme]) else "")


def _split(url: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return (parts.scheme, parts.netloc.lower()) if parts.netloc and "@" not in parts.netloc else None


def _address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
