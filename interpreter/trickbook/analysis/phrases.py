"""The phrases of differences and drafts."""

from __future__ import annotations

from functools import partial

from trickbook.texts import phrases as fixed

phrases = partial(fixed.phrases, "analysis")
"""The phrases of a language, else the English ones."""
