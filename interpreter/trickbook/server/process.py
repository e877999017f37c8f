"""The process of a server: its descriptors, its garbage, its failures in the log, and what it reads first.

Tables have no reference cycles and are freed at once. Reading rulesets leaves some cycles, and closed
connections leave a few without uvloop. So garbage is collected while nobody is connected, or when there may
be much of it.

Errors are logged by what was raised and where, without values, which may be cards.
"""

from __future__ import annotations

import gc
import traceback
from contextlib import suppress
from pathlib import PurePath
from secrets import token_hex
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.loading.files import shipped, shipped_games
from trickbook.problems import MissingError
from trickbook.ruleset import load
from trickbook.seat.setup_form import setup_form
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
    places = (f"{_file(frame.filename)}:{frame.lineno}" for frame in reversed(frames))
    return f"{type(error).__name__} ({', '.join(places)})" if frames else type(error).__name__


def _file(name: str) -> str:
    """The name of a file of code; that of a package bears the name of its folder."""
    path = PurePath(name)
    return f"{path.parent.name}/{path.name}" if path.stem == "__init__" else path.name


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


def warm_up() -> None:
    """Load the machine code of the first game, or compile it: what all games need is loaded with it."""
    try:
        from trickbook.lab.chunks import choose_engine  # noqa: PLC0415 - it is optional
        from trickbook.lab.study import new_study  # noqa: PLC0415 - likewise
    except MissingError:
        return
    choose_engine(new_study(load(next(iter(shipped_games()))), ["random"], 0))


def usual_reading() -> None:
    """Read a ruleset that nobody has sent before, as clients send them: the longest game under a new name."""
    game = max(shipped_games(), key=lambda name: shipped()[name].stat().st_size)
    setup_form(text=f"trickbook: 1\nname: {token_hex(8)}\nextends: {game}\n")


try:
    import resource
except ImportError:  # there is no such limit on Windows
    resource = None  # type: ignore[assignment]

WANTED: Final = (65_536, 10_240, 4_096)
"""The limits of descriptors that a server asks for, until it may have one."""

RESERVE: Final = 64
"""The descriptors for the store, the helper processes and the logs."""

MAX_BACKLOG: Final = 2048
"""The most connections that wait to be accepted."""

BUSY_THRESHOLD: Final = 2_000_000
IDLE_THRESHOLD: Final = 10_000
"""New objects that trigger a collection, while somebody is connected and while nobody is."""


def raise_descriptor_limit() -> None:
    """Raise the limit of descriptors as far as it may."""
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in WANTED:
        most = min(wanted, _bounded(hard))
        if descriptor_limit() < most:
            with suppress(ValueError, OSError):  # the system may have a lower limit of its own
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def descriptor_limit() -> int:
    """The most descriptors that this process may have."""
    if resource is None:
        return WANTED[0]
    return _bounded(resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def _bounded(found: int) -> int:
    """A limit of the system, at most the one that is wanted; infinity is a number of its own there."""
    return WANTED[0] if found == resource.RLIM_INFINITY else min(found, WANTED[0])


def backlog() -> int:
    """The connections that may wait to be accepted: all of them may be accepted at one time."""
    return min(MAX_BACKLOG, descriptor_limit() // 8)


def max_connections() -> int:
    """The most connections that the limit of descriptors has room for."""
    return max(1, descriptor_limit() - RESERVE - backlog())


def disable_collection() -> None:
    """Turn off automatic collection, so that only ``collect`` collects."""
    gc.disable()


def collect(*, alone: bool) -> None:
    """Collect garbage if there are enough new objects; with a thousand tables this takes a second."""
    new, _, _ = gc.get_count()
    if new >= (IDLE_THRESHOLD if alone else BUSY_THRESHOLD):
        gc.collect()
