"""The draft of a new variant, with starting points from the game that it extends."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.draft.starting_points import (
    REMARK,
    one_line_title,
    option_yaml,
    starting_points,
    word_list,
)
from trickbook.analysis.draft.worked_example import worked_example
from trickbook.analysis.phrases import phrases
from trickbook.problems import visible
from trickbook.source.nodes import ENGLISH
from trickbook.source.yaml import meaning

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.loading.phrases import Phrases
    from trickbook.ruleset import Ruleset

__all__ = ["Heading", "brief_draft", "draft", "worked_example"]

SIMPLE: Final = re.compile(r"[A-Za-z./](?:[\w ./-]*[\w./-])?", re.ASCII)
"""Text that needs no quotes."""

ADVICE: Final = ("draft.advice_lines", "draft.advice_section", "draft.advice_entry")
"""The phrases at the top of a draft, one a line."""


class Heading(NamedTuple):
    """The first lines of a new file; ``schema`` and ``extends`` are relative to it. The schema may be ""."""

    title: str
    schema: str
    extends: str
    house: Sequence[str]
    options: Mapping[str, Any]


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
    return _joined(parts)


def brief_draft(heading: Heading, parent: Ruleset, rules: Ruleset, language: str = ENGLISH) -> str:
    """Write the head of the file and the options that it sets, and nothing else."""
    own = [f"  {name}: {{default: {option_yaml(rules.options[name])}}}" for name in heading.options]
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
        f"name: {_text(heading.title)}",
        f"summary: {_text(words.say('draft.summary', parent=parent))}",
        f"extends: {_text(heading.extends)}",
    ]
    if heading.house:
        lines.append(f"house: [{', '.join(map(_text, heading.house))}]")
    return lines


def _remarks(lines: Iterator[str]) -> list[str]:
    return [f"{REMARK} {line}" for line in lines]


def _text(text: str) -> str:
    """A text as YAML, quoted if necessary."""
    simple = SIMPLE.fullmatch(text) and meaning(text, is_plain=True) == text
    return text if simple else json.dumps(text, ensure_ascii=False)
