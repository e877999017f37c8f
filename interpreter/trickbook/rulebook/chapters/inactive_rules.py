"""Inactive rules, and the options that would activate them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.rulebook.chapters import clauses, deal, scoring
from trickbook.rulebook.expressions import choices
from trickbook.rulebook.expressions.card_sets import signed_card
from trickbook.rulebook.expressions.certainty import OPENED, TABLE, Certainty, tree, written
from trickbook.rulebook.writer import Item, capitalised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry


class InactiveRule(NamedTuple):
    """An inactive rule: the option on which it depends, the condition, and its text.

    It bears its name where it says nothing of its own; ``inner`` are the rules for the answers to a step.
    What hangs on no option hangs on the number of players.
    """

    option: str
    when: str
    text: str
    name: str
    inner: tuple[Item, ...] = ()


def inactive_rules(writer: Writer) -> Iterator[InactiveRule]:
    """All inactive rules, in the order of a rulebook."""
    yield from _extras(writer)
    yield from _steps(writer)
    for entry in writer.idle("resting"):
        exactly = writer.sentence(
            "resting.when", when=writer.unsettled.text(written(entry.node, "when") or "no")
        )
        yield _idle(writer, entry, writer.says(entry.node) or exactly)
    for section in ("play", "winning"):
        yield from _clauses(writer, section, section)
    yield from _worthless(writer)
    for entry in writer.idle("points"):
        exactly = writer.phrases.sentence(scoring.adjustment_text(writer, entry, writer.unsettled, bare=True))
        yield _idle(writer, entry, writer.phrases.joined([writer.says(entry.node), exactly]))
    for entry in writer.idle("match", "ends"):
        yield _idle(writer, entry, writer.says(entry.node) or writer.sentence("ending.over"))
    yield from _clauses(writer, "wins", "match", "wins")
    yield from _facts(writer)


def _extras(writer: Writer) -> Iterator[InactiveRule]:
    """Extra cards that are not in this deck."""
    present = {face.name for face in writer.compiled.deck.faces if face.copies}
    for entry in writer.compiled.context.entries("deck", "extra"):
        card, copies = written(entry.node, "card") or "", written(entry.node, "copies")
        if card not in present and copies:
            blanks = {"card": signed_card(writer.compiled.deck, card), "name": writer.called(entry.name)}
            text = writer.phrases.joined(
                [writer.sentence("options.extra", **blanks), writer.says(entry.node)]
            )
            when = _some(writer, copies)
            option = _option(writer, tree(copies))
            yield InactiveRule(
                option, when if option else _tables(writer, partial(_holds, card)) or when, text, ""
            )


def _some(writer: Writer, copies: str) -> str:
    """The condition that a number is more than 0; of a number or nothing, when it is the number."""
    node = tree(copies)
    if node.data == "choose" and str(node.children[2].children[0]) == "0":
        return writer.unsettled.part(node.children[0])
    return writer.say("form.more", a=writer.unsettled.text(copies), b=0)


def _holds(card: str, compiled: CompiledRules) -> bool:
    """Return whether a card is in the deck of a configuration."""
    return any(face.name == card and face.copies for face in compiled.deck.faces)


def _tables(writer: Writer, test: Callable[[CompiledRules], bool]) -> str:
    """The numbers of players for which something is true, as a condition; empty if there are none."""
    found = [(count, writer.tables(count)) for count in writer.resolved.players.counts]
    counts = [str(count) for count, compiled in found if compiled is not None and test(compiled)]
    return writer.say("options.counts", counts=writer.say("steps.or").join(counts)) if counts else ""


def may_hold(writer: Writer, condition: str) -> bool:
    """Return whether a condition can be true for some number of players."""
    return bool(_tables(writer, lambda compiled: Certainty(compiled).said(condition) is not False))


def _steps(writer: Writer) -> Iterator[InactiveRule]:
    """Steps that never happen, and rules for answers that never apply."""
    for entry in (entry for entry in writer.idle("steps") if not writer.empty(entry)):
        says = writer.says(entry.node)
        does = (
            deal.step_text(writer, entry, writer.unsettled, bare=True)
            if not deal.is_whole_sentence(entry, says)
            else ""
        )
        texts = [does, says]
        rules = writer.compiled.context.entries("steps", entry.name, "rules")
        inner = tuple(Item(clauses.inactive_clause(writer, rule, "rules")) for rule in rules)
        yield _idle(writer, entry, writer.phrases.joined(texts))._replace(inner=inner)
    for step in writer.entries("steps"):
        yield from _clauses(writer, "rules", "steps", step.name, "rules")


def _clauses(writer: Writer, kind: str, *path: str) -> Iterator[InactiveRule]:
    """Clauses that never apply."""
    for entry in writer.idle(*path):
        yield _idle(writer, entry, clauses.inactive_clause(writer, entry, kind))


def _idle(writer: Writer, entry: Entry, text: str) -> InactiveRule:
    when, says = written(entry.node, "when") or "no", writer.says(entry.node)
    node = _lacking(writer, tree(when)) if says else tree(when)
    option = _option(writer, node)
    tables = "" if option else _tables(writer, lambda compiled: Certainty(compiled).said(when) is not False)
    name = "" if says else capitalised(writer.called(entry.name))
    return InactiveRule(option, tables or _condition(writer, node), text, name)


def _condition(writer: Writer, node: Any) -> str:
    """A condition in words; an excluded answer as a possible one."""
    answer = choices.missed(writer.unsettled, node)
    return writer.say("options.comes_to", answer=answer) if answer else writer.unsettled.part(node)


def _lacking(writer: Writer, node: Any) -> Any:
    """The part of a condition that makes it false; a sentence covers the rest."""
    if node.data == "both":
        for child in node.children:
            if writer.certainty.of(child) is False:
                return _lacking(writer, child)
    return node


def _worthless(writer: Writer) -> Iterator[InactiveRule]:
    """Entries of `worth:` for cards that are not in the deck."""
    for entry in writer.compiled.context.entries("worth"):
        if not scoring.covered_cards(writer, entry):
            cards, value = (written(entry.node, key) or "nothing" for key in ("cards", "is"))
            text = writer.sentence(
                "options.worth", cards=writer.unsettled.text(cards), value=writer.unsettled.text(value)
            )
            says = writer.says(entry.node)
            option = _option(writer, tree(cards))
            when = writer.quoted(option) if option else writer.unsettled.text(cards)
            yield InactiveRule(option, when, says or text, "" if says else capitalised(entry.name))


def _facts(writer: Writer) -> Iterator[InactiveRule]:
    """Facts that are inactive."""
    for fact in writer.compiled.facts:
        if fact.name in writer.certainty.facts:
            text = writer.says(fact.entry.node) or writer.sentence(
                "options.remembered", name=writer.called(fact.name)
            )
            named = "" if writer.says(fact.entry.node) else capitalised(writer.called(fact.name))
            yield _idle(writer, fact.entry, text)._replace(name=named)


def _option(writer: Writer, when: Any) -> str:
    """The first option on which a condition depends, also through words and facts; empty if none."""
    meanings = {**writer.certainty.words, **_conditions(writer), **_answered(writer), **_silent(writer)}
    meanings |= _opened(writer)
    queue, seen = [when], set()
    while queue:
        for token in queue.pop(0).tokens():
            name = str(token)
            if name in writer.compiled.options:
                return name
            if name in meanings and name not in seen:
                seen.add(name)
                queue.append(tree(meanings[name]))
    return ""


def _conditions(writer: Writer) -> dict[str, str]:
    """The conditions on which facts change."""
    facts = ((fact.name, written(fact.entry.node, "when")) for fact in writer.compiled.facts)
    return {name: when for name, when in facts if when}


def _opened(writer: Writer) -> dict[str, str]:
    """The piles from which cards are exposed."""
    steps = (
        step.node for step in writer.compiled.context.entries("steps") if written(step.node, "to") == TABLE
    )
    sources = [source for step in steps if (source := written(step, "move") or written(step, "from"))]
    return {OPENED: " or ".join(f"({source})" for source in sources)} if sources else {}


def _silent(writer: Writer) -> dict[str, str]:
    """The conditions of the questions that are not asked."""
    steps = (
        step for step in writer.compiled.context.entries("steps") if step.name in writer.certainty.silent
    )
    return {step.name: when for step in steps if (when := written(step.node, "when"))}


def _answered(writer: Writer) -> dict[str, str]:
    """The conditions on which a step has only one answer."""
    context = writer.compiled.context
    rules = {name: context.entries("steps", name, "rules") for name in writer.certainty.answers}
    found = {
        name: [when for rule in some if (when := written(rule.node, "when"))] for name, some in rules.items()
    }
    return {name: " or ".join(f"({when})" for when in whens) for name, whens in found.items() if whens}
