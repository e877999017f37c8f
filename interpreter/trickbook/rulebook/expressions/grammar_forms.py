"""The phrase for each rule of the grammar."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.semantics import ANSWERED
from trickbook.expression.types import Kind
from trickbook.rulebook.expressions.card_sets import (
    KINDS,
    arithmetic,
    attribute,
    conditional,
    is_all_players,
    signed_card,
    whole_kind,
)
from trickbook.rulebook.expressions.certainty import RAW
from trickbook.rulebook.expressions.choices import chosen, compared_choices, instead
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.rulebook.expressions.wording import Wording

LOOSE: Final = frozenset({"both", "either", "choose", "where", "over"})
"""The rules whose parts need brackets inside others."""


def needs_brackets(node: Any) -> bool:
    """Return whether a part needs brackets inside another; a negation with its own phrase does not."""
    if node.data == "negate":
        inner = node.children[0]
        return inner.data != "word" and inner.data not in {*OPPOSITES, "has_all"}
    return node.data in LOOSE


def number_text(value: Any) -> str:
    """A number in print."""
    return str(value).replace("-", "−")


def _word(wording: Wording, node: Any) -> str:
    name = str(node.children[0])
    if name in wording.certainty.parameters and name not in wording.compiled.context.symbols:
        if wording.phrases.language == ENGLISH:
            return wording.say("parameter.named", name=wording.phrases.called(name))
        return wording.say(f"parameter.{KINDS[wording.kind(node)]}")
    plain = wording.word(name)
    if wording.phrases.known(f"word.{name}"):
        return plain
    kind = KINDS.get(wording.kind(node), "choice")
    if kind != "condition":
        return plain
    return wording.say(f"author.{_sort(wording, name)}", name=wording.phrases.called(name))


def _sort(wording: Wording, name: str) -> str:
    """The phrase for a condition: an agreed option, or another condition."""
    return "agreed" if name in wording.compiled.options else "condition"


def _card(wording: Wording, node: Any) -> str:
    deck = wording.compiled.deck
    return signed_card(deck, deck.name(str(node.children[0])))


def _rank(wording: Wording, node: Any) -> str:
    return str(node.children[0])


def _number(wording: Wording, node: Any) -> str:
    return str(node.children[0])


def _imaginary(wording: Wording, node: Any) -> str:
    return wording.say("form.imaginary", number=str(node.children[0])[:-1])


def _seat(wording: Wording, node: Any) -> str:
    return wording.seat(int(str(node.children[0])))


def _two(wording: Wording, node: Any, key: str, *variants: str) -> str:
    """A phrase of two parts, in the variant for their types."""
    a, b = (wording.part(child, inside=True) for child in (node.children[0], node.children[-1]))
    return wording.say(*(f"form.{key}_{variant}" for variant in variants if variant), f"form.{key}", a=a, b=b)


def _joined(wording: Wording, node: Any) -> str:
    left, right = node.children
    if node.data == "both" and wording.kind(node) is Kind.CARDS:
        return _among(wording, node)
    if node.data == "both" and wording.kind(node) is Kind.SEATS:
        return _both_seats(wording, node)
    if node.data == "both" and (text := instead(wording, node)):
        return text
    key, kind = str(node.data), KINDS.get(wording.kind(node), "condition")
    a, b = (wording.part(child, inside=child.data != key) for child in (left, right))
    return wording.say(f"form.{key}_{kind}", f"form.{key}", a=a, b=b)


def _among(wording: Wording, node: Any) -> str:
    """The intersection of sets of cards: the cards first, then their pile, and last those that it excepts."""
    every = [*_chain(node)]
    parts = [part for part in every if part.data != "negate"]
    if parts and len(parts) < len(every):
        apart = [wording.part(part.children[0], inside=True) for part in every if part.data == "negate"]
        text = wording.part(parts[0]) if len(parts) == 1 else _placed(wording, parts)
        return wording.say("form.but_cards", a=text, b=wording.phrases.every(apart))
    return _placed(wording, every)


def _placed(wording: Wording, parts: list[Any]) -> str:
    """Sets of cards that have cards in common: the first that is no pile, in the others."""
    first = next((part for part in parts if not _place(wording, part)), parts[0])
    places = [wording.part(part, inside=True) for part in parts if part is not first]
    text = places[0]
    for place in places[1:]:
        text = wording.say("form.both_places", a=text, b=place)
    return wording.say("form.both_cards", a=wording.part(first, inside=True), b=text)


def _both_seats(wording: Wording, node: Any) -> str:
    """The intersection of sets of seats: those of the first that are among the others, or are not."""
    first, *rest = _chain(node)
    texts = []
    for part in rest:
        apart = part.data == "negate"
        key = "form.not_among_seats" if apart else "form.among_seats"
        texts.append(wording.say(key, a=wording.part(part.children[0] if apart else part, inside=True)))
    among = reduce(lambda a, b: wording.say("form.seats_and", a=a, b=b), texts)
    return wording.say("form.both_seats", a=wording.part(first, inside=True), b=among)


def _chain(node: Any) -> Iterator[Any]:
    """The parts that are joined by ``and``, in order."""
    for child in node.children:
        yield from _chain(child) if child.data == "both" else (child,)


def _place(wording: Wording, node: Any) -> bool:
    """Return whether a part is a word for a pile."""
    name = str(node.children[0]) if node.data in ("word", "of") else ""
    return name in wording.compiled.layout.piles or name in wording.compiled.layout.ever or name == "play"


OPPOSITES: Final = {"same": "differs", "differs": "same", "has": "has_no", "has_no": "has"}


def _negate(wording: Wording, node: Any) -> str:
    inner = node.children[0]
    kind = KINDS.get(wording.kind(inner), "condition")
    if inner.data in OPPOSITES and kind == "condition":
        return GRAMMAR_FORMS[OPPOSITES[inner.data]](
            wording, type(inner)(OPPOSITES[inner.data], inner.children)
        )
    if inner.data == "has_all" and wording.kind(inner.children[-1]) is Kind.CARDS:
        key = "has_not_all_cards" if _everything(wording, inner.children[-1]) else "has_not_all"
        return _two(wording, inner, key)
    if inner.data == "word" and kind == "condition":
        name = str(inner.children[0])
        if wording.phrases.known(f"not_word.{name}"):
            return wording.say(f"not_word.{name}")
        return wording.say(f"author.not_{_sort(wording, name)}", name=wording.phrases.called(name))
    return wording.say(f"form.negate_{kind}", "form.negate", a=wording.part(inner, inside=True))


def _everything(wording: Wording, node: Any) -> bool:
    """Return whether a part is all cards."""
    term = wording.certainty.term(node)
    return bool(term.constant and term.value == wording.compiled.deck.cards)


def _same(wording: Wording, node: Any) -> str:
    left, right = node.children
    if _asks_for_answer(wording, right):
        key = "answered" if node.data == "same" else "unanswered"
        said = wording.word(str(left.children[0])) if left.data == "word" else wording.part(left, inside=True)
        return wording.say(f"form.{key}", a=said)
    if node.data == "same" and left.data == "reckon" and str(left.children[1]) == "mod" and _zero(right):
        a, b = (wording.part(left.children[at], inside=True) for at in (0, 2))
        return wording.say("form.multiple", a=a, b=b)
    if text := instead(wording, node) or chosen(wording, node):
        return text
    if names := compared_choices(wording, node):
        return wording.say(f"form.{node.data}", a=names[0], b=names[1])
    cards = wording.kind(node) is Kind.CARDS
    return _two(wording, node, str(node.data), "cards" if cards else "")


def _asks_for_answer(wording: Wording, node: Any) -> bool:
    """Return whether a part is the `answered` of `bid is answered`, and no word of the ruleset."""
    return bool(
        node.data == "word"
        and node.children[0] == ANSWERED
        and ANSWERED not in wording.compiled.context.symbols
    )


def _zero(node: Any) -> bool:
    return bool(node.data == "number" and str(node.children[0]) == "0")


COMPARE: Final = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}


def _compare(wording: Wording, node: Any) -> str:
    key = COMPARE[str(node.children[1])]
    if names := compared_choices(wording, node):
        return wording.say(f"form.{key}_choice", a=names[0], b=names[1])
    return _two(wording, node, key, "cards" if wording.kind(node) is Kind.CARDS else "")


def _has(wording: Wording, node: Any) -> str:
    among = wording.certainty.term(node.children[-1])
    if among.type.kind is Kind.SEATS:
        return _two(wording, node, str(node.data), "seats")
    if node.data == "has_all":
        a = wording.part(node.children[0], inside=True)
        return wording.say("form.has_all", a=a, b=whole_kind(wording, node.children[-1]))
    return _two(wording, node, str(node.data), _variant(wording, node.children[-1]))


def _variant(wording: Wording, node: Any) -> str:
    """The variant of a phrase for cards of a kind: any card, or a single one; else empty."""
    return "cards" if _everything(wording, node) else "one" if _single(wording, node) else ""


def _over(wording: Wording, node: Any) -> str:
    name, group, asked = node.children
    if name in ("runs", "sets"):
        a, number = (wording.part(part, inside=True) for part in (asked, group))
        return wording.say(f"form.{name}", a=a, number=number)
    keys = [f"form.{name}_players", f"form.{name}"][not is_all_players(group) :]
    return wording.say(
        *keys, seats=wording.part(group, inside=True), a=wording.part(asked, inside=name != "any")
    )


def _where(wording: Wording, node: Any) -> str:
    group, asked = node.children
    if is_all_players(group) and asked.data in ("has", "has_all"):
        variant = _variant(wording, asked.children[-1]) if asked.data == "has" else ""
        return _two(wording, asked, f"where_{asked.data}", variant)
    keys = ["form.where_players", "form.where"][not is_all_players(group) :]
    return wording.say(*keys, seats=wording.part(group, inside=True), a=wording.part(asked))


def _single(wording: Wording, node: Any) -> bool:
    """Return whether a part is a single card, with all its copies."""
    term = wording.certainty.term(node)
    return term.constant and wording.one(term)


GRAMMAR_FORMS: Final[dict[str, Callable[[Wording, Any], str]]] = {
    RAW: lambda _wording, node: str(node.children[0]),
    "word": _word,
    "card": _card,
    "rank": _rank,
    "number": _number,
    "bid": _number,
    "imaginary": _imaginary,
    "seat": _seat,
    "yes": lambda wording, _node: wording.say("values.yes"),
    "no": lambda wording, _node: wording.say("values.no"),
    "both": _joined,
    "either": _joined,
    "negate": _negate,
    "minus": lambda wording, node: wording.say(
        "form.negative", a=wording.part(node.children[0], inside=True)
    ),
    "same": _same,
    "differs": _same,
    "compare": _compare,
    "has": _has,
    "has_no": _has,
    "has_all": _has,
    "has_only": _has,
    "reckon": arithmetic,
    "power": lambda wording, node: _two(wording, node, "power"),
    "of": attribute,
    "over": _over,
    "where": _where,
    "choose": conditional,
}
"""The function for each rule of the grammar."""
