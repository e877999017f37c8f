"""The catalogue of codes: the meaning of each, with a wrong and a right example."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH, tree
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping


def codes() -> Mapping[str, Mapping[str, Any]]:
    """The catalogue: for each code what it ``says``, a ``wrong`` and a ``right`` example."""
    return tree("codes", ENGLISH)


def explanation(code: str, language: str) -> Mapping[str, Any]:
    """The sentence of a code with both examples, as far as possible in a language; empty for no code."""
    found = tree("codes", language).get(code, {})
    return {**codes().get(code, {}), **(found if isinstance(found, dict) else {"says": found})}


def explain(code: str, language: str = ENGLISH) -> str:
    """Explain a code. Raises TrickbookError, with the nearest code, for an unknown one."""
    found = explanation(code, language)
    if not found:
        near = nearest(code, codes())
        unknown = Message("there is no code {word}", word=shown(code))
        hinted = Message("{what}; did you mean `{word}`?", what=unknown, word=near or "")
        raise TrickbookError(hinted if near else unknown)
    about = f" ({found['about']})" if "about" in found else ""
    wrong, right = (_indented(snippet(code, key) or found[key]) for key in ("wrong", "right"))
    parts = Message("Wrong{about}:\n\n{wrong}\n\nRight:\n\n{right}\n", about=about, wrong=wrong, right=right)
    return f"{code}: {found['says']}\n\n{in_language(parts, language)}"


def snippet(code: str, kind: str) -> str | None:
    """A ``wrong`` or ``right`` example as a complete file; None if it is not a ruleset."""
    found = codes()[code]
    if "about" in found:
        return None
    return str(found[kind]) if "whole" in found else _file_beside("start.yaml") + str(found[kind])


def _file_beside(name: str) -> str:
    """Read a file beside this module."""
    return Path(__file__).with_name(name).read_text("utf-8")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip().split("\n"))
