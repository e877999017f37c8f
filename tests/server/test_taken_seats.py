"""One address cannot take all free seats of others."""

from __future__ import annotations

from pathlib import Path

from tests.server.attackers import ELSEWHERE, HOME, answered, strictly
from tests.server.local_server import serving
from tests.server.raw_client import ticket

from trickbook.server.limits import Rate


def test_an_address_takes_only_so_many_seats(tmp_path: Path) -> None:
    with serving(tmp_path, strictly(sitting=Rate(1e-6, 2))) as url:
        path = f"/api/tables/{ticket(url, seats=['me']).table}/seats"
        taken = [answered(url, path, {"name": name}, source=HOME) for name in ("Eve", "Mallory", "Trudy")]
        assert taken == [201, 201, 429]
        assert answered(url, path, {"name": "Ben"}, source=ELSEWHERE) == 201
