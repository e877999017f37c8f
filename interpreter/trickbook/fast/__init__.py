"""The machine of searches: deals of any ruleset that go on from the middle, or are asked from outside.

It means what the interpreter means: the same seed gives the same deal, moves and points. It needs the extra
``fast`` (Numba).
"""

from trickbook.fast.compiler import BeyondError
from trickbook.problems import MissingError, needs

NEEDED = "the fast engine needs Numba: run `make lab` in your clone of Trickbook"

try:
    with needs(NEEDED):
        from trickbook.fast.numba_settings import COMPILER  # before all else that imports Numba
    with needs(NEEDED):
        from trickbook.fast.compile_notice import announce_compilation
        from trickbook.fast.compiled_game import CompiledGame, compile_engine, compile_ruleset
        from trickbook.fast.execution import PlayedDeals, play_deals
except (PermissionError, RuntimeError) as unkept:
    if isinstance(unkept, RuntimeError) and "no locator" not in str(unkept):  # Numba finds no folder to write
        raise
    remedy = unkept if isinstance(unkept, PermissionError) else "let NUMBA_CACHE_DIR name a folder"
    raise MissingError(f"the fast engine cannot keep what it compiles: {remedy}") from unkept

__all__ = [
    "COMPILER",
    "BeyondError",
    "CompiledGame",
    "PlayedDeals",
    "announce_compilation",
    "compile_engine",
    "compile_ruleset",
    "play_deals",
]
