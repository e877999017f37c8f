"""What the schema cannot say: what is no ruleset at all, answers that go only together, odd names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.loading.references import strangers, taken
from trickbook.loading.schema import check
from trickbook.problems import Problem, in_order, nearest, shown
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Node

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
YES_AND_NO: Final = {"yes", "no"}


def check_ruleset(root: Mapping) -> tuple[Problem, ...]:
    """Tell everything in which a file differs from a ruleset, in order of place."""
    if problem := _examples(root):
        return (problem,)
    return in_order([*check(root, "ruleset"), *_answers(root), *_names(root), *strangers(root), *taken(root)])


def _examples(root: Mapping) -> Problem | None:
    """Tell of a file of examples that is read as a ruleset."""
    key = next((key for key in ("ruleset", "groups") if key in root.entries), None)
    if key is None or "trickbook" in root.entries:
        return None
    place = root.entries[key].key_place
    message, hint = "this is a file of examples, not a ruleset", f"run them: `trickbook test {place.file}`"
    return Problem("examples-file", message, place, hint)


def _answers(root: Mapping) -> Iterator[Problem]:
    """Tell of questions that may be answered with `yes` or `no` and not with the other, or with more."""
    for step in _entries(_entries(root).get("steps")).values():
        listed = _entries(step).get("answers")
        items = listed.items if isinstance(listed, Listing) else ()
        words = [item for item in items if isinstance(item, Scalar)]
        if not all(isinstance(item, Scalar) and NAME.fullmatch(item.text) for item in items):
            continue  # what is no name is told of already
        odd = next((item for item in words if item.text in YES_AND_NO), None)
        if odd and {item.text for item in words} != YES_AND_NO:
            message = "`yes` and `no` are answers only together, as `[yes, no]`"
            yield Problem("yes-and-no", message, odd.place, "choose other answers, or use just these two")


def _names(root: Mapping) -> Iterator[Problem]:
    """Tell of answers that are called something at the table and are no answers to their step."""
    steps = root.entries.get("steps")
    for step in _entries(steps.node if steps else None).values():
        asked = step.entries.get("answers") if isinstance(step, Mapping) else None
        called = step.entries.get("names") if isinstance(step, Mapping) else None
        if not (asked and isinstance(asked.node, Listing) and called and isinstance(called.node, Mapping)):
            continue
        known = [item.text for item in asked.node.items if isinstance(item, Scalar)]
        for name, entry in called.node.entries.items():
            if name not in known:
                near = nearest(name, known)
                hint = f"did you mean {shown(near)}?" if near else f"they are {', '.join(map(shown, known))}"
                message = f"{shown(name)} is not an answer to this question"
                yield Problem("not-a-choice", message, entry.key_place, hint)


def _entries(node: Node | None) -> dict[str, Node]:
    entries = node.entries if isinstance(node, Mapping) else {}
    return {key: entry.node for key, entry in entries.items()}
