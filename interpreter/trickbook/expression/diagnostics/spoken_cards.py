"""How people say ranks and suits, which is data: no card decides anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

_SPOKEN: Final[dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

RANKS: Final[dict[str, str]] = _SPOKEN["ranks"]
"""Ranks in words, with their letters."""

SUITS: Final[list[str]] = _SPOKEN["suits"]
"""Suits in words; a suit's letter is its first."""

CHINESE_SUITS: Final[dict[str, str]] = _SPOKEN["chinese"]
"""Suits in Chinese."""
