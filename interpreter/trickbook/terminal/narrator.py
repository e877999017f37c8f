"""The narrator: events and questions of a table in sentences."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.combinations import NONE
from trickbook.problems import visible
from trickbook.seat.texts import texts, translate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.terminal.card_style import CardStyle
    from trickbook.terminal.events import TableEvent
    from trickbook.terminal.table_interface import TakeBackRequest


ACTION_KEYS: Final = MappingProxyType(
    {
        "confirm": "Enter",
        "put_back": "Esc",
        "hint": "H",
        "last": "L",
        "scores": "S",
        "rules": "R",
        "help": "?",
        "quit": "Q",
    }
)
"""What can be done at a table on the screen, and by which key."""


STEPPER_KEYS: Final = MappingProxyType(
    {"back": "←", "on": "→", "trick_back": "↑", "trick_on": "↓", "deal_on": "PgDn", "quit": "Q"}
)
"""Where one can go in a game that was played, and by which key."""


class Narrator(NamedTuple):
    """A language, and what is known of the table that is spoken of."""

    language: str
    about: Mapping[str, Any]
    style: CardStyle
    own: int | None
    seats: Sequence[Mapping[str, Any]]

    def say(self, key: str, **blanks: object) -> str:
        """A text of the terminal, with its blanks filled in."""
        return translate(self.language, f"terminal.{key}", **blanks)

    def name(self, seat: int) -> str:
        """Return what a seat is called."""
        return seat_label(self.language, self.own, self.seats, seat)

    def bot(self, name: str) -> str:
        """Return what a built-in player is called; one from outside is called as it was named."""
        return str(texts(self.language)["terminal"]["bots"].get(name.partition("@")[0], visible(name)))

    def look(self, way: str) -> tuple[str, str]:
        """The key of a way to go through a game, and what that is called."""
        return STEPPER_KEYS[way], self.say(f"looks.{way}")

    def key(self, action: str) -> tuple[str, str]:
        """The key of something that can be done, and what that is called."""
        return ACTION_KEYS[action], self.say(f"keys.{action}")

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

    def event(self, event: TableEvent) -> str:
        """An event as a sentence."""
        who = self.name(event.seat or 0)
        match event.kind:
            case "deal":
                key = "own_deal" if event.seat == self.own else "deal"
                told = self.say(key, deal=event.what, dealer=who)
            case "lead" | "play":
                told = self.say("said", who=who, what=self.style.hand(event.what))
            case "said":
                told = self.say("said", who=who, what=self.move(event.step, event.what))
            case "laid" | "got":
                told = self.say(event.kind, who=who, cards=self.style.hand(event.what))
            case "shown" | "drawn":
                told = self._shown(event)
            case "taken":
                told = self.taken(event.seat)
            case "points":
                told = self.say("points", deal=event.what[0], points=self.totals(event.what[1]))
            case _:
                told = self._by_rule(event) if event.kind != "over" else self.outcome(event.what)
        return told

    def _shown(self, event: TableEvent) -> str:
        """Return which cards a step showed of a seat, or of a pile; what chance draws is told alike."""
        cards = self.style.hand(event.what)
        if event.seat is None:
            return self.say("draws", step=self.title(event.step), what=cards)
        key = "own_shown" if event.seat == self.own else "shown"
        return self.say(key, who=self.name(event.seat), cards=cards)

    def _by_rule(self, event: TableEvent) -> str:
        """Return that a seat rests, or a deal is thrown in, with the rule by which it is so."""
        if event.kind != "rests":
            says = self.about["steps"].get(event.step, {}).get("says")
            return self.joined(self.say(event.kind), *([self.style.plain(visible(says))] if says else []))
        who = self.name(event.seat or 0)
        if event.what is None:
            return self.say("only_rests", who=who)
        key = "own_rests" if event.seat == self.own else "rests"
        return self.say(key, who=who, says=self.reason(event.what))

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

    def word(self, said: str) -> str:
        """A word that is said instead of naming cards."""
        return str(texts(self.language)["terminal"]["words"].get(said, said or NONE))


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
