"""The narrator: events and questions of a table in sentences."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import visible
from trickbook.seat.texts import texts, translate
from trickbook.texts.catalogue import in_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from trickbook.problems import TrickbookError
    from trickbook.terminal import TakeBackRequest
    from trickbook.terminal.layout import CardStyle

    Event = Mapping[str, Any]


PLAYS: Final = ("led", "played")
"""The events that are seen on the table."""


class Narrator(NamedTuple):
    """A language, and what is known of the table that is spoken of."""

    language: str
    about: Mapping[str, Any]
    style: CardStyle
    own: int | None
    seats: Sequence[Mapping[str, Any]]

    def refusal(self, error: TrickbookError) -> str:
        """What an error says, in the language of the table."""
        return visible(in_language(error.message, self.language))

    def say(self, key: str, **blanks: object) -> str:
        """A text of the terminal, with its blanks filled in."""
        return translate(self.language, f"terminal.{key}", **blanks)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return seat_label(self.language, self.own, self.seats, seat)

    def listed(self, parts: Iterable[str]) -> str:
        """Several things side by side."""
        return self.say("list").join(parts)

    def joined(self, *sentences: str) -> str:
        """Sentences one after the other."""
        return self.say("joint").join(sentences)

    def several(self, parts: Sequence[str]) -> str:
        """Several things, with a word before the last."""
        if len(parts) < 2:  # noqa: PLR2004 - one needs no word
            return self.listed(parts)
        return self.say("and", some=self.listed(parts[:-1]), last=parts[-1])

    def cards(self, cards: Iterable[str]) -> str:
        """Several cards."""
        return " ".join(map(self.style.written, cards))

    def plays(self, plays: Iterable[Sequence[Any]]) -> str:
        """The plays to a trick, in a line."""
        return self.listed(
            self.say("said", who=self.name(seat), what=self.style.hand(cards)) for seat, cards in plays
        )

    def move(self, step: str, move: str | None) -> str:
        """A move: cards, a word, or an answer as it is called at the table."""
        if move is None:
            return self.say("hidden")
        words = texts(self.language)["terminal"]["words"]
        if move in words:
            return str(words[move])
        known = self.about["steps"].get(step, {})
        if known.get("kind") == "answer":
            return self.style.plain(visible(str(known.get("labels", {}).get(move, move))))
        return self.style.hand(move)

    def title(self, step: str) -> str:
        """Return what a step is called."""
        return visible(str(self.about["steps"].get(step, {}).get("title", step)))

    def asked(self, asks: Mapping[str, Any]) -> str:
        """Return what a seat is asked, in a word or two, and for whom the cards are."""
        title, to = visible(asks["title"]), asks.get("to")
        if to is None or to["seat"] in (None, self.own):
            return title
        return self.say("to", title=title, who=self.name(to["seat"]))

    def totals(self, values: Sequence[Any]) -> str:
        """A number for each seat."""
        return self.listed(
            self.say("score", who=self.name(seat), score=value) for seat, value in enumerate(values)
        )

    def reason(self, why: Mapping[str, Any]) -> str:
        """A clause: the rule in a sentence, and its name."""
        says = why["says"] and self.style.plain(visible(why["says"]))
        return (
            self.say("clause", says=says, name=visible(why["name"]))
            if says
            else self.say("unnamed", name=visible(why["name"]))
        )

    def event(self, event: Event, view: Mapping[str, Any]) -> str:
        """An event as a sentence, beside the view after it."""
        return TOLD[event["kind"]](self, event, view)

    def taken(self, taker: int | None) -> str:
        """Return who has taken a trick."""
        if taker is None:
            return self.say("held")
        return self.say("own_takes") if taker == self.own else self.say("takes", who=self.name(taker))

    def outcome(self, winners: Sequence[int]) -> str:
        """Return who has won."""
        if not winners:
            return self.say("no_winner")
        if list(winners) == [self.own]:
            return self.say("own_win")
        key = "winner" if len(winners) == 1 else "winners"
        return self.say(key, who=self.several([self.name(seat) for seat in winners]))

    def waits(self, view: Mapping[str, Any]) -> str:
        """For whom the table waits; before the first deal, for people who sit down."""
        if not view["phase"]:
            empty = sum(sitter["plays"] == "nobody" for sitter in self.seats)
            return self.say("waits_for_people", count=empty) if empty else self.say("begins")
        return self.say("waits", who=self.several([self.name(seat) for seat in view["actors"]]))

    def request(self, request: TakeBackRequest) -> str:
        """A request to take back: who asks, and for whose answers the table waits, unless for one's own."""
        asked = translate(self.language, "page.back.asks", name=self.name(request.seat))
        if self.own in request.waits:
            return asked
        return self.joined(asked, self.say("waits", who=self.several([*map(self.name, request.waits)])))


def _dealt(narrator: Narrator, event: Event, _: object) -> str:
    key = "own_deal" if event["seat"] == narrator.own else "deal"
    return narrator.say(key, deal=event["what"], dealer=narrator.name(event["seat"]))


def _played(narrator: Narrator, event: Event, _: object) -> str:
    return narrator.say("said", who=narrator.name(event["seat"]), what=narrator.style.hand(event["what"]))


def _answered(narrator: Narrator, event: Event, _: object) -> str:
    what = narrator.move(event["step"], event["what"])
    return narrator.say("said", who=narrator.name(event["seat"]), what=what)


def _exposed(narrator: Narrator, event: Event, _: object) -> str:
    return narrator.say("laid", who=narrator.name(event["seat"]), cards=narrator.style.hand(event["what"]))


def _cards_shown(narrator: Narrator, event: Event, _: object) -> str:
    """Return which cards a step showed of a seat, or of a pile; what chance draws is told alike."""
    seat, cards = event["seat"], narrator.style.hand(event["what"])
    if seat is None:
        return narrator.say("draws", step=narrator.title(event["step"]), what=cards)
    return narrator.say(
        "own_shown" if seat == narrator.own else "shown", who=narrator.name(seat), cards=cards
    )


def _thrown_in(narrator: Narrator, event: Event, _: object) -> str:
    """Return that a deal is thrown in, with the rule by which it is so."""
    text = narrator.say("anew" if event["kind"] == "redealt" else "unscored")
    says = narrator.about["steps"].get(event["step"], {}).get("says")
    return narrator.joined(text, *([narrator.style.plain(visible(says))] if says else []))


def _rests(narrator: Narrator, event: Event, view: Mapping[str, Any]) -> str:
    """Return that a seat rests, with the rule by which it does."""
    seat = event["seat"]
    who, why = narrator.name(seat), view.get("rests", {}).get(str(seat))
    if why is None:
        return narrator.say("only_rests", who=who)
    return narrator.say("own_rests" if seat == narrator.own else "rests", who=who, says=narrator.reason(why))


def _scored(narrator: Narrator, event: Event, _: object) -> str:
    what = event["what"]
    return narrator.say("points", deal=what["deal"], points=narrator.totals(what["points"]))


def _announced(narrator: Narrator, event: Event, _: object) -> str:
    fact = event["what"]
    return visible(str(narrator.about.get("facts", {}).get(fact, {}).get("title", fact)))


TOLD: Final[Mapping[str, Callable[[Narrator, Event, Mapping[str, Any]], str]]] = MappingProxyType(
    {
        "dealt": _dealt,
        "answered": _answered,
        "revealed": _answered,
        "led": _played,
        "played": _played,
        "taken": lambda narrator, event, _: narrator.taken(event["seat"]),
        "drawn": _cards_shown,
        "exposed": _exposed,
        "received": lambda narrator, event, _: narrator.say("got", cards=narrator.style.hand(event["what"])),
        "shown": _cards_shown,
        "rests": _rests,
        "announced": _announced,
        "redealt": _thrown_in,
        "unscored": _thrown_in,
        "scored": _scored,
        "over": lambda narrator, event, _: narrator.outcome(event["what"]),
    }
)
"""How each kind of event is told."""


def seat_label(language: str, own: int | None, seats: Sequence[Mapping[str, Any]], seat: int) -> str:
    """Return what a seat is called: by who sits there, be it oneself, somebody with a name, or a bot."""
    sitter = seats[seat]
    if seat == own:
        return translate(language, "terminal.you")
    if sitter["name"]:
        return visible(sitter["name"])
    if sitter["bot"]:
        called = texts(language)["terminal"]["bots"]
        bot = called.get(sitter["bot"].partition("@")[0], visible(sitter["bot"]))
        return translate(language, "terminal.bot", bot=bot, seat=seat)
    return translate(language, "terminal.empty", seat=seat)
