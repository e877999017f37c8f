"""Shelves: where the parts of tasks lie until they are whole, and the files that they become."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from trickbook.lab import folder_lock, parquet
from trickbook.lab.metadata import metadata, metadata_difference
from trickbook.lab.stored_sums import file_sums, rows_checksum, sums_to_text
from trickbook.lab.task import Summary
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums
    from trickbook.lab.task import Task

PART_DIGITS: Final = "[0-9]" * 12
PART_PATTERNS: Final = (f"{PART_DIGITS}.parquet", f"{PART_DIGITS}-*.parquet")
"""How parts are called: by their first match; of several studies also by the study's number."""

PARTIAL_PATTERN: Final = f"*{parquet.PARTIAL_SUFFIX}"
"""How parts are called that were never finished."""

FOLDER_SUFFIX: Final = ".parts"
"""What the name of their folder ends in."""


class ResultLocation(NamedTuple):
    """Where results are to lie: a file; or a folder, and in it a file for each study."""

    out: Path
    files: tuple[Path, ...]

    @property
    def folder(self) -> Path:
        """Where the parts lie until then."""
        return self.out.with_name(self.out.name + FOLDER_SUFFIX)

    @property
    def begun(self) -> bool:
        """Whether parts lie there."""
        with _telling(self.out):
            return bool(_found(self.folder))


def result_location(out: Path, names: Sequence[str] = ()) -> ResultLocation:
    """A place: a file of that name, or a folder of it with files of these names."""
    return ResultLocation(out, tuple(out / name for name in names) or (out,))


class ResultStore(NamedTuple, Generic[Summary]):
    """A place, and what came of the parts that lie there, by their first match.

    ``whole`` is what the files hold already, from match 0 on; the ``lock`` keeps other processes away.
    """

    place: ResultLocation
    there: Mapping[int, Summary]
    whole: Summary | None
    lock: int


def _found(folder: Path) -> list[Path]:
    """The parts in a folder, in order."""
    return sorted(path for pattern in PART_PATTERNS for path in folder.glob(pattern))


def _clear(folder: Path, *, halves_alone: bool = False) -> None:
    """Have a folder without parts, or without those that were never finished."""
    with _telling(folder):
        for path in (*folder.glob(PARTIAL_PATTERN), *([] if halves_alone else _found(folder))):
            path.unlink()


def _parts(folder: Path, first: int, studies: int) -> list[Path]:
    """The files of a part: one for each study."""
    ends = [f"-{number}" for number in range(studies)] if studies > 1 else [""]
    return [folder / f"{first:012d}{end}.parquet" for end in ends]


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """What the system refuses is told."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise TrickbookError(f"{path} cannot be written: {why}") from None


def _take(folder: Path) -> int:
    """Have a folder for this process alone, until it ends; TrickbookError if another one has it."""
    parquet.check_utf8(folder)
    with _telling(folder):
        folder.mkdir(exist_ok=True)
        return folder_lock.lock_folder(folder)


def new_store(at: ResultLocation) -> ResultStore[Summary]:
    """A store with nothing on it; what lay there is thrown away."""
    lock = _take(at.folder)
    _clear(at.folder)
    return ResultStore(at, {}, None, lock)


def close_store(store: ResultStore[Summary]) -> None:
    """Let others have a store; one with parts on it stays."""
    folder_lock.unlock_folder(store.place.folder, store.lock)


def resume_store(
    at: ResultLocation, task: Task[Summary], whole: Callable[[Sequence[Path], Sequence[StudySums]], Summary]
) -> ResultStore[Summary]:
    """A store with what lies there, but for damaged parts; TrickbookError if that is of other studies.

    ``whole`` tells what files hold, whose sums are known.
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
    """The sums that the files hold, if they are used; else why not.

    Files beside parts that are of others were to be replaced when the parts were begun.
    """
    try:
        return _noted(at, task), None
    except TrickbookError as error:
        if not at.begun:
            raise
        return [], error


def _noted(at: ResultLocation, task: Task[Summary]) -> list[StudySums]:
    """The sums of the files, if all are there; some may lack where their writing was stopped."""
    missing = [file for file in at.files if not os.path.lexists(file)]
    held = []
    for file, study in zip(at.files, task.studies, strict=True):
        if file not in missing:
            texts = parquet.file_texts(file)
            _check(file, texts, _about(study, task.studies))
            held.append(file_sums(file, texts))
            if parquet.row_count(file) != held[-1].deals:
                raise TrickbookError(f"{file} is damaged: it does not hold all its deals")
    if held and missing and not at.begun:
        raise TrickbookError(f"{at.out} holds another comparison: there is no {missing[0].name}")
    return [] if missing else held


def _lying(folder: Path, task: Task[Summary], end: int) -> Iterator[tuple[int, Summary]]:
    """What came of the parts from some match on; what cannot be used is thrown away."""
    found = _found(folder)
    for first in sorted({int(path.stem[: len(f"{0:012d}")]) for path in found}):
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
    """The rows of a part; None if it is not there, or damaged."""
    try:
        texts, rows = parquet.read_rows(path)
    except TrickbookError:
        return None
    _check(path, texts, wanted)
    sound = rows_checksum(rows) == texts.get("checksum") and rows.match[:1].tolist() == [first]
    return rows if sound else None


def stored_seed(at: ResultLocation) -> int | None:
    """The seed of what lies there, if anything does."""
    for path in (*_found(at.folder), *at.files):
        with suppress(TrickbookError, KeyError, ValueError):
            return int(parquet.file_texts(path)["seed"])
    return None


def _about(study: Study, among: Sequence[Study]) -> dict[str, str]:
    """What a study is about, and how many are compared where it is not alone."""
    return {**metadata(study), **({"rulesets": str(len(among))} if len(among) > 1 else {})}


def _check(path: Path, texts: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """TrickbookError if a file with these texts is of another study."""
    if "seed" not in texts:
        raise TrickbookError(f"{path} holds no results of Trickbook's")
    if differs := metadata_difference(wanted, texts):
        raise TrickbookError(f"{path} is of another study: {differs}")


def store_part(folder: Path, studies: Sequence[Study], first: int, rows: Sequence[Rows]) -> None:
    """Lay a part on the store."""
    for path, study, one in zip(_parts(folder, first, len(studies)), studies, rows, strict=True):
        with _telling(path):
            parquet.write_rows(path, one, {**_about(study, studies), "checksum": rows_checksum(one)})


def merge_parts(
    store: ResultStore[Summary], studies: Sequence[Study], firsts: Sequence[int], total: Sequence[StudySums]
) -> None:
    """Make the parts from these matches on into the files, and clear the store."""
    at, before = store.place, store.whole.matches if store.whole else 0
    parts = [_parts(at.folder, first, len(studies)) for first in firsts if first >= before]
    with _telling(at.out):
        if at.files != (at.out,):
            at.out.mkdir(exist_ok=True)
        for place, (file, study, one) in enumerate(zip(at.files, studies, total, strict=True)):
            texts = {**_about(study, studies), "sums": sums_to_text(one)}
            parquet.merge_files(file, before, [part[place] for part in parts], texts)
    with suppress(OSError, TrickbookError):  # the files are whole; what cannot be cleared away does no harm
        _clear(at.folder)
