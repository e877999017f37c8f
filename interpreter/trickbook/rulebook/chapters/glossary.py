"""The words, facts and piles of a ruleset, each explained where a book first uses it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.scope import Tree
from trickbook.expression.types import Kind
from trickbook.rulebook.chapters import clauses, deal
from trickbook.rulebook.expressions.card_sets import card_set_text
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.expressions.choices import chain, cycle
from trickbook.rulebook.writer import (
    Block,
    Grid,
    Heading,
    Item,
    Items,
    Paragraph,
    active_entries,
    entry_names,
)
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from trickbook.engine.facts import Fact
    from trickbook.rulebook.writer import Writer
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry


TOKEN: Final = re.compile(r"[A-Za-z\d]+|\w")
"""A word in letters, or one character of another script."""


def introduced(
    writer: Writer, chapters: Iterable[list[Block]], aside: Iterable[list[Block]]
) -> Iterator[list[Block]]:
    """Each chapter, with the words that it is the first to use; those beside the rules quote theirs."""
    entries = {item.name: item for item in (*_defined(writer), *_remembered(writer), *_piles(writer))}
    paraphrased = set(_paraphrased(writer))
    known: set[str] = set()
    for quoted, blocks in (*((False, blocks) for blocks in chapters), *((True, blocks) for blocks in aside)):
        heard = "\n".join(text for block in blocks for text in _texts(block))
        fresh = _spoken(writer, entries, heard, set(entries) if quoted else paraphrased) - known
        known |= fresh
        words = listed(writer, (item for name, item in entries.items() if name in fresh))
        yield [*blocks[:1], *words, *blocks[1:]] if blocks else []


def _spoken(writer: Writer, entries: Mapping[str, Item], text: str, quoted: AbstractSet[str]) -> set[str]:
    """The words that a text names, with those by which they are explained in turn; some only in quotes."""
    found, queue = set[str](), [text]
    bare = _by_beginning(name for name in entries if name not in quoted)
    while queue:
        heard = queue.pop()
        marked = {name for name in clauses.QUOTED.findall(heard) if name in entries}
        fresh = (marked | {*_names_in(bare, heard)}) - found
        found |= fresh
        queue += [entries[name].text for name in fresh]
    return found


def _by_beginning(names: Iterable[str]) -> Mapping[str, list[str]]:
    """Names by the word, or the Chinese character, with which they begin."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(_singular(next(iter(TOKEN.findall(name)), "")), []).append(name)
    return found


def _names_in(names: Mapping[str, list[str]], text: str) -> Iterator[str]:
    """The names that stand in a text, singular or plural."""
    for token in TOKEN.finditer(text):
        for name in names.get(_singular(token[0]), ()):
            if clauses.names(name, text[token.start() : token.start() + len(name) + 1]):
                yield name


def _singular(word: str) -> str:
    return word.lower().removesuffix("s")


def _paraphrased(writer: Writer) -> Iterator[str]:
    """The words that sentences seldom call by their names: conditions, and facts that are no cards."""
    for name, meaning in writer.certainty.words.items():
        if writer.certainty.term(tree(meaning)).type.kind is Kind.CONDITION:
            yield writer.called(name)
    for fact in writer.compiled.facts:
        if fact.type.kind is not Kind.CARDS:
            yield writer.called(fact.name)


def listed(writer: Writer, items: Iterable[Item]) -> list[Block]:
    """Words with their meanings as a list, if there are any; in English each with its parameter."""
    asked = {
        writer.called(entry.name): writer.called(parameter)
        for entry in writer.compiled.context.entries("words")
        if (parameter := text(entry.node, "of")) and writer.phrases.language == ENGLISH
    }
    found = tuple(
        item._replace(name=writer.say("words.of", word=item.name, name=asked[item.name]))
        if item.name in asked
        else item
        for item in items
    )
    return [Items(found)] if found else []


def _texts(block: Block) -> Iterator[str]:
    """All texts of a block."""
    match block:
        case Heading(text=text) | Paragraph(text=text):
            yield text
        case Items(items=items):
            for item in items:
                yield from (item.text, *_texts(Items(item.inner)))
        case Grid(rows=rows):
            yield from (cell for row in rows for cell in row)


def formulas(writer: Writer) -> Iterator[tuple[str, str]]:
    """What each word and each fact exactly means, by its display name."""
    for name, meaning in writer.certainty.words.items():
        yield writer.called(name), _meaning(writer, name, meaning)
    for fact in writer.compiled.facts:
        if fact.name not in writer.certainty.facts:
            yield writer.called(fact.name), changes(writer, fact, "")


def _defined(writer: Writer) -> Iterator[Item]:
    """The definitions in the ruleset's own words, and what these leave out."""
    for entry in writer.compiled.context.entries("words"):
        meaning = written(entry.node, "is") or "nothing"
        if writer.certainty.of(tree(meaning)) is not None:
            text = writer.says(entry.node) or writer.wording.value(meaning)
        else:
            text = clauses.described(writer, entry, writer.formulas[writer.called(entry.name)], "is")
        yield Item(text, writer.called(entry.name))


def _meaning(writer: Writer, name: str, meaning: str) -> str:
    """The meaning of a word; fixed cards one by one."""
    term = writer.certainty.term(tree(meaning))
    if term.constant and term.type.kind is Kind.CARDS:
        return card_set_text(writer.compiled.deck, term.value, writer.phrases)
    node = tree(meaning)
    shorter = _reachable_branches(writer, name, node)
    return writer.wording.text(meaning) if shorter is node else writer.wording.part(shorter)


def _remembered(writer: Writer) -> Iterator[Item]:
    """The facts that can change, in the ruleset's own words if it has any."""
    for fact in writer.compiled.facts:
        if fact.name not in writer.certainty.facts:
            text = writer.says(fact.entry.node) or writer.formulas[writer.called(fact.name)]
            yield Item(text, writer.called(fact.name))


def changes(writer: Writer, fact: Fact, says: str) -> str:
    """The start of a fact, and its changes."""
    node, wording = fact.entry.node, writer.wording
    starts = writer.sentence("words.starts", value=wording.value(written(node, "starts") or "no"))
    becomes = writer.say("values.yes")
    if (value := written(node, "becomes")) is not None:
        becomes = wording.value(value)
    when = wording.condition(written(node, "when"))
    text = writer.say("words.becomes_when" if when else "words.becomes", when=when, value=becomes)
    trick = writer.sentence("words.per_trick") if fact.per_trick else ""
    seen = "" if fact.seen_by == "everyone" else writer.say(f"words.seen_by.{fact.seen_by}")
    stays = writer.certainty.said(written(node, "when")) is False
    event = "" if stays else writer.phrases.sentence(deal.upon_text(writer, fact.upon, text))
    due = written(node, "due")
    clock = writer.say("words.due", minutes=wording.text(due)) if due else ""
    return writer.phrases.joined([says, seen, starts, trick, event, clock])


def _piles(writer: Writer) -> Iterator[Item]:
    """The piles that the ruleset adds, and the words for their past cards."""
    for entry in writer.compiled.context.entries("piles"):
        yield Item(_pile(writer, entry), writer.called(entry.name))


def _pile(writer: Writer, entry: Entry) -> str:
    pile = writer.compiled.layout.piles[entry.name]
    kind = writer.say("words.own_pile" if pile.owned else "words.pile")
    says = writer.says(entry.node)
    sentences = [says] if says else [kind, writer.say(f"words.seen_by.{pile.seen_by}")]
    if ever := text(entry.node, "ever"):
        sentences.append(writer.sentence("words.ever", name=writer.called(ever)))
    return writer.phrases.joined(sentences)


def _reachable_branches(writer: Writer, name: str, node: Any) -> Any:
    """The definition of a word, without its last branch if all rules that use the word exclude it."""
    branches, inner = [], _shortest(writer, node)
    while inner.data == "choose":
        branches.append(inner)
        inner = _shortest(writer, inner.children[2])
    found = [cycle(writer.wording, branch.children[0]) for branch in branches]
    option = found[0] if found else None
    if option is None or any(other is not option for other in found):
        return node
    tested = {
        str(child.children[0])
        for branch in branches
        if branch.children[0].data == "same"
        for child in branch.children[0].children
    }
    if not _shut(writer, name, option, set(option.value) - tested):
        return node
    made = branches[-1].children[1]
    for branch in reversed(branches[:-1]):
        made = Tree("choose", (*branch.children[:2], made))
    return made


def _shortest(writer: Writer, node: Any) -> Any:
    while (shorter := writer.wording.shorter(node)) is not None:
        node = shorter
    return node


def _shut(writer: Writer, name: str, option: Option, rest: set[str]) -> bool:
    """Return whether every rule that uses a word applies to none of these choices of a cycle."""
    if any(name in _words(meaning) for meaning in writer.certainty.words.values()):
        return False
    readers = [entry for entry in active_entries(writer) if name in entry_names(writer.unsettled, entry)]
    return bool(readers) and all(_excludes(entry, option, choice) for entry in readers for choice in rest)


def _words(meaning: str) -> set[str]:
    return {str(token) for token in tree(meaning).tokens()}


def _excludes(entry: Entry, option: Option, choice: str) -> bool:
    """Return whether a rule applies only if a cycle is not some choice."""
    for part in chain(tree(written(entry.node, "when") or "yes")):
        said = [str(child.children[0]) for child in part.children if getattr(child, "data", "") == "word"]
        if part.data == "differs" and sorted(said) == sorted((option.name, choice)):
            return True
    return False
