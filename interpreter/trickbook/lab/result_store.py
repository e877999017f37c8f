"""The result store: it keeps the parts of a task until they are complete, then merges them into files."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from trickbook.lab import parquet
from trickbook.lab.metadata import metadata, metadata_difference, rows_checksum, stored_study, sums_to_text
from trickbook.lab.partial_files import file_names, is_own, remove_partial_folders
from trickbook.lab.task import Summary
from trickbook.loading import folder_lock
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from trickbook.lab.study import Rows, Study
    from trickbook.lab.sums import StudySums
    from trickbook.lab.task import Task

PART_NAME: Final = re.compile(r"[0-9]{12}(-[0-9]+)?\.parquet")
"""The names of parts: the first match, and for several studies the number of the study."""

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
            return bool(_part_folders(self.folder))

    @property
    def goals(self) -> tuple[Path, ...]:
        """The files to write: a link stays, and the file that it leads to is replaced."""
        return tuple(Path(os.path.realpath(file)) for file in self.files)


def result_location(out: Path, names: Sequence[str] = ()) -> ResultLocation:
    """Return a location: a file, or a folder with files of these names. TrickbookError for the root."""
    if out.name in ("", os.pardir):  # the folder of parts is called after it
        out = Path(os.path.realpath(out))
    if not out.name:
        raise TrickbookError(
            Message(
                "{path} has no room for the parts of results beside it; name a folder in it", path=str(out)
            )
        )
    return ResultLocation(out, tuple(out / name for name in names) or (out,))


class ResultStore(NamedTuple, Generic[Summary]):
    """A location, and the results of its parts, by their first match.

    ``whole`` has the results of the finished files, from match 0 on; the ``lock`` keeps other processes out.
    """

    place: ResultLocation
    there: Mapping[int, Summary]
    whole: Summary | None
    lock: int


def _part_folders(folder: Path) -> list[Path]:
    """Return the parts in a folder, in order."""
    names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
    return sorted(folder / name for name in names if PART_NAME.fullmatch(name))


def _clear(folder: Path, spared: Container[int] = ()) -> None:
    """Remove the parts in a folder; spare some, by first match. TrickbookError if one is somebody else's."""
    with _telling(folder):
        for path in _part_folders(folder):
            if _first(path) not in spared:
                _remove(path)


def _remove(part: Path) -> None:
    """Remove a part; TrickbookError if it is somebody else's file."""
    if not is_own(part):
        raise TrickbookError(
            Message(
                "{path} is in the way: Trickbook did not write it; move it to another folder", path=str(part)
            )
        )
    part.unlink()


def _first(part: Path) -> int:
    """Return the first match of a part."""
    return int(part.stem[: len(f"{0:012d}")])


def _part_files(folder: Path, first: int, studies: int) -> list[Path]:
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
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(path), reason=str(why))
        ) from None


def _lock(at: ResultLocation) -> int:
    """Lock a location for this process; TrickbookError if another process has it.

    What processes that were killed left unfinished is removed.
    """
    parquet.check_utf8(at.folder)
    with _telling(at.folder):
        at.folder.mkdir(exist_ok=True)
        lock = folder_lock.lock_folder(at.folder)
        remove_partial_folders(at.folder, PART_NAME)
    with suppress(OSError):
        for folder in {goal.parent for goal in at.goals}:
            remove_partial_folders(folder, file_names(at.goals))
    return lock


def new_store(at: ResultLocation) -> ResultStore[Summary]:
    """Return an empty store; earlier parts are deleted."""
    for file in at.files:
        if os.path.lexists(file) and not (file.is_file() or file.is_symlink()):
            raise TrickbookError(Message("{path} cannot be replaced: it is no file", path=str(file)))
    lock = _lock(at)
    with _unlocking_on_error(at, lock):
        _clear(at.folder)
        return ResultStore(at, {}, None, lock)


@contextmanager
def _unlocking_on_error(at: ResultLocation, lock: int) -> Iterator[None]:
    """Unlock a location if it cannot be used."""
    try:
        yield
    except TrickbookError:
        folder_lock.unlock_folder(at.folder, lock)
        raise


def close_store(store: ResultStore[Summary]) -> None:
    """Unlock a store; one with parts stays."""
    folder_lock.unlock_folder(store.place.folder, store.lock)


def resume_store(
    at: ResultLocation, task: Task[Summary], whole: Callable[[Sequence[Path], Sequence[StudySums]], Summary]
) -> ResultStore[Summary]:
    """Return a store with its parts, except damaged ones; TrickbookError if they are of other studies.

    ``whole`` returns the results of files, given their sums.
    """
    lock = _lock(at)
    with _unlocking_on_error(at, lock):
        held, refused = _held(at, task)
        summary = whole(at.files, held) if held else None
        there = {0: summary} if summary else {}
        there.update(_lying(at.folder, task, summary.matches if summary else 0))
        if refused and not there:
            raise refused
        return ResultStore(at, there, summary, lock)


def _held(at: ResultLocation, task: Task[Summary]) -> tuple[list[StudySums], TrickbookError | None]:
    """Return the sums of the finished files if they can be used; otherwise none, and why.

    Files of other studies beside parts were about to be replaced by them.
    """
    try:
        return _noted(at, task), None
    except TrickbookError as error:
        if not (at.begun and all(map(is_own, filter(os.path.lexists, at.goals)))):
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
        raise TrickbookError(
            Message(
                "{path} holds another comparison: there is no {name}", path=str(at.out), name=missing[0].name
            )
        )
    return [] if missing else held


def _lying(folder: Path, task: Task[Summary], end: int) -> Iterator[tuple[int, Summary]]:
    """Yield the results of parts from a match on; unusable parts are deleted."""
    found = _part_folders(folder)
    for first in sorted(set(map(_first, found))):
        paths = _part_files(folder, first, len(task.studies))
        rows = [
            _rows(path, _about(study, task.studies), first)
            for path, study in zip(paths, task.studies, strict=True)
        ]
        whole = [one for one in rows if one is not None]
        if first < end or len(whole) < len(rows) or len({int(one.last.sum()) for one in whole}) > 1:
            for path in filter(os.path.lexists, paths):
                _remove(path)
        else:
            summary = task.tell(whole)
            yield first, summary
            end = first + summary.matches


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
    for path in (*_part_folders(at.folder), *at.files):
        with suppress(TrickbookError, KeyError, ValueError):
            return int(parquet.file_texts(path)["seed"])
    return None


def _about(study: Study, among: Sequence[Study]) -> dict[str, str]:
    """Return a study's texts, with the number of studies if it is compared."""
    return {**metadata(study), **({"rulesets": str(len(among))} if len(among) > 1 else {})}


def _check(path: Path, texts: Mapping[str, str], wanted: Mapping[str, str]) -> None:
    """Raise TrickbookError if a file with these texts is of another study."""
    if "seed" not in texts:
        raise TrickbookError(Message("{path} holds no results of Trickbook's", path=str(path)))
    if differs := metadata_difference(wanted, texts):
        raise TrickbookError(Message("{path} is of another study: {reason}", path=str(path), reason=differs))


def store_part(folder: Path, studies: Sequence[Study], first: int, rows: Sequence[Rows]) -> None:
    """Store a part."""
    for path, study, one in zip(_part_files(folder, first, len(studies)), studies, rows, strict=True):
        with _telling(path):
            parquet.write_rows(path, one, {**_about(study, studies), "checksum": rows_checksum(one)})


def merge_parts(
    store: ResultStore[Summary], studies: Sequence[Study], firsts: Sequence[int], total: Sequence[StudySums]
) -> None:
    """Merge the parts from these matches into the files, and empty the store.

    If it had enough parts before, those that were not needed now stay, for a run of more deals.
    """
    at, before = store.place, store.whole.matches if store.whole else 0
    parts = [_part_files(at.folder, first, len(studies)) for first in firsts if first >= before]
    with _telling(at.out):
        if at.files != (at.out,):
            at.out.mkdir(exist_ok=True)
        for place, (file, study, one) in enumerate(zip(at.goals, studies, total, strict=True)):
            texts = {**_about(study, studies), "sums": sums_to_text(one)}
            parquet.merge_files(file, before, [part[place] for part in parts], texts)
    with suppress(OSError, TrickbookError):  # the files are whole; what cannot be cleared away does no harm
        _clear(at.folder, store.there.keys() - firsts if store.there.keys() >= {*firsts} else ())
