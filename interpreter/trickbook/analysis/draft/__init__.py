"""The draft of a new variant, with starting points from the game that it extends.

The starting points are the entries of that game as comments, ready to be uncommented.
"""

from __future__ import annotations

import re
import textwrap
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.difference import Witness, differ, shrunk
from trickbook.analysis.difference.description import phrases
from trickbook.analysis.difference.sampling_pool import sampling_pool
from trickbook.analysis.difference.scenes import RandomSource, legal_answer, legal_scene
from trickbook.analysis.difference.yaml_writer import example_entry, flow_yaml, value_yaml
from trickbook.analysis.draft.catalogue import columns
from trickbook.engine.moves import MoveError
from trickbook.explain.reasons import reason_in
from trickbook.expression.types import Kind, Type
from trickbook.expression.vocabulary import BUILT_IN
from trickbook.formatting import format_text
from trickbook.formatting.scalars import written_text
from trickbook.problems import TrickbookError, visible
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.nodes import text
from trickbook.source.schema import form
from trickbook.texts.catalogue import in_language, text_in_language
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.analysis.difference.scenes import Scene
    from trickbook.explain import Reason
    from trickbook.ruleset import Ruleset
    from trickbook.sections.options import Option
    from trickbook.source import Node, Pair
    from trickbook.texts.phrases import Phrases


SEED: Final = 1
TRIES: Final = 300

PLAIN: Final = ("hand", "trick", "trick_number")
"""The keys of an easily understood scene."""


def worked_example(parent: Ruleset, rules: Ruleset, language: str = ENGLISH) -> str:
    """An entry under ``examples:`` that passes by some rules; empty if none was found."""
    if rules.usual in parent.players:
        found = differ(parent, rules, players=rules.usual, seed=SEED, tries=TRIES).search
        if found and found.moment:
            return example_entry(found.moment, "what_is_ours", rules, rules.usual, first=False)
    engine, luck = rules.engine(), RandomSource(SEED)
    stuff = sampling_pool(engine, engine, ())
    for _ in range(TRIES if len(stuff.cards) else 0):
        given = {key: value for key, value in legal_scene(luck, stuff).items() if key in PLAIN}
        if _waiting(rules, stuff, given):
            least = shrunk(given, lambda less: bool(_waiting(rules, stuff, less)))
            return _forbidden(rules, stuff, least, language)
    return ""


def _forbidden(rules: Ruleset, stuff: SamplingPool, given: Scene, language: str) -> str:
    """The legal plays of a scene, and the clause that forbids a card."""
    (play, reason), *_ = _waiting(rules, stuff, given).items()
    moves = legal_answer(rules, stuff.seats, given)["legal"]
    text = example_entry(
        Witness(given, (), "legal", moves, moves), reason.name, rules, stuff.seats, first=True
    )
    head, rest = text.split("\n", 1)
    sentence = reason_in(reason, rules.engine(stuff.seats).context, language).says
    says = f"\n  says: {written_text(sentence)}" if sentence else ""
    return f"{head}{says}\n{rest}\n  illegal: {{{play}: {reason.name}}}"


def _waiting(rules: Ruleset, stuff: SamplingPool, given: Scene) -> dict[str, Reason]:
    """The forbidden cards of a hand, each with its reason."""
    rest = {key: value for key, value in given.items() if key not in ("hand", "trick")}
    try:
        plays = [" ".join(play) for play in given["trick"]]
        position = rules.position(given["hand"], trick=plays, players=stuff.seats, **rest)
        alone = {card: position.explain(card) for card in given["hand"] if position.legal()}
    except (MoveError, TrickbookError):
        return {}
    return {card: reason for card, reason in alone.items() if reason}


ADVICE: Final = ("draft.advice_lines", "draft.advice_section", "draft.advice_entry")
"""The phrases at the top of a draft, one a line."""

REMARK: Final = "##"

WIDTH: Final = 110

PIECE: Final = re.compile(r"(?:[!-~]+|.)[\u3000-\u303f\uff00-\uff0f\uff1a-\uff1f]*")
"""A unit of Chinese that no line breaks: a character or a Latin word, with the punctuation behind it."""

FIXED: Final = ("suits", "ranks")
"""Keys of the deck that variants hardly ever change."""


class Heading(NamedTuple):
    """The first lines of a new file; ``schema`` and ``extends`` are relative to it. The schema may be ""."""

    title: str
    schema: str
    extends: str
    house: Sequence[str]
    options: MappingOf[str, Any]


def draft(
    heading: Heading, parent: Ruleset, rules: Ruleset, example: str = "", language: str = ENGLISH
) -> str:
    """Write the file. ``rules`` is the resulting ruleset, ``example`` an entry that passes by it."""
    words, title = phrases(language), one_line_title(parent, language)
    own = {name: rules.options[name] for name in heading.options}
    advice = _remarks(words.say(line, parent=title) for line in ADVICE)
    parts = [
        [*_head(heading, title, words), "", *advice],
        *starting_points(rules, own, words),
        _remarks(word_list(rules, words)),
    ]
    if example:
        remark = f"{REMARK} {words.say('draft.examples')}"
        parts.append([remark, "examples:", *(f"  {line}" for line in example.split("\n"))])
    text = _joined(parts)
    return format_text(text, "").text or text


def brief_draft(heading: Heading, parent: Ruleset, rules: Ruleset, language: str = ENGLISH) -> str:
    """Write the head of the file and the options that it sets, and nothing else."""
    own = [f"  {name}: {{default: {value_yaml(rules.options[name])}}}" for name in heading.options]
    head = _head(heading, one_line_title(parent, language), phrases(language))
    return _joined([head, ["options:", *own] if own else []])


def _joined(parts: Sequence[Sequence[str]]) -> str:
    lines = "\n\n".join("\n".join(part) for part in parts if part).split("\n")
    return "\n".join(map(visible, lines)) + "\n"


def _head(heading: Heading, parent: str, words: Phrases) -> list[str]:
    """The head of the file; ``parent`` is the title of the game that it extends."""
    lines = [
        *([f"# yaml-language-server: $schema={heading.schema}"] if heading.schema else []),
        "trickbook: 1",
        f"name: {written_text(heading.title)}",
        f"summary: {written_text(words.say('draft.summary', parent=parent))}",
        f"extends: {written_text(heading.extends)}",
    ]
    if heading.house:
        lines.append(f"house: [{', '.join(map(partial(written_text, flow=True), heading.house))}]")
    return lines


def _remarks(lines: Iterator[str]) -> list[str]:
    return [f"{REMARK} {line}" for line in lines]


def one_line_title(rules: Ruleset, language: str = ENGLISH) -> str:
    """The title of a ruleset on one line."""
    return " ".join((text(rules.resolved.root, "name", language) or rules.title).split())


def starting_points(rules: Ruleset, own: dict[str, Any], words: Phrases) -> Iterator[list[str]]:
    """The sections with their entries; ``own`` are the options that the new file sets."""
    root = rules.resolved.root
    for section in (section.key for section in table.rules()):
        found = root.entries.get(section)
        entries = found.node.entries if found and isinstance(found.node, Mapping) else {}
        lines = [f"{REMARK} {text_in_language(form((section,)).description, words.language)}"]
        set_here = own if section == "options" else {}
        if entries:
            lines.append(f"{section}:" if set_here else f"# {section}:")
        lines += [f"  {name}: {{default: {value_yaml(value)}}}" for name, value in set_here.items()]
        for name, entry in entries.items():
            fixed = section == "deck" and name in FIXED
            if name not in set_here and not fixed and not table.is_about((section, name)):
                lines += (f"# {line}" for line in _entry(rules, (section, name), entry, words))
        yield lines


def _entry(rules: Ruleset, path: tuple[str, str], entry: Pair, words: Phrases) -> Iterator[str]:
    """An entry, below its description."""
    section, name = path
    node, option = entry.node, rules.engine().options.get(name) if section == "options" else None
    says = text(node, "says", words.language) if isinstance(node, Mapping) else None
    for line in (says, _choice(option, words) if option else None):
        yield from (f"  # {part}" for part in _wrapped(line or ""))
    if option and isinstance(node, Mapping):
        yield f"  {name}: {{default: {_default(node, option)}}}"
    elif (
        section == "words" and isinstance(node, Mapping) and "is" in node.entries and "of" not in node.entries
    ):
        yield f"  {name}: {flow_yaml(node.entries['is'].node, ())}"
    else:
        yield from _lines(path, node, "  ")


def _wrapped(line: str) -> list[str]:
    """A sentence on lines of the width; Chinese breaks between any two characters, but not before a stop."""
    if columns(line) == len(line):
        return textwrap.wrap(line, WIDTH - 6)
    lines = [""]
    for piece in PIECE.findall(line):
        if columns(lines[-1] + piece) > WIDTH - 6:
            lines.append("")
        lines[-1] += piece
    return lines


def _default(node: Mapping, option: Option) -> str:
    found = node.entries.get("default")
    return flow_yaml(found.node, ()) if found else value_yaml(option.value)


def _choice(option: Option, words: Phrases) -> str:
    """The allowed values, in words."""
    if option.type == "number" and option.low is not None and option.high is not None:
        return words.say("draft.range", low=option.low, high=option.high)
    return words.say(f"draft.{option.type}", names=words.listed(option.names))


def _lines(path: tuple[str, ...], node: Node, indent: str) -> Iterator[str]:
    """An entry on one line, or a line for each key if that is too long."""
    line = f"{indent}{path[-1]}: {flow_yaml(node, path)}"
    if len(line) <= WIDTH or not isinstance(node, Mapping):
        yield line
        return
    yield f"{indent}{path[-1]}:"
    for key, entry in node.entries.items():
        if not table.is_about((*path, key)):
            yield from _lines((*path, key), entry.node, indent + "  ")


def word_list(rules: Ruleset, words: Phrases) -> Iterator[str]:
    """The words for expressions: those of the ruleset and those of the language."""
    engine, kinds = rules.engine(), dict[Kind, list[str]]()
    for name, symbol in engine.context.symbols.items():
        if name not in engine.deck.groups:
            kinds.setdefault(symbol(engine.scope).type.kind, []).append(name)
    yield words.say("draft.words", title=one_line_title(rules, words.language))
    for kind, names in kinds.items():
        called = in_language(Type(kind).phrase, words.language)
        yield from _list(words.say("draft.kind", kind=called, names=", ".join(names)))
    yield from _list(words.say("draft.deck", names=", ".join(engine.deck.groups)))
    yield words.say("draft.every")
    yield from _list(", ".join(word.name for word in BUILT_IN))


def _list(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, initial_indent="  ", subsequent_indent="    ")
