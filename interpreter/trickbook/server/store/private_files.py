"""Files that tell which cards come: only their owner can read them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def private_file(path: Path) -> Path:
    """Create a file in the folder of a store, if there is none; only its owner can read it."""
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        path.touch(mode=0o600)
    else:
        give_to_owner(path)
    return path


def give_to_owner(path: Path) -> None:
    """Give what root made to the owner of the folder: the server runs as that user, and has to open it."""
    if sys.platform != "win32" and not os.geteuid():
        owner = path.parent.stat()
        with suppress(OSError):  # some file systems let nobody do that; then the server runs as root
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
