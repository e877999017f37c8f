"""The view of a seat: what it sees, what is not legal and why, and what it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.engine import resting
from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import answer_text
from trickbook.explain import refused
from trickbook.game.view import own, public
from trickbook.seat.localized_names import localized_names, pile_title
from trickbook.seat.texts import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.engine.deal import Destination
    from trickbook.engine.tricks import TrickStep
    from trickbook.game.game import Game
    from trickbook.seat.localized_names import LocalizedNames


def seat_view(
    game: Game, seat: int | None, language: str = DEFAULT_LANGUAGE, common: Mapping[str, Any] | None = None
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
    against = refused(engine, state, step, engine.owner(state, seat))
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
