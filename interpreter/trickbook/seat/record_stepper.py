"""A game stepped through moment by moment, with all hands open and the outcome of each legal move."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, described
from trickbook.seat.about import about
from trickbook.seat.move_outcomes import DEFAULT_PLAYOUTS, move_outcomes
from trickbook.seat.score_sheet import number_data
from trickbook.seat.seat_view import seat_view
from trickbook.seat.sent_records import deal_moments, played_deals, replayed_game
from trickbook.seat.texts import DEFAULT_LANGUAGE
from trickbook.state import moves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.seat.move_outcomes import PlayoutSettings
    from trickbook.seat.sent_records import RecordMoment

MomentAddress = tuple[object, object, object]
"""The deal, the trick and the play of a moment; None stands for the first there is."""

FIRST_MOMENT: Final[MomentAddress] = (None, None, None)


def record_moment(
    record: object,
    at: MomentAddress = FIRST_MOMENT,
    language: str = DEFAULT_LANGUAGE,
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
    language: str = DEFAULT_LANGUAGE,
    trying: PlayoutSettings = DEFAULT_PLAYOUTS,
) -> dict[str, Any]:
    """A moment of a game; raises TrickbookError if there is no such moment."""
    deals = played_deals(game)
    deal = _chosen("deal", at[0], deals)
    moments = deal_moments(game, deal)
    trick = _chosen("trick", at[1], [one.trick for one in moments])
    play = _chosen("play", at[2], [one.play for one in moments if one.trick == trick])
    place = next(place for place, one in enumerate(moments) if (one.trick, one.play) == (trick, play))
    now, history = moments[place], game.state.match.history
    points = {past.match.deal: [*map(number_data, past.points)] for past in history}
    before = moments[place - 1 : place] or (deal_moments(game, deal - 1)[-1:] if deal - 1 in deals else ())
    after = moments[place + 1 : place + 2] or (deal_moments(game, deal + 1)[:1] if deal + 1 in deals else ())
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
        "all": all_cards(now.game),
        "said": deal_log(now.game),
        **move_outcomes(rules, now, trying),
    }


def _chosen(what: str, one: object, there: Sequence[int]) -> int:
    """A number among those there are, by default the first; raises TrickbookError for any other."""
    if not there:
        raise TrickbookError("nobody has moved in this game yet")
    if one is None:
        return there[0]
    if type(one) is not int or one not in there:
        raise TrickbookError(f"there is no {what} {described(one)} here: they are {there[0]} to {there[-1]}")
    return one


def _address(moment: RecordMoment) -> dict[str, int]:
    return {"deal": moment.deal, "trick": moment.trick, "play": moment.play}


def all_cards(game: Game) -> dict[str, Any]:
    """The cards of every pile; seat by seat if each seat has one."""
    engine, state = game.engine, game.state
    found = {}
    for pile in engine.layout.piles.values():
        lying = state.piles[pile.base : pile.base + (engine.layout.seats if pile.owned else 1)]
        written = [engine.deck.written(cards, engine.marked(state)) for cards in lying]
        found[pile.name] = written if pile.owned else written[0]
    return found


def deal_log(game: Game) -> list[list[Any]]:
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
