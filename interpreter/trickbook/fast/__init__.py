"""The fast engine: whole deals of any ruleset, very many of them, on a machine that was compiled once.

It means what the interpreter means: the same seed gives the same deal, the same moves and the same points.
It needs the extra ``fast`` (Numba); nothing else imports it.
"""

from trickbook.fast.compiling import BeyondError

try:
    from trickbook.fast.announcing import announced
    from trickbook.fast.ducks import Ducks
    from trickbook.fast.engines import CompiledGame, engine, ready
    from trickbook.fast.playing import Played, Told, finish, matches, play
    from trickbook.fast.resuming import Trial
except ModuleNotFoundError as missing:
    raise ImportError("the fast engine needs Numba: pip install 'trickbook[fast]'") from missing
except RuntimeError as unkept:  # so Numba says that it finds no folder that it can write
    told = "the fast engine cannot keep what it compiles: let NUMBA_CACHE_DIR name a folder"
    raise ImportError(told) from unkept

__all__ = [
    "BeyondError",
    "CompiledGame",
    "Ducks",
    "Played",
    "Told",
    "Trial",
    "announced",
    "engine",
    "finish",
    "matches",
    "play",
    "ready",
]
