"""Calculations and attributes in words: sums, relative seats, and the number, rank or suit of a part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from trickbook.rulebook.expressions.wording import Wording

KINDS: Final = {
    Kind.CARDS: "cards",
    Kind.CONDITION: "condition",
    Kind.NUMBER: "number",
    Kind.COMPLEX: "number",
    Kind.SEATS: "seats",
    Kind.CHOICE: "choice",
    Kind.COLUMN: "number",
}
"""The kind of phrase for each type."""

ARITHMETIC: Final = {"+": "plus", "-": "minus", "*": "times", "div": "div", "mod": "mod"}


def attribute(wording: Wording, node: Any) -> str:
    """The attribute of a part, by name."""
    name, inner = str(node.children[0]), node.children[1]
    if name == "size" and inner.data == "reckon" and str(inner.children[1]) == "-":
        a, b = (wording.part(inner.children[at], inside=True) for at in (0, 2))
        return wording.say("form.difference", a=a, b=b)
    said = _bracketed(wording, inner) if inner.data != "both" else wording.part(inner)
    if name == "count":
        return _count(wording, inner, said)
    if wording.phrases.known(f"form.{name}_of"):
        one = "_one" if name == "suit" and _is_one(wording, inner) else ""
        return wording.say(f"form.{name}_of{one}", a=said)
    if wording.kind(node) is Kind.CONDITION:
        return wording.say("form.holds_of", name=wording.phrases.called(name), a=said)
    return wording.say("form.whose", word=wording.word(name), seats=said)


def _count(wording: Wording, inner: Any, said: str) -> str:
    """The number of cards or seats."""
    if inner.data == "of" and str(inner.children[0]) == "twins":
        return wording.say("form.count_of_twins", a=wording.part(inner.children[1], inside=True))
    word = str(inner.children[0]) if inner.data == "word" else ""
    if wording.phrases.known(f"form.count_of_{word}"):
        return wording.say(f"form.count_of_{word}")
    kind = "everybody" if is_all_players(inner) else KINDS.get(wording.kind(inner), "cards")
    return wording.say(f"form.count_{'word' if kind == 'cards' and inner.data == 'word' else kind}", a=said)


def whole_kind(wording: Wording, node: Any) -> str:
    """All cards of a kind; with several packs, every copy."""
    deck, told = wording.compiled.deck, wording.part(node, inside=True)
    cards = wording.certainty.term(node)
    if cards.value == deck.cards:
        return wording.say("sets.all")
    if node.data == "word" and not wording.one(cards) and cards.value:
        kinds = {suit.name for suit in deck.suits} | {rank.name for rank in deck.ranks}
        return wording.say("sets.suit" if str(node.children[0]) in kinds else "sets.whole", name=told)
    return wording.say("sets.copies", cards=told) if deck.manifold else told


def _is_one(wording: Wording, node: Any) -> bool:
    """Return whether a part is a choice, or the one card of a question."""
    if wording.kind(node) is Kind.CHOICE:
        return True
    name = str(node.children[0]) if node.data == "word" else ""
    steps = (step for step in wording.compiled.context.entries("steps") if step.name == name)
    return any(step["cards"] is not None and step["cards"].text == "1" for step in steps)


def is_all_players(node: Any) -> bool:
    """Return whether a part means all players."""
    return bool(node.data == "word" and str(node.children[0]) == "players")


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


def _bracketed(wording: Wording, node: Any) -> str:
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
        a=_bracketed(wording, yes),
        b=wording.part(no),
    )
