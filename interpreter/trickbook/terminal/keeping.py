"""Keeping a game that somebody plays: in a file after every move, or when they leave."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.game import Game

ENDING = ".record"


class Keeper:
    """Where the matches of one sitting are kept: each in a file of its own, the first in the one named.

    Without a name a match is kept only when it is left before its end.
    """

    def __init__(self, path: Path | None, write: Callable[[Path, str], None]) -> None:
        """Keep nothing yet."""
        self.path, self.write = path, write
        self.game: Game | None = None
        self.begun: Game | None = None
        self.touched = False
        self.error: TrickbookError | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.game is not None and not self.game.actors

    def begin(self, game: Game) -> None:
        """Another match begins: a file that holds the one before stays as it is."""
        if self.path and self.begun:
            self.path = another(self.path)
        self.game = self.begun = game
        self.touched = False

    def keep(self, game: Game, *, own: bool) -> None:
        """Keep a game after a move, if a file was named; what is in the way of it is told at the end."""
        self.game, self.touched = game, self.touched or own
        if self.path:
            self._write(self.path)

    def leave(self) -> Path | None:
        """Keep the game for good; give the file that it is in, or None if there was nothing to keep."""
        if self.game is None or (self.path is None and not (self.touched and not self.over)):
            return None
        self.path = self.path or fresh(Path(f"{Path(self.game.origin.name).stem}-{self.game.seed}{ENDING}"))
        self.error = None
        self._write(self.path)
        if self.error:
            raise self.error
        return self.path

    def _write(self, path: Path) -> None:
        assert self.game  # noqa: S101 - seen by the callers
        try:
            self.write(path, self.game.record())
        except TrickbookError as error:
            self.error = error


def fresh(path: Path) -> Path:
    """A name near this one that no file has."""
    return path if not path.exists() else another(path)


def another(path: Path) -> Path:
    """A name like this one with a number behind it, that no file has."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())
