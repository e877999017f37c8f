"""A table in lines of text to read aloud."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import visible
from trickbook.terminal.narrator import PLAYS
from trickbook.terminal.selection import HAND_PILE, reachable_cards

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import Advice, Refusal, TableUpdate, TakeBackRequest

    View = Mapping[str, Any]
    Event = Mapping[str, Any]

MAX_LISTED_MOVES: Final = 16
"""So many moves are named; of more it is told how many they are."""


def welcome_lines(narrator: Narrator) -> list[str]:
    """Return what is played, by whom, and how."""
    seats = range(len(narrator.seats))
    others = narrator.several([narrator.name(seat) for seat in seats if seat != narrator.own])
    lowest = narrator.about["lowest_wins"]
    goal = [] if lowest is None else [narrator.say("lowest" if lowest else "highest")]
    own = (
        narrator.say("own_seat", seat=narrator.own, others=others)
        if narrator.own is not None
        else narrator.say("looking_on", others=others)
    )
    card = narrator.style.written(next(iter(narrator.about["cards"])))
    title = narrator.say("welcome", title=visible(narrator.about["title"]), players=len(seats))
    summary = [visible(narrator.about["summary"])] if narrator.about["summary"] else goal
    agreed = narrator.listed([visible(one) for one in narrator.about.get("agreed", ())])
    table = [narrator.say("agreement", list=agreed)] if agreed else []
    return [
        title,
        *summary,
        *table,
        own,
        *([narrator.say("how", card=card)] if narrator.own is not None else []),
    ]


def event_lines(narrator: Narrator, update: TableUpdate) -> list[str]:
    """Return what has happened: plays in one line, and each other thing in its own."""
    lines: list[str] = []
    for plays, group in groupby(update.events, key=lambda event: event["kind"] in PLAYS):
        if plays:
            lines += _plays(narrator, list(group))
            continue
        for event in group:
            lines += [""] if event["kind"] == "dealt" else []
            lines.append(narrator.event(event, update.view))
            lines += _after(narrator, update.view, event)
    return lines


def _after(narrator: Narrator, view: View, event: Event) -> Iterator[str]:
    """Yield what is told behind an event."""
    if event["kind"] == "scored":
        yield narrator.say("scores", scores=narrator.totals(view["scores"]))
    elif event["kind"] == "over":
        yield narrator.say("ask_record", word="record")
        if narrator.own is not None:
            yield narrator.say("again", word="again")


def _plays(narrator: Narrator, events: Sequence[Event]) -> Iterator[str]:
    """Plays as one line for each trick that they belong to."""
    line: list[str] = []
    for event in events:
        if event["kind"] == "led" and line:
            yield narrator.listed(line)
            line = []
        line.append(narrator.event(event, {}))
    yield narrator.listed(line)


# What is asked


def question_lines(narrator: Narrator, view: View, *, again: bool) -> list[str]:
    """Return what the seat is asked; the rule of the step is left out when it is asked ``again``."""
    asks = view["asks"]
    if asks is None:
        return []
    lines = [] if asks["kind"] == "play" else [_step(narrator, asks, again=again)]
    lines += hand_lines(narrator, view)
    return [*lines, _offered(narrator, view, asks)]


def request_lines(narrator: Narrator, request: TakeBackRequest) -> list[str]:
    """Return who asks to take back, and how one answers if one's own answer is awaited."""
    answer = [narrator.say("agree_or_refuse")] if narrator.own in request.waits else []
    return [narrator.joined(narrator.request(request), *answer)]


def _step(narrator: Narrator, asks: Mapping[str, Any], *, again: bool) -> str:
    title = narrator.say("your_turn", title=narrator.asked(asks))
    return title if again or not asks["says"] else narrator.joined(title, visible(asks["says"]))


def hand_lines(narrator: Narrator, view: View, _rest: str = "") -> list[str]:
    """The cards within one's reach, by suits."""
    lots, lines, other = reachable_cards(view), [], view.get("plays_for")
    laid = narrator.say("open") if other is None else narrator.say("open_of", who=narrator.name(other))
    for lot in lots:
        title = (
            visible(narrator.about["piles"][lot.pile]["title"]) if lot.pile else narrator.say("choose_from")
        )
        called = {HAND_PILE: narrator.say("hand"), "table": laid}.get(lot.pile, title)
        suits = narrator.listed(map(narrator.cards, narrator.style.sorted(lot.cards, view.get("order"))))
        lines.append(narrator.say("said", who=called, what=suits))
    return lines or [narrator.say("said", who=narrator.say("hand"), what=narrator.say("no_cards"))]


def _offered(narrator: Narrator, view: View, asks: Mapping[str, Any]) -> str:
    """Return what may be said now."""
    legal = view["legal"]
    if asks["kind"] == "answer":
        return narrator.say("answers", answers=_answers(narrator, asks, _answered(view)))
    if asks["kind"] == "cards":
        return _chosen(narrator, view, asks)
    start = [narrator.say("lead")] if not view["trick"] else []
    if legal is None:
        return narrator.joined(*start, narrator.say("choose_many"))
    if len(legal) > MAX_LISTED_MOVES:
        return narrator.joined(*start, narrator.say("choose_plays", count=len(legal)))
    return narrator.joined(
        *start, narrator.say("choose_play", cards=narrator.listed(map(narrator.style.hand, legal)))
    )


def _answered(view: View) -> Sequence[str]:
    """Return the answers that are legal; very many are not listed in the view."""
    if view["legal"] is not None:
        listed: Sequence[str] = view["legal"]
        return listed
    return [said for said in view["asks"]["labels"] if said not in view["why"]]


def _answers(narrator: Narrator, asks: Mapping[str, Any], legal: Sequence[str]) -> str:
    labels = asks["labels"]
    if len(legal) > MAX_LISTED_MOVES:
        return _span(narrator, legal)
    return narrator.listed(
        said if labels[said] == said else narrator.say("answer", said=said, label=visible(labels[said]))
        for said in legal
    )


def _span(narrator: Narrator, legal: Sequence[str]) -> str:
    """Many answers: the words, and from which number or bid to which the others go."""
    bids = [said for said in legal if said[:1].isdigit()]
    words = [said for said in legal if said not in bids]
    if bids:
        key = "span" if all(map(str.isdigit, bids)) else "span_bids"
        words.append(narrator.say(key, low=bids[0], high=bids[-1]))
    return narrator.listed(words)


def _chosen(narrator: Narrator, view: View, asks: Mapping[str, Any]) -> str:
    """Return how many cards are to be chosen, of which, or what is said instead."""
    choose, word = view["choose"], asks.get("done")
    low, high, cards = choose["low"], choose["high"], narrator.cards(choose["from"])
    word = word or ("none" if not low else None)
    if high < 1 and word:
        return narrator.say("say_word", word=word)
    key = "choose_any" if low != high else "choose_one" if low == 1 else "choose_so_many"
    whole = tuple(choose["from"]) == tuple(view["piles"].get(HAND_PILE) or ())
    key = "choose_of_hand" if whole and key == "choose_so_many" else key
    text = narrator.say(key, count=low, low=max(low, 1), high=high, cards=cards)
    return narrator.joined(text, narrator.say("or_word", word=word)) if word else text


def refusal_text(narrator: Narrator, view: View, move: str, refusal: Refusal) -> str:
    """Why a move was not made."""
    step = (view["asks"] or {}).get("step", "")
    says = narrator.reason(refusal.reason) if refusal.reason else visible(refusal.message)
    if not refusal.reason and step and view["choose"]:
        says = _chosen(narrator, view, view["asks"])
    return narrator.say("refused", move=narrator.move(step, move), says=says)


def printable_lines(narrator: Narrator, text: str) -> list[str]:
    """A printed text, line by line, with nothing in it that commands a terminal."""
    return [narrator.style.plain(visible(line)) for line in text.rstrip().split("\n")]


def hint_lines(narrator: Narrator, view: View, advice: Advice | None) -> list[str]:
    """Return what a bot would do."""
    if advice is None or not view["asks"]:
        return [narrator.say("no_hint")]
    key = "hint_play" if view["asks"]["kind"] == "play" else "hint"
    text = narrator.say(key, move=narrator.move(view["asks"]["step"], advice.move))
    return [text, *([narrator.style.plain(visible(advice.says))] if advice.says else [])]
