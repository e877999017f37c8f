"""Sets of cards in words: whole suits and ranks by name, consecutive cards as a range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Deck, Face
    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.texts.phrases import Phrases


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
    deck, text = wording.compiled.deck, wording.part(node, inside=True)
    cards = wording.certainty.term(node)
    if cards.value == deck.cards:
        return wording.say("sets.all")
    if node.data == "word" and not wording.one(cards) and cards.value:
        kinds = {suit.name for suit in deck.suits} | {rank.name for rank in deck.ranks}
        return wording.say("sets.suit" if str(node.children[0]) in kinds else "sets.whole", name=text)
    return wording.say("sets.copies", cards=text) if deck.manifold else text


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
    texts = []
    for place, child in enumerate((left, right)):
        said = wording.part(child, inside=True)
        loose = child.data == "reckon" and (place == 1 or str(sign) not in "+-")
        number_alone = wording.settled and wording.certainty.term(child).constant
        texts.append(wording.say("join.bracketed", text=said) if loose and not number_alone else said)
    return wording.say(f"form.{ARITHMETIC[str(sign)]}", a=texts[0], b=texts[1])


def _further(wording: Wording, seats: Any, sign: str, places: Any) -> str:
    """Seats a number of places on, or back."""
    alone = seats.data == "word" and str(seats.children[0]) == "player"
    around, turn = wording.compiled.layout.seats, wording.certainty.term(places)
    if wording.settled and turn.constant and turn.value * 2 == around:
        return wording.say(
            "form.opposite" if alone else "form.seat_opposite", a=wording.part(seats, inside=True)
        )
    if wording.settled and turn.constant and alone:
        return _neighbour(
            wording, (turn.value if sign == "+" else -turn.value) * wording.compiled.layout.turn
        )
    count, by = wording.part(places, inside=True), "after" if sign == "+" else "before"
    if count != "1" and alone:
        return wording.say(f"form.places_{by}", n=count)
    if count != "1":
        return wording.say(f"form.seats_{by}", a=wording.part(seats, inside=True), n=count)
    if alone:
        return wording.say("form.next_player" if sign == "+" else "form.last_player")
    return wording.say(f"form.seat_{by}", a=wording.part(seats, inside=True))


def _neighbour(wording: Wording, places: int) -> str:
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


LEAST_RANGE = 4
"""The smallest number of consecutive cards to write as a range."""


class Part(NamedTuple):
    """A part of a set in words; of a range also its lowest and highest rank, and the sign of its suit."""

    text: str
    low: str = ""
    high: str = ""
    suit: str = ""


def signed_card(deck: Deck, name: str) -> str:
    """A card in print: its rank and the sign of its suit."""
    face = next((face for face in deck.faces if face.name == name), None)
    if face is None:
        return name
    return rank_text(deck, name) + face.suit.sign if face.suit else name


def rank_text(deck: Deck, name: str) -> str:
    """The rank of a card in print."""
    letter = name[:-1]
    return next((rank.ways[-1] for rank in deck.ranks if rank.letter == letter), letter)


def card_set_text(deck: Deck, cards: int, phrases: Phrases) -> str:
    """A set of cards in words; it contains all copies of a card or none."""
    names = {deck.names[bit] for bit in range(len(deck.names)) if cards >> bit & 1}
    faces = [face for face in deck.faces if face.copies]
    return faces_text(deck, faces, frozenset(names), phrases)


def faces_text(deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases) -> str:
    """Some of these faces in words."""
    if not names:
        return phrases.say("sets.none")
    missing = {face.name for face in faces} - names
    if not missing:
        return phrases.say("sets.all")
    parts, rest = (_set_parts(deck, faces, some, phrases) for some in (names, frozenset(missing)))
    if len(rest) < len(_set_parts(deck, faces, names, phrases, LEAST_RANGE - 1)):
        return phrases.say("sets.rest", cards=phrases.every(_merged(rest, phrases)))
    return phrases.every(_merged(parts, phrases))


def _merged(parts: Sequence[Part], phrases: Phrases) -> list[str]:
    """The parts in words; equal ranges of several suits are one."""
    found: dict[object, list[Part]] = {}
    for place, part in enumerate(parts):
        found.setdefault((part.low, part.high) if part.suit else place, []).append(part)
    return [
        same[0].text
        if len(same) == 1
        else phrases.say("sets.range_of", low=low, high=high, suits="".join(part.suit for part in same))
        for same in found.values()
        for low, high in [(same[0].low, same[0].high)]
    ]


def _set_parts(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int = LEAST_RANGE
) -> list[Part]:
    """A set as whole ranks, else suit by suit with ranges; or both, if that is shorter."""
    ranks = list(_ranks(deck, faces, names))
    parts = [
        Part(phrases.say("sets.rank", name=phrases.say("author.rank", name=phrases.called(rank))))
        for rank, _ in ranks
    ]
    left = names.difference(*(same for _, same in ranks))
    mixed = [*parts, *_suits(deck, faces, left, phrases, least)]
    suits = list(_suits(deck, faces, names, phrases, least))
    return mixed if not left or len(mixed) < len(suits) else suits


def _ranks(deck: Deck, faces: Sequence[Face], names: frozenset[str]) -> Iterator[tuple[str, set[str]]]:
    """The ranks of which the whole is in a set, and more than one card, with their cards."""
    for one in deck.ranks:
        same = {face.name for face in faces if face.suit and face.name[:-1] == one.letter}
        if same <= names and len(same) > 1:
            yield one.name, same


def _suits(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int
) -> Iterator[Part]:
    """The cards suit by suit from the lowest; cards without a suit last."""
    for suit in deck.suits:
        own = [face for face in faces if face.suit == suit]
        if len(own) > 1 and all(face.name in names for face in own):
            name = phrases.say("author.suit", name=phrases.called(suit.name))
            yield Part(phrases.say("sets.suit", name=name))
            continue
        for run in _runs(own, names):
            yield from _run(deck, run, phrases, least)
    yield from (Part(face.name) for face in faces if face.suit is None and face.name in names)


def _runs(faces: Sequence[Face], names: frozenset[str]) -> Iterator[list[Face]]:
    """The faces of a suit in the set, as runs of consecutive ranks."""
    run: list[Face] = []
    for face in faces:
        if face.name in names:
            run.append(face)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _run(deck: Deck, run: Sequence[Face], phrases: Phrases, least: int) -> Iterator[Part]:
    cards = [signed_card(deck, face.name) for face in run]
    suit = run[0].suit
    if len(cards) < least or suit is None:
        yield from map(Part, cards)
    else:
        low, high = (rank_text(deck, face.name) for face in (run[0], run[-1]))
        yield Part(phrases.say("sets.range", low=cards[0], high=cards[-1]), low, high, suit.sign)
