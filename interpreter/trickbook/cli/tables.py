"""``trickbook tables``: look after the tables of a server."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.cli.serve import FOLDER, SHARED
from trickbook.console.output_files import OutputPath, require_writable, write_text
from trickbook.console.parameters import FORCE, JSON, argument, command, option, record, switch
from trickbook.console.text_tables import columns, standard_output
from trickbook.problems import TrickbookError, visible
from trickbook.server.store import backups, inspection
from trickbook.server.store.database import STORE_FILE
from trickbook.server.store.lifetimes import CLOSED, DELETED

if TYPE_CHECKING:
    from trickbook.server.store.database import Database
    from trickbook.server.store.inspection import TableSummary

HEADINGS: Final = ("table", "game", "state", "matches", "records", "moves", "unused")
"""The columns of the list."""

RULES_FILE: Final = "rules.yaml"
"""The name of a sent ruleset beside its records."""


@dataclass(frozen=True)
class ServerPlace:
    """The folder of a server, or a store that several servers share."""

    data: Path = FOLDER
    shared: str | None = SHARED

    @property
    def place(self) -> Path | str:
        """The store if there is one, else the folder."""
        return self.shared or self.data


TABLE_NAMES: Final = argument("TABLE…", nargs=-1, required=True)
YES: Final = switch("--yes", "Do not ask.")


def _confirm(question: str, *, yes: bool) -> None:
    """Ask, once it is clear that it can be done, unless the answer was given before."""
    if not yes:
        click.confirm(question, abort=True)


@command("list")
def list_(*, server: ServerPlace = record(ServerPlace), as_json: bool = JSON) -> None:
    """List the tables, the oldest first.

    `unused` counts the days of the server since somebody sat there. The records of an ended table are kept.
    """
    with inspection.visited_store(server.place) as database:
        found = inspection.summaries(database)
    for one in found:
        if one.game is None:
            click.echo(
                f"Damaged: {inspection.damage_message(one.name, 'its rules or last use cannot be read')}",
                err=True,
            )
    if as_json:
        click.echo(json.dumps([_written(one) for one in found], indent=2))
        return
    console = standard_output()
    for line in columns([[*map(Text, HEADINGS)], *map(_cells, found)], right=range(3, 7)):
        console.print(line)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _written(one: TableSummary) -> dict[str, Any]:
    return {"state": one.state, **one._asdict()}


def _cells(one: TableSummary) -> list[Text]:
    unused = "" if one.unused is None else f"{one.unused:.1f} d"
    game = "(sent)" if one.sent else visible(one.game or "")
    counts = (one.matches, one.records, one.moves)
    return [Text(cell) for cell in (visible(one.name), game, one.state, *map(str, counts), unused)]


@command("show")
def show(*, server: ServerPlace = record(ServerPlace), table: str = argument()) -> None:
    """Show one table as JSON: its seats, rules and matches. Cards and tokens are never shown."""
    with inspection.visited_store(server.place) as database:
        (found,) = inspection.named_summaries(database, [table])
        inspection.check_rows(database, table)
        told = {**_written(found), **inspection.table_details(database, table)}
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


@command("close")
def close(*, server: ServerPlace = record(ServerPlace), names: tuple[str, ...] = TABLE_NAMES) -> None:
    """End tables, and keep the records of their finished matches. Players there are sent away."""
    _end(server.place, names, CLOSED, "Ended")


@command("delete")
def delete(
    *, server: ServerPlace = record(ServerPlace), names: tuple[str, ...] = TABLE_NAMES, yes: bool = YES
) -> None:
    """End tables, and delete their records, too."""
    _end(server.place, names, DELETED, "Deleted", yes=yes)


def _end(place: Path | str, tables: tuple[str, ...], mark: float, done: str, *, yes: bool = True) -> None:
    """Mark tables; delete what is to go, unless a server is running that does it."""
    from trickbook.server.store.store import FolderInUseError, open_store

    with inspection.visited_store(place) as database:
        for one in inspection.named_summaries(database, tables):
            if mark == CLOSED and one.unused is None:
                raise TrickbookError(f"table {visible(one.name)} has ended already")
        _confirm("Delete these tables with all their records?", yes=yes)
        inspection.mark_tables(database, tables, mark)
    if isinstance(place, str):
        click.echo(
            f"The servers end {_counted(len(tables), 'table')} within half a minute, or when one starts."
        )
        return
    try:
        with closing(open_store(place)) as store:
            inspection.delete_marked(store.writing, tables)
    except FolderInUseError:
        click.echo(f"The running server ends {_counted(len(tables), 'table')} within half a minute.")
    else:
        click.echo(f"{done}: {', '.join(map(visible, tables))}")


@command("export")
def export(
    *,
    server: ServerPlace = record(ServerPlace),
    names: tuple[str, ...] = argument("[TABLE…]", nargs=-1),
    out: Path = option("--out", "Folder to write to; each table gets its own.", OutputPath(), required=True),
) -> None:
    """Write the records of finished matches, with the rulesets that were sent; of all tables by default."""
    count, damaged = 0, list[str]()
    with inspection.visited_store(server.place) as database:
        inspection.named_summaries(database, names)
        for name in names or [one.name for one in inspection.summaries(database) if one.records]:
            try:
                inspection.check_rows(database, name)
            except TrickbookError as error:
                damaged.append(str(error))
            else:
                count += _write_table(database, name, out / name)
    click.echo(f"Written to {visible(str(out))}: {_counted(count, 'record')}.")
    if damaged:
        raise TrickbookError("\n".join(damaged))


def _write_table(database: Database, name: str, folder: Path) -> int:
    """Write the records of a table, and the ruleset that was sent; return how many records there are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrickbookError(f"{folder} cannot be written: {error.strerror}") from None
    if (text := inspection.sent_ruleset(database, name)) is not None:
        write_text(folder / RULES_FILE, text)
    records = inspection.kept_records(database, name)
    for number, text in records:
        write_text(folder / f"match-{number}.record", text)
    return len(records)


@command("backup")
def backup(*, data: Path = FOLDER, file: Path = argument(type=OutputPath()), force: bool = FORCE) -> None:
    """Copy the store to a file, whole and consistent; moves wait meanwhile. PostgreSQL has its own `pg_dump`.

    The file tells which cards come: keep it as safe as the store.
    """
    require_writable(file, force=force)
    if file.resolve() == (data / STORE_FILE).resolve():
        raise TrickbookError(f"{visible(str(file))} is the store itself; name another file")
    try:
        with inspection.visited_folder(data) as database:
            backups.copy_store(database, file)
            count = backups.count_tables(file)
    except OSError as error:
        raise TrickbookError(f"{file} cannot be written: {error.strerror}") from None
    click.echo(f"Written to {visible(str(file))}: {_counted(count, 'table')}.")


@command("restore")
def restore(
    *, data: Path = FOLDER, file: Path = argument(type=click.Path(path_type=Path)), yes: bool = YES
) -> None:
    """Put a backup in the place of the store, which is kept beside it. The server must be stopped.

    It asks unless the folder is new or empty. Moves made after the backup are only in the store that is set
    aside.
    """
    from trickbook.server.store.store import locked

    try:
        backups.check_backup(file)
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        empty = not any(data.iterdir())
        with closing(locked(data)):
            if not empty:
                _confirm("Put this backup in the place of the store?", yes=yes)
            aside = backups.put_back(data, file)
    except (OSError, sqlite3.Error) as error:
        raise TrickbookError(f"{visible(str(file))} cannot be put back: {error}") from None
    back = _counted(backups.count_tables(data / STORE_FILE), "table")
    click.echo(f"Put back from {visible(str(file))}: {back}.")
    if aside is not None:
        click.echo(f"The store before it is {visible(str(aside))}.")


tables: Final = click.Group(
    "tables",
    commands=[list_, show, close, delete, export, backup, restore],
    help="List, close, delete, export, back up and restore the tables of a server.",
)
