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

UNKNOWN_PROTOCOL: Final = "the server does not speak this protocol, or another version of it"

TEXT: Final = {"type": "string", "maxLength": 20_000}
OPTIONAL_TEXT: Final = {"type": ["string", "null"], "maxLength": 20_000}
NUMBER: Final = {"type": "integer", "minimum": -(10**12), "maximum": 10**12}
TOTAL: Final = {"anyOf": [NUMBER, {"type": "string", "maxLength": 60}]}


def array_of(what: Mapping[str, Any], most: int = 1000) -> dict[str, Any]:
    """A list of such things."""
    return {"type": "array", "items": what, "maxItems": most}


def map_of(what: Mapping[str, Any]) -> dict[str, Any]:
    """Such things by name."""
    return {"type": "object", "additionalProperties": what, "maxProperties": 1000}


def object_with(**parts: Mapping[str, Any]) -> dict[str, Any]:
    """A thing with all of these parts; more may be there, and is not looked at."""
    return {"type": "object", "properties": parts, "required": list(parts)}


def nullable(*some: Mapping[str, Any]) -> dict[str, Any]:
    """One of some things, or nothing."""
    return {"anyOf": [*some, {"type": "null"}]}


CARD_SCHEMA: Final = object_with(rank=TEXT, suit=OPTIONAL_TEXT, name=TEXT)
SUIT_SCHEMA: Final = object_with(letter=TEXT, sign=TEXT, name=TEXT, group=NUMBER)
STEP_SCHEMA: Final = object_with(title=TEXT, says=OPTIONAL_TEXT, kind=TEXT) | {"labels": map_of(TEXT)}
ABOUT_SCHEMA: Final = object_with(
    ruleset=TEXT,
    title=TEXT,
    summary=OPTIONAL_TEXT,
    players={"type": "integer", "minimum": 2, "maximum": 10},
    seats=nullable(array_of(OPTIONAL_TEXT, 10)),
    sides=nullable(array_of(array_of({"type": "integer", "minimum": 0, "maximum": 9}, 10), 10)),
    options=array_of(object_with(title=TEXT, told=TEXT)),
    house=array_of(object_with(title=TEXT)),
    cards=map_of(CARD_SCHEMA) | {"minProperties": 1},
    suits=array_of(SUIT_SCHEMA, 50),
    steps=map_of(STEP_SCHEMA),
    facts=map_of(object_with(title=TEXT)),
    piles=map_of(object_with(title=TEXT, owned={"type": "boolean"})),
    lowest_wins={"type": ["boolean", "null"]},
)


@lru_cache
def view_validator(players: int) -> Draft202012Validator:
    """The shape of a view at a table of so many seats."""
    seat = {"type": "integer", "minimum": 0, "maximum": players - 1}
    play = {"type": "array", "prefixItems": [seat, TEXT], "minItems": 2, "maxItems": 2}
    each = {"minItems": players, "maxItems": players}
    said = {
        "type": "array",
        "prefixItems": [TEXT, nullable(seat), OPTIONAL_TEXT],
        "minItems": 3,
        "maxItems": 3,
    }
    reason = object_with(name=TEXT, says=OPTIONAL_TEXT)
    to = nullable(object_with(seat=nullable(seat)))
    asks = object_with(step=TEXT, title=TEXT, says=OPTIONAL_TEXT, kind={"enum": ["play", "cards", "answer"]})
    asks["properties"] |= {"labels": map_of(TEXT), "to": to, "done": OPTIONAL_TEXT}
    return Draft202012Validator(
        object_with(
            phase=TEXT,
            actors=array_of(seat),
            deal=NUMBER,
            dealer=nullable(seat),
            leader=nullable(seat),
            scores=array_of(TOTAL) | each,
            deals=array_of(array_of(TOTAL) | each),
            winners=array_of(seat),
            trick=array_of(play),
            tricks=array_of(object_with(plays=array_of(play), taker=nullable(seat))),
            piles=map_of({"anyOf": [array_of(TEXT), array_of(array_of(TEXT)) | each]}),
            counts=array_of(NUMBER) | each,
            facts={"type": "object"},
            answers=map_of(nullable(array_of(nullable(TOTAL, {"type": "boolean"})))),
            course=array_of(said, 10_000),
            legal=nullable(array_of(TEXT)),
            choose=nullable(object_with(**{"from": array_of(TEXT), "low": NUMBER, "high": NUMBER})),
            why=map_of(reason),
            asks=nullable(asks),
        )
    )


SEATS_VALIDATOR: Final = Draft202012Validator(
    array_of(object_with(name=OPTIONAL_TEXT, plays=TEXT, bot=OPTIONAL_TEXT), 10) | {"minItems": 2},
)
ABOUT_VALIDATOR: Final = Draft202012Validator(ABOUT_SCHEMA)


def cleaned(told: Any) -> Any:
    """What was told, with every character visible."""
    if isinstance(told, str):
        return visible(told)
    if isinstance(told, list):
        return [cleaned(one) for one in told]
    if isinstance(told, dict):
        return {visible(str(key)): cleaned(one) for key, one in told.items()}
    return told


def checked_about(told: Any) -> dict[str, Any]:
    """What is told of a table, once it has been looked at; TrickbookError if it is strange."""
    if not ABOUT_VALIDATOR.is_valid(told):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    letters = {suit["letter"] for suit in told["suits"]}
    if any(card["suit"] not in (*letters, None) for card in told["cards"].values()):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    found: dict[str, Any] = told
    return found


def checked_view(told: Any, players: int) -> dict[str, Any]:
    """A view, once it has been looked at."""
    if not view_validator(players).is_valid(told):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    found: dict[str, Any] = told
    return found


def checked_seats(told: Any, players: int) -> list[dict[str, Any]]:
    """Who sits there, once it has been looked at."""
    if not isinstance(told, list | tuple) or len(told) != players or not SEATS_VALIDATOR.is_valid(list(told)):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return list(told)


def checked_seat(told: Any, players: int) -> int | None:
    """A seat, or none."""
    if told is not None and (type(told) is not int or not 0 <= told < players):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return told


def checked_move(who: Any, step: Any, what: Any) -> tuple[int | None, str | None, str | None]:
    """Who has moved, at which step, and what the seat learns of it."""
    texts = all(one is None or isinstance(one, str) for one in (step, what))
    if not texts or not (who is None or type(who) is int):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return who, step, what


def checked_reason(told: Any) -> Mapping[str, Any] | None:
    """A reason that may be told; None if it is none."""
    known = isinstance(told, dict) and {"name", "says"} <= told.keys()
    return {"name": str(told["name"]), "says": told["says"] and str(told["says"])} if known else None
