"""Errors of our own as the log tells them: what was raised and where, without values, which may be cards."""

from __future__ import annotations

import traceback
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.texts.message import Message

if TYPE_CHECKING:
    import logging

FAILED_MESSAGE: Final = Message("this cannot be done")
"""What those who asked are told."""

PLACES: Final = 3
"""How many places of an error are told, the innermost first."""

MOST_KINDS: Final = 100
"""The most kinds of failures that one log tells: the places in the code are few."""


def failure_text(error: BaseException) -> str:
    """The class of an error, and the innermost places in the code that it was raised through."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES:]
    places = (f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} ({', '.join(places)})" if frames else type(error).__name__


class FailureLog(NamedTuple):
    """Tells each kind of failure once."""

    log: logging.Logger
    known: set[str]

    def add(self, what: str, failure: str) -> None:
        """Tell that something failed, unless that was told."""
        line = f"{what}: {failure}"
        if line not in self.known and len(self.known) < MOST_KINDS:
            self.known.add(line)
            self.log.error("%s", line)
