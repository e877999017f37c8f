"""Requests for a WebSocket that HTTP allows and WebSocket does not: each connection ends."""

from __future__ import annotations

import pytest
from tests.server.attackers import answered, connected, heard

HANDSHAKE = (
    b"Host: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
LONG_PATH = b"/ws/" + b"a" * 9_000
MANY = b"".join(b"X%d: x\r\n" % number for number in range(200))


@pytest.mark.parametrize(
    ("path", "more", "status"),
    [
        pytest.param(LONG_PATH, b"", b"414", id="a long path"),
        pytest.param(b"/ws/none", MANY, b"431", id="many headers"),
        pytest.param(b"/ws/none", b"X: " + b"x" * 9_000 + b"\r\n", b"431", id="a long header"),
        pytest.param(b"/ws/none", b"Content-Length: 5\r\n", b"", id="a body"),
        pytest.param(b"/ws/none", b"X: \x7f\r\n", b"", id="a control character"),
    ],
)
def test_a_handshake_that_is_none_ends_its_connection(
    url: str, path: bytes, more: bytes, status: bytes
) -> None:
    line = connected(url, b"GET " + path + b" HTTP/1.1\r\n" + HANDSHAKE + more + b"\r\n")
    assert heard(line)[9:12] == status
    assert answered(url) == 200
