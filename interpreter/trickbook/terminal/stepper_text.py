"""A game stepped through, and each of its moments in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.seat.move_outcomes import NO_PLAYOUTS, sorted_cards
from trickbook.seat.record_stepper import game_moment
from trickbook.seat.texts import translate
from trickbook.terminal.card_style import card_style
from trickbook.terminal.narrator import Narrator

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset

    Moment = Mapping[str, Any]


class SteppedGame(NamedTuple):
    """A game, its rules, and the language of the texts about it."""

    rules: Ruleset
    game: Game
    language: str

    def at(self, deal: int | None, trick: int | None = None, play: int | None = None) -> dict[str, Any]:
        """A moment without the outcomes of its moves; raises TrickbookError if there is no such moment."""
        return game_moment(self.rules, self.game, (deal, trick, play), self.language, NO_PLAYOUTS)

    def tried(self, spot: Mapping[str, int]) -> dict[str, Any]:
        """A moment with the outcomes of its moves, which take a while to find."""
        return game_moment(self.rules, self.game, (spot["deal"], spot["trick"], spot["play"]), self.language)

    def step(self, moment: Moment, way: str) -> dict[str, Any] | None:
        """The moment one move, trick or deal further or back; None where the record ends that way."""
        at, change = moment["at"], -1 if way.endswith("back") else 1
        if way in ("on", "back"):
            spot = moment["next" if way == "on" else "previous"]
            return self.at(**spot) if spot else None
        if way.startswith("trick"):
            tricks = [trick for trick, _ in moment["tricks"]]
            place = tricks.index(at["trick"]) + change
            return self.at(at["deal"], tricks[place]) if 0 <= place < len(tricks) else None
        deals = [one["deal"] for one in moment["deals"]]
        return self.at(deals[(deals.index(at["deal"]) + change) % len(deals)])


class MoveOutcome(NamedTuple):
    """A move, the points it would have scored on average, their error, and who made it or would have."""

    move: str
    points: str
    error: str
    marks: tuple[str, ...]


def stepper_narrator(moment: Moment, language: str, *, signs: bool) -> Narrator:
    """A narrator for whom no seat is their own; seats without a name in the ruleset have numbers."""
    about = moment["about"]
    seats = [
        {"name": name or translate(language, "terminal.seat", number=seat), "plays": "person", "bot": None}
        for seat, name in enumerate(about["seats"] or [None] * about["players"])
    ]
    return Narrator(language, about, card_style(about, signs=signs), None, seats)


def move_outcomes(narrator: Narrator, moment: Moment) -> list[MoveOutcome]:
    """The legal moves, the best first if the ruleset says whether the lowest score wins."""
    moves, lowest = list(moment["moves"]), narrator.about["lowest_wins"]
    if lowest is not None and all(isinstance(one["points"], int | float) for one in moves):
        moves.sort(key=lambda one: one["points"] if lowest else -one["points"])
    return [_outcome(narrator, moment, one) for one in moves]


def _outcome(narrator: Narrator, moment: Moment, one: Mapping[str, Any]) -> MoveOutcome:
    made = [(moment["played"], narrator.say("mark_played"))]
    made += [(move, narrator.bot(bot)) for bot, move in moment["bots"].items()]
    marks = tuple(mark for move, mark in made if sorted_cards(move) == sorted_cards(one["move"]))
    move = narrator.move(moment["view"]["asks"]["step"], one["move"])
    return MoveOutcome(move, number_label(one["points"]), number_label(one["error"]), marks)


def number_label(value: Any) -> str:
    """A number with a minus sign; empty if there is none."""
    return "" if value is None else str(value).replace("-", "−")


def move_text(narrator: Narrator, moment: Moment) -> str:
    """The move that was made, or how the deal ended."""
    asks, deal = moment["view"]["asks"], moment["at"]["deal"]
    if moment["seat"] is None:
        points = next(one["points"] for one in moment["deals"] if one["deal"] == deal)
        if points is None:
            return narrator.say("unfinished")
        return narrator.say("points", deal=deal, points=narrator.totals(points))
    key = "was_played" if asks["kind"] == "play" else "was_said"
    move = narrator.move(asks["step"], moment["played"])
    return narrator.say(key, who=narrator.name(moment["seat"]), move=move)


def position_text(narrator: Narrator, moment: Moment) -> str:
    """The deal, and the trick if there is one."""
    at = moment["at"]
    trick = at["trick"] and moment["seat"] is not None
    return narrator.say("where" if trick else "own_where", deal=at["deal"], trick=at["trick"])


def bots_text(narrator: Narrator, moment: Moment) -> str:
    """The moves that bots would have made; empty if none was asked."""
    step = (moment["view"]["asks"] or {}).get("step", "")
    would = [
        narrator.say("would", bot=narrator.bot(bot), move=narrator.move(step, move))
        for bot, move in moment["bots"].items()
    ]
    return narrator.say("bots_would", told=narrator.listed(would)) if would else ""


def card_text(narrator: Narrator, moment: Moment, card: str) -> str:
    """The outcome of playing a card, or why it was not legal."""
    name = str(narrator.about["cards"].get(card.rstrip("*"), {}).get("name", card))
    one = next((one for one in moment["moves"] if one["move"] == card), None)
    if why := moment["view"]["why"].get(card):
        return narrator.say("said", who=name, what=narrator.reason(why))
    return narrator.say("said", who=name, what=_outcome_text(narrator, one)) if one else name


def _outcome_text(narrator: Narrator, one: Mapping[str, Any]) -> str:
    """Return who would have been ahead with a move, and what it would have scored."""
    told: list[str] = []
    if ahead := one["ahead"]:
        cards = narrator.style.hand(ahead["cards"])
        told.append(narrator.say("would_lead", who=narrator.name(ahead["seat"]), cards=cards))
    if one["points"] is not None:
        error = number_label(one["error"])
        key = "would_bring_about" if error else "would_bring"
        told.append(narrator.say(key, points=number_label(one["points"]), error=error))
    return narrator.joined(*told)


def moment_lines(narrator: Narrator, moment: Moment) -> list[str]:
    """A moment in lines to read aloud."""
    return [narrator.style.plain(line) for line in _lines(narrator, moment)]


def _lines(narrator: Narrator, moment: Moment) -> Iterator[str]:
    view = moment["view"]
    yield position_text(narrator, moment)
    if view["trick"]:
        yield narrator.plays(view["trick"])
    if moment["seat"] is not None:
        held = narrator.style.sorted(view["piles"].get("hand") or (), view.get("order"))
        who = narrator.say("held_by", who=narrator.name(moment["seat"]))
        yield narrator.say("said", who=who, what=narrator.listed(map(narrator.cards, held)))
    yield move_text(narrator, moment)
    for one in move_outcomes(narrator, moment):
        error = f" ± {one.error}" if one.error else ""
        marks = f" ({narrator.listed(one.marks)})" if one.marks else ""
        yield f"  {one.move}: {one.points}{error}{marks}"
