"""What commands share: parameters, the language of what they print, files, tables of text."""

from typing import Final

INTERRUPTED: Final = 130
"""The exit code of an interrupted command."""
