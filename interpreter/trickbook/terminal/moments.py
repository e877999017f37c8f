"""Moments of a game that was played: what was done, and what each move would have meant, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.sitting.studying import AT_ONCE, step
from trickbook.sitting.texts import say
from trickbook.terminal.ink import ink
from trickbook.terminal.tables import Heard
from trickbook.terminal.voice import Voice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset

    Found = Mapping[str, Any]


class Past(NamedTuple):
    """A game that was played, its rules, and the language in which it is looked at."""

    rules: Ruleset
    game: Game
    language: str

    def at(self, deal: int | None, trick: int | None, play: int | None = None) -> dict[str, Any]:
        """A moment, at once; TrickbookError if there is none such."""
        return step(self.rules, self.game, (deal, trick, play), self.language, AT_ONCE)

    def tried(self, spot: Mapping[str, int]) -> dict[str, Any]:
        """A moment with what each move would have meant; that takes a while."""
        return step(self.rules, self.game, (spot["deal"], spot["trick"], spot["play"]), self.language)


class Meaning(NamedTuple):
    """A move, what it would have brought on average and how far that may be wrong, and who would make it."""

    move: str
    points: str
    error: str
    marks: tuple[str, ...]


def voiced(found: Found, language: str, *, signs: bool) -> Voice:
    """The voice for a game that is over: seats are called by their numbers, if the ruleset names none."""
    about = found["about"]
    names = about["seats"] or [None] * about["players"]
    seats = [
        {"name": name or say(language, "terminal.seat", number=seat), "plays": "person", "bot": None}
        for seat, name in enumerate(names)
    ]
    return Voice(language, about, ink(about, signs=signs), None, seats)


def heard(found: Found, voice: Voice) -> Heard:
    """A moment as a table would tell it."""
    return Heard(found["view"], voice.seats)


def meanings(voice: Voice, found: Found) -> list[Meaning]:
    """The moves that there were, the best first where it is known what is good."""
    moves = list({alike(one["move"]): one for one in reversed(found["moves"])}.values())[::-1]
    lowest = voice.about["lowest_wins"]
    if lowest is not None and all(isinstance(one["points"], int | float) for one in moves):
        moves.sort(key=lambda one: one["points"] if lowest else -one["points"])
    return [_meaning(voice, found, one) for one in moves]


def _meaning(voice: Voice, found: Found, one: Found) -> Meaning:
    step_ = found["view"]["asks"]["step"]
    made = alike(one["move"])
    marks = [voice.say("mark_played")] if made == alike(found["played"]) else []
    marks += [voice.bot(bot) for bot, move in found["bots"].items() if made == alike(move)]
    return Meaning(voice.move(step_, one["move"]), number(one["points"]), number(one["error"]), tuple(marks))


def alike(move: str) -> tuple[str, ...]:
    """A move, whatever the order in which its cards are named."""
    return tuple(sorted(move.split()))


def number(value: Any) -> str:
    """A number as it is written; nothing if there is none."""
    return "" if value is None else str(value).replace("-", "−")


def done(voice: Voice, found: Found) -> str:
    """What was done at a moment."""
    if found["seat"] is None:
        points = next(deal["points"] for deal in found["deals"] if deal["deal"] == found["at"]["deal"])
        if points is None:
            return voice.say("unfinished")
        return voice.say("points", deal=found["at"]["deal"], points=voice.totals(points))
    key = "was_played" if found["view"]["asks"]["kind"] == "play" else "was_said"
    move = voice.move(found["view"]["asks"]["step"], found["played"])
    return voice.say(key, who=voice.name(found["seat"]), move=move)


def where(voice: Voice, found: Found) -> str:
    """Which moment it is."""
    at = found["at"]
    tricks = {number_ for number_, _ in found["tricks"] if number_}
    if at["trick"] in tricks and found["seat"] is not None:
        return voice.say("where", deal=at["deal"], trick=at["trick"])
    return voice.say("own_where", deal=at["deal"])


def about_card(voice: Voice, found: Found, card: str) -> str:
    """What a card would have meant, or why it could not be played."""
    name = str(voice.about["cards"].get(card.rstrip("*"), {}).get("name", card))
    if why := found["view"]["why"].get(card):
        return voice.say("said", who=name, what=voice.reason(why))
    one = next((one for one in found["moves"] if one["move"] == card), None)
    return name if one is None else voice.say("said", who=name, what=meant(voice, one))


def meant(voice: Voice, one: Found) -> str:
    """Who would have been ahead with a move, and what it would have brought."""
    told: list[str] = []
    if ahead := one["ahead"]:
        cards = voice.ink.hand(ahead["cards"])
        told.append(voice.say("would_lead", who=voice.name(ahead["seat"]), cards=cards))
    if one["points"] is not None:
        error = number(one["error"])
        key = "would_bring_about" if error else "would_bring"
        told.append(voice.say(key, points=number(one["points"]), error=error))
    return voice.joined(*told)


def lines(voice: Voice, found: Found) -> list[str]:
    """A moment as it is read out."""
    told = [where(voice, found), *_trick(voice, found)]
    if found["seat"] is not None:
        suits = voice.listed(map(voice.cards, voice.ink.sorted(found["view"]["piles"].get("hand") or ())))
        told.append(voice.say("said", who=voice.say("held_by", who=voice.name(found["seat"])), what=suits))
    told.append(done(voice, found))
    for one in meanings(voice, found):
        error = f" ± {one.error}" if one.error else ""
        marks = f" ({voice.listed(one.marks)})" if one.marks else ""
        told.append(f"  {one.move}: {one.points}{error}{marks}")
    return [voice.ink.plain(line) for line in told]


def _trick(voice: Voice, found: Found) -> Sequence[str]:
    plays = found["view"]["trick"]
    made = [voice.say("said", who=voice.name(seat), what=voice.ink.hand(cards)) for seat, cards in plays]
    return [voice.listed(made)] if made else []
