"""Files of results: found, filtered, and grouped."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots.registry import is_program, named_budget
from trickbook.lab import parquet, result_store
from trickbook.lab.metadata import MATCH_KIND, SINGLE_DEALS, metadata, stored_study
from trickbook.lab.result_files import FILE_TRAITS, ResultFile, joint_sums, longest_by_study, pooled
from trickbook.lab.study import Study, new_study
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.ruleset import load
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.lab.sums import StudySums


MAX_PLAYOUTS, MAX_MILLISECONDS = 1000, 1000
"""The largest budgets of players that play because a file names them."""

PLACE: Final = parquet.identifier("place in the list")
"""The column that no trait can be called like."""


class FoundFiles(NamedTuple):
    """The files of results that were found, and the errors of those that cannot be read."""

    files: list[ResultFile]
    damaged: tuple[Message, ...]


class ForeignError(TrickbookError):
    """A file that holds something else."""


class ResultGroup(NamedTuple):
    """Files grouped by their common traits; a match in several of them is summed once.

    ``matches`` counts all that were played; in the ``sums``, those of the same number and seed are one.
    """

    traits: Mapping[str, Any]
    files: tuple[ResultFile, ...]
    sums: StudySums
    matches: int

    @property
    def conditions(self) -> tuple[str, ...]:
        """The metrics that are conditions in any of the files."""
        return tuple(name for file in self.files for name in file.about.conditions)


def find_files(paths: Iterable[Path]) -> FoundFiles:
    """Find the results among files and folders; in folders, other files are skipped."""
    found, damaged = dict[Path, ResultFile](), list[Message]()
    for path in paths:
        for one in _inside(path) if os.path.isdir(path) else [path]:  # noqa: PTH112 - no name is too odd
            try:
                found[one.resolve()] = read_file(one)
            except TrickbookError as error:
                if one == path:
                    raise
                if not isinstance(error, ForeignError):
                    damaged.append(error.message)
    return FoundFiles(list(found.values()), tuple(damaged))


def _inside(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, without the parts of unfinished ones."""
    for path in sorted(folder.rglob("*.parquet")):
        if not any(parent.suffix == result_store.FOLDER_SUFFIX for parent in path.parents):
            yield path


def read_file(path: Path) -> ResultFile:
    """Read a file of results; TrickbookError for any other file."""
    if not os.path.lexists(path):
        raise TrickbookError(Message("{path}: there is no such file", path=str(path)))
    texts = parquet.file_texts(path)
    if texts.get(MATCH_KIND) == SINGLE_DEALS:
        raise ForeignError(
            Message(
                "{path} holds deals of the arena, no matches; trickbook arena tells of them", path=str(path)
            )
        )
    if "sums" not in texts:
        raise ForeignError(Message("{path} holds no results of Trickbook's", path=str(path)))
    found = ResultFile(path, stored_study(path, parquet.file_outline(path)))
    return found if found.about.shared_wins else _shared(found)


def _shared(file: ResultFile) -> ResultFile:
    """Correct an older file, whose sums count a match in full for each winner, from its rows."""
    won = joint_sums([file], ["won"], even=True).measures
    sums = file.sums._replace(measures={**file.sums.measures, **won})
    return file._replace(about=file.about._replace(sums=sums))


def filter_files(found: Sequence[ResultFile], condition: str) -> list[ResultFile]:
    """Return the files that satisfy a condition in SQL: ``players = 4 and bots = 'duck'``."""
    if not found:
        return []
    parquet.check_utf8(condition)
    traits = [file.traits for file in found]
    names = list(dict.fromkeys(name for one in traits for name in one))
    try:
        return [found[place] for place in _places(traits, names, condition)]
    except parquet.ColumnError as error:
        raise TrickbookError(
            Message("{reason}; the columns are {list}", reason=error.message, list=listing(names))
        ) from None


def _places(traits: Sequence[Mapping[str, Any]], names: Sequence[str], condition: str) -> list[int]:
    """Return the places of those with traits that satisfy a condition."""
    columns = ", ".join(
        f"{parquet.identifier(name)} {_type([one.get(name) for one in traits])}" for name in names
    )
    with parquet.duckdb_connection("--where", enable_external_access=False) as connection:
        connection.execute(f"CREATE TABLE results ({PLACE} INTEGER, {columns})")
        row = f"INSERT INTO results VALUES ({', '.join('?' * (len(names) + 1))})"  # noqa: S608 - marks alone
        for place, one in enumerate(traits):
            connection.execute(row, [place, *(_storable(one.get(name)) for name in names)])
        kept = connection.sql("FROM results").filter(condition).order(PLACE).fetchall()
    return [place for place, *_ in kept]


def _storable(value: object) -> object:
    """Return a value for DuckDB: characters that are no UTF-8, as in names of files, become their escapes."""
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else value


def _type(values: Sequence[object]) -> str:
    """Return the type of a column with these values."""
    kinds = {type(value).__name__ for value in values if value is not None}
    return {"int": "HUGEINT", "bool": "BOOLEAN"}.get(" ".join(kinds), "VARCHAR")


def group_files(found: Sequence[ResultFile], by: Sequence[str]) -> list[ResultGroup]:
    """Group files that agree in these traits; TrickbookError for a trait that no file has."""
    known = list(dict.fromkeys(name for file in found for name in file.traits)) or FILE_TRAITS
    for name in by:
        if name not in known:
            near = nearest(name, known)
            hint = Message("there are {list}", list=listing(known))
            if near:
                hint = Message("did you mean {word}?", word=near)
            raise TrickbookError(Message("files have no {text}; {hint}", text=shown(name), hint=hint))
    groups: dict[tuple[Any, ...], list[ResultFile]] = {}
    for file in found:
        groups.setdefault(tuple(file.traits.get(name) for name in by), []).append(file)
    return [_group(dict(zip(by, key, strict=True)), of) for key, of in groups.items()]


def _group(traits: Mapping[str, Any], of: Sequence[ResultFile]) -> ResultGroup:
    """Return one group."""
    kept = longest_by_study(of)
    return ResultGroup(traits, tuple(of), pooled(kept), sum(one.sums.matches for one in kept))


def study_of_file(file: ResultFile) -> Study:
    """Return the study of a file; TrickbookError if its rules have changed, or a player does not play for it.

    Rules that do not come with Trickbook are looked for beside the file first. The file may come from anyone.
    """
    about, folder = file.about, file.path.parent
    for bot in about.bots.split(","):
        if refused := _refused_player(bot):
            raise TrickbookError(
                Message(
                    "{path} names the {refused}; trickbook simulate --match plays the same if you "
                    "name it yourself",
                    path=str(file.path),
                    refused=refused,
                )
            )
    rules = load(
        _file_in_folder(folder, about.ruleset),
        about.options,
        players=about.players,
        house=[_file_in_folder(folder, name) for name in about.house],
    )
    found = new_study(rules, about.bots.split(","), about.seed)
    if metadata(found)["digest"] != about.digest:
        raise TrickbookError(
            Message(
                "{path}: the rules of {ruleset} have changed since",
                path=str(file.path),
                ruleset=about.ruleset,
            )
        )
    return found


def _refused_player(bot: str) -> str:
    """Return why a player does not play because a file names it; empty if it does."""
    if is_program(bot):
        return f"program {shown(bot)}, which is not run because a file says so"
    budget = named_budget(bot)
    if budget and (budget.playouts > MAX_PLAYOUTS or (budget.milliseconds or 0) > MAX_MILLISECONDS):
        return f"player {shown(bot)}, which thinks for too long to play because a file says so"
    return ""


def _file_in_folder(folder: Path, name: str) -> str:
    """Return the file that a name means in a folder, by its path or by its name alone; else the name."""
    places = (folder / name, folder / PurePath(name).name)
    return next((str(place) for place in places if place.is_file()), name)
