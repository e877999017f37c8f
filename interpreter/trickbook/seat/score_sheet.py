"""The score sheet: where the points of every seat in a finished deal come from, as data and in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import MARK
from trickbook.cards.gaussian import parts
from trickbook.explain import points_of
from trickbook.rulebook.expressions.card_sets import signed_card
from trickbook.seat.texts import localized_names, translate
from trickbook.seat.texts import seat_name as usual
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.explain import Change, Counted, Decision, ExplainedPoints
    from trickbook.game import Game
    from trickbook.seat.texts import LocalizedNames

    Called = Callable[[int], str]


def score_sheet(
    game: Game, deal: int | None = None, language: str = ENGLISH, names: Sequence[str] | None = None
) -> dict[str, Any]:
    """The points of a finished deal, the last one or another, seat by seat; ``names`` are those of the seats.

    TrickbookError if there is no such deal, or if it is not finished.
    """
    explained = points_of(game.engine, game.state, deal)
    words = localized_names(game.engine, language)
    called = names.__getitem__ if names else lambda seat: usual(game.engine, language, seat)
    return {
        "deal": explained[0].deal,
        "decisions": [_decision(words, decision) for decision in explained[0].decisions],
        "seats": [_seat(words, game.engine.deck, one, called) for one in explained],
    }


def _seat(words: LocalizedNames, deck: Deck, one: ExplainedPoints, called: Called) -> dict[str, Any]:
    """The points of a seat."""
    return {
        "seat": one.seat,
        "points": number_data(one.points),
        "counted": number_data(one.counted),
        "cards": [_group(words, group) for group in one.cards],
        "changes": [_change(words, change) for change in one.changes],
        "text": list(_lines(words, deck, one, called)),
    }


def _group(words: LocalizedNames, group: Counted) -> dict[str, Any]:
    """Cards that count alike."""
    return {
        "cards": list(group.cards),
        "worth": number_data(group.worth),
        "each": number_data(group.each),
        "points": number_data(group.points),
        "reason": words.translated(group.reason),
        "factors": [
            {"times": number_data(factor.times), "each": number_data(factor.each), **_why(words, factor)}
            for factor in group.factors
        ],
    }


def _change(words: LocalizedNames, change: Change) -> dict[str, Any]:
    """An adjustment that concerned a seat."""
    by = [{"seat": seat, "change": number_data(much)} for seat, much in change.by]
    return {
        "before": number_data(change.before),
        "after": number_data(change.after),
        "by": by,
        **_why(words, change),
    }


def _why(words: LocalizedNames, one: Any) -> dict[str, Any]:
    return {"reason": words.translated(one.reason)}


def _decision(words: LocalizedNames, one: Decision) -> dict[str, Any]:
    """Return what a seat answered, and why it could not answer otherwise."""
    return {
        "step": one.step,
        "seat": one.seat,
        "answer": one.answer,
        "label": words.answer(one.step, one.answer),
        "why": {said: words.translated(why) for said, why in one.answers.items() if why},
    }


def number_data(points: Any) -> Any:
    """A number as data: one that is not whole as it is written."""
    real, imaginary = parts(points)
    return str(points) if imaginary else real


def number_text(points: Any) -> str:
    """A number as it is printed."""
    return str(points).replace("-", "−")


def card_signs(deck: Deck, cards: Iterable[str]) -> str:
    """Cards as they are printed."""
    return " ".join(signed_card(deck, card.removesuffix(MARK)) for card in cards)


def _lines(words: LocalizedNames, deck: Deck, one: ExplainedPoints, called: Called) -> Iterator[str]:
    """The points of a seat in sentences; what changed nothing is passed over."""
    language = words.language
    for group in one.cards:
        yield from _group_lines(words, deck, group)
    yield (
        translate(language, "sheet.together", points=number_text(one.counted))
        if one.cards
        else translate(language, "sheet.nothing")
    )
    for change in one.changes:
        seats = [called(seat) for seat, much in change.by if much != 0]
        if seats:
            known = {"before": number_text(change.before), "after": number_text(change.after)}
            others = [seat for seat, much in change.by if much != 0] != [one.seat]
            key = "sheet.change_by" if others else "sheet.change"
            says = words.sentence(change.reason)
            yield translate(language, key, seats=words.names.listed(seats), says=says, **known)


def _group_lines(words: LocalizedNames, deck: Deck, group: Counted) -> Iterator[str]:
    """Cards that count alike, and each thing that makes them count so."""
    language, many = words.language, len(group.cards) > 1
    yield translate(
        language,
        f"sheet.sums{'_each' * many}",
        cards=card_signs(deck, group.cards),
        points=number_text(group.points),
        each=number_text(group.each),
        says=words.sentence(group.reason),
    )
    for factor in group.factors:
        if factor.times != 1:
            times = number_text(factor.times)
            yield translate(language, "sheet.times", times=times, says=words.sentence(factor.reason))
