"""The report of a validation: all problems of a ruleset, its files, and what the codes mean.

Validation keeps its verdicts on rulesets without errors, so the same files are not validated twice. A verdict
holds for the texts of all files that a ruleset rests on, as long as this installation stays as it is. Errors
are looked for again, as what is said of them may name other files.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.translations import checked_catalogues
from trickbook.problems import Edit, Place, Problem, TrickbookError, capped, nearest, shown
from trickbook.problems.remedies import with_edit
from trickbook.source.cache import keep, known
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH, tree
from trickbook.texts.message import Listing, Message, OwnText

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.loading import Resolved
    from trickbook.texts.message import Value


def codes() -> Mapping[str, Mapping[str, Any]]:
    """The catalogue: for each code what it ``says``, a ``wrong`` and a ``right`` example."""
    return tree("codes", ENGLISH)


def explanation(code: str, language: str) -> Mapping[str, Any]:
    """The sentence of a code with both examples, as far as possible in a language; empty for no code."""
    found = tree("codes", language).get(code, {})
    return {**codes().get(code, {}), **(found if isinstance(found, dict) else {"says": found})}


def explain(code: str, language: str = ENGLISH) -> str:
    """Explain a code. Raises TrickbookError, with the nearest code, for an unknown one."""
    found = explanation(code, language)
    if not found:
        near = nearest(code, codes())
        unknown = Message("there is no code {word}", word=shown(code))
        hinted = Message("{what}; did you mean `{word}`?", what=unknown, word=near or "")
        raise TrickbookError(hinted if near else unknown)
    about = f" ({found['about']})" if "about" in found else ""
    wrong, right = (_indented(snippet(code, key) or found[key]) for key in ("wrong", "right"))
    parts = Message("Wrong{about}:\n\n{wrong}\n\nRight:\n\n{right}\n", about=about, wrong=wrong, right=right)
    return f"{code}: {found['says']}\n\n{in_language(parts, language)}"


def snippet(code: str, kind: str) -> str | None:
    """A ``wrong`` or ``right`` example as a complete file; None if it is not a ruleset."""
    found = codes()[code]
    if "about" in found:
        return None
    return str(found[kind]) if "whole" in found else _file_beside("start.yaml") + str(found[kind])


def _file_beside(name: str) -> str:
    """Read a file beside this module."""
    return Path(__file__).with_name(name).read_text("utf-8")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip().split("\n"))


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
