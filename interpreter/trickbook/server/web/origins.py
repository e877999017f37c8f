"""Origins: which web pages may use the server. Other programs send no origin."""

from __future__ import annotations

import re
from ipaddress import ip_address
from socket import gethostname
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from trickbook.problems import TrickbookError, shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Collection

HOST_NAME: Final = gethostname().lower()
"""The name of this machine in its network."""

LOCAL_NAMES: Final = frozenset({"localhost", HOST_NAME, f"{HOST_NAME.partition('.')[0]}.local"})
"""The names that only this machine can have."""


HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE | re.ASCII)
"""A host as a request tells it: a name or an address, and a port."""

DEFAULT_PORTS: Final = {"http": 80, "https": 443}
"""The default ports, which browsers omit."""


def allowed(origin: str | None, host: str | None, listed: Collection[str]) -> bool:
    """Return whether a page of an origin may use the server: it is served from here, or listed.

    A host name must be listed too, since a stranger's name could point here.
    """
    if not host_allowed(host, listed):
        return False
    if origin is None or origin in listed:
        return True
    parts = _split(origin)
    return parts is not None and parts[0] in ("http", "https") and parts[1] == (host or "").lower()


def host_allowed(host: str | None, listed: Collection[str]) -> bool:
    """Return whether a host is an address, this machine, or the host of a listed origin."""
    found = HOST.fullmatch(host or "")
    if found is None:
        return False
    name = found[1].strip("[]").lower()
    return name in LOCAL_NAMES or _address(name) or any(name == urlsplit(one).hostname for one in listed)


def parsed_origin(given: str) -> str:
    """An origin as browsers send it; TrickbookError suggests the nearest."""
    near = _nearest(given)
    if near == given:
        return given
    hint = Message("it is such as https://cards.example.org")
    if near:
        hint = Message("did you mean {word}?", word=near)
    raise TrickbookError(Message("{text} is no address of a page; {hint}", text=shown(given), hint=hint))


def _nearest(given: str) -> str | None:
    """The origin that was probably meant: scheme, host, and the port unless it is the default."""
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
