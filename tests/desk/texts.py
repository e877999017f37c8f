"""Texts that an author might have on the desk."""

from typing import Final

OMNIBUS: Final = """\
trickbook: 1
name: Omnibus
extends: hearts

worth:
  bonus_jack: {cards: JD, is: -10}
"""

SLIP: Final = OMNIBUS.replace("cards:", "card:")
"""The mistake of the README."""

TOLD: Final = (
    OMNIBUS
    + """
examples:
  jack_alone:
    says: The jack takes ten points off.
    given: {taken: {0: JD}}
    points: [-10, 0, 0, 0]
  jack_and_queen:
    given: {taken: {0: [JD, QS]}}
    points: [4, 0, 0, 0]
"""
)
"""With an example that holds, and one that does not."""
