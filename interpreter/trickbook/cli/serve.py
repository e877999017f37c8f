"""``trickbook serve``: tables in the browser and over the network."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.console.messages import bad_parameter, echo, usage_error
from trickbook.console.parameters import Number, Seconds, command, option, switch
from trickbook.problems import TrickbookError, needs, visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.server.store.table_recovery import Damage

PORT: Final = 23366
"""The default port."""

DATA: Final = "~/.local/share/trickbook"
"""The default folder of the tables."""

HERE: Final = "127.0.0.1"
"""Where a server listens, and where others of its store reach it, unless told otherwise."""

STORE_VARIABLE: Final = "TRICKBOOK_STORE"
"""The variable for the address of a store: no list of processes shows the password in it."""


def store_address(given: str | None) -> str | None:
    """Check the address of a store in PostgreSQL."""
    if given is None or given.startswith(("postgresql://", "postgres://")):
        return given
    raise bad_parameter(Message("it is an address such as postgresql://trickbook@db.example.org/trickbook"))


def _origin(given: str) -> str:
    from trickbook.server.web.origins import parsed_origin

    try:
        return parsed_origin(given)
    except TrickbookError as error:
        raise bad_parameter(error.message) from None


FOLDER: Final = option(
    "--data",
    "Folder of the server's tables.",
    click.Path(file_okay=False, path_type=Path),
    default=DATA,
    callback=lambda _ctx, _param, given: given.expanduser(),
)
SHARED: Final = option(
    "--store",
    "The store in PostgreSQL in place of a folder, for servers on several machines: "
    "postgresql://USER@HOST/DATABASE.",
    envvar=STORE_VARIABLE,
    show_envvar=True,
    callback=lambda *given: store_address(given[-1]),
)


@command("serve")
def serve(  # noqa: PLR0913 - each option of the command is one
    *,
    port: int = option("--port", "Port; 0 takes any free one.", Number(0, 65535), default=PORT),
    host: str = option("--host", "Address to listen on; 0.0.0.0 admits the network.", default=HERE),
    data: Path = FOLDER,
    patience: float = option(
        "--patience",
        "Seconds until a bot replaces a disconnected player.",
        Seconds(0, 86400),
        default=60,
    ),
    pause: float = option("--pause", "Seconds before each move of a bot.", Seconds(0, 60), default=0.8),
    keep: int = option(
        "--keep",
        "Days until a table ends that nobody uses; its records are kept.",
        Number(1, 36500),
        default=30,
    ),
    hours: int = option(
        "--backup-every", "Hours between two backups of the tables.", Number(1, 10_000), default=24
    ),
    backups: int = option("--backups", "How many backups are kept; 0 for none.", Number(0, 1000), default=3),
    origins: tuple[str, ...] = option(
        "--origin",
        "Another origin from which the page may connect.",
        multiple=True,
        callback=lambda *given: tuple(map(_origin, given[-1])),
    ),
    workers: int = option(
        "--workers",
        "Processes that share the tables; one for each core serves the most.",
        Number(1, 64),
        default=1,
    ),
    shared: str | None = SHARED,
    peers: str | None = option(
        "--peers",
        "With --store, the address at which other servers reach this one: HOST or HOST:PORT.",
        show_default=HERE,
    ),
    proxy: bool = switch("--proxy", "Trust the client address that a proxy on this machine sends."),
) -> None:
    """Serve tables for friends, in the browser or for programs that use the protocol.

    Tables are stored in a folder and restored when the server starts. Stop the server with Ctrl-C or SIGTERM.
    """
    with needs(
        Message("tables need Starlette, Uvicorn and websockets: run `make table` in your clone of Trickbook")
    ):
        from trickbook.server import listener
        from trickbook.server.fleet import supervisor
        from trickbook.server.rooms.context import ServerSettings
        from trickbook.server.store.backups import HOUR, BackupPlan
        from trickbook.server.store.lifetimes import DAY, Lifetimes
    if peers and not shared:
        raise usage_error(Message("--peers is for servers that share a store: name it by --store, too"))
    listening = listener.listening_socket(host, port, shared=workers > 1)
    here, *others = listener.addresses(host, listening.getsockname()[1])

    def ready(damage: Damage | None) -> None:
        if damage:
            echo(_damage_message(damage), err=True)
        echo(Message("The tables are at {address}  (Ctrl-C stops the server; nothing is lost)", address=here))
        if others:
            echo(Message("For others in the network: {text}", text="  ".join(others)))

    settings = ServerSettings(
        patience,
        pause,
        origins=frozenset(origins),
        proxied=proxy,
        lifetimes=Lifetimes(keep * DAY),
        backups=BackupPlan(hours * HOUR, backups),
        peers=peers or HERE,
        workers=workers,
    )
    with suppress(KeyboardInterrupt), _sigterm_as_interrupt():
        supervisor.serve(listening, shared or data, settings, ready)
    echo(
        Message(
            "The server has stopped. The tables are kept in {path}.",
            path="PostgreSQL" if shared else visible(str(data)),
        )
    )


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Handle SIGTERM, as service managers send it, like Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():  # signal handlers belong to the main thread
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _damage_message(damage: Damage) -> Message:
    """The message about a damaged store."""
    path = visible(str(damage.path))
    lies = Message("The file of the tables was damaged, and lies in {path} now.", path=path)
    if damage.seen is None:
        template = "{what} Tables that were saved and have taken its place: {number}."
    elif not damage.seen:
        template = "{what} No table could be read in it."
    elif damage.saved == damage.seen:
        template = "{what} All tables that were seen in it were saved: {number}."
    else:
        template = "{what} Tables that were saved: {number} of the {number_most} seen in it."
    return Message(template, what=lies, number=damage.saved, number_most=damage.seen or 0)
