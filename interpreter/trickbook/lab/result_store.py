"""The result store: it keeps the parts of a task until they are complete, then merges them into files."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from trickbook.lab import parquet
from trickbook.lab.metadata import metadata, metadata_difference
from trickbook.lab.stored_study import stored_study
from trickbook.lab.stored_sums import rows_checksum, sums_to_text
from trickbook.lab.task import Summary
from trickbook.loading import folder_lock
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums
    from trickbook.lab.task import Task

PART_DIGITS: Final = "[0-9]" * 12
PART_PATTERNS: Final = (f"{PART_DIGITS}.parquet", f"{PART_DIGITS}-*.parquet")
"""The names of parts: the first match, and for several studies the number of the study."""

PARTIAL_PATTERN: Final = f"*{parquet.PARTIAL_SUFFIX}"
"""The names of parts that were never completed."""

FOLDER_SUFFIX: Final = ".parts"
"""The suffix of the folder of parts."""


class ResultLocation(NamedTuple):
    """The place for results: a file, or a folder with a file for each study."""

    out: Path
    files: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        """The folder of parts."""
        return self.out.with_name(self.out.name + FOLDER_SUFFIX)

    @property
    def begun(self) -> bool:
        """Whether there are parts."""
        with _telling(self.out):
            return bool(_found(self.folder))


def result_location(out: Path, names: Sequence[str] = ()) -> ResultLocation:
    """Return a location: a file, or a folder with files of these names."""
    return ResultLocation(out, tuple(out / name for name in names) or (out,))


class ResultStore(NamedTuple, Generic[Summary]):
    """A location, and the results of its parts, by their first match.

    ``whole`` has the results of the finished files, from match 0 on; the ``lock`` keeps other processes out.
    """

    place: ResultLocation
    there: Mapping[int, Summary]
    whole: Summary | None
    lock: int


def _found(folder: Path) -> list[Path]:
    """Return the parts in a folder, in order."""
    return sorted(path for pattern in PART_PATTERNS for path in folder.glob(pattern))


def _clear(folder: Path, *, halves_alone: bool = False, spared: Container[int] = ()) -> None:
    """Remove the parts in a folder, or only those that were never completed; spare some, by first match."""
    with _telling(folder):
        parts = [] if halves_alone else [path for path in _found(folder) if _first(path) not in spared]
        for path in (*folder.glob(PARTIAL_PATTERN), *parts):
            path.unlink()


def _first(part: Path) -> int:
    """Return the first match of a part."""
    return int(part.stem[: len(f"{0:012d}")])


def _parts(folder: Path, first: int, studies: int) -> list[Path]:
    """Return the files of a part: one for each study."""
    ends = [f"-{number}" for number in range(studies)] if studies > 1 else [""]
    return [folder / f"{first:012d}{end}.parquet" for end in ends]


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """Turn system errors into TrickbookError."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise TrickbookError(f"{path} cannot be written: {why}") from None


def _take(folder: Path) -> int:
    """Lock a folder for this process; TrickbookError if another process has it."""
    parquet.check_utf8(folder)
    with _telling(folder):
        folder.mkdir(exist_ok=True)
        return folder_lock.lock_folder(folder)


def new_store(at: ResultLocation) -> ResultStore[Summary]:
    """Return an empty store; earlier parts are deleted."""
    lock = _take(at.folder)
    _clear(at.folder)
    return ResultStore(at, {}, None, lock)


def close_store(store: ResultStore[Summary]) -> None:
    """Unlock a store; one with parts stays."""
    folder_lock.unlock_folder(store.place.folder, store.lock)


def resume_store(
    at: ResultLocation, task: Task[Summary], whole: Callable[[Sequence[Path], Sequence[StudySums]], Summary]
) -> ResultStore[Summary]:
    """Return a store with its parts, except damaged ones; TrickbookError if they are of other studies.

    ``whole`` returns the results of files, given their sums.
    """
    lock = _take(at.folder)
    try:
        _clear(at.folder, halves_alone=True)
        held, refused = _held(at, task)
        told = whole(at.files, held) if held else None
        there = {0: told} if told else {}
        there.update(_lying(at.folder, task, told.matches if told else 0))
        if refused and not there:
            raise refused
        return ResultStore(at, there, told, lock)
    except TrickbookError:
        folder_lock.unlock_folder(at.folder, lock)
        raise


def _held(at: ResultLocation, task: Task[Summary]) -> tuple[list[StudySums], TrickbookError | None]:
    """Return the sums of the finished files if they can be used; otherwise none, and why.

    Files of other studies beside parts were about to be replaced by them.
    """
    try:
        return _noted(at, task), None
    except TrickbookError as error:
        if not at.begun:
            raise
        return [], error


def _noted(at: ResultLocation, task: Task[Summary]) -> list[StudySums]:
    """Return the sums of the files if all are there; some may be missing if writing was interrupted."""
    missing = [file for file in at.files if not os.path.lexists(file)]
    held = []
    for file, study in zip(at.files, task.studies, strict=True):
        if file not in missing:
            outline = parquet.file_outline(file)
            _check(file, outline.texts, _about(study, task.studies))
            held.append(stored_study(file, outline).sums)
    if held and missing and not at.begun:
        raise TrickbookError(f"{at.out} holds another comparison: there is no {missing[0].name}")
    return [] if missing else held


def _lying(folder: Path, task: Task[Summary], end: int) -> Iterator[tuple[int, Summary]]:
    """Yield the results of parts from a match on; unusable parts are deleted."""
    found = _found(folder)
    for first in sorted(set(map(_first, found))):
        paths = _parts(folder, first, len(task.studies))
        rows = [
            _rows(path, _about(study, task.studies), first)
            for path, study in zip(paths, task.studies, strict=True)
        ]
        whole = [one for one in rows if one is not None]
        if first < end or len(whole) < len(rows) or len({int(one.last.sum()) for one in whole}) > 1:
            for path in paths:
                path.unlink(missing_ok=True)
        else:
            told = task.tell(whole)
            yield first, told
            end = first + told.matches


def _rows(path: Path, wanted: Mapping[str, str], first: int) -> Rows | None:
    """Return the rows of a part; None if it is missing or damaged."""
    try:
        texts, rows = parquet.read_rows(path)
    except TrickbookError:
        return None
    _check(path, texts, wanted)
    sound = rows_checksum(rows) == texts.get("checksum") and rows.match[:1].tolist() == [first]
    return rows if sound else None


def stored_seed(at: ResultLocation) -> int | None:
    """Return the seed of a location's parts or files; None if there are none."""
    for path in (*_found(at.folder), *at.files):
        with suppress(TrickbookError, KeyError, ValueError):
            return int(parquet.file_texts(path)["seed"])
    return None


def _about(study: Study, among: Sequence[Study]) -> dict[str, str]:
    """Return a study's texts, with the number of studies if it is compared."""
    return {**metadata(study), **({"rulesets": str(len(among))} if len(among) > 1 else {})}


def _check(path: Path, texts: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Raise TrickbookError if a file with these texts is of another study."""
    if "seed" not in texts:
        raise TrickbookError(f"{path} holds no results of Trickbook's")
    if differs := metadata_difference(wanted, texts):
        raise TrickbookError(f"{path} is of another study: {differs}")


def store_part(folder: Path, studies: Sequence[Study], first: int, rows: Sequence[Rows]) -> None:
    """Store a part."""
    for path, study, one in zip(_parts(folder, first, len(studies)), studies, rows, strict=True):
        with _telling(path):
            parquet.write_rows(path, one, {**_about(study, studies), "checksum": rows_checksum(one)})


def merge_parts(
    store: ResultStore[Summary], studies: Sequence[Study], firsts: Sequence[int], total: Sequence[StudySums]
) -> None:
    """Merge the parts from these matches into the files, and empty the store.

    If it had enough parts before, those that were not needed now stay, for a run of more deals.
    """
    at, before = store.place, store.whole.matches if store.whole else 0
    parts = [_parts(at.folder, first, len(studies)) for first in firsts if first >= before]
    with _telling(at.out):
        if at.files != (at.out,):
            at.out.mkdir(exist_ok=True)
        for place, (file, study, one) in enumerate(zip(at.files, studies, total, strict=True)):
            texts = {**_about(study, studies), "sums": sums_to_text(one)}
            parquet.merge_files(file, before, [part[place] for part in parts], texts)
    with suppress(OSError, TrickbookError):  # the files are whole; what cannot be cleared away does no harm
        _clear(at.folder, spared=store.there.keys() - firsts if store.there.keys() >= {*firsts} else ())
