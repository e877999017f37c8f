"""Records that were sent, replayed, and the moments of their deals."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.explain import course, deal_of
from trickbook.game.game import Game
from trickbook.loading.summaries import shipped_games
from trickbook.problems import TrickbookError, described, shown
from trickbook.records.parser import apart
from trickbook.replays import replay
from trickbook.seat.rules_request import checked_request, playable_rules
from trickbook.state import moves

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

MAX_RECORD_LENGTH: Final = 200_000
"""The most characters of a record that is sent: a match of some hundred deals."""


class ReplayedGame(NamedTuple):
    """A game that was played, and its rules."""

    rules: Ruleset
    game: Game


class RecordMoment(NamedTuple):
    """A moment of a deal: somebody is about to move; at the end of the deal nobody is.

    Moves before the tricks are those of trick 0, those after them of the trick that would come next.
    """

    deal: int
    trick: int
    play: int
    game: Game
    seat: int | None
    move: str | None


def replayed_game(record: object, text: object = None) -> ReplayedGame:
    """The game of a record, by the rules that it names or by those of a text; TrickbookError if it is none.

    No file is opened but those that are shipped.
    """
    if not isinstance(record, str):
        raise TrickbookError(f"a record is a text, not {described(record)}")
    if len(record) > MAX_RECORD_LENGTH:
        raise TrickbookError(f"a record that is sent has at most {MAX_RECORD_LENGTH:,} characters")
    if text is not None and not isinstance(text, str):
        raise TrickbookError(f"a ruleset is sent as text, not {described(text)}")
    return _recalled(record, text)


@lru_cache(maxsize=8)
def _recalled(record: str, text: str | None) -> ReplayedGame:
    written = apart(record)
    line, name = written.head["ruleset"]
    if name not in shipped_games() and text is None:
        message = f"{shown(name)} does not come with Trickbook"
        raise written.damaged(line, message, "send the text of its rules with the record")
    house = written.head["house"][1].split(",") if "house" in written.head else []
    options = {one.name: one.value for one in written.given if one.key == "option"}
    own = None if name in shipped_games() else text
    rules = playable_rules(checked_request(name, own, house, options, written.whole("players")))
    return ReplayedGame(rules, replay(record, rules))


def played_deals(game: Game) -> tuple[int, ...]:
    """The numbers of the deals in which somebody has moved."""
    state, past = game.state, tuple(one.match.deal for one in game.state.match.history)
    begun = state.plays or state.done or any(move.seat is not None for move in moves(state.log))
    return (*past, game.deal) if begun and game.deal not in past else past


def deal_moments(game: Game, deal: int) -> tuple[RecordMoment, ...]:
    """The moments of a deal, in order; TrickbookError if there is no such deal."""
    found: list[RecordMoment] = []
    for turn in course(game.engine, deal_of(game.engine, game.state, deal)):
        if turn.seat is None and turn.step is not None:
            continue  # a step is about to begin
        now, done = Game(game.engine, turn.state, game.origin), len(turn.state.done)
        trick = done + 1 if done or (turn.step and turn.step.kind == "play") else 0
        play = 1 + sum(one.trick == trick for one in found)
        move = None if turn.seat is None else turn.move
        found.append(RecordMoment(deal, trick, play, now, turn.seat, move))
    return tuple(found)
