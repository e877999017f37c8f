"""What a scalar means: the scalars of YAML 1.2, and fewer of them."""

from __future__ import annotations

import re
from typing import Final

_WHOLE_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}


def meaning(text: str, *, is_plain: bool) -> str | int | bool | None:
    """Read a scalar: whole numbers, ``true``, ``false`` and ``null``; all else is text.

    So ``no``, ``off``, ``10:30``, ``1e3`` and ``007`` are text, as is all that is quoted.
    """
    if not is_plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text
