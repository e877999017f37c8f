"""The players and the deck: seats, who rests, packs, cards left out, and the orders of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.engine.facts import TURN
from trickbook.expression.operations import REMEMBERED, Operation
from trickbook.rulebook.chapters.clauses import is_outdated
from trickbook.rulebook.expressions.card_sets import faces_text, rank_text, signed_card
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.writer import Block, Grid, Heading, Item, Items, Paragraph, capitalised
from trickbook.sections import orders as order_section
from trickbook.sections import resting as resting_section
from trickbook.sections.players import without_gaps
from trickbook.source import Listing, Scalar
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Deck, Face, Suit
    from trickbook.rulebook.writer import Writer
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry


def orders(writer: Writer) -> list[Block]:
    """Return the orders that a ruleset declares, the highest first; nothing if it declares none."""
    entries = list(writer.entries(order_section.KEY))
    if not entries:
        return []
    texts = [_order(writer, entry, first=entry is entries[0]) for entry in entries]
    blocks: list[Block] = [Heading(writer.say("title.orders"))]
    if len(entries) > 1 or _limited(entries[-1]):
        blocks.append(Paragraph(writer.say("orders.above")))
    blocks.append(Items(tuple(texts)))
    if _limited(entries[-1]) and (others := [*_others(writer)]):
        blocks.append(Paragraph(writer.phrases.joined([writer.say("orders.printed"), *others])))
    return blocks


def _others(writer: Writer) -> Iterator[str]:
    """The ranks of the cards that may be in no order."""
    ordered, deck = 0, writer.compiled.deck
    for entry in writer.entries(order_section.KEY):
        term = writer.certainty.term(tree(written(entry.node, "cards") or "nothing"))
        ordered |= term.value if term.constant and written(entry.node, "when") is None else 0
    if faces := [face for face in _usual(writer) if deck.copies[face.name] & ~ordered]:
        yield from _heights(writer, faces, "ranks")


def _limited(entry: Entry) -> bool:
    """Return whether an order leaves some cards to those behind it."""
    return written(entry.node, "cards") is not None or written(entry.node, "when") is not None


def _order(writer: Writer, entry: Entry, *, first: bool) -> Item:
    """An order as an item: its cards, their suit, their ranks, and what the ruleset says of it."""
    wording = writer.wording
    cards, suit = written(entry.node, "cards"), written(entry.node, "suit")
    ranks = writer.phrases.listed(_ranks(writer, entry))
    if cards:
        sentence = writer.say("orders.some", cards=wording.text(cards), ranks=ranks)
    else:
        sentence = writer.say("orders.all" if first else "orders.rest", ranks=ranks)
    if when := wording.condition(written(entry.node, "when")):
        sentence = writer.say("clauses.when", when=when, text=sentence)
    sentences = [writer.phrases.sentence(sentence)]
    if suit:
        sentences.append(
            writer.say("orders.same" if suit == cards else "orders.suit", suit=wording.text(suit))
        )
    called = text(entry.node, "name", writer.phrases.language) or entry.name
    return Item(writer.phrases.joined([writer.says(entry.node), *sentences]), capitalised(called))


def _ranks(writer: Writer, entry: Entry) -> Iterator[str]:
    """The places of an order, from the lowest up, without those of which no card is in the pack."""
    ranks = {rank.letter: rank for rank in writer.compiled.deck.ranks}
    for item in order_section.items(entry):
        rank = next((one for one in ranks.values() if item.text in (one.letter, one.also)), None)
        term = writer.certainty.term(tree(rank.name if rank else item.text))
        if not term.constant or term.value:
            yield rank.ways[-1] if rank else writer.wording.text(item.text)


def resting(writer: Writer) -> list[Block]:
    """Return who rests, and what that means; nothing if nobody ever does."""
    items = tuple(_rest(writer, entry) for entry in writer.entries(resting_section.KEY))
    if not items:
        return []
    means = ["resting.means", *(["resting.amid"] if _amid_tricks(writer.compiled) else ())]
    return [
        Heading(writer.say("title.resting")),
        Items(items),
        *(Paragraph(writer.say(key)) for key in means),
    ]


def _amid_tricks(rules: CompiledRules) -> bool:
    """Return whether a player may begin to rest amid a trick: by its cards, or what changes meanwhile."""
    trick, slots = rules.layout.piles["trick"].base, _changing(rules)
    terms = [rest.when for rest in rules.resting]
    for term in terms:  # they grow on the way
        if (term.operation, term.detail) == (Operation.PILE, trick):
            return True
        if term.operation in REMEMBERED and term.detail in slots:
            return True
        terms += term.parts
    return False


def _changing(rules: CompiledRules) -> set[int]:
    """The slots that a turn to play or a play changes, or a question upon them."""
    events, found = [TURN, "play"], set[int]()
    for event in events:  # they grow on the way
        found |= {fact.slot for fact in rules.facts if event in fact.events}
        asked = [step for step in rules.upon.get(event, ()) if isinstance(step, AskStep)]
        found |= {step.slot for step in asked}
        events += [step.name for step in asked if step.name not in events]
    return found


def _rest(writer: Writer, entry: Entry) -> Item:
    """A reason to rest: its sentence, and its condition where no sentence tells that."""
    when = writer.wording.condition(written(entry.node, "when"))
    exactly = writer.sentence("resting.when", when=when)
    says = writer.says(entry.node)
    if not says:
        return Item(exactly, capitalised(entry.name))
    return Item(writer.phrases.joined([says, exactly]) if is_outdated(writer, entry, "when") else says)


def players(writer: Writer) -> list[Block]:
    """The players, and their order."""
    record, layout = writer.compiled.context.record("players"), writer.compiled.layout
    counts, usual = writer.resolved.players.counts, writer.resolved.players.usual
    several = len(counts) > 1
    sentences = [
        _numbers(writer, counts, usual),
        writer.say("book.for", count=layout.seats) if several else "",
        writer.says(record.node),
        writer.say("players.clockwise" if layout.turn == 1 else "players.anticlockwise"),
        writer.say("players.dealer", seat=seat(writer.wording, layout.first))
        if layout.names
        else writer.say("players.any_dealer"),
    ]
    return [Heading(writer.say("title.players")), Paragraph(writer.phrases.joined(sentences))]


def _numbers(writer: Writer, counts: Sequence[int], usual: int) -> str:
    """How many can play."""
    if len(counts) == 1:
        return writer.say("players.one", count=counts[0])
    if without_gaps(counts):
        return writer.say("players.range", low=counts[0], high=counts[-1], usual=usual)
    return writer.say("players.either", counts=writer.phrases.either(map(str, counts)), usual=usual)


def deck(writer: Writer) -> list[Block]:
    """The deck, and the cards left out so that it deals evenly."""
    record, cards = writer.compiled.context.record("deck"), writer.compiled.deck
    blocks: list[Block] = [
        Heading(writer.say("title.deck")),
        Paragraph(writer.phrases.joined([*_pack(writer, cards), writer.says(record.node)])),
    ]
    extras, grid = tuple(_extras(writer)), _evened(writer)
    return [*blocks, *([Items(extras)] if extras else []), *([grid] if grid else [])]


def _pack(writer: Writer, cards: Deck) -> Iterator[str]:
    """The number of packs, the suits, and the ranks in order."""
    usual = _usual(writer)
    packs = max((face.copies for face in usual), default=1)
    count = cards.cards.bit_count() + sum(left_out(writer.compiled).values())
    yield writer.say("deck.pack" if packs == 1 else "deck.packs", packs=packs, count=count)
    suits = (_suit(writer, suit) for suit in cards.suits if any(face.suit == suit for face in usual))
    yield writer.say("deck.suits", suits=writer.phrases.listed(suits))
    heights = [*_heights(writer, usual, "unordered" if [*writer.entries(order_section.KEY)] else "ranks")]
    yield from heights
    if len(heights) == 1 and (gone := _never(writer, cards)):
        yield writer.say("deck.never", cards=gone)


def _usual(writer: Writer) -> list[Face]:
    """The cards of the packs, without those beside them."""
    extra = beside(writer.compiled)
    return [face for face in writer.compiled.deck.faces if face.copies and face.name not in extra]


def _heights(writer: Writer, faces: Sequence[Face], key: str) -> Iterator[str]:
    """The ranks of some cards, each once; of suits that have each some of their own, suit by suit."""
    suits = writer.compiled.deck.suits
    own = [(suit, {face.name[:-1] for face in faces if face.suit == suit}) for suit in suits]
    ranks = {suit: frozenset(names) for suit, names in own if names}
    if all(one <= other or other <= one for one in ranks.values() for other in ranks.values()):
        yield writer.say(f"deck.{key}", ranks=_ranks_of(writer, faces))
        return
    for same in dict.fromkeys(ranks.values()):
        alike = [suit for suit in ranks if ranks[suit] == same]
        listed = _ranks_of(writer, [face for face in faces if face.suit in alike])
        yield writer.say(f"deck.{key}_of", suits="".join(suit.sign for suit in alike), ranks=listed)


def _ranks_of(writer: Writer, faces: Sequence[Face]) -> str:
    """The ranks of some cards, from the lowest up."""
    heights = {face.name[:-1]: face for face in sorted(faces, key=lambda face: face.height)}
    return writer.phrases.listed(rank_text(writer.compiled.deck, face.name) for face in heights.values())


def _suit(writer: Writer, suit: Suit) -> str:
    """A suit by its sign, and its name in the language."""
    name = writer.called(suit.name)
    return suit.sign if name == suit.sign else writer.say("deck.suit", sign=suit.sign, name=name)


def _never(writer: Writer, cards: Deck) -> str:
    """The cards that are never in the game, although their rank is."""
    out = left_out(writer.compiled)
    alive = {face.name[:-1] for face in cards.faces if face.copies}
    faces = [face for face in cards.faces if face.suit and face.name[:-1] in alive]
    gone = frozenset(face.name for face in faces if not face.copies and face.name not in out)
    return faces_text(cards, faces, gone, writer.phrases) if gone else ""


def _extras(writer: Writer) -> Iterator[Item]:
    """Cards beside the packs."""
    for entry in writer.compiled.context.entries("deck", "extra"):
        name = written(entry.node, "card") or ""
        face = next((face for face in writer.compiled.deck.faces if face.name == name), None)
        if face is None or not face.copies:
            continue
        sentence = writer.sentence(
            "deck.extra" if face.copies == 1 else "deck.extras",
            count=face.copies,
            card=signed_card(writer.compiled.deck, name),
            name=writer.called(entry.name),
        )
        yield Item(writer.phrases.joined([sentence, writer.says(entry.node)]))


def _evened(writer: Writer) -> Grid | None:
    """The cards left out for each number of players, and the size of hands."""
    found = [(count, writer.tables(count)) for count in writer.resolved.players.counts]
    tables = [(count, compiled) for count, compiled in found if compiled is not None]
    outs = [left_out(compiled) for _, compiled in tables]
    if len(tables) < 2 and not any(outs):  # noqa: PLR2004 - one table needs no comparing
        return None
    rows = []
    for (count, compiled), out in zip(tables, outs, strict=True):
        names = [signed_card(compiled.deck, name) for name, copies in out.items() for _ in range(copies)]
        size = compiled.deck.cards.bit_count()
        left = writer.phrases.listed(names) or writer.say("deck.nothing")
        rows.append((str(count), left, str(size), _each(writer, count, size)))
    last = "first" if changing(writer) else "each"
    head = tuple(writer.say(f"deck.table.{column}") for column in ("players", "out", "cards", last))
    return Grid(head, tuple(rows))


def _each(writer: Writer, count: int, size: int) -> str:
    """The size of hands for a number of players, with the rest."""
    each, hands = writer.dealt(count)
    each = each or size // count
    rest = size - each * hands
    if rest <= 0 or changing(writer):
        return str(each)
    return writer.say("join.inserted", text=each, more=writer.say("deck.rest", count=rest))


def changing(writer: Writer) -> bool:
    """Return whether the size of hands varies between deals."""
    steps = (step for step in writer.entries("steps") if step["deal"] is not None)
    each = next((written(step.node, "each") for step in steps if step.need("deal").text == "hand"), None)
    return each is not None and not writer.certainty.term(tree(each)).constant


def left_out(compiled: CompiledRules) -> dict[str, int]:
    """The cards that are left out so that the deck deals evenly, and how many of each."""
    listed = compiled.context.record("deck").node.entries.get("leave_out")
    items = listed.node.items if listed and isinstance(listed.node, Listing) else ()
    names = [compiled.deck.name(item.text) for item in items if isinstance(item, Scalar)]
    full = {face.name: face.copies for face in compiled.deck.faces}
    extra = beside(compiled)
    packs = max((copies for name, copies in full.items() if name not in extra), default=0)
    most = {name: 1 if name in extra else packs for name in names}
    return {name: most[name] - full[name] for name in names if full.get(name, 0) < most[name]}


def beside(compiled: CompiledRules) -> set[str | None]:
    """The names of the cards beside the packs."""
    return {written(entry.node, "card") for entry in compiled.context.entries("deck", "extra")}
