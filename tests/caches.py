"""The caches of the tests: their own, beside those of pytest, kept between runs and shared by all processes.

What is kept of shipped files and machine code count until their sources change.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir
from typing import Any, Final, NamedTuple

import pytest

OWN: Final = Path(__file__).parents[1] / ".pytest_cache" / "d" / "caches"
BYTECODE: Final = OWN / "bytecode"

BROWSERS: Final = "PLAYWRIGHT_BROWSERS_PATH"
"""Where Playwright finds its browsers, which lie in the user's cache folder by default."""

WARM: Final = "tests.warm"
COMPILED: Final = "tests.compiled"

REMEMBERING: Final = ("tests.laws.deals", "tests.laws.test_identical_copies_do_not_matter")
"""The modules that remember what they compute while they are imported."""


def use_own_caches() -> None:
    """Let this process and those that it starts keep here what they read and compile."""
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    if home != OWN:  # a worker has the caches of the process that started it
        os.environ.setdefault(BROWSERS, str(home / "ms-playwright"))
        os.environ["XDG_CACHE_HOME"] = str(OWN)
    if sys.dont_write_bytecode:
        _keep_bytecode()


def _keep_bytecode() -> None:
    """Keep compiled modules here, for the environment forbids to keep them beside their sources."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
    sys.dont_write_bytecode = False


def warm_caches() -> None:
    """Read all shipped files, unless an earlier run has, before the workers start."""
    from trickbook.loading import resolve, shipped
    from trickbook.source.cache import keep, known

    rmtree(BYTECODE / gettempdir().lstrip("/"), ignore_errors=True)  # of packages that tests have unpacked
    if known(WARM):
        return
    for name in shipped():
        resolve(name)
    for name in REMEMBERING:
        import_module(name)
    keep(WARM, value=True)


def remembered(name: str, key: object, give: Callable[[], Any]) -> Any:
    """Plain data that tests need to be collected; it is computed once for a key and an installation."""
    from trickbook.source.cache import keep, known

    about = sha256(repr(key).encode()).hexdigest()
    with _alone("lock"):
        before = known(f"tests.{name}")
        if isinstance(before, dict) and before.get("key") == about:
            return before["value"]
        value = give()
        keep(f"tests.{name}", {"key": about, "value": value})
        return value


@contextmanager
def compiled() -> Iterator[None]:
    """Collect the tests; the first worker does so before the others, and compiles the modules for all."""
    from trickbook.source.cache import keep, known

    if not known(COMPILED):
        with _alone("compiling"):
            if not known(COMPILED):
                yield
                keep(COMPILED, value=True)
                return
    yield


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Let other processes wait meanwhile: what one of them computes, the others need not."""
    OWN.mkdir(parents=True, exist_ok=True)
    with (OWN / name).open("w") as lock:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock  # of Unix alone

            flock(lock, LOCK_EX)
        yield


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Make very many objects that stay: they are no garbage, now and later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


class Collected(NamedTuple):
    """What it took to collect the tests: rulesets that were read whole, and packages that were imported."""

    rulesets: int
    packages: frozenset[str]


COLLECTED: Final = pytest.StashKey[Collected]()


def note_collection(config: pytest.Config) -> None:
    """Note what it took to collect the tests."""
    from trickbook.loading import resolve

    read = resolve.__globals__["_shipped"].cache_info().misses
    config.stash[COLLECTED] = Collected(read, frozenset(sys.modules))
