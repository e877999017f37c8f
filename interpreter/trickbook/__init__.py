"""Trickbook plays trick-taking card games from their rules, written down in YAML."""

from trickbook.cards import CardError
from trickbook.concepts.moves import MoveError
from trickbook.concepts.options import OptionError
from trickbook.game import Game
from trickbook.loading import shipped
from trickbook.position import Position
from trickbook.problems import Problem, RulesetError, TrickbookError
from trickbook.reasons import ExplainedPoints, ExplainedTrick, Reason
from trickbook.record import RecordError
from trickbook.replaying import replay
from trickbook.ruleset import Ruleset, load

__version__ = "0.1.0"

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
