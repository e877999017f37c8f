"""Environments for reinforcement learning. They need the extra ``rl``; ``spaces`` needs NumPy alone."""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickbook.rl.seat_env import SeatEnv, gym_env
    from trickbook.rl.table_env import TableEnv, aec_env, parallel_env
    from trickbook.rl.table_spaces import Spaces, spaces
    from trickbook.rl.vector import VectorEnv, vector_env

__all__ = [
    "SeatEnv",
    "Spaces",
    "TableEnv",
    "VectorEnv",
    "aec_env",
    "gym_env",
    "parallel_env",
    "spaces",
    "vector_env",
]

_HOMES = MappingProxyType(
    {
        "SeatEnv": "seat_env",
        "Spaces": "table_spaces",
        "TableEnv": "table_env",
        "VectorEnv": "vector",
        "aec_env": "table_env",
        "gym_env": "seat_env",
        "parallel_env": "table_env",
        "spaces": "table_spaces",
        "vector_env": "vector",
    }
)
"""Where each name is at home; it is fetched when it is asked for, so that players need no environments."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Fetch a name from its home."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        return found
