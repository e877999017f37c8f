"""Words of strangers: shown safely, and matched with the nearest right one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST_WORD = 80
_CLOSE_ENOUGH = 0.7


def visible(text: str) -> str:
    """Write every character that a terminal would not simply show as its escape."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def shown(text: str, most: int = 60) -> str:
    """Quote a piece of a file for a message: one line, safe, at most ``most`` characters."""
    quote = '"' if "`" in text else "`"
    return f"{quote}{short(text, most)}{quote}"


def short(text: str, most: int = 60) -> str:
    """Cut text to ``most`` characters, and make all of them visible."""
    return visible(text if len(text) <= most else text[: most - 1] + "…")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Find the candidate that somebody who wrote ``word`` most likely meant, if any.

    The same letters in another case or with other joints come first, then another
    number (``heart`` for ``hearts``), then the closest spelling.
    """
    if len(word) > _LONGEST_WORD:
        return None
    known = list(dict.fromkeys(candidates))
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(_folded(candidate), candidate)
    bare = _folded(word)
    for form in (bare, *_other_numbers(bare)):
        if form in folded:
            return folded[form]
    close = get_close_matches(bare, folded, n=1, cutoff=_CLOSE_ENOUGH)
    return folded[close[0]] if close else None


def _folded(word: str) -> str:
    return word.casefold().translate({ord(joint): None for joint in "_- ."})


def _other_numbers(word: str) -> tuple[str, ...]:
    singulars = [word[: -len(end)] for end in ("s", "es") if word.endswith(end)]
    if word.endswith("ies"):
        singulars.append(word[:-3] + "y")
    plurals = [word + "s", word + "es"]
    if word.endswith("y"):
        plurals.append(word[:-1] + "ies")
    return (*plurals, *filter(None, singulars))
