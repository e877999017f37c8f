"""Numba without its configuration file: the one in the current folder may be a stranger's."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE: Final = ".numba_config.yaml"
"""The file that Numba reads when it is imported, and again before it compiles."""


@contextmanager
def _unseen(name: str) -> Iterator[None]:
    """Let nobody see a file of this name in the current folder."""
    exists = os.path.exists
    setattr(os.path, "exists", lambda path: path != name and exists(path))  # noqa: B010 - not for mypy
    try:
        yield
    finally:
        setattr(os.path, "exists", exists)  # noqa: B010 - likewise


with _unseen(FILE):
    from numba import __version__
    from numba.core import config

setattr(config, "_config_fname", os.devnull)  # noqa: B010 - likewise; a device is not read

COMPILER: Final = f"numba {__version__}"
"""Which compiler makes the fast engine."""
