"""Moments of a game that was played: what was done, and what each move would have meant, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.seat.record_stepper import NO_PLAYOUTS, game_moment
from trickbook.seat.texts import translate
from trickbook.terminal.card_style import card_style
from trickbook.terminal.narrator import Narrator
from trickbook.terminal.table_interface import TableUpdate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset

    Found = Mapping[str, Any]


class SteppedGame(NamedTuple):
    """A game that was played, its rules, and the language in which it is looked at."""

    rules: Ruleset
    game: Game
    language: str

    def at(self, deal: int | None, trick: int | None, play: int | None = None) -> dict[str, Any]:
        """A moment, at once; TrickbookError if there is none such."""
        return game_moment(self.rules, self.game, (deal, trick, play), self.language, NO_PLAYOUTS)

    def tried(self, spot: Mapping[str, int]) -> dict[str, Any]:
        """A moment with what each move would have meant; that takes a while."""
        return game_moment(self.rules, self.game, (spot["deal"], spot["trick"], spot["play"]), self.language)


class MoveOutcome(NamedTuple):
    """A move, what it would have brought on average and how far that may be wrong, and who would make it."""

    move: str
    points: str
    error: str
    marks: tuple[str, ...]


def stepper_narrator(found: Found, language: str, *, signs: bool) -> Narrator:
    """The voice for a game that is over: seats are called by their numbers, if the ruleset names none."""
    about = found["about"]
    names = about["seats"] or [None] * about["players"]
    seats = [
        {"name": name or translate(language, "terminal.seat", number=seat), "plays": "person", "bot": None}
        for seat, name in enumerate(names)
    ]
    return Narrator(language, about, card_style(about, signs=signs), None, seats)


def as_update(found: Found, voice: Narrator) -> TableUpdate:
    """A moment as a table would tell it."""
    return TableUpdate(found["view"], voice.seats)


def move_outcomes(voice: Narrator, found: Found) -> list[MoveOutcome]:
    """The moves that there were, the best first where it is known what is good."""
    moves = list({sorted_move(one["move"]): one for one in reversed(found["moves"])}.values())[::-1]
    lowest = voice.about["lowest_wins"]
    if lowest is not None and all(isinstance(one["points"], int | float) for one in moves):
        moves.sort(key=lambda one: one["points"] if lowest else -one["points"])
    return [_meaning(voice, found, one) for one in moves]


def _meaning(voice: Narrator, found: Found, one: Found) -> MoveOutcome:
    step_ = found["view"]["asks"]["step"]
    made = sorted_move(one["move"])
    marks = [voice.say("mark_played")] if made == sorted_move(found["played"]) else []
    marks += [voice.bot(bot) for bot, move in found["bots"].items() if made == sorted_move(move)]
    return MoveOutcome(
        voice.move(step_, one["move"]), number_label(one["points"]), number_label(one["error"]), tuple(marks)
    )


def sorted_move(move: str) -> tuple[str, ...]:
    """A move, whatever the order in which its cards are named."""
    return tuple(sorted(move.split()))


def number_label(value: Any) -> str:
    """A number as it is written; nothing if there is none."""
    return "" if value is None else str(value).replace("-", "−")


def move_text(voice: Narrator, found: Found) -> str:
    """What was done at a moment."""
    if found["seat"] is None:
        points = next(deal["points"] for deal in found["deals"] if deal["deal"] == found["at"]["deal"])
        if points is None:
            return voice.say("unfinished")
        return voice.say("points", deal=found["at"]["deal"], points=voice.totals(points))
    key = "was_played" if found["view"]["asks"]["kind"] == "play" else "was_said"
    move = voice.move(found["view"]["asks"]["step"], found["played"])
    return voice.say(key, who=voice.name(found["seat"]), move=move)


def position_text(voice: Narrator, found: Found) -> str:
    """Which moment it is."""
    at = found["at"]
    tricks = {number_ for number_, _ in found["tricks"] if number_}
    if at["trick"] in tricks and found["seat"] is not None:
        return voice.say("where", deal=at["deal"], trick=at["trick"])
    return voice.say("own_where", deal=at["deal"])


def card_text(voice: Narrator, found: Found, card: str) -> str:
    """What a card would have meant, or why it could not be played."""
    name = str(voice.about["cards"].get(card.rstrip("*"), {}).get("name", card))
    if why := found["view"]["why"].get(card):
        return voice.say("said", who=name, what=voice.reason(why))
    one = next((one for one in found["moves"] if one["move"] == card), None)
    return name if one is None else voice.say("said", who=name, what=outcome_text(voice, one))


def outcome_text(voice: Narrator, one: Found) -> str:
    """Who would have been ahead with a move, and what it would have brought."""
    told: list[str] = []
    if ahead := one["ahead"]:
        cards = voice.ink.hand(ahead["cards"])
        told.append(voice.say("would_lead", who=voice.name(ahead["seat"]), cards=cards))
    if one["points"] is not None:
        error = number_label(one["error"])
        key = "would_bring_about" if error else "would_bring"
        told.append(voice.say(key, points=number_label(one["points"]), error=error))
    return voice.joined(*told)


def moment_lines(voice: Narrator, found: Found) -> list[str]:
    """A moment as it is read out."""
    told = [position_text(voice, found), *_trick(voice, found)]
    if found["seat"] is not None:
        suits = voice.listed(map(voice.cards, voice.ink.sorted(found["view"]["piles"].get("hand") or ())))
        told.append(voice.say("said", who=voice.say("held_by", who=voice.name(found["seat"])), what=suits))
    told.append(move_text(voice, found))
    for one in move_outcomes(voice, found):
        error = f" ± {one.error}" if one.error else ""
        marks = f" ({voice.listed(one.marks)})" if one.marks else ""
        told.append(f"  {one.move}: {one.points}{error}{marks}")
    return [voice.ink.plain(line) for line in told]


def _trick(voice: Narrator, found: Found) -> Sequence[str]:
    plays = found["view"]["trick"]
    made = [voice.say("said", who=voice.name(seat), what=voice.ink.hand(cards)) for seat, cards in plays]
    return [voice.listed(made)] if made else []
