"""The report of a validation: all problems of a ruleset, and the files that they are in.

Validation keeps its verdicts on rulesets without errors, so the same files are not validated twice. A verdict
holds for the texts of all files that a ruleset rests on, as long as this installation stays as it is. Errors
are looked for again, as what is said of them may name other files.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.translations import checked_catalogues
from trickbook.problems import Edit, Place, Problem, capped
from trickbook.problems.remedies import with_edit
from trickbook.source.cache import keep, known
from trickbook.texts.message import Listing, Message, OwnText

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.loading import Resolved
    from trickbook.texts.message import Value

MOST_VERDICTS: Final = 64
"""How many verdicts are kept, the latest ones."""

KEPT: Final = "verdicts"


class Report(NamedTuple):
    """All problems found, and the ruleset with all that it extends."""

    problems: tuple[Problem, ...]
    resolved: Resolved
    catalogues: Mapping[str, str] = {}

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of the files that the problems point into."""
        return {**self.resolved.texts, **self.catalogues}

    @property
    def fine(self) -> bool:
        """True if there are no errors; notes are harmless."""
        return not has_errors(self.problems)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any problem is an error."""
    return any(problem.severity == "error" for problem in problems)


def with_catalogues(report: Report) -> Report:
    """The same report with the problems of the ruleset's catalogues."""
    catalogues = list(checked_catalogues(report.resolved))
    problems = [problem for _, wrong in catalogues for problem in wrong]
    texts = {catalogue.file: catalogue.text for catalogue, _ in catalogues}
    return Report(capped((*report.problems, *problems)), report.resolved, texts)


def verdict(resolved: Resolved, *how: object) -> tuple[Problem, ...] | None:
    """The notes on a ruleset that was found fine before; None if it is not known. ``how`` it is checked."""
    kept = _verdicts().get(_key(resolved, how))
    if kept is None:
        return None
    files = {str(file): file for file in resolved.texts}
    return tuple(_note(note, files) for note in kept)


def keep_verdict(notes: Iterable[Problem], resolved: Resolved, *how: object) -> None:
    """Keep that a ruleset is fine, with notes on it."""
    found = _verdicts()
    found[_key(resolved, how)] = [_plain(note) for note in notes]
    keep(KEPT, dict([*found.items()][-MOST_VERDICTS:]))


def _verdicts() -> dict[str, list[Any]]:
    found = known(KEPT)
    return found if isinstance(found, dict) else {}


def _key(resolved: Resolved, how: Sequence[object]) -> str:
    """Return all that a verdict depends on, in short."""
    about = (resolved.name, str(resolved.file), resolved.house, how)
    texts = [(str(file), text) for file, text in resolved.texts.items()]
    return sha256(repr((about, texts)).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(note: Problem) -> tuple[Any, ...]:
    """A note as plain data."""
    places = [_place(place) for place in (note.place, *note.related)]
    fix = note.fix and (note.fix.text, _place(note.fix.place))
    return note.code, _data(note.message), note.hint and _data(note.hint), fix, note.severity, places


def _place(place: Place | None) -> tuple[Any, ...] | None:
    return place and (str(place.file), *place[1:])


def _data(value: Value) -> Any:
    """A message, or what stands in one, as plain data."""
    match value:
        case Message():
            return {"template": value.template, "values": {name: _data(one) for name, one in value.values}}
        case Listing():
            return {"items": [*map(_data, value.items)], "joints": [value.joint, value.comma]}
        case OwnText():
            return {"text": value.text, "languages": value.languages}
    return value


def _value(data: Any) -> Any:
    """A message, or what stands in one, from plain data."""
    match data:
        case {"template": template, "values": values}:
            return Message(template, **{name: _value(one) for name, one in values.items()})
        case {"items": items, "joints": joints}:
            return Listing(tuple(map(_value, items)), *joints)
        case {"text": text, "languages": translations}:
            return OwnText(text, tuple(map(tuple, translations)))
    return data


def _note(kept: tuple[Any, ...], files: dict[str, str]) -> Problem:
    """A note from plain data; its places know their files."""
    code, message, hint, fix, severity, places = kept

    def known_place(place: list[Any] | None) -> Place | None:
        return Place(files.get(place[0], place[0]), *place[1:]) if place else None

    place, *related = map(known_place, places)
    full_hint = hint and with_edit(_value(hint), fix and Edit(fix[0], known_place(fix[1])))
    return Problem(code, _value(message), place, full_hint, severity, tuple(filter(None, related)))
