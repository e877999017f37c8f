"""Very many deals at once, as machine code: played by chance or by ducks, from the same rules."""

from typing import Final

MISSING: Final = "machine code needs llvmlite: run `make lab` in your clone of Trickbook"
"""The message where it is not installed."""
