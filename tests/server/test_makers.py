"""How many tables an address may have, and what is kept of addresses."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from urllib.request import Request, urlopen

from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import status

from trickbook.server.store.lifetimes import DAY, KEY_FILE, Lifetimes, maker
from trickbook.server.store.store import open_store


def made(url: str, address: str) -> int:
    """The status when an address makes a table."""
    body = json.dumps({"game": "hearts", "name": "Ann"}).encode()
    return status(url, "/api/tables", body, **{"X-Forwarded-For": address})


def test_an_address_has_a_number_of_tables(tmp_path: Path) -> None:
    """What one address takes leaves the others room; an IPv6 household is one address."""
    limits = FREELY.limits._replace(tables_of_one=2)
    with serving(tmp_path, FREELY._replace(limits=limits, proxied=True)) as url:
        assert [made(url, "192.0.2.1") for _ in range(4)] == [201, 201, 429, 429]
        assert [made(url, "192.0.2.2") for _ in range(2)] == [201, 201]
        assert [made(url, f"2001:db8::{number}") for number in range(1, 4)] == [201, 201, 429]
        assert made(url, "2001:db8:0:1::1") == 201
        asked = Request(f"{url}/api/tables", headers={"X-Forwarded-For": "192.0.2.1"})  # noqa: S310 - it is ours
        with urlopen(asked, timeout=LONG) as answer:  # noqa: S310 - it is ours
            assert answer.status == 200


def test_a_copy_of_the_store_tells_no_address(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as kept:
        hashed = maker(kept.key, "192.0.2.1")
        assert hashed == maker(kept.key, "::ffff:192.0.2.1")
    with closing(open_store(tmp_path)) as kept:
        assert hashed == maker(kept.key, "192.0.2.1")
    (tmp_path / KEY_FILE).unlink()
    with closing(open_store(tmp_path)) as kept:
        assert hashed != maker(kept.key, "192.0.2.1")
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o077 == 0
    assert min(Lifetimes()) == DAY
