"""The events at a table between two of its views."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.terminal.table_interface import TableUpdate

    View = Mapping[str, Any]


class TableEvent(NamedTuple):
    """Something that has happened.

    ``deal`` begins one; ``said`` and ``drawn`` are answers of a seat and of chance at a step, None if they
    are hidden; ``laid`` are cards that the rules laid open for a seat; ``shown`` are cards that a step showed
    of a seat, or of a pile that nobody owns; ``got`` are cards that came into the hand; ``lead`` and ``play``
    are plays; ``taken`` ends a trick, with the seat that takes it; ``points`` ends a deal; ``over`` ends the
    match, with the winners; ``rests`` is a seat that rests from now on, with the reason; ``anew`` and
    ``unscored`` tell by which step the cards are dealt again, or the deal is not scored.
    """

    kind: str
    seat: int | None = None
    step: str = ""
    what: Any = None


def events_since(before: View | None, update: TableUpdate, about: Mapping[str, Any]) -> list[TableEvent]:
    """Return what has happened since a view; all that is known of this deal, if there was none.

    Nothing has happened where moves were taken back.
    """
    now, kinds = update.view, {name: step["kind"] for name, step in about["steps"].items()}
    if before is None or len(now["deals"]) < len(before["deals"]):
        return list(_fresh(now, kinds))
    if len(now["deals"]) > len(before["deals"]):
        fresh = _fresh(now, kinds) if now["phase"] != "over" else ()
        return [*_last(before, update, kinds), *_ended(now), *fresh]
    if again := _thrown_in(now)["anew"][len(_thrown_in(before)["anew"]) :]:
        return [*_last(before, update, kinds), *_again(again), *_said(now["course"], kinds)]
    if _went_back(before, now):
        return []
    told = list(_new_events(before, now))
    moved = [
        *_said(told, kinds),
        *_laid(before, now, [one for one in told if kinds.get(one[0]) != "answer"]),
        *_got(before, now),
        *_shown(before, now, told),
    ]
    return [*moved, *_plays(len(all_plays(before)), now), *_rests(before, now)]


def _went_back(before: View, now: View) -> bool:
    """Return whether moves were taken back: less of the deal is known than before."""
    lengths = (
        (len(view["course"]), len(all_plays(view)), len(_thrown_in(view)["anew"])) for view in (before, now)
    )
    return any(was > here for was, here in zip(*lengths, strict=True))


def all_plays(view: View) -> list[Sequence[Any]]:
    """All plays of a deal so far."""
    return [play for trick in (*(done["plays"] for done in view["tricks"]), view["trick"]) for play in trick]


def _fresh(now: View, kinds: Mapping[str, str]) -> Iterator[TableEvent]:
    """A deal that has just begun, or that one comes to."""
    if not now["phase"]:
        return
    if now["phase"] == "over":
        yield TableEvent("over", what=now["winners"])
        return
    yield TableEvent("deal", now["dealer"], what=now["deal"])
    yield from _again(_thrown_in(now)["anew"])
    yield from _said(now["course"], kinds)
    yield from _shown({}, now, now["course"])
    yield from _plays(0, now)
    yield from _rests({}, now)


def _thrown_in(view: View) -> Mapping[str, Any]:
    """Return by which steps a deal was dealt anew, and which ended the last one unscored."""
    found: Mapping[str, Any] = view.get("thrown_in", {"anew": (), "unscored": None})
    return found


def _again(steps: Iterable[str]) -> Iterator[TableEvent]:
    """The steps by which the cards are dealt again."""
    return (TableEvent("anew", step=step) for step in steps)


def _rests(before: View, now: View) -> Iterator[TableEvent]:
    """The seats that have begun to rest."""
    for seat in now.get("resting", ()):
        if seat not in before.get("resting", ()):
            yield TableEvent("rests", seat, what=now.get("rests", {}).get(str(seat)))


def _last(before: View, update: TableUpdate, kinds: Mapping[str, str]) -> Iterator[TableEvent]:
    """The move that has ended a deal; the new view tells no more of it."""
    if update.seat is None or update.step is None:
        return
    if kinds.get(update.step) != "play":
        yield TableEvent("said", update.seat, update.step, update.said)
    elif update.said is not None:
        yield TableEvent("play" if before["trick"] else "lead", update.seat, update.step, update.said)


def _ended(now: View) -> Iterator[TableEvent]:
    if step := _thrown_in(now)["unscored"]:
        yield TableEvent("unscored", step=step)
    yield TableEvent("points", what=(len(now["deals"]), now["deals"][-1]))
    if now["phase"] == "over":
        yield TableEvent("over", what=now["winners"])


def _new_events(before: View, now: View) -> Iterator[Sequence[Any]]:
    """Yield what was said and drawn, and what has come to light of it."""
    known = [event[2] for event in before["course"]]
    for at, event in enumerate(now["course"]):
        if at >= len(known) or event[2] != known[at]:
            yield event


def _said(course: Iterable[Sequence[Any]], kinds: Mapping[str, str]) -> Iterator[TableEvent]:
    """Yield what seats said and chance drew; what it dealt is seen in the hand."""
    for step, seat, what in course:
        if seat is not None:
            yield TableEvent("said", seat, step, what)
        elif what is not None and kinds.get(step) != "deal":
            yield TableEvent("drawn", None, step, what)


def _laid(before: View, now: View, told: Iterable[Sequence[Any]]) -> Iterator[TableEvent]:
    """Cards that lie open now though nobody named them."""
    said = {card.rstrip("*") for *_, what in told for card in str(what).split()}
    fresh = [
        card for card in now["exposed"] if card not in before["exposed"] and card.rstrip("*") not in said
    ]
    for seat in range(len(now["counts"])):
        owned = [pile[seat] for pile in now["piles"].values() if pile and isinstance(pile[0], list)]
        if cards := [card for card in fresh if any(card in pile for pile in owned)]:
            yield TableEvent("laid", seat, what=" ".join(cards))


def _got(before: View, now: View) -> Iterator[TableEvent]:
    """Cards that came into the hand."""
    hands = [Counter(view["piles"].get("hand") or ()) for view in (before, now)]
    new = hands[1] - hands[0]
    if new and before["phase"] != "over":
        yield TableEvent("got", what=" ".join(card for card in now["piles"]["hand"] if _less(new, card)))


def _shown(before: View, now: View, told: Iterable[Sequence[Any]]) -> Iterator[TableEvent]:
    """Cards that were shown, unless a seat has just named them as its answer."""
    said = {(seat, str(what)) for _, seat, what in told}
    for shown in now.get("shown", ())[len(before.get("shown", ())) :]:
        cards = " ".join(shown["cards"])
        if (shown["seat"], cards) not in said:
            yield TableEvent("shown", shown["seat"], shown["step"], cards)


def _less(cards: Counter[str], card: str) -> bool:
    """Return whether a card is among these; it is taken out of them."""
    found = cards[card] > 0
    cards[card] -= found
    return found


def _plays(known: int, now: View) -> Iterator[TableEvent]:
    """The plays after those that are known, and who has taken each trick that they end."""
    place = 0
    for trick in (*now["tricks"], {"plays": now["trick"], "taker": None, "open": True}):
        for turn, (seat, cards) in enumerate(trick["plays"]):
            if place >= known:
                yield TableEvent("play" if turn else "lead", seat, what=cards)
            place += 1
        if place > known and "open" not in trick:
            yield TableEvent("taken", trick["taker"])
