"""The current folder may come from a stranger: no code is loaded from it, here or in processes that start."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SETTINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "PYTHONSAFEPATH": "trickbook",  # any text counts; by this one it is known to be ours
    }
)
"""Variables that keep libraries, and the Pythons that they start, from loading code of the current folder."""


def distrust_current_folder() -> None:
    """Remove the current folder, where `python -m` puts it first, from the import path; set the variables.

    It stays if this package lies there, because whoever owns the folder then owns this code, too.
    """
    for name, value in SETTINGS.items():
        if not os.environ.get(name):
            os.environ[name] = value
    with suppress(OSError, IndexError):  # there may be no current folder any more
        first, current = os.path.realpath(sys.path[0]), os.path.realpath(os.curdir)
        if first == current != os.path.realpath(os.path.join(__file__, "..", "..")):  # noqa: PTH118 - quicker
            del sys.path[0]


def python_call(script: str) -> list[str]:
    """The call of a Python that runs a script, and looks for no module in the current folder."""
    return [sys.executable, "-P", "-c", script]


def environment_outside() -> dict[str, str]:
    """The variables for a program of the user's: without those that were set here."""
    return {name: value for name, value in os.environ.items() if SETTINGS.get(name) != value}
