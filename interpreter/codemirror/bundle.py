"""Bundles the editor of the desk for the page, if npm is there; the page has a plain text area without it.

Called when tables are set up, and when the wheel is built. Nothing is left beside the sources.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

HERE: Final = Path(__file__).parent
SOURCES: Final = ("package.json", "package-lock.json", "editor.js", "bundle.js")
BUNDLE: Final = HERE.parent / "trickbook" / "server" / "page" / "bundle"

NO_NPM: Final = "There is no npm here: the desk will have a plain text area in place of its editor."
"""What is said where npm is missing."""


def is_current() -> bool:
    """Return whether the bundle is there, and newer than its sources."""
    made = BUNDLE / "editor.js"
    newest = max((HERE / name).stat().st_mtime for name in (*SOURCES, Path(__file__).name))
    return made.exists() and made.stat().st_mtime >= newest


def bundle() -> str | None:
    """Make the bundle unless it is current; return what went wrong, if anything did."""
    if is_current():
        return None
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return NO_NPM
    with TemporaryDirectory() as name:
        folder = Path(name)
        for source in SOURCES:
            shutil.copy(HERE / source, folder)
        install = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        for command in (install, [node, "bundle.js", str(folder / "made")]):
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - ours
            if done.returncode:
                return f"The editor of the desk cannot be bundled:\n{done.stdout}{done.stderr}"
        BUNDLE.mkdir(exist_ok=True)
        for made in (folder / "made").iterdir():
            shutil.copy(made, BUNDLE / f"{made.name}.new")
            (BUNDLE / f"{made.name}.new").replace(BUNDLE / made.name)
    return None


if __name__ == "__main__":
    if wrong := bundle():
        sys.stderr.write(f"{wrong}\n")
