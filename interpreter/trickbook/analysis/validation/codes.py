"""The catalogue of codes: the meaning of each, with a wrong and a right example."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.source import plain, read

if TYPE_CHECKING:
    from collections.abc import Mapping


@cache
def codes() -> Mapping[str, Mapping[str, Any]]:
    """The catalogue: for each code what it ``says``, a ``wrong`` and a ``right`` example."""
    return cast("Mapping[str, Mapping[str, Any]]", _catalogue("codes.yaml"))


def explanation(code: str, language: str) -> Mapping[str, Any]:
    """What a code ``says``, with both examples, as far as possible in a language; empty for no code."""
    found = _translations(language).get(code, {})
    return {**codes().get(code, {}), **(found if isinstance(found, dict) else {"says": found})}


def explain(code: str) -> str:
    """Explain a code. Raises TrickbookError, with the nearest code, for an unknown one."""
    found = codes().get(code)
    if found is None:
        near = nearest(code, codes())
        raise TrickbookError(
            f"there is no code {shown(code)}" + (f"; did you mean `{near}`?" if near else "")
        )
    about = f" ({found['about']})" if "about" in found else ""
    wrong, right = (_indented(snippet(code, key) or str(found[key])) for key in ("wrong", "right"))
    return f"{code}: {found['says']}\n\nWrong{about}:\n\n{wrong}\n\nRight:\n\n{right}\n"


def snippet(code: str, kind: str) -> str | None:
    """A ``wrong`` or ``right`` example as a complete file; None if it is not a ruleset."""
    found = codes()[code]
    if "about" in found:
        return None
    return str(found[kind]) if "whole" in found else _kept("start.yaml") + str(found[kind])


@cache
def _translations(language: str) -> Mapping[str, Any]:
    """For each code a text, or a map of those of its texts that are translated."""
    name = f"codes.{language}.yaml"
    return _catalogue(name) if Path(__file__).with_name(name).is_file() else {}


def _catalogue(name: str) -> Mapping[str, Any]:
    root, problems = read(_kept(name), name)
    if root is None or problems:
        raise TrickbookError("the catalogue of codes is damaged")
    return cast("Mapping[str, Any]", plain(root))


def _kept(name: str) -> str:
    """Read a file beside this module."""
    return Path(__file__).with_name(name).read_text("utf-8")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.rstrip().split("\n"))
