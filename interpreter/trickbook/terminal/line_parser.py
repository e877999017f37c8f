"""Typed lines parsed as moves or commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.seat.texts import texts
from trickbook.terminal.visible_cards import reachable_cards

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.terminal.narrator import Narrator

COMMAS: Final = re.compile("[,\uff0c\u3001]")
"""Commas, also those of Chinese."""


def parsed_move(narrator: Narrator, view: Mapping[str, Any], typed: str) -> str | None:
    """The move that is meant; None if it is none that could be made here."""
    asks = view["asks"] or {}
    said = _plain(typed)
    known = {_plain(word): word for word in _words(view, asks)}
    known |= {_plain(narrator.move(asks.get("step", ""), word)): word for word in known.values()}
    if said in known:
        return known[said]
    return None if asks.get("kind") == "answer" else parsed_cards(narrator, view, typed)


def parsed_cards(narrator: Narrator, view: Mapping[str, Any], typed: str) -> str | None:
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
