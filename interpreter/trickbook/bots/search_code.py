"""The machine code that searching players run, game by game: compiled in a moment at first, or prepared."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from trickbook.batch.code import SOON
from trickbook.batch.playouts import Playouts
from trickbook.batch.search import Search
from trickbook.bots.costs_of_cards import costs
from trickbook.core.translation import BeyondError

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

Code = TypeVar("Code", bound=Playouts)


class SearchCode:
    """The playouts and the search of a game for so many players. Several threads may ask at once."""

    def __init__(self, rules: Ruleset, players: int) -> None:
        """Begin with nothing compiled."""
        self.rules, self.players, self._lock = rules, players, Lock()
        self._found: dict[type[Playouts], tuple[Playouts | BeyondError, int]] = {}

    def playouts(self, level: int = SOON) -> Playouts:
        """Return the playouts; BeyondError if machine code cannot play the game, or ducks cannot."""
        return self._of(Playouts, level)

    def search(self, level: int = SOON) -> Search:
        """Return the search, without ducks where there is more than they may see.

        Raises BeyondError if machine code cannot play the game.
        """
        return self._of(Search, level)

    def _of(self, kind: type[Code], level: int) -> Code:
        """Return one kind of code; what was compiled in a moment is replaced where the best is wanted."""
        with self._lock:
            found, known = self._found.get(kind, (None, SOON))
            if found is None or level > known:
                found = self._compiled(kind, level)
                self._found[kind] = found, level
        if isinstance(found, BeyondError):
            raise found
        assert isinstance(found, kind)  # noqa: S101 - it stands under its kind
        return found

    def _compiled(self, kind: type[Code], level: int) -> Code | BeyondError:
        engine = self.rules.engine(self.players)
        try:
            return kind(engine, costs(self.rules, self.players), level)
        except BeyondError as error:
            if kind is not Search:
                return error
        try:
            return kind(engine, None, level)
        except BeyondError as error:
            return error


@lru_cache(maxsize=32)
def search_code(rules: Ruleset, players: int) -> SearchCode:
    """Return what is compiled for the searches of a game in this process."""
    return SearchCode(rules, players)
