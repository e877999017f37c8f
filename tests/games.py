"""The rulesets that come with Trickbook, for tests that try each of them."""

from typing import Final

from trickbook.loading import resolve, shipped
from trickbook.loading.files import HOUSE

WHOLE: Final = [name for name in shipped() if resolve(name).players.counts]
"""All that can be played, house rules on the first game that they fit among them."""

GAMES: Final = [name for name in WHOLE if not name.startswith(HOUSE)]
"""All games."""

SOURCES: Final = ["cancellation-hearts", "chinese-hearts", "double-hearts", "hearts", "rules-of-hearts"]
"""The games of the five sources, which are tried most."""
