"""The lab: thousands of matches, as numbers in columns. It needs NumPy, from the extra ``lab``.

What notebooks use is imported when it is asked for, so that the help of the lab's commands is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import needs
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.lab.notebook import Result, read, simulate

__all__ = ["Result", "read", "simulate"]

NEEDED: Final = Message("the lab needs NumPy: run `make lab` in your clone of Trickbook")


def __getattr__(name: str) -> Any:
    """Import the part for notebooks. Raises MissingError without NumPy."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needs(NEEDED):
        from trickbook.lab import notebook
    return getattr(notebook, name)
