"""Events that never happen, for which a fact or a step waits, and ranges from which nobody can choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import nearest, shown
from trickbook.sections.diagnostics.questions import ranged
from trickbook.sections.steps import EVENTS
from trickbook.source.nodes import at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry


def unknown_event(context: Context, entry: Entry, event: str, steps: Sequence[str]) -> None:
    """Report an event that is none of those that happen."""
    near = nearest(event, [*EVENTS, *steps])
    hint = f"did you mean `{near}`?" if near else f"one of {', '.join(EVENTS)} or the name of a step"
    place = at(entry.node, ("upon",)).place
    context.wrong("unknown-event", f"there is no event {shown(event)}", place, hint)


def never_waits(context: Context, entry: Entry, kind: str) -> None:
    """Report a step that cannot wait for its event."""
    if kind in ("play", "repeat", "end"):
        message = f"step {shown(entry.name)} cannot wait for an event"
        hint = "only steps that ask, deal and move cards can"
    else:
        message = f"step {shown(entry.name)} asks when the deal is over"
        hint = "ask before that: leave `upon:` out, and place the step after the tricks"
    context.wrong("upon", message, entry.place, hint)


def wrong_repeat(context: Context, entry: Entry, when: Term | None, places: Mapping[str, int]) -> None:
    """Report a step that goes back to no earlier step, or always."""
    node, step = entry.need("repeat"), f"step {shown(entry.name)}"
    earlier = [name for name in places if name != entry.name]
    if node.text not in earlier:
        near = nearest(node.text, earlier)
        hint = f"did you mean `{near}`?" if near else f"such as `repeat: {earlier[0]}`" if earlier else None
        context.wrong("bad-repeat", f"{step} goes back to no earlier step", node.place, hint)
    else:
        place = entry.place if when is None else entry.need("when").place
        hint = "write `when:` and a condition" if when is None else None
        context.wrong("bad-repeat", f"{step} goes back every time, so the deal never ends", place, hint)


def wrong_end(context: Context, entry: Entry, when: Term | None) -> None:
    """Report a step that ends every deal, or has cards dealt anew after they were played."""
    step = f"step {shown(entry.name)}"
    if when is None or when.constant:
        place = entry.place if when is None else entry.need("when").place
        hint = "write `when:` and a condition" if when is None else None
        context.wrong("bad-end", f"{step} ends every deal", place, hint)
    else:
        hint = "write `end: unscored`, or place the step before the tricks"
        place = entry.need("end").place
        context.wrong("bad-end", f"{step} has cards dealt anew after they were played", place, hint)


def wrong_reach(context: Context, node: Scalar, key: str, low: Term, high: Term, most: int) -> None:
    """Report a range that is empty, too large, or of fewer than no cards."""
    hint = None
    if key == "cards" and low.value < 0:
        message, hint = f"nobody can choose {low.value} cards", ranged(node.text)
    elif low.value > high.value:
        message = f"there is no number from {low.value} to {high.value}"
    else:
        message = f"from {low.value} to {high.value} are too many numbers; the limit is {most:,}"
    context.wrong("bad-number", message, node.place, hint)
