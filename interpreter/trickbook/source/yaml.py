"""YAML 1.2 by a parser of 1.1: question marks are text in braces and brackets; fewer scalars are values."""

from __future__ import annotations

import re
from typing import Final

import yaml

_BLANKS: Final = frozenset("\0 \t\r\n\x85\u2028\u2029")
_FLOW: Final = frozenset(",[]{}")
_LETTER: Final = "x"


class Loader(yaml.SafeLoader):
    """Reads events as YAML 1.2 has them."""

    def __init__(self, text: str) -> None:
        """Open a text."""
        super().__init__(text)
        self.questions = "?" in text

    def check_key(self) -> bool:
        """Return whether a question mark begins a key: not where text goes on behind it."""
        return self.peek(1) in (_BLANKS | _FLOW if self.flow_level else _BLANKS)

    def check_plain(self) -> bool:
        """Return whether text begins here."""
        if self.flow_level and self.peek() == "?":
            return not self.check_key()
        return bool(super().check_plain())

    def scan_plain(self) -> yaml.ScalarToken:
        """Read text; question marks look like letters meanwhile."""
        if self.questions and self.flow_level:
            vars(self)["peek"] = self._peek_letter
        try:
            token: yaml.ScalarToken = super().scan_plain()
        finally:
            vars(self).pop("peek", None)
        return token

    def _peek_letter(self, index: int = 0) -> str:
        found: str = super().peek(index)
        return _LETTER if found == "?" else found


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
