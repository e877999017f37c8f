"""Studying: a game that was played, moment by moment; nothing is hidden, and each card tells what it meant.

Of every legal move it is told who would have been ahead in the trick, and what the deal would have brought
the seat on average: it is played on, with the cards as they lay, many times over. The seat does as the duck
does then, each of the others ducks as often as it does anything.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, sqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots import BOTS, turn_of
from trickbook.bots.montecarlo import Budget, montecarlo
from trickbook.bots.playouts import Playout, play_out
from trickbook.cards.chance import stream
from trickbook.cards.gaussian import Gaussian, parts
from trickbook.game.game import Game
from trickbook.problems import TrickbookError
from trickbook.problems.arguments import described as named
from trickbook.seat.about import about
from trickbook.seat.score_sheet import number_data
from trickbook.seat.seat_view import seat_view
from trickbook.seat.sent_records import deal_moments, played_deals, replayed_game
from trickbook.seat.texts import DEFAULT_LANGUAGE
from trickbook.state.state import moves

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots import Bot, Turn
    from trickbook.ruleset import Ruleset
    from trickbook.seat.sent_records import RecordMoment

MAX_TRIED_MOVES: Final = 32
"""Of more moves than this only some are tried: what was done, and what bots would have done."""

SAMPLING_BOT: Final = "montecarlo"

SAMPLING_SHARE: Final = 0.3
"""This part of the seconds belongs to the bot that imagines deals."""

MIN_PLAYOUTS: Final = 2
"""Fewer tries tell nothing."""

CONFIDENCE_FACTOR: Final = 1.96
"""So many standard errors to each side hold the truth 95 times in 100."""

MomentAddress = tuple[object, object, object]
"""Which moment is asked for: of which deal, which trick, which play; the first there is where it is None."""

FIRST_MOMENT: Final[MomentAddress] = (None, None, None)


class PlayoutSettings(NamedTuple):
    """How moves are tried: by which seed, how often each; and the bots that are asked what they would do.

    With some ``seconds`` they are tried less often where that would take much longer.
    """

    seed: int = 0
    playouts: int = 24
    bots: tuple[str, ...] = ("duck", SAMPLING_BOT)
    seconds: float | None = None


DEFAULT_PLAYOUTS: Final = PlayoutSettings()
NO_PLAYOUTS: Final = PlayoutSettings(playouts=0, bots=())
"""Nothing is tried: that tells all but what the moves would have meant."""


def record_moment(
    record: object,
    at: MomentAddress = FIRST_MOMENT,
    language: str = DEFAULT_LANGUAGE,
    *,
    text: object = None,
    trying: PlayoutSettings = DEFAULT_PLAYOUTS,
) -> dict[str, Any]:
    """A moment of a record that somebody has sent, perhaps with the text of its rules.

    TrickbookError for a record or a moment that is none.
    """
    return game_moment(*replayed_game(record, text), at, language, trying)


def game_moment(
    rules: Ruleset,
    game: Game,
    at: MomentAddress = FIRST_MOMENT,
    language: str = DEFAULT_LANGUAGE,
    trying: PlayoutSettings = DEFAULT_PLAYOUTS,
) -> dict[str, Any]:
    """A moment of a game; TrickbookError if there is none such."""
    there = played_deals(game)
    which = _chosen("deal", at[0], there)
    some = deal_moments(game, which)
    now, before, after = _around(some, *at[1:])
    return {
        "about": about(rules, len(game.scores), language),
        "deals": [_deal(game, number) for number in there],
        "tricks": _tricks(some),
        "at": _spot(which, now),
        "previous": _spot(which, before) if before else _end(game, there, which - 1, later=False),
        "next": _spot(which, after) if after else _end(game, there, which + 1, later=True),
        "seat": now.seat,
        "played": now.move,
        "view": seat_view(now.game, now.seat, language),
        "all": all_cards(now.game),
        "said": deal_log(now.game),
        **_meant(rules, now, trying),
    }


def _around(
    some: Sequence[RecordMoment], trick: object, play: object
) -> tuple[RecordMoment, RecordMoment | None, RecordMoment | None]:
    """The moment of a deal that is asked for, with the one before it and the one after it, if there are."""
    wanted = _chosen("trick", trick, [one.trick for one in some])
    move = _chosen("play", play, [one.play for one in some if one.trick == wanted])
    place = next(place for place, one in enumerate(some) if (one.trick, one.play) == (wanted, move))
    return some[place], some[place - 1] if place else None, next(iter(some[place + 1 :]), None)


def _chosen(what: str, one: object, there: Sequence[int]) -> int:
    """A number among those that there are, the first if none is named; TrickbookError for another."""
    if not there:
        raise TrickbookError("nobody has moved in this game yet")
    if one is None:
        return there[0]
    if type(one) is not int or one not in there:
        raise TrickbookError(f"there is no {what} {named(one)} here: they are {there[0]} to {there[-1]}")
    return one


def _end(game: Game, there: Sequence[int], deal: int, *, later: bool) -> dict[str, int] | None:
    """The first moment of a later deal, or the last of an earlier one."""
    if deal not in there:
        return None
    return _spot(deal, deal_moments(game, deal)[0 if later else -1])


def _spot(deal: int, now: RecordMoment) -> dict[str, int]:
    return {"deal": deal, "trick": now.trick, "play": now.play}


def _deal(game: Game, deal: int) -> dict[str, Any]:
    """A deal with what it counted, if it is finished."""
    found = {past.match.deal: past.points for past in game.state.match.history}
    return {"deal": deal, "points": [number_data(one) for one in found[deal]] if deal in found else None}


def _tricks(some: Sequence[RecordMoment]) -> list[list[int]]:
    """The numbers of the tricks, each with how many moments it has."""
    return [list(pair) for pair in Counter(one.trick for one in some).items()]


def all_cards(game: Game) -> dict[str, Any]:
    """Every pile with its cards; where each seat has one, by seat."""
    table, state = game.table, game.state
    found = {}
    for pile in table.layout.piles.values():
        lying = state.piles[pile.base : pile.base + (table.layout.seats if pile.owned else 1)]
        written = [table.deck.written(cards, table.marked(state)) for cards in lying]
        found[pile.name] = written if pile.owned else written[0]
    return found


def deal_log(game: Game) -> list[list[Any]]:
    """All that was asked, dealt and drawn in the deal: the step, who acted (None: chance), what."""
    deck = game.table.deck
    return [
        [
            move.step,
            move.seat,
            move.text if isinstance(move.text, str) else [" ".join(deck.written(one)) for one in move.text],
        ]
        for move in moves(game.state.log)
    ]


def _meant(rules: Ruleset, now: RecordMoment, trying: PlayoutSettings) -> dict[str, Any]:
    """What each move would have meant, and what bots would have done."""
    if now.seat is None:
        return {"moves": [], "playouts": 0, "bots": {}}
    turn = turn_of(rules, now.game, now.seat, stream(trying.seed, now.trick * 1000 + now.play))
    until = monotonic() + trying.seconds if trying.seconds is not None else None
    would = {bot: _bot(bot, trying)(turn) for bot in trying.bots}
    written = {_cards(move): move for move in [*would.values(), now.move or ""]}
    would = {bot: written[_cards(move)] for bot, move in would.items()}
    tried = _tried(turn, now.move or "", would)
    brought = _brought(rules, now.game, turn, tried, trying.playouts, until)
    moves = zip(tried, map(_average, brought), strict=True)
    return {
        "moves": [_move(turn, move, points) for move, points in moves],
        "playouts": len(brought[0]),
        "bots": would,
    }


def _bot(name: str, trying: PlayoutSettings) -> Bot:
    """A bot that is asked; one that imagines deals takes a part of the time."""
    if name != SAMPLING_BOT or trying.seconds is None:
        return BOTS[name]
    return montecarlo(Budget(milliseconds=ceil(trying.seconds * SAMPLING_SHARE * 1000)))


def _tried(turn: Turn, played: str, would: Mapping[str, str]) -> list[str]:
    """The moves that are tried: all, or of many those that were or would have been made."""
    some = dict.fromkeys([played, *would.values()])
    return list(turn.moves) if len(turn.moves) <= MAX_TRIED_MOVES else list(some)


def _cards(move: str) -> tuple[str, ...]:
    """A move in whatever order its cards are written."""
    return tuple(sorted(move.split()))


def _move(turn: Turn, move: str, points: Mapping[str, Any]) -> dict[str, Any]:
    """A move: who would have been ahead in the trick, and what it would have brought."""
    best = turn.ahead(move)
    return {"move": move, "ahead": {"seat": best[0], "cards": best[1]} if best else None, **points}


def _brought(
    rules: Ruleset, game: Game, turn: Turn, tried: Sequence[str], playouts: int, until: float | None
) -> list[list[Any]]:
    """What the deal brings the seat after each move, time after time, as long as there is time."""
    state, everyone = game.state.copy(), (1 << turn.players) - 1
    state.match = state.match._replace(hands={}, draws={}, orders={})  # another move, another chance
    now = Game(game.table, state, game.origin)
    games = [now.apply(turn.seat, move) for move in tried]
    chances = [stream(turn.chance, time) for time in range(playouts)]
    brought: list[list[Any]] = [[] for _ in games]
    step = max(playouts, 1) if until is None else MIN_PLAYOUTS
    for some in [chances[at : at + step] for at in range(0, playouts, step)]:
        trials = [
            Playout(place, chance, 1 << turn.seat | chance >> 1 & everyone)
            for place in range(len(games))
            for chance in some
        ]
        found = play_out(rules, games, len(game.deals), trials)
        for trial, points in zip(trials, found, strict=True):
            brought[trial.place].append(points[turn.seat])
        if until is not None and monotonic() > until:
            break
    return brought


def _average(points: Sequence[Any]) -> dict[str, Any]:
    """The mean of some points, and half the width of the interval that holds the truth 95 times in 100.

    Of complex points it is the nearest whole ones, and there is no such interval.
    """
    if len(points) < MIN_PLAYOUTS:
        return {"points": None, "error": None}
    if any(isinstance(one, Gaussian) for one in points):
        real, imaginary = zip(*map(parts, points), strict=True)
        mean = Gaussian(round(sum(real) / len(points)), round(sum(imaginary) / len(points)))
        return {"points": str(mean), "error": None}
    mean = sum(points) / len(points)
    spread = sum((one - mean) ** 2 for one in points) / (len(points) - 1)
    return {"points": round(mean, 1), "error": round(CONFIDENCE_FACTOR * sqrt(spread / len(points)), 1)}
