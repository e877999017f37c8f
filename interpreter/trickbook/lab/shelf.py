"""The shelf: parts of a study that was begun, beside the file that they become."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.lab import parquet
from trickbook.lab.about import about, difference
from trickbook.lab.sums import NOTHING, Sum, Sums, sums
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study

PARTS: Final = "[0-9]" * 12 + ".parquet"
"""How parts are called: by their first match."""


HALVES: Final = PARTS + parquet.BESIDE
"""How parts are called that were never finished."""


SUFFIX: Final = ".parts"
"""What the name of their folder ends in."""


class Shelf(NamedTuple):
    """A file to be, the folder of its parts, and the sums of what lies there, by its first match.

    ``whole`` is what the file holds already, from match 0 on; the ``lock`` keeps other processes away.
    """

    out: Path
    folder: Path
    there: Mapping[int, Sums]
    whole: Sums | None
    lock: int | None = None

    def path(self, first: int) -> Path:
        """Where the matches from this one on lie."""
        return self.out if self.whole and first == 0 else _part(self.folder, first)


def _clear(folder: Path, *patterns: str) -> None:
    """Have a folder without such files."""
    with _telling(folder):
        for path in (path for pattern in patterns for path in folder.glob(pattern)):
            path.unlink()


def _part(folder: Path, first: int) -> Path:
    return folder / f"{first:012d}.parquet"


def _folder(out: Path) -> Path:
    return out.with_name(out.name + SUFFIX)


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """What the system refuses is told."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise TrickbookError(f"{path} cannot be written: {why}") from None


def _take(folder: Path) -> int | None:
    """Have a folder for this process alone, until it ends; TrickbookError if another one has it."""
    parquet.nameable(folder)
    with _telling(folder):
        folder.mkdir(exist_ok=True)
        if sys.platform == "win32":
            return None
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 - of Unix alone

        lock = os.open(folder, os.O_RDONLY)
    try:
        flock(lock, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        raise TrickbookError(
            f"{folder}: another process writes there; let it end, or name another file"
        ) from None
    except OSError:  # not every file system has locks
        pass
    return lock


def leave(folder: Path, lock: int | None) -> None:
    """Let others have a folder, or nobody if nothing is in it."""
    with suppress(OSError):
        folder.rmdir()
    if lock is not None:
        os.close(lock)


def begin(out: Path) -> Shelf:
    """A shelf with nothing on it; what lay there is thrown away."""
    folder = _folder(out)
    lock = _take(folder)
    _clear(folder, PARTS, HALVES)
    return Shelf(out, folder, {}, None, lock)


def resume(out: Path, study: Study) -> Shelf:
    """A shelf with what lies there, but for damaged parts; TrickbookError if that is of another study."""
    folder = _folder(out)
    lock = _take(folder)
    try:
        _clear(folder, HALVES)
        return Shelf(out, folder, *_found(out, folder, study), lock)
    except TrickbookError:
        leave(folder, lock)
        raise


def _found(out: Path, folder: Path, study: Study) -> tuple[dict[int, Sums], Sums | None]:
    """The sums of what lies there, and those of the file; what cannot be used is thrown away."""
    there: dict[int, Sums] = {}
    whole = None
    if os.path.lexists(out):
        texts = parquet.texts(out)
        _check(out, texts, study)
        there[0] = whole = summed(out, texts)
    end = whole.matches if whole else 0
    for path in sorted(folder.glob(PARTS)):
        first, found = int(path.stem), _sums(path, study)
        if first < end or found is None:
            path.unlink()
        else:
            there[first], end = found, first + found.matches
    return there, whole


def begun(out: Path) -> bool:
    """Whether parts lie there."""
    with _telling(out):
        return any(_folder(out).glob(PARTS))


def seed(out: Path) -> int | None:
    """The seed of what lies there, if anything does."""
    for path in (out, *sorted(_folder(out).glob(PARTS))):
        with suppress(TrickbookError, KeyError, ValueError):
            return int(parquet.texts(path)["seed"])
    return None


def _check(path: Path, texts: Mapping[str, str], study: Study) -> None:
    """TrickbookError if a file with these texts is of another study."""
    if "seed" not in texts:
        raise TrickbookError(f"{path} holds no results of Trickbook's")
    if differs := difference(about(study), texts):
        raise TrickbookError(f"{path} is of another study: {differs}")


def _sums(path: Path, study: Study) -> Sums | None:
    """The sums of a part; None if it is damaged."""
    try:
        texts, rows = parquet.read(path)
    except TrickbookError:
        return None
    _check(path, texts, study)
    return sums(rows) if checksum(rows) == texts.get("checksum") else None


def lay(folder: Path, study: Study, first: int, rows: Rows) -> None:
    """Lay a part on the shelf."""
    path = _part(folder, first)
    with _telling(path):
        parquet.write(path, rows, {**about(study), "checksum": checksum(rows)})


def finish(shelf: Shelf, study: Study, firsts: Sequence[int], total: Sums) -> None:
    """Make the parts from these matches on into the file, and clear the shelf."""
    with _telling(shelf.out):
        parquet.merge(
            shelf.out, [shelf.path(first) for first in firsts], {**about(study), "sums": written(total)}
        )
    with suppress(OSError, TrickbookError):  # the file is whole; what cannot be cleared away does no harm
        _clear(shelf.folder, PARTS, HALVES)
        shelf.folder.rmdir()


def checksum(rows: Rows) -> str:
    """The sha256 of rows."""
    found = sha256()
    for name, column in parquet.flat(rows).items():
        found.update(name.encode())
        found.update(column.astype("<i8").tobytes())
    return found.hexdigest()


def written(total: Sums) -> str:
    """Sums as a text."""
    points = [dict(sorted(seat.items())) for seat in total.points]
    return json.dumps({**total._asdict(), "points": points})


def summed(path: Path, texts: Mapping[str, str]) -> Sums:
    """The sums that stand in the texts of a file; TrickbookError if there are none."""
    try:
        found = unwritten(texts["sums"])
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        found = NOTHING
    if not _sound(found):
        raise TrickbookError(f"{path} holds no results of Trickbook's")
    return found


def _sound(found: Sums) -> bool:
    """Whether sums are such as matches have: whole numbers of each seat and of all, or of all alone."""
    seats = len(found.points)
    every = (
        found.matches,
        found.deals,
        *(number for of in found.measures.values() for one in of for number in one),
    )
    return (
        all(type(number) is int for number in every)
        and 0 < found.matches <= found.deals
        and "points" in found.measures
        and all(len(of) in (1, seats + 1) for of in found.measures.values())
        and all(sum(often.values()) == found.deals for often in found.points)
    )


def unwritten(text: str) -> Sums:
    """Sums, from their text."""
    found = json.loads(text)
    measures = {name: tuple(Sum(*one) for one in by_seat) for name, by_seat in found["measures"].items()}
    points = tuple({int(value): many for value, many in seat.items()} for seat in found["points"])
    return Sums(found["matches"], found["deals"], measures, points)
