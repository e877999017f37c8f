"""A server that several tests call on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.serving import serving


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("attacked")) as address:
        yield address
