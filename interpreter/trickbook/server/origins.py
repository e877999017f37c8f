"""Origins: from which web pages the server is spoken to. Any other program comes without an origin."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Collection

LOCAL: Final = frozenset({"localhost"})
"""Names of this machine that nobody else can point here."""


def allowed(origin: str | None, host: str | None, listed: Collection[str]) -> bool:
    """Whether a page of an origin may speak to the server: it was served from here, or is listed.

    A host that is a name must be listed too, for a stranger's name could be made to point here.
    """
    if not known(host, listed):
        return False
    if origin is None or origin in listed:
        return True
    parts = _split(origin)
    return parts is not None and parts[0] in ("http", "https") and parts[1] == (host or "").lower()


def known(host: str | None, listed: Collection[str]) -> bool:
    """Whether a host is an address, this machine, or that of a listed origin."""
    found = _split(f"http://{host or ''}")
    if found is None:
        return False
    name = urlsplit(f"http://{host}").hostname or ""
    return name in LOCAL or _address(name) or any(name == urlsplit(one).hostname for one in listed)


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
