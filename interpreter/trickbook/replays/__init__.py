"""Replaying: from a record back to the game, with every move, score and winner checked."""

from __future__ import annotations

from bisect import bisect_left
from os import PathLike
from typing import TYPE_CHECKING

from trickbook.cards.deck import CardError
from trickbook.engine.engine import OVER
from trickbook.game import Game
from trickbook.problems import TrickbookError, described, shown
from trickbook.records import RecordError, damaged
from trickbook.records.parser import DEAL, LINE, parse_record
from trickbook.replays.start import folder, rules_of, started_game
from trickbook.ruleset import Ruleset
from trickbook.state import moves
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.records.parser import ParsedRecord


def replay(
    text: str,
    rules: Ruleset | str | PathLike[str] | None = None,
    *,
    beside: str | PathLike[str] | None = None,
) -> Game:
    """Make a game from its record, with every move, score and winner checked.

    ``rules`` are those to check against, or the name or path to load them from with the record's options;
    without them the record says what is loaded. Files that it names are sought in the folder ``beside``, then
    from here. Raises RecordError, which says where the first difference is.
    """
    if not isinstance(text, str):
        raise TrickbookError(Message("a record is a text, not {text}", text=described(text)))
    if rules is not None and not isinstance(rules, Ruleset | str | PathLike):
        raise TrickbookError(
            Message("rules are a ruleset, or its name or path, not {rules}", rules=described(rules))
        )
    place, written = folder(beside), parse_record(text)
    rules = rules if isinstance(rules, Ruleset) else rules_of(written, rules, place)
    game, deal = started_game(written, rules), None
    for number, line in written.lines:
        try:
            game = _game_after_line(written, game, number, line, deal)
        except RecordError:
            raise
        except TrickbookError as error:
            where = _draw_line(written, game, number, line, deal) if isinstance(error, CardError) else number
            raise damaged(where, error.message, text, code="record-differs") from None
        found = DEAL.fullmatch(line)
        deal = int(found["deal"]) if found else deal
    _check_draws(written, game)
    return game


def _game_after_line(written: ParsedRecord, game: Game, number: int, line: str, deal: int | None) -> Game:
    """Check a line, and make the moves in it; TrickbookError if the rules have it otherwise.

    ``deal`` is the number of the deal that is being read. The game is ahead of it if nobody has anything to
    decide in that deal, or in more.
    """
    if found := DEAL.fullmatch(line):
        _follows(game, deal, int(found["deal"]), int(found["dealer"]))
        return game
    word, _, rest = line.partition(" ")
    if word in ("Points", "Winners"):
        _tally(game, word, rest, deal)
        written.once(number, f"Points of deal {deal}" if word == "Points" else word)
        return game
    if word == "Announced":
        return game.announce(rest)
    move = LINE.fullmatch(line)
    if move is None:
        message = Message("{word} is no line of a record", word=shown(line))
        raise damaged(number, message, written.text, Message("such as `tricks: 0 QS, 1 5S`"))
    return game if move["kind"] == "=" else _moves(game, move["step"], move["rest"], deal)


def _follows(game: Game, before: int | None, number: int, dealer: int) -> None:
    """Compare the beginning of a deal with that of the rules."""
    dealers = {past.match.deal: past.match.dealer for past in game.state.match.history}
    expected = min(dealers, default=game.deal) if before is None else before + 1
    if expected > game.deal and game.phase == OVER:
        raise TrickbookError(Message("the match is over"))
    expected = min(expected, game.deal)
    if (number, dealer) != (expected, dealers.get(expected, game.dealer)):
        raise TrickbookError(
            Message(
                "this should be deal {number}, dealt by seat {seat}",
                number=expected,
                seat=dealers.get(expected, game.dealer),
            )
        )


def _tally(game: Game, word: str, rest: str, deal: int | None) -> None:
    """Compare points or winners with those of the rules."""
    points = {past.match.deal: won for past, won in zip(game.state.match.history, game.deals, strict=True)}
    if (word == "Winners" and game.phase != OVER) or (word == "Points" and deal not in points):
        raise TrickbookError(
            Message("there are no {word} here: {phase} goes on", word=word.lower(), phase=game.phase)
        )
    expected = game.winners if word == "Winners" else points[deal or 0]
    if rest.split() != [str(value) for value in expected]:
        raise TrickbookError(Message("the rules give `{text}`", text=" ".join([word, *map(str, expected)])))


def _draw_line(written: ParsedRecord, game: Game, number: int, line: str, deal: int | None) -> int:
    """The line of the first thing that chance gave with which a line fails; else the line itself."""
    deals = (game.deal, game.deal + 1)
    drawn = [(one, *text) for one in deals for text in written.draws.get(one, ())]

    def fails(count: int) -> bool:
        kept = {at: [text for one, _, text in drawn[:count] if one == at] for at in deals}
        state = game.state.copy()
        state.match = state.match._replace(draws={**state.match.draws, **kept})
        try:
            _game_after_line(written, Game(game.engine, state, game.origin), number, line, deal)
        except CardError:
            return True
        return False

    count = bisect_left(range(len(drawn)), x=True, key=fails)
    return drawn[count - 1][1] if count else number


def _check_draws(written: ParsedRecord, game: Game) -> None:
    """Check that each line of what chance gave names the step that drew it."""
    logs = {past.match.deal: past.log for past in game.state.match.history} | {game.deal: game.state.log}
    tricks = game.engine.trick_steps
    names: Iterator[str] = iter(())
    for number, line in written.lines:
        if found := DEAL.fullmatch(line):
            drawn = [move.step for move in moves(logs.get(int(found["deal"]))) if move.seat is None]
            names = (name for name in drawn if name not in tricks)
        found = LINE.fullmatch(line)
        if found and found["kind"] == "=" and found["step"] != next(names, None):
            message = Message("chance gives nothing to {name} here", name=shown(found["step"]))
            raise damaged(number, message, written.text, code="record-differs")


def _moves(game: Game, step: str, moves: str, deal: int | None) -> Game:
    for move in moves.split(","):
        seat, _, what = move.strip().partition(" ")
        if game.phase == OVER:
            raise TrickbookError(Message("the match is over"))
        if deal is not None and game.deal != deal:
            raise TrickbookError(Message("nobody does anything more in deal {deal}", deal=deal))
        if game.phase != step:
            raise TrickbookError(Message("{phase} comes here, not {step}", phase=game.phase, step=step))
        if not (seat.isascii() and seat.isdecimal()) or len(seat) > 2:  # noqa: PLR2004 - no table has a hundred seats
            raise TrickbookError(
                Message(
                    "a move is a seat and what it does, such as `0 QS`, not {text}", text=shown(move.strip())
                )
            )
        game = game.apply_owner_move(int(seat), what.strip())
    return game
