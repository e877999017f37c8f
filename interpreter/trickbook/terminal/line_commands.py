"""Typed lines: parsed as moves or commands, and commands answered in lines of text."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import texts
from trickbook.terminal.line_texts import hand_lines, printable_lines
from trickbook.terminal.selection import (
    exposed_cards,
    last_trick,
    reachable_cards,
    shared_cards,
    trick_counts,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

    from trickbook.terminal import Refusal, TableInterface
    from trickbook.terminal.narrator import Narrator

    View = Mapping[str, Any]

COMMAS: Final = re.compile("[,\uff0c\u3001]")
"""Commas, also those of Chinese."""

WISHES: Final[Mapping[str, Callable[[TableInterface], Awaitable[Refusal | None]]]] = MappingProxyType(
    {
        "again": lambda table: table.again(),
        "fill": lambda table: table.fill(),
        "back": lambda table: table.take_back(),
        "agree": lambda table: table.agree(agrees=True),
        "refuse": lambda table: table.agree(agrees=False),
    }
)
"""What is asked of the table; an update follows unless it refuses."""


def parsed_move(narrator: Narrator, view: Mapping[str, Any], typed: str) -> str | None:
    """The move that is meant; None if it is none that could be made here."""
    asks = view["asks"] or {}
    said = _plain(typed)
    known = {_plain(word): word for word in _words(view, asks)}
    known |= {_plain(narrator.move(asks.get("step", ""), word)): word for word in known.values()}
    if said in known:
        return known[said]
    return None if asks.get("kind") == "answer" else _parsed_cards(narrator, view, typed)


def _parsed_cards(narrator: Narrator, view: Mapping[str, Any], typed: str) -> str | None:
    """The cards that are named, of those within reach; None if one of them is not."""
    left = [card for lot in reachable_cards(view) for card in lot.cards]
    found = []
    for word in COMMAS.sub(" ", typed).split():
        card = next((card for card in left if _plain(word) in _names(narrator, card)), None)
        if card is None:
            return None
        left.remove(card)
        found.append(card)
    return " ".join(found) or None


def _words(view: Mapping[str, Any], asks: Mapping[str, Any]) -> Iterable[str]:
    """Return what may be said without naming cards."""
    if asks.get("kind") == "answer":
        return list(asks["labels"])
    choose = view["choose"]
    done = [asks["done"]] if asks.get("done") else []
    return [*done, *(["none"] if choose and not choose["low"] else [])]


def _names(narrator: Narrator, card: str) -> set[str]:
    """The ways to write a card: `TC`, `10c`, `ct`, `T♣`, and what it is called."""
    bare = card.removesuffix(MARK)
    face = narrator.about["cards"].get(bare, {})
    ways = {bare, narrator.style.written(bare), str(face.get("name", bare)).replace(" ", "-")}
    if suit := face.get("suit"):
        rank, sign = face["rank"], narrator.style.suits[suit]["sign"]
        also = [rank, "10"] if rank == "T" else [rank]
        ways |= {way for one in also for way in (one + suit, suit + one, one + sign, sign + one)}
    if card.endswith(MARK):
        ways |= {way + MARK for way in ways}
    return {_plain(way) for way in ways}


def _plain(text: str) -> str:
    """A text as it is compared, whatever its case."""
    return text.strip().strip("`").casefold()


def parsed_command(narrator: Narrator, typed: str) -> tuple[str, str] | None:
    """Something else that may be said, and what follows it: `why qs`; None if it is nothing of the kind."""
    head, _, rest = typed.strip().partition(" ")
    wanted = _plain(head).lstrip(":/")
    if wanted in ("?", "h", "help"):
        return "help", ""
    known = texts(narrator.language)["terminal"]["commands"]
    if wanted in ("q", "exit", "leave", "bye"):
        return "quit", ""
    return (wanted, rest.strip()) if wanted in known else None


def unknown_input_lines(narrator: Narrator, view: View, line: str) -> list[str]:
    """Return what is said to a line that is no move now, and no word."""
    if not line:
        return []
    if view["asks"] is None and _parsed_cards(narrator, view, line):
        return [narrator.say("not_now", who=narrator.waits(view))]
    answers = view["asks"] is not None and view["asks"]["kind"] == "answer"
    return [narrator.say("no_answer" if answers else "not_held", word=visible(line))]


def _seat_lines(narrator: Narrator, view: View, _rest: str = "") -> list[str]:
    """Return who sits where, with how many cards and tricks; what lies open; the trick so far."""
    tricks, lines = trick_counts(view), []
    for seat in range(len(narrator.seats)):
        key = "own_stands" if seat == narrator.own else "stands"
        lines.append(
            narrator.say(key, who=narrator.name(seat), cards=view["counts"][seat], tricks=tricks[seat])
        )
        if seat != narrator.own and (lying := exposed_cards(view, seat)):
            what = narrator.cards(lying)
            lines.append(narrator.say("said", who=narrator.say("before", who=narrator.name(seat)), what=what))
    for lot in shared_cards(view, narrator.about):
        title = visible(narrator.about["piles"][lot.pile]["title"])
        lines.append(narrator.say("said", who=title, what=narrator.cards(lot.cards)))
    return [*lines, *_trick(narrator, view["trick"], narrator.say("trick", number=len(view["tricks"]) + 1))]


def _trick(narrator: Narrator, plays: Sequence[Sequence[Any]], title: str) -> list[str]:
    return [narrator.say("said", who=title, what=narrator.plays(plays))] if plays else []


def _last_trick_lines(narrator: Narrator, view: View, _rest: str = "") -> list[str]:
    """The last trick."""
    found = last_trick(view)
    if found is None:
        return [narrator.say("no_last")]
    plays, taker = found
    ended = narrator.say("held") if taker is None else narrator.taken(taker)
    return [*_trick(narrator, plays, narrator.say("last")), ended]


def _score_lines(narrator: Narrator, view: View, _rest: str = "") -> list[str]:
    """The scores, and the points of each deal."""
    lines = [
        narrator.say("points", deal=number, points=narrator.totals(points))
        for number, points in enumerate(view["deals"], 1)
    ]
    return [*lines, narrator.say("scores", scores=narrator.totals(view["scores"]))]


def _why_lines(narrator: Narrator, view: View, rest: str) -> list[str]:
    """Why a card or an answer may not be given."""
    if view["asks"] is None:
        over = view["phase"] == "over"
        return [narrator.say("over") if over else narrator.say("not_now", who=narrator.waits(view))]
    named = parsed_move(narrator, view, rest) or _parsed_cards(narrator, view, rest)
    if named is None:
        return [narrator.say("not_held", word=visible(rest) or "why")]
    found = next((view["why"][one] for one in (named, *named.split()) if one in view["why"]), None)
    text = narrator.move(view["asks"]["step"], named)
    if found is None:
        return [narrator.say("allowed", move=text)]
    return [narrator.say("refused", move=text, says=narrator.reason(found))]


def _step_lines(narrator: Narrator, view: View, _rest: str = "") -> list[str]:
    """Return what this step is about."""
    asks = view["asks"] or narrator.about["steps"].get(view["phase"])
    return [visible(asks["says"] or asks["title"])] if asks else [narrator.say("over")]


def _help_lines(narrator: Narrator, _view: View, _rest: str = "") -> list[str]:
    """Return what can be said."""
    known = texts(narrator.language)["terminal"]["commands"]
    card = narrator.style.written(next(iter(narrator.about["cards"])))
    return [
        narrator.say("help"),
        *(f"  {word}: {str(what).format(card=card)}" for word, what in known.items()),
    ]


COMMANDS: Final[Mapping[str, Callable[[Narrator, View, str], list[str]]]] = MappingProxyType(
    {
        "hand": hand_lines,
        "table": _seat_lines,
        "last": _last_trick_lines,
        "scores": _score_lines,
        "why": _why_lines,
        "rules": _step_lines,
        "help": _help_lines,
    }
)
"""What each word gives."""


async def rulebook_lines(narrator: Narrator, table: TableInterface) -> list[str]:
    """The rules of what is played, as they are printed."""
    try:
        return printable_lines(narrator, await table.rulebook())
    except TrickbookError as error:
        return [narrator.refusal(error)]


async def record_line(narrator: Narrator, table: TableInterface) -> str:
    """Return where the record of the match is that was over last."""
    try:
        path = await table.record()
    except TrickbookError as error:
        return narrator.say("no_record", why=narrator.refusal(error))
    return narrator.say("finished", file=visible(str(path))) if path else narrator.say("none_over")


async def _spoken_lines(narrator: Narrator, table: TableInterface, rest: str) -> list[str]:
    """Say a phrase to the table, by its number or key; without one, the phrases that there are."""
    known: Mapping[str, str] = texts(narrator.language)["phrases"]
    keys = {str(number): key for number, key in enumerate(known, 1)}
    key = keys.get(rest, rest)
    if key not in known:
        return [f"  {number} {known[one]}" for number, one in keys.items()]
    refusal = await table.say(key)
    return [visible(refusal.message)] if refusal else []


async def _muted_lines(narrator: Narrator, table: TableInterface, rest: str) -> list[str]:
    """Mute a player, by name or seat, or show again what they say."""
    names = {narrator.name(seat): seat for seat in range(len(narrator.seats)) if seat != narrator.own}
    seats = {str(seat): seat for seat in names.values()}
    seat = names.get(rest, seats.get(rest))
    if seat is None:
        return [narrator.say("mute_whom", names=narrator.listed(names))]
    return [narrator.say("muted" if table.mute(seat) else "unmuted", who=narrator.name(seat))]


TALK: Final = MappingProxyType({"say": _spoken_lines, "mute": _muted_lines})
"""What is said to the table, and what is not heard of others."""


async def points_lines(narrator: Narrator, view: View, table: TableInterface, rest: str) -> list[str]:
    """Return where the points of a finished deal come from."""
    deals = [str(number) for number in range(1, len(view["deals"]) + 1)]
    number = int(rest) if rest in deals else 0 if rest else len(deals)
    if not number:
        return [narrator.say("no_deals", deals=len(deals)) if deals else narrator.say("no_deal")]
    sheet = await table.sheet(number)
    lines = [narrator.say("points", deal=number, points=narrator.totals(view["deals"][number - 1]))]
    for seat, sentences in sheet.items():
        lines += [narrator.name(seat), *(f"  {narrator.style.plain(visible(one))}" for one in sentences)]
    return lines
