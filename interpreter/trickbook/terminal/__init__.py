"""The terminal: a table to sit down at, as a screen or line by line. The screen needs Textual.

The interface of a table is the same in this process and at a server. Slow work is done in threads that end
with the process, and signals end it.
"""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import Future, InvalidStateError
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Self


class TakeBackRequest(NamedTuple):
    """A seat asks to take back its last move; these others still have to agree."""

    seat: int
    waits: Sequence[int]


class TableUpdate(NamedTuple):
    """An update from a table: the current view, who sits there, who moved, if anybody did, and what happened.

    ``match`` counts the matches.
    ``rests`` unless others here are about to move before oneself. ``note`` is shown beside it.
    ``request`` is a request to take back that still waits.
    """

    view: Mapping[str, Any]
    seats: Sequence[Mapping[str, Any]]
    seat: int | None = None
    events: Sequence[Mapping[str, Any]] = ()
    match: int = 1
    rests: bool = True
    note: str = ""
    request: TakeBackRequest | None = None


class Refusal(NamedTuple):
    """Why a move was not made: in a sentence, and the clause that forbids it, if one does."""

    message: str
    reason: Mapping[str, Any] | None = None


class Advice(NamedTuple):
    """A move that a player who knows no more would make, and why."""

    move: str
    says: str | None = None


class TableInterface(Protocol):
    """A table, and the seat that one has there; without a seat one looks on. It is sat at as a context.

    ``note`` is shown at the beginning.
    """

    seat: int | None
    note: str
    about: Mapping[str, Any]

    async def __aenter__(self) -> Self:
        """Sit down."""

    async def __aexit__(self, *_error: object) -> None:
        """Get up."""

    async def next(self) -> TableUpdate:
        """Return the next update; the first is the current state. TrickbookError if there can be no more."""

    async def play(self, move: str) -> Refusal | None:
        """Make a move, or hear why not."""

    async def hint(self) -> Advice | None:
        """Return what a bot would do in one's place."""

    async def sheet(self, deal: int) -> Mapping[int, Sequence[str]]:
        """Return where the points of each seat in a finished deal come from, in sentences."""

    async def rulebook(self) -> str:
        """The rules of what is played, as plain text of 80 columns."""

    async def record(self) -> Path | None:
        """The file with the record of the match that was over last; None if none has been."""

    async def again(self) -> Refusal | None:
        """Begin another match once this one is over."""

    async def say(self, phrase: str) -> Refusal | None:
        """Say a ready phrase to the table, by its key."""

    def mute(self, seat: int) -> bool:
        """Show nothing more of what a seat says, or show it again; returns whether it is muted now."""

    async def take_back(self) -> Refusal | None:
        """Ask the others to take back one's last move."""

    async def agree(self, *, agrees: bool) -> Refusal | None:
        """Answer the request to take back."""

    async def fill(self) -> Refusal | None:
        """Let bots have the empty seats, so that one can begin."""


Given = ParamSpec("Given")
Found = TypeVar("Found")

EXIT_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))

UNSUPPORTED: Final = (NotImplementedError, RuntimeError, ValueError)
"""What is said where signals cannot be heeded: on some systems, and outside the main thread."""


async def in_thread(work: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Do some work in a thread that ends with the program, and give what comes of it."""
    doing: Future[Found] = Future()

    def run() -> None:
        try:
            doing.set_result(work(*given, **named))
        except BaseException as error:  # noqa: BLE001 - whoever asked is told
            with suppress(InvalidStateError):  # nobody asks any more
                doing.set_exception(error)

    Thread(target=run, daemon=True).start()
    return await asyncio.wrap_future(doing, loop=asyncio.get_running_loop())


@contextmanager
def on_exit_signal(leave: Callable[[], object]) -> Iterator[None]:
    """While this lasts, ``leave`` is called when the process is told to end."""
    loop = asyncio.get_running_loop()
    with suppress(*UNSUPPORTED):
        for one in EXIT_SIGNALS:
            loop.add_signal_handler(one, leave)
    try:
        yield
    finally:
        with suppress(*UNSUPPORTED):
            for one in EXIT_SIGNALS:
                loop.remove_signal_handler(one)
