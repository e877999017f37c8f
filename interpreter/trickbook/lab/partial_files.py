"""Files that are not complete yet, and how files of Trickbook's are told from those of a person.

A file is written in a folder beside its place, whose name nobody else has, and then moved.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PARTIAL_FOLDER: Final = re.compile(r"(.+)-[a-z0-9_]{8}\.half", re.DOTALL)
"""The name of a folder in which a file is written: the file's, and what makes it unique."""

LONGEST_NAME: Final = 200
"""How many bytes of a file's name are in that of its folder: names have a limit, too."""

MAGIC: Final = b"PAR1"
"""The first and last bytes of a Parquet file."""

FOOTER: Final = 8
"""The bytes at the end of a Parquet file: the length of the texts before them, and the last bytes."""

OWN_TEXTS: Final = (b"digest", b"bots", b"seed")
"""Names of texts that every file of results has."""


@contextmanager
def partial_folder(path: Path) -> Iterator[Path]:
    """Create a folder in which a file is written before it takes its place; remove it afterwards."""
    with TemporaryDirectory(".half", f"{_beginning(path)}-", path.parent) as folder:
        yield Path(folder)


def _beginning(path: Path) -> str:
    return path.name.encode()[:LONGEST_NAME].decode(errors="ignore")


def remove_partial_folders(folder: Path, names: re.Pattern[str]) -> None:
    """Remove the folders that killed processes left beside files with such names."""
    for path in [*folder.iterdir()]:
        found = PARTIAL_FOLDER.fullmatch(path.name)
        if found and names.fullmatch(found[1]) and _is_partial(path):
            rmtree(path, ignore_errors=True)


def _is_partial(folder: Path) -> bool:
    """Return whether a folder, and no link to one, has nothing in it but beginnings of Parquet files."""
    return folder.is_dir() and not folder.is_symlink() and all(map(_begins_as_parquet, folder.iterdir()))


def file_names(files: Sequence[Path]) -> re.Pattern[str]:
    """Return a pattern that matches the names of these files, and no others."""
    return re.compile("|".join(re.escape(_beginning(file)) for file in files))


def is_own(path: Path) -> bool:
    """Return whether a file holds results of Trickbook's, or the beginning of such a file.

    The texts of a Parquet file are at its end, so one that was cut short has none.
    """
    if not _begins_as_parquet(path):
        return False
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - FOOTER))
        footer = file.read()
        if size <= FOOTER or not footer.endswith(MAGIC):
            return True
        length = int.from_bytes(footer[: -len(MAGIC)], "little")
        file.seek(max(0, size - FOOTER - length))
        texts = file.read(length)
    return all(name in texts for name in OWN_TEXTS)


def _begins_as_parquet(path: Path) -> bool:
    """Return whether a file, and no link to one, is empty or begins as Parquet does."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(MAGIC)) in (b"", MAGIC)
