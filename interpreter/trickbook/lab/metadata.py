"""What a file of results says of itself: its study, its sums and its checksum, as texts.

They are written with the rows. A file that is read is checked as a whole: its shape, its bounds, and against
its rows.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook import __version__
from trickbook.cards.chance import SEEDS
from trickbook.expression.types import LARGEST
from trickbook.lab.measures import LAST_MEASURES, conditions, measures
from trickbook.lab.parquet import DEAL_COLUMNS, flat_columns
from trickbook.lab.sums import StudySums, Sum
from trickbook.problems import TrickbookError
from trickbook.sections.compiled import measured
from trickbook.sections.players import FEWEST
from trickbook.state import MOST_SEATS
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from trickbook.lab.parquet import FileOutline
    from trickbook.lab.study import Rows, Study

CHANGE_MESSAGES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "digest": Message("the rules have changed since"),
        **dict.fromkeys(("measured", "conditions", "wins"), Message("what is measured has changed since")),
    }
)
"""The message for a text that differs."""

SHARED_WINS: Final = "shared"
"""The value of ``wins``: winners of a match share it. Files without the text count it for each."""

MATCH_KIND, SINGLE_DEALS = "of", "deals"
"""The key and value for files of single deals; files of matches have no such key."""

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
"""What an option or a measure may be called. Other names could be two for DuckDB, or none."""

LARGEST_SUM: Final = 1 << 256
"""No sum of 64-bit numbers, their squares and products, is larger; quotients of such sums fit in a float."""

MATCH_COLUMNS, SINGLE_COLUMNS = ("points", "choices", "won"), ("points",)
"""The columns by seat that every file of matches has, and every file of single deals."""


def metadata(study: Study) -> dict[str, str]:
    """Return the ruleset with its digests, options and house rules, the players, the seed, the version."""
    rules = study.rules
    options = {name: option.value for name, option in rules.engine(study.players).options.items()}
    found = {
        "ruleset": rules.resolved.called,
        "digest": rules.digest_for(study.players),
        "measured": measured(rules.resolved.root),
        "conditions": json.dumps(conditions(study)),
        "wins": SHARED_WINS,
        "options": json.dumps(options),
        "house": json.dumps(rules.house),
        "players": str(study.players),
        "bots": ",".join(study.bots),
        "seed": str(study.seed),
        "version": __version__,
        **({MATCH_KIND: SINGLE_DEALS} if study.single else {}),
    }
    return {name: text.encode(errors="backslashreplace").decode() for name, text in found.items()}


def plain_metadata(study: Study) -> dict[str, Any]:
    """Return the same as plain data, with numbers and lists."""
    inner = ("measured", "conditions", "wins")
    texts = {name: text for name, text in metadata(study).items() if name not in inner}
    values = {name: json.loads(texts[name]) for name in ("options", "house", "players", "seed")}
    return {**texts, **values, "bots": list(study.bots)}


def metadata_difference(wanted: Mapping[str, str], there: Mapping[str, str]) -> Message | None:
    """Return in words what differs in another study; None if nothing does."""
    if wanted.get(MATCH_KIND) != there.get(MATCH_KIND):
        kinds = (of.get(MATCH_KIND, "matches") for of in (there, wanted))
        return Message(
            "of {text} there, of {text_here} here", **dict(zip(("text", "text_here"), kinds, strict=True))
        )
    for name, value in wanted.items():
        if name not in CHANGE_MESSAGES and there.get(name) != value:
            before = there.get(name, Message("unknown"))
            return Message("{name} {text} there, {text_here} here", name=name, text=before, text_here=value)
    return next((said for name, said in CHANGE_MESSAGES.items() if there.get(name) != wanted[name]), None)


class StoredStudy(NamedTuple):
    """The study of a file, and the sums of its rows.

    ``conditions`` are the metrics that are conditions; older files do not list them. Without ``shared_wins``,
    an older file's sums count a match in full for each winner.
    """

    ruleset: str
    digest: str
    options: Mapping[str, Any]
    house: tuple[str, ...]
    players: int
    bots: str
    seed: int
    version: str
    conditions: tuple[str, ...]
    shared_wins: bool
    sums: StudySums


def stored_study(path: Path, outline: FileOutline) -> StoredStudy:
    """Return what a file says of itself; TrickbookError if that cannot be, or its rows are others."""
    try:
        found = _parsed(outline.texts)
        sound = _sums_sound(found.sums, found.players) and _columns_sound(found, outline)
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        sound = False
    if not sound:
        raise TrickbookError(Message("{path} holds no results of Trickbook's", path=str(path)))
    if (outline.rows, outline.matches) != (found.sums.deals, range(found.sums.matches)):
        raise TrickbookError(Message("{path} is damaged: it does not hold all its deals", path=str(path)))
    return found


def _parsed(texts: Mapping[str, str]) -> StoredStudy:
    """Parse the texts of a file; ValueError and the like if one is missing, or is none of its kind."""
    ruleset, digest, bots, version = (_text(texts[name]) for name in ("ruleset", "digest", "bots", "version"))
    return StoredStudy(
        ruleset,
        digest,
        {_name(name): _setting(value) for name, value in json.loads(texts["options"]).items()},
        _texts(json.loads(texts["house"])),
        _whole(int(texts["players"]), FEWEST, MOST_SEATS),
        bots,
        _whole(int(texts["seed"]), 0, SEEDS - 1),
        version,
        _texts(json.loads(texts.get("conditions", "[]"))),
        texts.get("wins") == SHARED_WINS,
        sums_from_text(texts["sums"]),
    )


def _text(value: object) -> str:
    """Return a text; TypeError for anything else."""
    if not isinstance(value, str):
        raise TypeError
    return value


def _texts(value: object) -> tuple[str, ...]:
    """Return a list of texts; TypeError for anything else."""
    if not isinstance(value, list):
        raise TypeError
    return tuple(map(_text, value))


def _name(value: str) -> str:
    """Return the name of an option or measure; ValueError for anything else."""
    if not NAME.fullmatch(value):
        raise ValueError
    return value


def _whole(value: object, low: int, high: int) -> int:
    """Return a whole number within limits; ValueError for anything else."""
    if type(value) is not int or not low <= value <= high:
        raise ValueError
    return value


def _setting(value: object) -> object:
    """Return the value of an option; ValueError or TypeError for anything else."""
    if isinstance(value, bool | str):
        return value
    return [*_texts(value)] if isinstance(value, list) else _whole(value, -LARGEST, LARGEST)


def _sums_sound(sums: StudySums, seats: int) -> bool:
    """Return whether sums can be those of some matches: by seat and over all seats, and none too large."""
    return (
        all(type(number) is int for number in (sums.matches, sums.deals))
        and 0 < sums.matches <= sums.deals
        and len(sums.points) == seats
        and all(_counts_sound(often, sums.deals) for often in sums.points)
        and all(
            len(of) == (1 if (name in LAST_MEASURES and LAST_MEASURES[name].column is None) else seats + 1)
            and all(map(_sum_sound, of))
            for name, of in sums.measures.items()
        )
    )


def _counts_sound(often: Mapping[int, int], deals: int) -> bool:
    """Return whether these counts of points are those of so many deals."""
    return (
        all(type(many) is int and many > 0 for many in often.values())
        and all(abs(points) <= LARGEST for points in often)
        and sum(often.values()) == deals
    )


def _sum_sound(one: Sum) -> bool:
    """Return whether sums can be those of numbers and their squares, so that there is a variance."""
    return (
        all(type(number) is int and abs(number) <= LARGEST_SUM for number in one)
        and min(one.many, one.much_squared, one.many_squared) >= 0
        and one.product**2 <= one.much_squared * one.many_squared
    )


def _columns_sound(found: StoredStudy, outline: FileOutline) -> bool:
    """Return whether the columns are whole numbers by seat, and hold all that is summed up."""
    single = outline.texts.get(MATCH_KIND) == SINGLE_DEALS
    by_seat = {name: kind for name, kind in outline.columns.items() if name not in DEAL_COLUMNS}
    named = dict.fromkeys(_name(name.rpartition("_")[0]) for name in by_seat)
    return (
        DEAL_COLUMNS.items() <= outline.columns.items()
        and [*by_seat] == [f"{name}_{seat}" for name in named for seat in range(found.players)]
        and {*by_seat.values()} <= {"BIGINT", *(("VARCHAR",) if single else ())}
        and named.keys() >= {*(SINGLE_COLUMNS if single else (*MATCH_COLUMNS, *found.conditions))}
        and {"points"} <= found.sums.measures.keys() <= measures(named).keys()
    )


def rows_checksum(rows: Rows) -> str:
    """Return the SHA-256 of rows."""
    found = sha256()
    for name, column in flat_columns(rows).items():
        found.update(name.encode())
        texts = column.dtype == object
        found.update(json.dumps([*column]).encode() if texts else column.astype("<i8").tobytes())
    return found.hexdigest()


def sums_to_text(total: StudySums) -> str:
    """Write sums as a text."""
    points = [dict(sorted(seat.items())) for seat in total.points]
    return json.dumps({**total._asdict(), "points": points})


def sums_from_text(text: str) -> StudySums:
    """Read sums from a text."""
    found = json.loads(text)
    measures = {name: tuple(Sum(*one) for one in by_seat) for name, by_seat in found["measures"].items()}
    points = tuple({int(value): many for value, many in seat.items()} for seat in found["points"])
    return StudySums(found["matches"], found["deals"], measures, points)
