"""The interface of a table to sit at, in this process or at a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
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
