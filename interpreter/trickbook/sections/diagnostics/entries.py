"""Entries that are only half there, and words that rest on themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from trickbook.problems import nearest, shown
from trickbook.sections.context import WORTH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place, Problem
    from trickbook.sections.context import Context

HALF: Final = ("verb", "missing-key", "points-entry", "step-kind", "ask-what")
"""What is told of an entry that lacks a key, as one does that was meant for another."""

ARROW: Final = " → "
"""Stands between a word and one that it rests on."""


def nearby(context: Context) -> Iterator[Problem]:
    """All problems; where an entry is only half there, with the entry whose name is near."""
    halves = {problem.place for problem in context.problems if problem.code in HALF}
    near: dict[Place, str | None] = {}
    for section in context.root.entries if halves else ():
        names = {entry.name: entry.place for entry in context.entries(section)}
        near |= {place: nearest(name, names.keys() - {name}) for name, place in names.items()}
    for problem in context.problems:
        name = near.get(problem.place) if problem.place in halves and problem.place else None
        vague = problem.hint is None or problem.code != "ask-what"
        yield replace(problem, hint=f"did you mean {shown(name)}?") if name and vague else problem


def circle(context: Context, name: str, place: Place) -> None:
    """Tell of a word that rests on itself; where what a card is worth does, with the entry of that."""
    ring = [*context.understanding[context.understanding.index(name) :], name]
    if any(set(told) == set(ring) for told in _rings(context)):
        return
    hint = "define one of them without the others"
    if len(ring) == 2:  # noqa: PLR2004 - itself, and itself again
        hint = f"write in full what it means, without {shown(name)}"
    if WORTH in ring and context.weighing:
        place = context.weighing[-1].place
        by = ring[ring.index(WORTH) + 1]
        hint = f"say what {shown(context.weighing[-1].name)} is worth, and which cards, without {shown(by)}"
    message = f"{shown(name)} is defined by itself: {ARROW.join(ring)}"
    context.wrong("circle", message, place, hint)


def _rings(context: Context) -> Iterator[list[str]]:
    """The circles of words that were told already."""
    for problem in context.problems:
        if problem.code == "circle":
            yield problem.message.rpartition(": ")[2].split(ARROW)
