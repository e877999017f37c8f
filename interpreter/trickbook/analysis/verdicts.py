"""What validation found of rulesets without errors, kept: the same files are not validated twice.

A verdict holds for the texts of all files that a ruleset rests on, as long as this installation stays as it
is. Errors are looked for again, as what is said of them may name other files.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.cache import keep, known
from trickbook.problems import Place, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.loading import Resolved

MOST: Final = 64
"""How many verdicts are kept, the latest ones."""

KEPT: Final = "verdicts"


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
    keep(KEPT, dict([*found.items()][-MOST:]))


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
    places = [place and (str(place.file), *place[1:]) for place in (note.place, *note.related)]
    return note.code, note.message, note.hint, note.severity, places


def _note(kept: tuple[Any, ...], files: dict[str, str]) -> Problem:
    """A note from plain data; its places know their files."""
    code, message, hint, severity, places = kept
    place, *related = [place and Place(files.get(place[0], place[0]), *place[1:]) for place in places]
    return Problem(code, message, place, hint, severity, tuple(related))
