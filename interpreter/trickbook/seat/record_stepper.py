"""A record stepped through moment by moment, with all hands open and the outcome of each legal move."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.explain import course, deal_of
from trickbook.game import Game
from trickbook.loading.files import shipped_games
from trickbook.problems import TrickbookError, described, shown
from trickbook.records.parser import parse_record
from trickbook.replays import replay
from trickbook.seat.about import about
from trickbook.seat.move_outcomes import DEFAULT_PLAYOUTS, RecordMoment, move_outcomes
from trickbook.seat.rules_request import checked_request, playable_rules
from trickbook.seat.score_sheet import number_data
from trickbook.seat.seat_view import seat_view
from trickbook.state import moves
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.ruleset import Ruleset
    from trickbook.seat.move_outcomes import PlayoutSettings

MomentAddress = tuple[object, object, object]
"""The deal, the trick and the play of a moment; None stands for the first there is."""

FIRST_MOMENT: Final[MomentAddress] = (None, None, None)

MAX_RECORD_LENGTH: Final = 200_000
"""The most characters of a record that is sent: a match of some hundred deals."""


def record_moment(
    record: object,
    at: MomentAddress = FIRST_MOMENT,
    language: str = ENGLISH,
    *,
    text: object = None,
    trying: PlayoutSettings = DEFAULT_PLAYOUTS,
) -> dict[str, Any]:
    """A moment of a record that was sent; ``text`` is its ruleset, if that is not a shipped one.

    Raises TrickbookError for a damaged record, or if there is no such moment.
    """
    return game_moment(*replayed_game(record, text), at, language, trying)


def game_moment(
    rules: Ruleset,
    game: Game,
    at: MomentAddress = FIRST_MOMENT,
    language: str = ENGLISH,
    trying: PlayoutSettings = DEFAULT_PLAYOUTS,
) -> dict[str, Any]:
    """A moment of a game; raises TrickbookError if there is no such moment."""
    deals = played_deals(game)
    deal = _chosen("deal", at[0], deals)
    moments = _deal_moments(game, deal)
    trick = _chosen("trick", at[1], [one.trick for one in moments])
    play = _chosen("play", at[2], [one.play for one in moments if one.trick == trick])
    place = next(place for place, one in enumerate(moments) if (one.trick, one.play) == (trick, play))
    now, history = moments[place], game.state.match.history
    points = {past.match.deal: [*map(number_data, past.points)] for past in history}
    before = moments[place - 1 : place] or (_deal_moments(game, deal - 1)[-1:] if deal - 1 in deals else ())
    after = moments[place + 1 : place + 2] or (_deal_moments(game, deal + 1)[:1] if deal + 1 in deals else ())
    return {
        "about": about(rules, len(game.scores), language),
        "deals": [{"deal": one, "points": points.get(one)} for one in deals],
        "tricks": [[trick, plays] for trick, plays in Counter(one.trick for one in moments).items()],
        "at": _address(now),
        "previous": _address(before[0]) if before else None,
        "next": _address(after[0]) if after else None,
        "seat": now.seat,
        "played": now.move,
        "view": seat_view(now.game, now.seat, language),
        "all": _all_cards(now.game),
        "said": _deal_log(now.game),
        **move_outcomes(rules, now, trying),
    }


def _chosen(what: str, one: object, there: Sequence[int]) -> int:
    """A number among those there are, by default the first; raises TrickbookError for any other."""
    if not there:
        raise TrickbookError(Message("nobody has moved in this game yet"))
    if one is None:
        return there[0]
    if type(one) is not int or one not in there:
        raise TrickbookError(
            Message(
                "there is no {what} {text} here: they are {number} to {number_most}",
                what=what,
                text=described(one),
                number=there[0],
                number_most=there[-1],
            )
        )
    return one


def _address(moment: RecordMoment) -> dict[str, int]:
    return {"deal": moment.deal, "trick": moment.trick, "play": moment.play}


def _all_cards(game: Game) -> dict[str, Any]:
    """The cards of every pile; seat by seat if each seat has one."""
    engine, state = game.engine, game.state
    found = {}
    for pile in engine.layout.piles.values():
        lying = state.piles[pile.base : pile.base + (engine.layout.seats if pile.owned else 1)]
        written = [engine.deck.written(cards, engine.marked(state)) for cards in lying]
        found[pile.name] = written if pile.owned else written[0]
    return found


def _deal_log(game: Game) -> list[list[Any]]:
    """All answers, deals and draws of the deal: the step, who acted (None: chance), what."""
    deck = game.engine.deck
    return [
        [
            move.step,
            move.seat,
            move.text if isinstance(move.text, str) else [" ".join(deck.written(one)) for one in move.text],
        ]
        for move in moves(game.state.log)
    ]


class ReplayedGame(NamedTuple):
    """A game that was played, and its rules."""

    rules: Ruleset
    game: Game


def replayed_game(record: object, text: object = None) -> ReplayedGame:
    """The game of a record, by the rules that it names or by those of a text; TrickbookError if it is none.

    No file is opened but those that are shipped.
    """
    if not isinstance(record, str):
        raise TrickbookError(Message("a record is a text, not {text}", text=described(record)))
    if len(record) > MAX_RECORD_LENGTH:
        raise TrickbookError(
            Message(
                "a record that is sent has at most {number} characters",
                number=f"{MAX_RECORD_LENGTH:,}",
            )
        )
    if text is not None and not isinstance(text, str):
        raise TrickbookError(Message("a ruleset is sent as text, not {text}", text=described(text)))
    return _recalled(record, text)


@lru_cache(maxsize=8)
def _recalled(record: str, text: str | None) -> ReplayedGame:
    written = parse_record(record)
    line, name = written.head["ruleset"]
    if name not in shipped_games() and text is None:
        message = Message("{name} does not come with Trickbook", name=shown(name))
        raise written.damaged(line, message, Message("send the text of its rules with the record"))
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


def _deal_moments(game: Game, deal: int) -> tuple[RecordMoment, ...]:
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
