"""Scoring and the end of a match, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind
from trickbook.rulebook.chapters import clauses, deal
from trickbook.rulebook.expressions import choices
from trickbook.rulebook.expressions.card_sets import LEAST_RANGE, card_set_text
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.expressions.grammar_forms import number_text
from trickbook.rulebook.writer import Block, Grid, Heading, Item, Items, Paragraph, capitalised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.expressions.certainty import Certainty
    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry

CHANGES: Final = {"+": "plus", "-": "minus", "*": "times"}


def scoring(writer: Writer) -> list[Block]:
    """The table of card values, and the adjustments."""
    blocks: list[Block] = [Heading(writer.say("title.scoring"))]
    opening = [writer.say("scoring.complex") if writer.compiled.layout.complex else "", *_starts(writer)]
    rows = tuple(_rows(writer))
    opening.append(writer.say("scoring.cards" if rows else "scoring.nothing"))
    blocks.append(Paragraph(writer.phrases.joined(opening)))
    if rows:
        blocks += [_grid(writer, rows), *(Paragraph(others) for others in _others(writer))]
    if changes := tuple(_change(writer, entry) for entry in writer.entries("points")):
        several = len(changes) > 1
        more = writer.say("scoring.brackets") if any(not change.name for change in changes) else ""
        lead = writer.say("scoring.adjust" if several else "scoring.adjust_once", more=more)
        blocks += [Paragraph(lead), Items(changes, numbered=several)]
    late = deal.events(writer, "end")
    return [*blocks, Paragraph(writer.say("scoring.add")), *([Items(late)] if late else [])]


def _others(writer: Writer) -> Iterator[str]:
    """The statement that all other cards, if there are any, count nothing; an adjustment may name some."""
    valued, read = 0, 0
    for entry in writer.compiled.context.entries("worth"):
        valued |= covered_cards(writer, entry)
    for entry in writer.entries("points"):
        for key in ("when", "player", "others"):
            read |= named(writer.certainty, tree(written(entry.node, key) or "nothing"))
    if below := read & ~valued:
        cards = card_set_text(writer.compiled.deck, below, writer.phrases)
        yield writer.say("scoring.others_below", cards=cards)
    elif writer.compiled.deck.cards & ~valued:
        yield writer.say("scoring.others")


def named(certainty: Certainty, node: Any) -> int:
    """The cards that an expression names, through words."""
    term = certainty.term(node)
    if term.constant and term.type.kind is Kind.CARDS:
        return 0 if term.value == certainty.compiled.deck.cards else int(term.value)
    found = 0
    for child in node.children:
        if hasattr(child, "data"):
            found |= named(certainty, child)
        elif node.data == "word" and str(child) in certainty.words:
            found |= named(certainty, tree(certainty.words[str(child)]))
    return found


def _starts(writer: Writer) -> Iterator[str]:
    """The starting score, if it is not zero."""
    if starts := writer.compiled.ending.starts:
        yield writer.say("scoring.starts", score=number_text(starts))


def _grid(writer: Writer, rows: tuple[tuple[str, ...], ...]) -> Grid:
    """The table of card values; without a column of sentences if there are none."""
    head = tuple(writer.say(f"scoring.table.{column}") for column in ("cards", "each", "says"))
    width = 3 if any(row[-1] for row in rows) else 2
    return Grid(head[:width], tuple(row[:width] for row in rows))


def _rows(writer: Writer) -> Iterator[tuple[str, ...]]:
    """The values that each entry sets, without cards that a later entry overrides."""
    deck, column = writer.compiled.deck, values(writer)
    entries = list(writer.compiled.context.entries("worth"))
    later, own = 0, {}
    for entry in reversed(entries):
        cards = covered_cards(writer, entry)
        own[entry.name], later = cards & ~later, later | cards
    for entry in entries:
        if rising := _rising(writer, own[entry.name], column):
            yield (card_set_text(deck, own[entry.name], writer.phrases), rising, writer.says(entry.node))
            continue
        groups: dict[Any, int] = {}
        for bit in (bit for bit in range(len(column)) if own[entry.name] >> bit & 1):
            groups[column[bit]] = groups.get(column[bit], 0) | 1 << bit
        for value, cards in groups.items():
            first = value == next(iter(groups))
            yield (
                card_set_text(deck, cards, writer.phrases),
                number_text(value),
                writer.says(entry.node) if first else "",
            )


def _rising(writer: Writer, cards: int, column: tuple[Any, ...]) -> str:
    """The range of values if they rise by one within each suit; else empty."""
    deck = writer.compiled.deck
    runs = set()
    for own in deck.of_suit.values():
        heights = {deck.heights[bit]: column[bit] for bit in range(len(column)) if cards & own & 1 << bit}
        runs.add(tuple(heights[height] for height in sorted(heights)))
    run = max(runs, default=())
    if len(runs - {()}) != 1 or len(run) < LEAST_RANGE:
        return ""
    if not all(type(value) is int and value == run[0] + place for place, value in enumerate(run)):
        return ""
    return writer.say("scoring.rising", low=number_text(run[0]), high=number_text(run[-1]))


def values(writer: Writer) -> tuple[Any, ...]:
    """The worth of each card, by its bit."""
    term = writer.compiled.context.symbols["worth"](writer.compiled.scope)
    return tuple(term.value) if term.constant else ()


def covered_cards(writer: Writer, entry: Entry) -> int:
    """The cards of an entry of `worth:`."""
    term = writer.certainty.term(tree(written(entry.node, "cards") or "nothing"))
    return int(term.value) if term.constant else 0


def _change(writer: Writer, entry: Entry) -> Item:
    """An adjustment: its description, and its exact calculation."""
    exactly, says = adjustment_text(writer, entry, writer.wording), writer.says(entry.node)
    if says:
        return Item(writer.say("scoring.exactly", says=says, exactly=writer.phrases.sentence(exactly)))
    return Item(writer.phrases.sentence(exactly), capitalised(entry.name))


def adjustment_text(writer: Writer, entry: Entry, wording: Wording, *, bare: bool = False) -> str:
    """The calculation of an adjustment, and for whom; ``bare`` without its condition."""
    parts = []
    if (cards := written(entry.node, "cards")) and (times := written(entry.node, "times")):
        parts.append(_multiplied(writer, wording.text(cards), wording.text(times)))
    for key, phrase in (("player", "scoring.player"), ("others", "scoring.others_get")):
        if total := written(entry.node, key):
            parts.append(_total(writer, phrase, tree(total), wording))
    text = parts[0] if len(parts) == 1 else writer.say("scoring.both", a=parts[0], b=parts[1])
    if bare:
        return text
    condition = written(entry.node, "when")
    if condition and (found := choices.answered(wording, tree(condition))):
        who, answer, left = found
        when = wording.part(left) if left is not None and wording.certainty.of(left) is None else ""
        key = "scoring.answered_when" if when else "scoring.answered"
        return writer.say(key, who=who, answer=answer, when=when, text=text)
    if condition and (who := wording.whom(condition)):
        return writer.say("scoring.whose", who=who, text=text)
    when = wording.condition(condition)
    return writer.say("scoring.when" if when else "scoring.everybody", when=when, text=text)


def _multiplied(writer: Writer, cards: str, times: str) -> str:
    """Cards that count several times."""
    key = {"2": "twice", "−1": "turned"}.get(times, "times")
    return writer.say(f"scoring.{key}", cards=cards, times=times)


def _total(writer: Writer, phrase: str, node: Any, wording: Wording) -> str:
    """The new total; a calculation with the points so far as a change of them."""
    if split := _split(writer, phrase, node, wording):
        return split
    first, *rest = _chain(node)
    plain = first[1].data == "word" and str(first[1].children[0]) == "points"
    if not (plain and rest):
        return writer.say(f"{phrase}.sets", number=wording.part(node))
    (sign, left), *more = rest
    text = wording.part(left, inside=True)
    for other, part in more:
        key = "form.plus" if other == sign else "form.minus"
        text = writer.say(key, a=text, b=wording.part(part, inside=True))
    return writer.say(f"{phrase}.{CHANGES[sign]}", number=text)


def _split(writer: Writer, phrase: str, node: Any, wording: Wording) -> str:
    """The new total for each outcome of a condition; empty if it depends on none."""
    last = node.children[2] if node.data == "reckon" else node
    if last.data != "choose" or wording.certainty.of(last.children[0]) is not None:
        return ""
    condition, *ways = last.children
    made = [way if last is node else type(node)("reckon", [*node.children[:2], way]) for way in ways]
    a, b = (_total(writer, phrase, one, wording) for one in made)
    return writer.say("scoring.split", condition=wording.part(condition), a=a, b=b)


def _chain(node: Any) -> list[tuple[str, Any]]:
    """The terms that are added and subtracted; a product is a term."""
    if node.data != "reckon" or str(node.children[1]) not in CHANGES:
        return [("", node)]
    left, sign, right = node.children
    if str(sign) == "*":
        return [("", left), ("*", right)] if left.data == "word" else [("", node)]
    before = _chain(left)
    mixed = any(other == "*" for other, _ in before)
    return [("", left) if mixed else before[0], *([] if mixed else before[1:]), (str(sign), right)]


def ending(writer: Writer) -> list[Block]:
    """The end of the match, and its winners."""
    record = writer.compiled.context.record("match")
    ends = tuple(_end(writer, entry) for entry in writer.entries("match", "ends"))
    most = writer.compiled.ending.most
    blocks: list[Block] = [Heading(writer.say("title.ending"))]
    if says := writer.says(record.node):
        blocks.append(Paragraph(says))
    if ends:
        blocks += [Paragraph(writer.say("ending.ends")), Items(ends)]
    if not any(_fixes(writer, entry, most) for entry in writer.entries("match", "ends")):
        blocks.append(Paragraph(writer.say("ending.most" if ends else "ending.only", count=most)))
    listed = list(writer.entries("match", "wins"))
    wins = clauses.clause_items(writer, listed, "wins")
    strict = any(clauses.verb(entry) == "only" for entry in listed)
    if len(wins) == 1 and not wins[0].name:
        level = writer.say("ending.nobody" if strict else "ending.ties")
        return [*blocks, Paragraph(writer.phrases.joined([wins[0].text, level]))]
    texts = [writer.say("ending.wins" if wins else "ending.everybody")]
    texts += [writer.say("ending.nobody")] if strict else []
    blocks.append(Paragraph(writer.phrases.joined(texts)))
    return [*blocks, Items(wins, numbered=True)] if wins else blocks


def _fixes(writer: Writer, entry: Entry, most: int) -> bool:
    """Return whether an end certainly comes with a deal, at latest the last possible one."""
    node = tree(written(entry.node, "when") or "no")
    while (shorter := writer.wording.shorter(node)) is not None:
        node = shorter
    if node.data != "compare" or str(node.children[0].children[0]) != "deal" or node.children[1] != ">=":
        return False
    term = writer.certainty.term(node.children[2])
    return bool(term.constant and term.value <= most)


def _end(writer: Writer, entry: Entry) -> Item:
    exactly = writer.say("ending.when", when=writer.wording.text(written(entry.node, "when") or "no"))
    says = writer.says(entry.node)
    if says:
        return Item(writer.say("ending.says", says=says, exactly=writer.phrases.sentence(exactly)))
    return Item(writer.phrases.sentence(exactly), capitalised(entry.name))
