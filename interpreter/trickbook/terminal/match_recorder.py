"""The files in which matches are saved, after every move or on leaving."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.game import Game

RECORD_SUFFIX = ".record"


class MatchRecorder:
    """The files of a session's matches: each in a file of its own, the first in the one named.

    Without a name a match is kept once it is over, or when it is left.
    """

    def __init__(self, path: Path | None, write: Callable[[Path, str], None]) -> None:
        """Keep nothing yet."""
        self.path, self.write, self.named = path, write, path is not None
        self.game: Game | None = None
        self.touched = False
        self.before: list[Path] = []
        self.error: TrickbookError | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.game is not None and not self.game.actors

    @property
    def finished(self) -> Path | None:
        """The file of the match that was over last."""
        here = self.path if self.over and not self.error else None
        return here or next(iter(reversed(self.before)), None)

    def begin(self, game: Game) -> None:
        """Another match begins: a file that holds the one before stays as it is."""
        if self.over and self.path:
            if self.error:
                self._write(self.path)
            self.before += [] if self.error else [self.path]
            self.path = numbered_path(self.path) if self.named else None
        self.game, self.touched = game, False

    def keep(self, game: Game, *, own: bool) -> None:
        """Keep a game after a move, if a file was named or it is over; what is in the way is told later."""
        self.game, self.touched = game, self.touched or own
        if self.path or self.over:
            self._write(self._place(game))

    def leave(self) -> Path | None:
        """Keep the game for good; give the file that it is in, or None if there was nothing to keep."""
        if self.game is None or (self.path is None and not self.touched):
            return None
        path = self._place(self.game)
        self._write(path)
        if self.error:
            raise self.error
        return path

    def _place(self, game: Game) -> Path:
        """The file of a game, if it has one, or a name for one."""
        self.path = self.path or unused_path(
            Path(f"{Path(game.origin.name).stem}-{game.seed}{RECORD_SUFFIX}")
        )
        return self.path

    def _write(self, path: Path) -> None:
        assert self.game  # noqa: S101 - seen by the callers
        self.error = None
        try:
            self.write(path, self.game.record())
        except TrickbookError as error:
            self.error = error


def unused_path(path: Path) -> Path:
    """A name near this one that no file has."""
    return path if not path.exists() else numbered_path(path)


def numbered_path(path: Path) -> Path:
    """A name like this one with a number behind it, that no file has."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())
