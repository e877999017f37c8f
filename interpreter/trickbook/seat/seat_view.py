"""The view of a seat: what it sees, what is not legal and why, what it is asked, and past tricks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.engine import resting
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import DONE, answer_text
from trickbook.explain import reasons_against, trick_of
from trickbook.game.view import own, public
from trickbook.seat.score_sheet import card_signs, number_data
from trickbook.seat.texts import localized_names, pile_title, translate
from trickbook.seat.texts import seat_name as usual
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.engine.deal import Destination
    from trickbook.engine.tricks import TrickStep
    from trickbook.explain import ExplainedPlay, ExplainedTrick, Narrowing
    from trickbook.game import Game
    from trickbook.seat.texts import LocalizedNames

    Called = Callable[[int], str]


MAX_LISTED_PLAYS = 200
"""The most plays that are listed of those that might have been made."""


def past_trick(
    game: Game,
    which: int,
    deal: int | None = None,
    language: str = ENGLISH,
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


def seat_view(
    game: Game, seat: int | None, language: str = ENGLISH, common: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return a seat's view, the question that it is asked, and the reason against each card or answer.

    Without a seat it is what somebody is told who only looks on. Who tells many seats of one moment hands in
    what is ``common`` to all of them, as ``trickbook.game.view.public`` gives it.
    """
    engine, state = game.engine, game.state
    found: dict[str, Any] = {
        "ruleset": game.origin.name,
        "seat": seat,
        **(common or public(game)),
        **own(game, seat),
    }
    if state.resting:
        words = localized_names(engine, language)
        by = resting.reasons(engine, state).items()
        found["rests"] = {str(other): words.reason(entry) if entry else None for other, entry in by}
    if seat is None or not game.acts(seat):
        return {**found, "why": {}, "asks": None}
    words, step = localized_names(engine, language), engine.waiting[state.step]
    against = reasons_against(engine, state, step, engine.owner(state, seat))
    reasons = {id(entry): words.reason(entry) for entry in against.values()}
    found["why"] = {card: reasons[id(entry)] for card, entry in against.items()}
    found["asks"] = _asks(game, words, step, seat)
    return found


def _asks(game: Game, words: LocalizedNames, step: AskStep | TrickStep, seat: int) -> dict[str, Any]:
    """Return what a seat is asked."""
    asks = {"step": step.name, "title": words.title(step.entry), "says": words.says(step.entry)}
    if not isinstance(step, AskStep):
        return {**asks, "kind": "play"}
    if step.source is not None:
        done = DONE if step.how == "freely" else None
        return {**asks, "kind": "cards", "done": done, "to": _goal(game, words, step.to, seat)}
    answers = [*([DONE] if step.optional else []), *map(answer_text, step.values(game.state, seat))]
    return {**asks, "kind": "answer", "labels": words.answers(step.name, answers)}


def _goal(game: Game, words: LocalizedNames, to: Destination | None, seat: int) -> dict[str, Any] | None:
    """Return where the cards go that a seat chooses, and to whom, if that is another and no secret."""
    if to is None:
        return None
    goes = to.seats is not None and "secret" not in to.seats.reads
    place = to.where(game.engine.layout, game.state, seat) if goes else None
    title = pile_title(game.engine, words, to.pile.name)
    return {"pile": to.pile.name, "title": title, "seat": None if place is None else place - to.pile.base}
