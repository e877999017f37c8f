"""Checks of lists, mappings and conditions that callers pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trickbook.problems import TrickbookError, described


def listed(name: str, value: object, of: str) -> Sequence[Any]:
    """A list, and no text or anything else; TrickbookError says ``of`` what it is one."""
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Sequence):
        raise TrickbookError(f"{name}: a list of {of} is needed here, not {described(value)}")
    try:
        len(value)
    except OverflowError:
        raise TrickbookError(f"{name}: no list is so long as {described(value)}") from None
    return value


def mapped(name: str, value: object, kind: type, to: str) -> Mapping[Any, Any]:
    """A mapping from keys of a kind; TrickbookError says from what and ``to`` what it goes."""
    keys = {int: "numbers", str: "names"}[kind]
    if not isinstance(value, Mapping):
        raise TrickbookError(f"{name}: a mapping from {keys} to {to} is needed here, not {described(value)}")
    for key in value:
        if not isinstance(key, kind) or isinstance(key, bool):
            odd = f"and {described(key)} is none of the {keys}"
            raise TrickbookError(f"{name}: a mapping from {keys} to {to} is needed here, {odd}")
    return value


def answered(name: str, value: object) -> bool | None:
    """Yes, no, or nothing said; TrickbookError for anything else."""
    if value is None or isinstance(value, bool):
        return value
    raise TrickbookError(f"{name} is True or False, not {described(value)}")
