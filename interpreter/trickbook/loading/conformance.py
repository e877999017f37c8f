"""The shape of a file: what ``schema/`` says of its keys and values, and what no schema can say.

A validator finds what is wrong; here every finding becomes a problem in the words of the language, with its
place in the file. What a key is for is told in the schema's own descriptions, which editors show too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.engine.engine import OVER
from trickbook.engine.facts import ANNOUNCEMENT, TURN
from trickbook.loading.files import HOUSE, find, is_path, shipped
from trickbook.loading.merge import LAST
from trickbook.problems import Problem, in_order, nearest, shown
from trickbook.problems.remedies import meant
from trickbook.sections import table
from trickbook.sections.answers import strange_names
from trickbook.sections.steps import EVENTS
from trickbook.source import Listing, Mapping, Scalar, plain
from trickbook.source.nodes import entries_under, scalars
from trickbook.source.schema import Kind, validator
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place
    from trickbook.source import Node

ANSWER: Final = re.compile(r"[a-z][a-z0-9_]*|[0-9]+")

YES_AND_NO: Final = {"yes", "no"}

HAPPENING: Final = (*EVENTS, ANNOUNCEMENT, OVER)
"""What happens without being a step."""


def check(node: Node, kind: Kind) -> tuple[Problem, ...]:
    """Tell everything in which a document differs from its schema, in order of place.

    A ruleset may be a variant, so nothing but its edition must be there; whether a game is whole shows when
    it is merged with what it extends. One value is told of once, even if it fails in several ways.
    """
    errors = [*validator(kind).iter_errors(plain(node))]
    if not errors:
        return ()
    from trickbook.loading.diagnostics.schema_errors import problems

    first_problems: dict[tuple[Place | None, Message | None], Problem] = {}
    for problem in problems(node, errors):
        first_problems.setdefault(
            (problem.place, problem.message if problem.code == "missing-key" else None), problem
        )
    return in_order(first_problems.values())


def check_ruleset(root: Mapping) -> tuple[Problem, ...]:
    """Tell everything in which a file differs from a ruleset, in order of place."""
    if problem := _examples(root):
        return (problem,)
    return in_order(
        [
            *check(root, "ruleset"),
            *_answers(root),
            *_names(root),
            *unknown_ruleset_names(root),
            *reserved_names(root),
        ]
    )


def _examples(root: Mapping) -> Problem | None:
    """Tell of a file of examples that is read as a ruleset."""
    key = next((key for key in ("ruleset", "groups") if key in root.entries), None)
    if key is None or "trickbook" in root.entries:
        return None
    place = root.entries[key].key_place
    message = Message("this is a file of examples, not a ruleset")
    hint = Message("run them by `trickbook test`, or write them under `examples:` in the ruleset")
    return Problem("examples-file", message, place, hint)


def _answers(root: Mapping) -> Iterator[Problem]:
    """Tell of questions that may be answered with `yes` or `no` and not with the other, or with more."""
    for step in entries_under(root, "steps").values():
        answers = step.node.get("answers")
        items = answers.items if isinstance(answers, Listing) else ()
        words = [item for item in items if isinstance(item, Scalar)]
        if not all(ANSWER.fullmatch(item.text) for item in words):
            continue  # what is no name is told of already
        odd = next((item for item in words if item.text in YES_AND_NO), None)
        if odd and ({item.text for item in words} != YES_AND_NO or len(items) > len(words)):
            message = Message("`yes` and `no` are answers only together, as `[yes, no]`")
            hint = Message("choose other answers, or use just these two")
            yield Problem("yes-and-no", message, odd.place, hint)


def _names(root: Mapping) -> Iterator[Problem]:
    """Tell of answers that are called something at the table and are no answers to their step."""
    for pair in entries_under(root, "steps").values():
        step, names = pair.node, pair.node.get("names")
        if (
            isinstance(step, Mapping)
            and isinstance(names, Mapping)
            and isinstance(step.get("answers"), Listing)
        ):
            yield from strange_names(step, names)


def unknown_ruleset_names(root: Mapping) -> Iterator[Problem]:
    """Tell of each ruleset that a file fits or does not go with, and that is not shipped.

    The first that it fits is loaded, and told of then. Files that are not here may be elsewhere.
    """
    for name in scalars(root, "fits")[1:]:
        message = Message("there is no ruleset {name} to {what}", name=shown(name.text), what=Message("fit"))
        yield from _unknown(name.text, name.place, message, "")
    for text, entry in entries_under(root, "conflicts").items():
        act = Message("conflict with")
        message = Message("there is no ruleset or house rule {name} to {what}", name=shown(text), what=act)
        yield from _unknown(text, entry.key_place, message, HOUSE)


def _unknown(name: str, place: Place, message: Message, kind: str) -> Iterator[Problem]:
    if is_path(name) or find(name) or (kind and find(kind + name)):
        return
    known = [other.removeprefix(kind) for other in shipped() if kind or not other.startswith(HOUSE)]
    near = nearest(name, known)
    hint = Message("a shipped name, or a path that ends in .yaml")
    if near:
        hint = meant(near)
    yield Problem("unknown-ruleset", message, place, hint)


def reserved_names(root: Mapping) -> Iterator[Problem]:
    """Tell of steps that are called like an event, and of entries that `after: all` would mean."""
    steps = entries_under(root, "steps")
    for name in HAPPENING:
        if name in steps and name != TURN:
            message = Message("no step can be called {name}: an event has that name", name=shown(name))
            yield Problem("name-taken", message, steps[name].key_place, Message("choose another name"))
    placed = table.map_paths(lambda section: section.order == "placed", lambda key: entries_under(root, key))
    for path in placed:
        if entry := entries_under(root, *path).get(LAST):
            message = Message("no entry can be called `all`: `after: all` means after all others")
            yield Problem("name-taken", message, entry.key_place, Message("choose another name"))
