"""Answering: what somebody asks about a table by a word, in lines that are read out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import texts
from trickbook.terminal import line_parser
from trickbook.terminal.line_texts import hand_lines, printable_lines
from trickbook.terminal.visible_cards import exposed_cards, last_trick, shared_cards, trick_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import TableInterface

    View = Mapping[str, Any]


def seat_lines(voice: Narrator, view: View, _rest: str = "") -> list[str]:
    """Who sits where, with how many cards and tricks; what lies open; the trick so far."""
    tricks, lines = trick_counts(view), []
    for seat in range(len(voice.seats)):
        key = "own_stands" if seat == voice.own else "stands"
        lines.append(voice.say(key, who=voice.name(seat), cards=view["counts"][seat], tricks=tricks[seat]))
        if seat != voice.own and (lying := exposed_cards(view, seat)):
            what = voice.cards(lying)
            lines.append(voice.say("said", who=voice.say("before", who=voice.name(seat)), what=what))
    for lot in shared_cards(view, voice.about):
        title = visible(voice.about["piles"][lot.pile]["title"])
        lines.append(voice.say("said", who=title, what=voice.cards(lot.cards)))
    return [*lines, *_trick(voice, view["trick"], voice.say("trick", number=len(view["tricks"]) + 1))]


def _trick(voice: Narrator, plays: Sequence[Sequence[Any]], title: str) -> list[str]:
    made = [voice.say("said", who=voice.name(seat), what=voice.ink.hand(cards)) for seat, cards in plays]
    return [voice.say("said", who=title, what=voice.listed(made))] if made else []


def last_trick_lines(voice: Narrator, view: View, _rest: str = "") -> list[str]:
    """The last trick."""
    found = last_trick(view)
    if found is None:
        return [voice.say("no_last")]
    plays, taker = found
    ended = voice.say("held") if taker is None else voice.taken(taker)
    return [*_trick(voice, plays, voice.say("last")), ended]


def score_lines(voice: Narrator, view: View, _rest: str = "") -> list[str]:
    """The scores, and the points of each deal."""
    lines = [
        voice.say("points", deal=number, points=voice.totals(points))
        for number, points in enumerate(view["deals"], 1)
    ]
    return [*lines, voice.say("scores", scores=voice.totals(view["scores"]))]


def why_lines(voice: Narrator, view: View, rest: str) -> list[str]:
    """Why a card or an answer may not be given."""
    if view["asks"] is None:
        over = view["phase"] == "over"
        return [voice.say("over") if over else voice.say("not_now", who=voice.waits(view))]
    named = line_parser.parsed_move(voice, view, rest) or line_parser.parsed_cards(voice, view, rest)
    if named is None:
        return [voice.say("not_held", word=visible(rest) or "why")]
    found = next((view["why"][one] for one in (named, *named.split()) if one in view["why"]), None)
    told = voice.move(view["asks"]["step"], named)
    if found is None:
        return [voice.say("allowed", move=told)]
    return [voice.say("refused", move=told, says=voice.reason(found))]


def step_lines(voice: Narrator, view: View, _rest: str = "") -> list[str]:
    """What this step is about."""
    asks = view["asks"] or voice.about["steps"].get(view["phase"])
    return [visible(asks["says"] or asks["title"])] if asks else [voice.say("over")]


def help_lines(voice: Narrator, _view: View, _rest: str = "") -> list[str]:
    """What can be said."""
    known = texts(voice.language)["terminal"]["commands"]
    card = voice.ink.written(next(iter(voice.about["cards"])))
    return [
        voice.say("help"),
        *(f"  {word}: {str(what).format(card=card)}" for word, what in known.items()),
    ]


COMMANDS: Final[Mapping[str, Callable[[Narrator, View, str], list[str]]]] = MappingProxyType(
    {
        "hand": hand_lines,
        "table": seat_lines,
        "last": last_trick_lines,
        "scores": score_lines,
        "why": why_lines,
        "rules": step_lines,
        "help": help_lines,
    }
)
"""What each word gives."""


async def rulebook_lines(voice: Narrator, table: TableInterface) -> list[str]:
    """The rules of what is played, as they are printed."""
    try:
        return printable_lines(voice, await table.rulebook())
    except TrickbookError as error:
        return [visible(str(error))]


async def record_line(voice: Narrator, table: TableInterface) -> str:
    """Where the record of the match is that was over last."""
    try:
        path = await table.record()
    except TrickbookError as error:
        return voice.say("no_record", why=visible(str(error)))
    return voice.say("finished", file=visible(str(path))) if path else voice.say("none_over")


async def points_lines(voice: Narrator, view: View, table: TableInterface, rest: str) -> list[str]:
    """Where the points of a finished deal come from."""
    deals = [str(number) for number in range(1, len(view["deals"]) + 1)]
    number = int(rest) if rest in deals else 0 if rest else len(deals)
    if not number:
        return [voice.say("no_deals", deals=len(deals)) if deals else voice.say("no_deal")]
    told = await table.sheet(number)
    lines = [voice.say("points", deal=number, points=voice.totals(view["deals"][number - 1]))]
    for seat, sentences in told.items():
        lines += [voice.name(seat), *(f"  {voice.ink.plain(visible(one))}" for one in sentences)]
    return lines
