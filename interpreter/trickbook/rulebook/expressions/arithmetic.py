"""Arithmetic in words: sums and products, relative seats, and conditional values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from trickbook.rulebook.expressions.wording import Wording

ARITHMETIC: Final = {"+": "plus", "-": "minus", "*": "times", "div": "div", "mod": "mod"}


def arithmetic(wording: Wording, node: Any) -> str:
    """An operation on two numbers, or seats a number of places on."""
    left, sign, right = node.children
    if wording.kind(left) is Kind.SEATS:
        return _further(wording, left, str(sign), right)
    told = []
    for place, child in enumerate((left, right)):
        said = wording.part(child, inside=True)
        loose = child.data == "reckon" and (place == 1 or str(sign) not in "+-")
        number_alone = wording.settled and wording.certainty.term(child).constant
        told.append(wording.say("join.bracketed", text=said) if loose and not number_alone else said)
    return wording.say(f"form.{ARITHMETIC[str(sign)]}", a=told[0], b=told[1])


def _further(wording: Wording, seats: Any, sign: str, places: Any) -> str:
    """Seats a number of places on, or back."""
    alone = seats.data == "word" and str(seats.children[0]) == "player"
    around, turn = wording.compiled.layout.seats, wording.certainty.term(places)
    if wording.settled and turn.constant and turn.value * 2 == around:
        return wording.say(
            "form.opposite" if alone else "form.seat_opposite", a=wording.part(seats, inside=True)
        )
    if wording.settled and turn.constant and alone:
        return _beside(wording, (turn.value if sign == "+" else -turn.value) * wording.compiled.layout.turn)
    count, by = wording.part(places, inside=True), "after" if sign == "+" else "before"
    if count != "1" and alone:
        return wording.say(f"form.places_{by}", n=count)
    if count != "1":
        return wording.say(f"form.seats_{by}", a=wording.part(seats, inside=True), n=count)
    if alone:
        return wording.say("form.next_player" if sign == "+" else "form.last_player")
    return wording.say(f"form.seat_{by}", a=wording.part(seats, inside=True))


def _beside(wording: Wording, places: int) -> str:
    """The player a number of places to the left, or to the right if that is nearer."""
    around = wording.compiled.layout.seats
    left = places % around
    count, side = (left, "left") if left * 2 < around else (around - left, "right")
    return wording.say(f"form.{side}_player" if count == 1 else f"form.places_{side}", n=count)


def bracketed(wording: Wording, node: Any) -> str:
    """A part, in brackets if it is itself a calculation."""
    said = wording.part(node, inside=True)
    reckoned = node.data == "reckon" and not (wording.settled and wording.certainty.term(node).constant)
    seats = wording.kind(node) is Kind.SEATS
    return wording.say("join.bracketed", text=said) if reckoned and not seats else said


def conditional(wording: Wording, node: Any) -> str:
    """A conditional value; conditions may be chained."""
    condition, yes, no = node.children
    rest = no
    while wording.settled and (shorter := wording.shorter(rest)) is not None:
        rest = shorter
    return wording.say(
        "form.choose_chain" if rest.data == "choose" else "form.choose",
        condition=wording.part(condition, inside=True),
        a=bracketed(wording, yes),
        b=wording.part(no),
    )
