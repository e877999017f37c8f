"""The frames in what a WebSocket receives, found by their headers alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LENGTH_BYTES: Final = {126: 2, 127: 8}
"""The bytes of a length, by the number that stands for it."""

MASK_BYTES: Final = 4
"""The bytes of a mask, which comes after the length."""


class FrameHeaders:
    """A place in a stream of frames: a header that has begun, or the bytes until the next one."""

    __slots__ = ("ahead", "begun")

    def __init__(self) -> None:
        """Begin before the first frame."""
        self.begun, self.ahead = b"", 0

    def sizes(self, received: bytes) -> Iterator[int]:
        """Yield the size of each frame whose length is known by what is received, and was not before."""
        data, at = self.begun + received, self.ahead
        while at < len(data) and (size := _size(data, at)) is not None:
            at += size
            yield size
        self.begun, self.ahead = data[at:], max(0, at - len(data))


def _size(data: bytes, at: int) -> int | None:
    """The size of the frame that begins at a place, or None if its length has not arrived."""
    if at + 2 > len(data):
        return None
    length, masked = data[at + 1] & 0x7F, data[at + 1] & 0x80
    start = at + 2 + LENGTH_BYTES.get(length, 0)
    if start > len(data):
        return None
    if length in LENGTH_BYTES:
        length = int.from_bytes(data[at + 2 : start])
    return start - at + (MASK_BYTES if masked else 0) + length
