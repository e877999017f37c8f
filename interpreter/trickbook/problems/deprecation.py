"""Old names in a package: they still work, with a warning."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from warnings import warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def renamed(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a package's ``__getattr__`` that looks up old names under their new ones."""

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        warn(f"{package}.{name} is now {package}.{names[name]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[package], names[name])

    return find
