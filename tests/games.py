"""The rulesets that come with Trickbook, for tests that try each of them."""

import re
from typing import Final

from _pytest.mark.structures import ParameterSet
from tests.selection import broad

import trickbook
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE
from trickbook.source.nodes import text

WHOLE: Final = [name for name, path in shipped().items() if path.parent.name != "parts"]
"""All that can be played, house rules on the first game that they fit among them."""

GAMES: Final = [name for name in WHOLE if not name.startswith(HOUSE)]
"""All games."""

KINDS: Final = {"hearts", "bridge", "double-hearts", "chinese-hearts", "schnapsen", "toepen"}
"""Games of which every run tries what stands before the rules, such as the terminal: passing, a dummy, plays
of two cards, another language, a stock, stakes."""


def _some(names: list[str]) -> list[ParameterSet]:
    return broad(names, but=lambda name: name in KINDS)


SOME_GAMES: Final = _some(GAMES)
SOME_WHOLE: Final = _some(WHOLE)
"""The same names for tests in front of the rules: these kinds in every run, of the others a quarter."""

SOURCES: Final = ["cancellation-hearts", "chinese-hearts", "double-hearts", "hearts", "rules-of-hearts"]
"""The games of the five sources, which are tried most."""


def shortest(name: str) -> dict[str, int]:
    """Options that end a match as soon as they may: numbers that its end asks for, and the deal does not."""
    context = trickbook.load(name).engine().context
    ends = " ".join(str(text(entry.node, "when")) for entry in context.entries("match", "ends"))
    asked = [one for one in context.entries("options") if re.search(rf"\b{one.name}\b", ends)]
    least = {one.name: max(int(low), 1) for one in asked if (low := text(one.node, "from")) is not None}
    return {option: low for option, low in least.items() if _dealt(name, {option: low}) == _dealt(name, {})}


def _dealt(name: str, options: dict[str, int]) -> tuple[int, ...]:
    """How many cards each hand has at first."""
    return tuple(trickbook.load(name, options).new_game(seed=1).view(None)["counts"])
