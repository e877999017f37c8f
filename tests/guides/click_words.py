"""The catalogues for `gettext` of the words of click, made of ``click.yaml``."""

from __future__ import annotations

import struct
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Final

from trickbook.texts.catalogue import entries
from trickbook.texts.languages import FOLDER

if TYPE_CHECKING:
    from pathlib import Path

HEADER: Final = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=1; plural=0;\n"
MAGIC: Final = 0x950412DE
FIELDS: Final = 7


def catalogue_path(language: str) -> Path:
    """The file that `gettext` reads for a language."""
    return FOLDER / language / "LC_MESSAGES" / "click.mo"


def compiled(language: str) -> bytes:
    """The translations in the binary format of `gettext`: a header, two tables of places, and the texts."""
    texts = sorted((key.encode(), value.encode()) for key, value in entries("click", language))
    columns = [*zip((b"", HEADER.encode()), *texts, strict=True)]
    count, words = len(columns[0]), [*chain(*columns)]
    begin = 4 * FIELDS + 8 * len(words)
    places = accumulate((len(word) + 1 for word in words[:-1]), initial=begin)
    table = chain.from_iterable((len(word), place) for word, place in zip(words, places, strict=True))
    head = (MAGIC, 0, count, 4 * FIELDS, 4 * FIELDS + 8 * count, 0, 0)
    return (
        struct.pack(f"<{FIELDS}I", *head)
        + struct.pack(f"<{2 * len(words)}I", *table)
        + b"".join(word + b"\0" for word in words)
    )
