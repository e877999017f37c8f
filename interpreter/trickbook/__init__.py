"""Trickbook plays trick-taking card games from their rules, written down in YAML."""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickbook.cards.deck import CardError
    from trickbook.engine.moves import MoveError
    from trickbook.explain import ExplainedPoints, ExplainedTrick, Reason
    from trickbook.game import Game
    from trickbook.game.position import Position
    from trickbook.loading import shipped
    from trickbook.problems import Problem, RulesetError, TrickbookError
    from trickbook.records import RecordError
    from trickbook.replays import replay
    from trickbook.ruleset import Ruleset, load
    from trickbook.sections.options import OptionError

__version__ = "0.2.0"

__all__ = [
    "CardError",
    "ExplainedPoints",
    "ExplainedTrick",
    "Game",
    "MoveError",
    "OptionError",
    "Position",
    "Problem",
    "Reason",
    "RecordError",
    "Ruleset",
    "RulesetError",
    "TrickbookError",
    "__version__",
    "load",
    "replay",
    "shipped",
]

_HOMES = MappingProxyType(
    {
        "CardError": "cards.deck",
        "ExplainedPoints": "explain",
        "ExplainedTrick": "explain",
        "Game": "game",
        "MoveError": "engine.moves",
        "OptionError": "sections.options",
        "Position": "game.position",
        "Problem": "problems",
        "Reason": "explain",
        "RecordError": "records",
        "Ruleset": "ruleset",
        "RulesetError": "problems",
        "TrickbookError": "problems",
        "load": "ruleset",
        "replay": "replays",
        "shipped": "loading",
    }
)
"""Where each name is at home; it is fetched when it is asked for, so that the command line starts at once."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Fetch a name from its home."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return found


def __dir__() -> list[str]:
    """All names, fetched or not."""
    return sorted({*globals(), *__all__})
