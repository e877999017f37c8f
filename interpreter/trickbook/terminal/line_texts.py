"""Reciting: a table told in lines, one after the other, as they are read out."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import visible
from trickbook.terminal import line_parser
from trickbook.terminal.visible_cards import HAND_PILE, reachable_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.terminal.events import TableEvent
    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import Advice, Refusal

    View = Mapping[str, Any]

MAX_LISTED_MOVES: Final = 16
"""So many moves are named; of more it is told how many they are."""


def welcome_lines(voice: Narrator) -> list[str]:
    """What is played, by whom, and how."""
    seats = range(len(voice.seats))
    others = voice.several([voice.name(seat) for seat in seats if seat != voice.own])
    lowest = voice.about["lowest_wins"]
    goal = [] if lowest is None else [voice.say("lowest" if lowest else "highest")]
    own = (
        voice.say("own_seat", seat=voice.own, others=others)
        if voice.own is not None
        else voice.say("looking_on", others=others)
    )
    card = voice.ink.written(next(iter(voice.about["cards"])))
    title = voice.say("welcome", title=visible(voice.about["title"]), players=len(seats))
    summary = [visible(voice.about["summary"])] if voice.about["summary"] else goal
    return [title, *summary, own, *([voice.say("how", card=card)] if voice.own is not None else [])]


def event_lines(voice: Narrator, view: View, events: Sequence[TableEvent]) -> list[str]:
    """What has happened: plays in one line, and each other thing in its own."""
    lines: list[str] = []
    for plays, group in groupby(events, key=lambda event: event.kind in ("lead", "play")):
        if plays:
            lines += _plays(voice, list(group))
            continue
        for event in group:
            lines += [""] if event.kind == "deal" else []
            lines.append(voice.event(event))
            lines += _after(voice, view, event)
    return lines


def _after(voice: Narrator, view: View, event: TableEvent) -> Iterator[str]:
    """What is told behind an event."""
    if event.kind == "points":
        yield voice.say("scores", scores=voice.totals(view["scores"]))
    elif event.kind == "over":
        yield voice.say("ask_record", word="record")
        if voice.own is not None:
            yield voice.say("again", word="again")


def _plays(voice: Narrator, events: Sequence[TableEvent]) -> Iterator[str]:
    """Plays as one line for each trick that they belong to."""
    line: list[str] = []
    for event in events:
        if event.kind == "lead" and line:
            yield voice.listed(line)
            line = []
        line.append(voice.event(event))
    yield voice.listed(line)


# What is asked


def question_lines(voice: Narrator, view: View, *, again: bool) -> list[str]:
    """What the seat is asked; the rule of the step is left out when it is asked ``again``."""
    asks = view["asks"]
    if asks is None:
        return []
    told = [] if asks["kind"] == "play" else [_step(voice, asks, again=again)]
    told += hand_lines(voice, view)
    return [*told, _offered(voice, view, asks)]


def _step(voice: Narrator, asks: Mapping[str, Any], *, again: bool) -> str:
    title = voice.say("your_turn", title=voice.asked(asks))
    return title if again or not asks["says"] else voice.joined(title, visible(asks["says"]))


def hand_lines(voice: Narrator, view: View, _rest: str = "") -> list[str]:
    """The cards within one's reach, by suits."""
    lots = reachable_cards(view)
    lines = []
    for lot in lots:
        title = visible(voice.about["piles"][lot.pile]["title"]) if lot.pile else voice.say("choose_from")
        called = {HAND_PILE: voice.say("hand"), "table": voice.say("open")}.get(lot.pile, title)
        suits = voice.listed(map(voice.cards, voice.ink.sorted(lot.cards)))
        lines.append(voice.say("said", who=called, what=suits))
    return lines or [voice.say("said", who=voice.say("hand"), what=voice.say("no_cards"))]


def _offered(voice: Narrator, view: View, asks: Mapping[str, Any]) -> str:
    """What may be said now."""
    legal = view["legal"]
    if asks["kind"] == "answer":
        return voice.say("answers", answers=_answers(voice, asks, legal or []))
    if asks["kind"] == "cards":
        return _chosen(voice, view, asks)
    start = [voice.say("lead")] if not view["trick"] else []
    if legal is None:
        return voice.joined(*start, voice.say("choose_many"))
    if len(legal) > MAX_LISTED_MOVES:
        return voice.joined(*start, voice.say("choose_plays", count=len(legal)))
    return voice.joined(*start, voice.say("choose_play", cards=voice.listed(map(voice.ink.hand, legal))))


def _answers(voice: Narrator, asks: Mapping[str, Any], legal: Sequence[str]) -> str:
    labels = asks["labels"]
    if len(legal) > MAX_LISTED_MOVES:
        return voice.say("span", low=legal[0], high=legal[-1])
    return voice.listed(
        said if labels[said] == said else voice.say("answer", said=said, label=visible(labels[said]))
        for said in legal
    )


def _chosen(voice: Narrator, view: View, asks: Mapping[str, Any]) -> str:
    """How many cards are to be chosen, of which, or what is said instead."""
    choose, word = view["choose"], asks.get("done")
    low, high, cards = choose["low"], choose["high"], voice.cards(choose["from"])
    word = word or ("none" if not low else None)
    if high < 1 and word:
        return voice.say("say_word", word=word)
    key = "choose_any" if low != high else "choose_one" if low == 1 else "choose_so_many"
    whole = tuple(choose["from"]) == tuple(view["piles"].get(HAND_PILE) or ())
    key = "choose_of_hand" if whole and key == "choose_so_many" else key
    told = voice.say(key, count=low, low=max(low, 1), high=high, cards=cards)
    return voice.joined(told, voice.say("or_word", word=word)) if word else told


def refusal_text(voice: Narrator, view: View, move: str, refusal: Refusal) -> str:
    """Why a move was not made."""
    step = (view["asks"] or {}).get("step", "")
    says = voice.reason(refusal.reason) if refusal.reason else visible(refusal.message)
    if not refusal.reason and step and view["choose"]:
        says = _chosen(voice, view, view["asks"])
    return voice.say("refused", move=voice.move(step, move), says=says)


def unknown_input_lines(voice: Narrator, view: View, line: str) -> list[str]:
    """What is said to a line that is no move now, and no word."""
    if not line:
        return []
    if view["asks"] is None and line_parser.parsed_cards(voice, view, line):
        return [voice.say("not_now", who=voice.waits(view))]
    return [voice.say("not_held", word=visible(line))]


def printable_lines(voice: Narrator, text: str) -> list[str]:
    """A printed text, line by line, with nothing in it that commands a terminal."""
    return [voice.ink.plain(visible(line)) for line in text.rstrip().split("\n")]


def hint_lines(voice: Narrator, view: View, advice: Advice | None) -> list[str]:
    """What a bot would do."""
    if advice is None or not view["asks"]:
        return [voice.say("no_hint")]
    key = "hint_play" if view["asks"]["kind"] == "play" else "hint"
    told = voice.say(key, move=voice.move(view["asks"]["step"], advice.move))
    return [told, *([visible(advice.says)] if advice.says else [])]
