"""Shapes: what comes from a server far away is looked at before anything is drawn from it.

A server may be of another version, or mean no good: what has another shape is refused, and no text of it can
do more to a terminal than be read.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft202012Validator

from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

STRANGE: Final = "the server does not speak this protocol, or another version of it"

TEXT: Final = {"type": "string", "maxLength": 20_000}
MAYBE: Final = {"type": ["string", "null"], "maxLength": 20_000}
NUMBER: Final = {"type": "integer", "minimum": -(10**12), "maximum": 10**12}
TOTAL: Final = {"anyOf": [NUMBER, {"type": "string", "maxLength": 60}]}


def several(what: Mapping[str, Any], most: int = 1000) -> dict[str, Any]:
    """A list of such things."""
    return {"type": "array", "items": what, "maxItems": most}


def named(what: Mapping[str, Any]) -> dict[str, Any]:
    """Such things by name."""
    return {"type": "object", "additionalProperties": what, "maxProperties": 1000}


def whole(**parts: Mapping[str, Any]) -> dict[str, Any]:
    """A thing with all of these parts; more may be there, and is not looked at."""
    return {"type": "object", "properties": parts, "required": list(parts)}


def either(*some: Mapping[str, Any]) -> dict[str, Any]:
    """One of some things, or nothing."""
    return {"anyOf": [*some, {"type": "null"}]}


CARD: Final = whole(rank=TEXT, suit=MAYBE, name=TEXT)
SUIT: Final = whole(letter=TEXT, sign=TEXT, name=TEXT, group=NUMBER)
STEP: Final = whole(title=TEXT, says=MAYBE, kind=TEXT) | {"labels": named(TEXT)}
ABOUT: Final = whole(
    ruleset=TEXT,
    title=TEXT,
    summary=MAYBE,
    players={"type": "integer", "minimum": 2, "maximum": 10},
    seats=either(several(MAYBE, 10)),
    sides=either(several(several({"type": "integer", "minimum": 0, "maximum": 9}, 10), 10)),
    options=several(whole(title=TEXT, told=TEXT)),
    house=several(whole(title=TEXT)),
    cards=named(CARD) | {"minProperties": 1},
    suits=several(SUIT, 50),
    steps=named(STEP),
    facts=named(whole(title=TEXT)),
    piles=named(whole(title=TEXT, owned={"type": "boolean"})),
    lowest_wins={"type": ["boolean", "null"]},
)


@lru_cache
def view_of(players: int) -> Draft202012Validator:
    """The shape of a view at a table of so many seats."""
    seat = {"type": "integer", "minimum": 0, "maximum": players - 1}
    play = {"type": "array", "prefixItems": [seat, TEXT], "minItems": 2, "maxItems": 2}
    each = {"minItems": players, "maxItems": players}
    said = {"type": "array", "prefixItems": [TEXT, either(seat), MAYBE], "minItems": 3, "maxItems": 3}
    reason = whole(name=TEXT, says=MAYBE)
    to = either(whole(seat=either(seat)))
    asks = whole(step=TEXT, title=TEXT, says=MAYBE, kind={"enum": ["play", "cards", "answer"]})
    asks["properties"] |= {"labels": named(TEXT), "to": to, "done": MAYBE}
    return Draft202012Validator(
        whole(
            phase=TEXT,
            actors=several(seat),
            deal=NUMBER,
            dealer=either(seat),
            leader=either(seat),
            scores=several(TOTAL) | each,
            deals=several(several(TOTAL) | each),
            winners=several(seat),
            trick=several(play),
            tricks=several(whole(plays=several(play), taker=either(seat))),
            piles=named({"anyOf": [several(TEXT), several(several(TEXT)) | each]}),
            counts=several(NUMBER) | each,
            facts={"type": "object"},
            answers=named(either(several(either(TOTAL, {"type": "boolean"})))),
            course=several(said, 10_000),
            legal=either(several(TEXT)),
            choose=either(whole(**{"from": several(TEXT), "low": NUMBER, "high": NUMBER})),
            why=named(reason),
            asks=either(asks),
        )
    )


SEATS: Final = Draft202012Validator(
    several(whole(name=MAYBE, plays=TEXT, bot=MAYBE), 10) | {"minItems": 2},
)
SAYS: Final = Draft202012Validator(ABOUT)


def clean(told: Any) -> Any:
    """What was told, with every character visible."""
    if isinstance(told, str):
        return visible(told)
    if isinstance(told, list):
        return [clean(one) for one in told]
    if isinstance(told, dict):
        return {visible(str(key)): clean(one) for key, one in told.items()}
    return told


def about(told: Any) -> dict[str, Any]:
    """What is told of a table, once it has been looked at; TrickbookError if it is strange."""
    if not SAYS.is_valid(told):
        raise TrickbookError(STRANGE)
    letters = {suit["letter"] for suit in told["suits"]}
    if any(card["suit"] not in (*letters, None) for card in told["cards"].values()):
        raise TrickbookError(STRANGE)
    found: dict[str, Any] = told
    return found


def view(told: Any, players: int) -> dict[str, Any]:
    """A view, once it has been looked at."""
    if not view_of(players).is_valid(told):
        raise TrickbookError(STRANGE)
    found: dict[str, Any] = told
    return found


def seats(told: Any, players: int) -> list[dict[str, Any]]:
    """Who sits there, once it has been looked at."""
    if not isinstance(told, list | tuple) or len(told) != players or not SEATS.is_valid(list(told)):
        raise TrickbookError(STRANGE)
    return list(told)


def seat(told: Any, players: int) -> int | None:
    """A seat, or none."""
    if told is not None and (type(told) is not int or not 0 <= told < players):
        raise TrickbookError(STRANGE)
    return told


def said(who: Any, step: Any, what: Any) -> tuple[int | None, str | None, str | None]:
    """Who has moved, at which step, and what was heard of it."""
    texts = all(one is None or isinstance(one, str) for one in (step, what))
    if not texts or not (who is None or type(who) is int):
        raise TrickbookError(STRANGE)
    return who, step, what


def reason(told: Any) -> Mapping[str, Any] | None:
    """A reason that may be told; None if it is none."""
    known = isinstance(told, dict) and {"name", "says"} <= told.keys()
    return {"name": str(told["name"]), "says": told["says"] and str(told["says"])} if known else None
