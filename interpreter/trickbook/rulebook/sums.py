"""What is reckoned, in words: sums and products, and seats further on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from trickbook.rulebook.wording import Wording

RECKON: Final = {"+": "plus", "-": "minus", "*": "times", "div": "div", "mod": "mod"}


def reckon(wording: Wording, node: Any) -> str:
    """Two numbers reckoned with each other, or seats so many places on."""
    left, sign, right = node.children
    if wording.kind(left) is Kind.SEATS:
        return _further(wording, left, str(sign), right)
    told = []
    for place, child in enumerate((left, right)):
        said = wording.part(child, inside=True)
        loose = child.data == "reckon" and (place == 1 or str(sign) not in "+-")
        number_alone = wording.settled and wording.certainty.term(child).constant
        told.append(wording.say("join.bracketed", text=said) if loose and not number_alone else said)
    return wording.say(f"form.{RECKON[str(sign)]}", a=told[0], b=told[1])


def _further(wording: Wording, seats: Any, sign: str, places: Any) -> str:
    """Seats so many places on, or back."""
    around, turn = wording.setup.layout.seats, wording.certainty.term(places)
    if wording.settled and turn.constant and turn.value * 2 == around:
        alone = seats.data == "word" and str(seats.children[0]) == "player"
        return wording.say(
            "form.opposite" if alone else "form.seat_opposite", a=wording.part(seats, inside=True)
        )
    count, by = wording.part(places, inside=True), "after" if sign == "+" else "before"
    if count != "1":
        return wording.say(f"form.seats_{by}", a=wording.part(seats, inside=True), n=count)
    if seats.data == "word" and str(seats.children[0]) == "player":
        return wording.say("form.next_player" if sign == "+" else "form.last_player")
    return wording.say(f"form.seat_{by}", a=wording.part(seats, inside=True))


def apart(wording: Wording, node: Any) -> str:
    """A part in brackets if it is reckoned from others, so that it holds together."""
    said = wording.part(node, inside=True)
    reckoned = node.data == "reckon" and not (wording.settled and wording.certainty.term(node).constant)
    seats = wording.kind(node) is Kind.SEATS
    return wording.say("join.bracketed", text=said) if reckoned and not seats else said
