"""Operations that depend on their parts alone: the compiler may find their values early, or in tables."""

from __future__ import annotations

from typing import Final

PLAIN_TERMS: Final = frozenset({
    "and", "or", "not", "if", "is", "<", "<=", ">", ">=", "+", "-", "*", "lesser", "greater", "count",
    "has", "has_no", "has_all", "has_only", "number of choice", "choice of number",
})  # fmt: skip
"""Operations whose parts are all meant for the same player."""
