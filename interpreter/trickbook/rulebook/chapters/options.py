"""The options in words: a line for each, and exactly the rules that each would activate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.rulebook.chapters.deal import choice_text
from trickbook.rulebook.chapters.inactive_rules import InactiveRule, inactive_rules, may_hold
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.writer import Block, Heading, Item, Items, Paragraph, capitalised
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.writer import Writer
    from trickbook.sections.options import Option
    from trickbook.source.nodes import Entry


def variants(writer: Writer) -> list[Block]:
    """What could be agreed otherwise, a line for each option."""
    lines = tuple(_line(writer, option) for option in writer.compiled.options.values())
    return [Heading(writer.say("title.variants")), Items(lines)] if lines else []


def _line(writer: Writer, option: Option) -> Item:
    """An option in a line: what it is about, the values that it may have, and the usual one."""
    parts = [writer.says(option.entry.node), writer.phrases.sentence(_kind(writer, option))]
    return Item(writer.phrases.joined(parts), capitalised(writer.called(option.name)))


def settings(writer: Writer) -> Iterator[Block]:
    """All options with the rules that each would bring, and what must hold between them."""
    sleeping = list(inactive_rules(writer))
    texts = tuple(_option(writer, option, sleeping) for option in writer.compiled.options.values())
    rest = [one for one in sleeping if one.option not in writer.compiled.options]
    if any(text.inner for text in texts):
        yield Items(tuple(text for text in texts if text.inner))
    if rest:
        elsewhere = tuple(_brought(writer, one) for one in rest)
        yield Items((Item("", writer.say("options.elsewhere"), elsewhere),))
    if terms := tuple(_terms(writer)):
        yield Paragraph(writer.say("options.terms"))
        yield Items(terms)


def _option(writer: Writer, option: Option, sleeping: Sequence[InactiveRule]) -> Item:
    brings = (_brought(writer, one) for one in sleeping if one.option == option.name)
    choices = (
        _choice(writer, option, name)
        for name in _open(writer, option)
        if _choice_description(writer, option, name)
    )
    return Item("", capitalised(writer.called(option.name)), (*choices, *brings))


def _kind(writer: Writer, option: Option) -> str:
    """The possible values, and the default."""
    there = _open(writer, option)
    names = writer.phrases.listed(writer.phrases.choice(option.name, name) for name in there)
    kind = option.type
    if kind == "number":
        low, high = option.low is not None, option.high is not None
        kind = "number" if low and high else "at_least" if low else "at_most" if high else "any_number"
    what = (
        ""
        if kind == "yes_no"
        else writer.say(f"options.{kind}", low=option.low, high=option.high, choices=names)
    )
    usual = writer.say("options.usual", value=_default(writer, option))
    here = _value(writer, option, option.value)
    same = here == _value(writer, option, _usual(writer, option))
    if same and kind == "seat" and not writer.compiled.layout.names:
        return writer.say("options.player")
    parts = [what] if what else []
    parts += [usual] if same else [usual, writer.say("options.here", value=here)]
    return writer.say("options.parts").join(parts)


def _usual(writer: Writer, option: Option) -> object:
    """The default of an option in this configuration."""
    plain = writer.usual.options.get(option.name) if writer.usual else None
    return plain.value if plain else option.value


def _default(writer: Writer, option: Option) -> str:
    """The default; one computed from other options with its expression."""
    value = _value(writer, option, _usual(writer, option))
    default = written(option.entry.node, "default")
    if option.type != "number" or default is None or not _hangs(writer, tree(default)):
        return value
    return writer.say("join.inserted", text=value, more=writer.unsettled.text(default))


def _hangs(writer: Writer, node: Any) -> bool:
    """Return whether an expression depends on an option."""
    return any(str(name) in writer.compiled.options for name in node.tokens())


def _value(writer: Writer, option: Option, value: object) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return writer.say("values.yes" if value else "values.no")
    if isinstance(value, tuple):
        return writer.phrases.listed(writer.phrases.choice(option.name, str(name)) for name in value)
    if option.type == "seat" and isinstance(value, int):
        return seat(writer.wording, value)
    if option.type == "choice":
        return writer.phrases.choice(option.name, str(value))
    return str(value).replace("-", "−")


def _open(writer: Writer, option: Option) -> list[str]:
    """The choices that exist in some configuration."""
    tables = [table for count in writer.resolved.players.counts if (table := writer.tables(count))]
    found = {name for table in tables for name in table.options[option.name].choices}
    return [name for name in option.names if name in found or name in option.choices]


def _choice_description(writer: Writer, option: Option, name: str) -> str:
    """The description of a choice beside its name."""
    parts = [choice_text(writer, option, name)]
    found = option.entry.node.entries.get("choices")
    choice = getattr(found.node, "entries", {}).get(name) if found else None
    for key, phrase in (("when", "options.choice_when"), ("by_default", "options.choice_usual")):
        condition = written(choice.node, key) if choice and hasattr(choice.node, "entries") else None
        here = writer.certainty.said(condition)
        if condition and here is not True and (key == "when" or may_hold(writer, condition)):
            parts.append(writer.say(phrase, when=writer.unsettled.text(condition)))
    return writer.say("options.parts").join(filter(None, parts))


def _choice(writer: Writer, option: Option, name: str) -> Item:
    called = writer.phrases.choice(option.name, name)
    named = "" if choice_text(writer, option, name) == called else capitalised(called)
    return Item(writer.phrases.sentence(_choice_description(writer, option, name)), named)


def _brought(writer: Writer, one: InactiveRule) -> Item:
    """An inactive rule, with the condition that would activate it."""
    return Item(writer.say("options.brings", when=one.when, text=one.text), one.name, one.inner)


def _terms(writer: Writer) -> Iterator[Item]:
    """The requirements and conflicts of the options."""
    for entry in writer.compiled.context.entries("requires"):
        that = writer.unsettled.text(written(entry.node, "that") or "yes")
        yield Item(
            writer.says(entry.node) or writer.sentence("options.requires", that=that), _named(writer, entry)
        )
    found = writer.resolved.root.entries.get("conflicts")
    reasons = found.node if found and isinstance(found.node, Mapping) else None
    for name in reasons.entries if reasons else ():
        why = writer.says(reasons, name) if reasons else ""
        yield Item(writer.sentence("options.conflicts", name=name, why=why))


def _named(writer: Writer, entry: Entry) -> str:
    return "" if writer.says(entry.node) else capitalised(entry.name)
