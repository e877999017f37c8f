"""A study: what is simulated. Its matches are numbered; the number is enough to repeat a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.bots.registry import BUDGETED, TREE_SEARCH, check_player
from trickbook.cards.chance import SEEDS, stream
from trickbook.problems import TrickbookError, described, within
from trickbook.problems.arguments import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset


class Study(NamedTuple):
    """Matches by these rules between these players, one for each seat, all from one seed.

    ``single``: its matches are single deals, as in the arena.
    """

    rules: Ruleset
    players: int
    bots: tuple[str, ...]
    seed: int
    single: bool = False


def new_study(rules: Ruleset, bots: Sequence[str], seed: int, players: int | None = None) -> Study:
    """Make a study; the players repeat around the table. Raises TrickbookError for invalid arguments."""
    seats = rules.engine(players).layout.seats
    for name in listed("bots", bots, "names of players"):
        if not isinstance(name, str):
            raise TrickbookError(f"bots: a player is a name, as 'duck', not {described(name)}")
        check_player(name)
    if not 0 < len(bots) <= seats:
        raise TrickbookError(f"{len(bots)} players are named for {seats} seats")
    around = tuple(bots[seat % len(bots)] for seat in range(seats))
    return Study(rules, seats, around, within("seed", seed, 0, SEEDS - 1))


def plays_out(study: Study) -> bool:
    """Return whether a player of the study plays out deals for each move."""
    return any(name.partition("@")[0] in BUDGETED for name in study.bots)


def searches_trees(study: Study) -> bool:
    """Return whether a player of the study searches a tree for each move."""
    return any(name.partition("@")[0] == TREE_SEARCH for name in study.bots)


def match_seed(study: Study, match: int) -> int:
    """Return the seed of a match; matches are numbered from 0."""
    return stream(study.seed, match) % SEEDS


def new_match(study: Study, match: int) -> Game:
    """Return a match before its first move."""
    return study.rules.new_game(study.players, seed=match_seed(study, match))
