"""Hatchling's hook: a wheel holds the editor of the desk if npm is there when it is built."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BundleHook(BuildHookInterface[Any]):
    """Bundles the editor before a wheel is built; an editable install is left to `make table`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the bundle, and pack it although git ignores it."""
        if version == "editable":
            return
        script = Path(self.root, "interpreter", "codemirror", "bundle.py")
        subprocess.run([sys.executable, str(script)], check=True)  # noqa: S603 - ours
        build_data["artifacts"].append("interpreter/trickbook/server/page/bundle/*")
