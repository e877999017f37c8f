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
from trickbook.console.commands import LANGUAGE, Group
from trickbook.console.messages import echo, spoken
from trickbook.console.output_files import OutputPath, require_writable, write_text
from trickbook.console.parameters import FORCE, JSON, argument, command, option, record, switch
from trickbook.console.text_tables import columns, standard_output
from trickbook.problems import TrickbookError, visible
from trickbook.server.store import STORE_FILE, backups, inspection
from trickbook.server.store.lifetimes import CLOSED, DELETED
from trickbook.texts.message import Message, listing, paragraph

if TYPE_CHECKING:
    from trickbook.server.store import Database
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


def _confirm(question: Message, *, yes: bool) -> None:
    """Ask, once it is clear that it can be done, unless the answer was given before."""
    if not yes:
        click.confirm(spoken(question), abort=True)


@command("list")
def list_(*, server: ServerPlace = record(ServerPlace), as_json: bool = JSON) -> None:
    """List the tables, the oldest first.

    `unused` counts the days of the server since somebody sat there. The records of an ended table are kept.
    """
    with inspection.visited_store(server.place) as database:
        found = inspection.summaries(database)
    for one in found:
        if one.game is None:
            echo(
                Message(
                    "Damaged: {what}",
                    what=inspection.damage_message(one.name, Message("its rules or last use cannot be read")),
                ),
                err=True,
            )
    if as_json:
        click.echo(json.dumps([_table_data(one) for one in found], indent=2))
        return
    console = standard_output()
    for line in columns([[*map(Text, HEADINGS)], *map(_cells, found)], right=range(3, 7)):
        console.print(line)


def _tables(count: int) -> Message:
    return Message("1 table" if count == 1 else "{number} tables", number=count)


def _table_data(one: TableSummary) -> dict[str, Any]:
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
        data = {**_table_data(found), **inspection.table_details(database, table)}
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


@command("close")
def close(*, server: ServerPlace = record(ServerPlace), names: tuple[str, ...] = TABLE_NAMES) -> None:
    """End tables, and keep the records of their finished matches. Players there are sent away."""
    _end(server.place, names, CLOSED)


@command("delete")
def delete(
    *, server: ServerPlace = record(ServerPlace), names: tuple[str, ...] = TABLE_NAMES, yes: bool = YES
) -> None:
    """End tables, and delete their records, too."""
    _end(server.place, names, DELETED, yes=yes)


def _end(place: Path | str, tables: tuple[str, ...], mark: float, *, yes: bool = True) -> None:
    """Mark tables; delete what is to go, unless a server is running that does it."""
    from trickbook.server.store.store import FolderInUseError, open_store

    with inspection.visited_store(place) as database:
        for one in inspection.named_summaries(database, tables):
            if mark == CLOSED and one.unused is None:
                raise TrickbookError(Message("table {name} has ended already", name=visible(one.name)))
        _confirm(Message("Delete these tables with all their records?"), yes=yes)
        inspection.mark_tables(database, tables, mark)
    if isinstance(place, str):
        echo(
            Message(
                "The servers end {what} within half a minute, or when one starts.", what=_tables(len(tables))
            )
        )
        return
    try:
        with closing(open_store(place)) as store:
            inspection.delete_marked(store.writing, tables)
    except FolderInUseError:
        echo(Message("The running server ends {what} within half a minute.", what=_tables(len(tables))))
    else:
        template = "Ended: {list}" if mark == CLOSED else "Deleted: {list}"
        echo(Message(template, list=listing(map(visible, tables))))


@command("export")
def export(
    *,
    server: ServerPlace = record(ServerPlace),
    names: tuple[str, ...] = argument("[TABLE…]", nargs=-1),
    out: Path = option("--out", "Folder to write to; each table gets its own.", OutputPath(), required=True),
) -> None:
    """Write the records of finished matches, with the rulesets that were sent; of all tables by default."""
    count, damaged = 0, list[Message]()
    with inspection.visited_store(server.place) as database:
        inspection.named_summaries(database, names)
        for name in names or [one.name for one in inspection.summaries(database) if one.records]:
            try:
                inspection.check_rows(database, name)
            except TrickbookError as error:
                damaged.append(error.message)
            else:
                count += _write_table(database, name, out / name)
    records = Message("1 record" if count == 1 else "{number} records", number=count)
    echo(Message("Written to {path}: {what}.", path=visible(str(out)), what=records))
    if damaged:
        raise TrickbookError(Message("{list}", list=paragraph(damaged)))


def _write_table(database: Database, name: str, folder: Path) -> int:
    """Write the records of a table, and the ruleset that was sent; return how many records there are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(folder), reason=str(error.strerror))
        ) from None
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
        raise TrickbookError(
            Message("{path} is the store itself; name another file", path=visible(str(file)))
        )
    try:
        with inspection.visited_folder(data) as database:
            backups.copy_store(database, file)
            count = backups.count_tables(file)
    except OSError as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(file), reason=str(error.strerror))
        ) from None
    echo(Message("Written to {path}: {what}.", path=visible(str(file)), what=_tables(count)))


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
                _confirm(Message("Put this backup in the place of the store?"), yes=yes)
            aside = backups.put_back(data, file)
    except (OSError, sqlite3.Error) as error:
        raise TrickbookError(
            Message("{path} cannot be put back: {reason}", path=visible(str(file)), reason=str(error))
        ) from None
    count = backups.count_tables(data / STORE_FILE)
    echo(Message("Put back from {path}: {what}.", path=visible(str(file)), what=_tables(count)))
    if aside is not None:
        echo(Message("The store before it is {path}.", path=visible(str(aside))))


tables: Final = Group(
    "tables",
    params=[LANGUAGE],
    commands=[list_, show, close, delete, export, backup, restore],
    help="List, close, delete, export, back up and restore the tables of a server.",
)
