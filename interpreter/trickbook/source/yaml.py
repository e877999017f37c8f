"""The parser of YAML 1.1 brought up to 1.2: a question mark is text in braces and brackets too."""

from __future__ import annotations

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
        """Whether a question mark begins a key: not where text goes on behind it."""
        return self.peek(1) in (_BLANKS | _FLOW if self.flow_level else _BLANKS)

    def check_plain(self) -> bool:
        """Whether text begins here."""
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
