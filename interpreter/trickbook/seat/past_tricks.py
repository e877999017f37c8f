"""Past tricks: the plays, the legal alternatives and the winning clause, as data and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.explain import trick_of
from trickbook.seat.localized_names import localized_names
from trickbook.seat.localized_names import seat_name as usual
from trickbook.seat.score_sheet import card_signs, number_data
from trickbook.seat.texts import DEFAULT_LANGUAGE, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.explain import ExplainedPlay, ExplainedTrick, Narrowing
    from trickbook.game.game import Game
    from trickbook.seat.localized_names import LocalizedNames

    Called = Callable[[int], str]

MAX_LISTED_PLAYS = 200
"""The most plays that are listed of those that might have been made."""


def past_trick(
    game: Game,
    which: int,
    deal: int | None = None,
    language: str = DEFAULT_LANGUAGE,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """A finished trick of a deal; it tells what everybody held. ``names`` are those of the seats.

    TrickbookError if there is no such trick.
    """
    one = trick_of(game.engine, game.state, which, deal)
    words = localized_names(game.engine, language)
    called = names.__getitem__ if names else lambda seat: usual(game.engine, language, seat)
    return {
        "deal": one.deal,
        "number": one.number,
        "plays": [_play(words, play) for play in one.plays],
        "clauses": [_clause(words, clause) for clause in one.clauses],
        "winner": one.winner,
        "taker": one.taker,
        "carried": list(one.carried),
        "text": [words.names.sentence(line) for line in _lines(words, game.engine.deck, one, called)],
    }


def _play(words: LocalizedNames, play: ExplainedPlay) -> dict[str, Any]:
    """A play, with what might have been played and the reason against each other card."""
    return {
        "seat": play.seat,
        "cards": play.cards,
        "legal": list(play.legal[:MAX_LISTED_PLAYS]),
        "why": {card: words.translated(why) for card, why in play.held.items() if why},
        "lost": words.translated(play.lost) if play.lost else None,
    }


def _clause(words: LocalizedNames, one: Narrowing) -> dict[str, Any]:
    """A clause of winning: the plays that it dropped and left, by their places, with what it compared."""
    return {
        "reason": words.translated(one.reason),
        "dropped": list(one.dropped),
        "left": list(one.left),
        "numbers": [[place, number_data(value)] for place, value in one.numbers],
    }


def _lines(words: LocalizedNames, deck: Deck, one: ExplainedTrick, called: Called) -> Iterator[str]:
    """The trick in sentences."""
    language = words.language
    for play in one.plays:
        known = {"seat": called(play.seat), "cards": card_signs(deck, play.cards.split())}
        if play.lost:
            yield translate(language, "past.lost", says=words.sentence(play.lost), **known)
        else:
            yield translate(language, "past.plays", **known)
    if len(one.level) > 1:
        level = (card_signs(deck, one.plays[place].cards.split()) for place in one.level)
        yield translate(language, "past.level", cards=words.names.listed(level))
    if one.winner is None or one.taker is None:
        yield translate(language, "past.held")
        return
    known = {"seat": called(one.taker), "cards": card_signs(deck, one.plays[one.winner].cards.split())}
    key = "past.carries" if one.carried else "past.wins"
    yield translate(language, key, carried=card_signs(deck, one.carried), **known)
