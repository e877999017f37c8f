"""The tricks in words: the leader, the legal plays, the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.engine.facts import TURN
from trickbook.rulebook.chapters import clauses, deal, questions
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.writer import Block, Heading, Items, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry

PLAIN = 2
"""The number of clauses that find the highest card of the led suit."""


def play(writer: Writer) -> list[Block]:
    """Return how tricks are played."""
    blocks: list[Block] = [Heading(writer.say("title.play"))]
    for step in (step for step in writer.entries("steps") if step["leader"] is not None):
        texts = map(writer.phrases.sentence, _course(writer, step))
        blocks.append(Paragraph(writer.phrases.joined([_opening(writer, step), *texts])))
        turns = (TURN,) if writer.compiled.handles_turn else ()
        among = deal.events(writer, *turns, "play", "trick", step.name)
        blocks += [Items(among)] if among else []
    rules = clauses.clause_items(writer, writer.entries("play"), "play")
    blocks.append(Paragraph(writer.say("tricks.rules" if rules else "tricks.free")))
    return [*blocks, Items(rules, numbered=True)] if rules else blocks


def _opening(writer: Writer, step: Entry) -> str:
    """The first leader: the ruleset's sentence, unless it is outdated or about something else."""
    says, lead = writer.says(step.node), writer.phrases.sentence(deal.lead(writer, step, writer.wording))
    if not says or clauses.is_outdated(writer, step, "leader"):
        return lead
    return writer.phrases.joined([lead, says]) if _else(step) else says


def _else(step: Entry) -> bool:
    """Return whether the sentence of a step belongs to something other than its leader."""
    files = {key: entry.key_place.file for key, entry in step.node.entries.items()}
    came = {key for key, file in files.items() if file == files["says"]} - {"says", "source", "note", "name"}
    return bool(came) and "leader" not in came


def _course(writer: Writer, step: Entry) -> Iterator[str]:
    """From the first lead to the last card."""
    wording, turn = writer.wording, writer.compiled.layout.turn
    outdated = not writer.says(step.node) or clauses.is_outdated(writer, step, "when")
    if outdated and (when := wording.condition(written(step.node, "when"))):
        yield writer.say("steps.when", when=when, text=writer.say("title.play"))
    source = written(step.node, "from")
    cards = wording.text(source) if source else wording.word("hand")
    count = questions.card_count(writer, step, wording)
    way = "clockwise" if turn == 1 else "anticlockwise"
    yield writer.say(f"tricks.turn.{way}", count=count, cards=cards)
    if "led_suit" in writer.used:
        yield writer.say("tricks.suit")
    tells = bool(writer.says(step.node))
    yield from () if tells else _key_phrases(writer, step, "played_by", "again")
    yield writer.say("tricks.won")
    yield from () if tells else _key_phrases(writer, step, "next")
    whole = "until_all" if source else "until_empty"
    always, _ = writer.dealt(writer.compiled.layout.seats)
    yield writer.say(f"tricks.{whole}" if always else "tricks.until", cards=cards)
    if not tells and (until := written(step.node, "until")):
        yield writer.say("tricks.early", until=wording.text(until))


def _key_phrases(writer: Writer, step: Entry, *keys: str) -> Iterator[str]:
    """What some keys of a step say, if they are there."""
    for key in keys:
        if text := written(step.node, key):
            node = tree(text)
            if key == "played_by" and node.data == "choose" and _is_nobody(node.children[2]):
                when, who = (writer.wording.part(part) for part in node.children[:2])
                yield writer.say("tricks.played_by_when", when=when, who=who)
            else:
                yield writer.say(f"tricks.{key}", **{key: writer.wording.text(text)})


def _is_nobody(node: Any) -> bool:
    """Return whether an expression is the word for no player."""
    return bool(node.data == "word" and str(node.children[0]) == "nobody")


def winning(writer: Writer) -> list[Block]:
    """The winner of a trick."""
    entries = list(writer.entries("winning"))
    heading = Heading(writer.say("title.winning"))
    if not entries:
        return [heading, Paragraph(writer.say("tricks.first"))]
    plain = _plain(entries)
    if plain and len(entries) == PLAIN and not writer.compiled.deck.manifold:
        text = writer.phrases.joined(writer.says(entry.node) for entry in entries)
        return [heading, Paragraph(text or writer.say("tricks.plain"))]
    single = (plain and not writer.compiled.deck.manifold) or _places(entries[-1])
    close = [] if single else [writer.say("tricks.level")]
    strict = [entry for entry in entries if clauses.verb(entry) == "only"]
    if not all(writer.says(entry.node) for entry in strict):
        close.append(writer.say("tricks.held"))
    if any(not _before_last(entry) for entry in strict):
        close.append(writer.say("tricks.held_last"))
    rules = clauses.clause_items(writer, entries, "winning")
    if not any(rule.name for rule in rules):
        return [heading, Paragraph(writer.phrases.joined([*(rule.text for rule in rules), *close]))]
    lead = [writer.say("tricks.winning"), writer.say("tricks.spared_else" if strict else "tricks.spared")]
    blocks: list[Block] = [heading, Paragraph(writer.phrases.joined(lead)), Items(rules, numbered=True)]
    return [*blocks, Paragraph(writer.phrases.joined(close))] if close else blocks


def _places(entry: Entry) -> bool:
    """Return whether a clause leaves exactly one play, by its place in the trick."""
    key = clauses.verb(entry)
    return key in ("most", "fewest") and written(entry.node, key) == "place" and entry["when"] is None


def _before_last(entry: Entry) -> bool:
    """Return whether a clause never applies to the last trick of a deal."""
    node = tree(written(entry.node, "when") or "yes")
    parts = node.children if node.data == "both" else [node]
    return any(
        part.data == "negate" and getattr(part.children[0], "children", ()) == ("last_trick",)
        for part in parts
    )


def _plain(entries: list[Entry]) -> bool:
    """Return whether the highest card of the led suit wins, so that different cards never tie."""
    last = [(clauses.verb(entry), written(entry.node, clauses.verb(entry))) for entry in entries[-PLAIN:]]
    always = all(written(entry.node, "when") is None for entry in entries[-PLAIN:])
    return always and last == [("keep", "led_suit"), ("most", "rank of play")]
