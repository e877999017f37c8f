"""Past tricks: what was played and might have been, who won and by which clause, as data and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.explain import trick_of
from trickbook.sitting.settings import seat as usual
from trickbook.sitting.sheets import number, signs
from trickbook.sitting.texts import USUAL, say
from trickbook.sitting.tongue import tongue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.explain import ExplainedPlay, ExplainedTrick, Narrowing
    from trickbook.game.game import Game
    from trickbook.sitting.tongue import Tongue

    Called = Callable[[int], str]

LISTED = 200
"""The most plays that are listed of those that might have been made."""


def trick(
    game: Game,
    which: int,
    deal: int | None = None,
    language: str = USUAL,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """A finished trick of a deal; it tells what everybody held. ``names`` are those of the seats.

    TrickbookError if there is no such trick.
    """
    one = trick_of(game.table, game.state, which, deal)
    words = tongue(game.table, language)
    called = names.__getitem__ if names else lambda seat: usual(game.table, language, seat)
    return {
        "deal": one.deal,
        "number": one.number,
        "plays": [_play(words, play) for play in one.plays],
        "clauses": [_clause(words, clause) for clause in one.clauses],
        "winner": one.winner,
        "taker": one.taker,
        "carried": list(one.carried),
        "text": [words.names.sentence(line) for line in _lines(words, game.table.deck, one, called)],
    }


def _play(words: Tongue, play: ExplainedPlay) -> dict[str, Any]:
    """A play, with what might have been played and the reason against each other card."""
    return {
        "seat": play.seat,
        "cards": play.cards,
        "legal": list(play.legal[:LISTED]),
        "why": {card: words.translated(why) for card, why in play.held.items() if why},
        "lost": words.translated(play.lost) if play.lost else None,
    }


def _clause(words: Tongue, one: Narrowing) -> dict[str, Any]:
    """A clause of winning: the plays that it dropped and left, by their places, with what it compared."""
    return {
        "reason": words.translated(one.reason),
        "dropped": list(one.dropped),
        "left": list(one.left),
        "numbers": [[place, number(value)] for place, value in one.numbers],
    }


def _lines(words: Tongue, deck: Deck, one: ExplainedTrick, called: Called) -> Iterator[str]:
    """The trick in sentences."""
    language = words.language
    for play in one.plays:
        known = {"seat": called(play.seat), "cards": signs(deck, play.cards.split())}
        if play.lost:
            yield say(language, "past.lost", says=words.sentence(play.lost), **known)
        else:
            yield say(language, "past.plays", **known)
    if len(one.level) > 1:
        level = (signs(deck, one.plays[place].cards.split()) for place in one.level)
        yield say(language, "past.level", cards=words.names.listed(level))
    if one.winner is None or one.taker is None:
        yield say(language, "past.held")
        return
    known = {"seat": called(one.taker), "cards": signs(deck, one.plays[one.winner].cards.split())}
    key = "past.carries" if one.carried else "past.wins"
    yield say(language, key, carried=signs(deck, one.carried), **known)
