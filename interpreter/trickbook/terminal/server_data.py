"""What a remote server sends: checked by the definitions of the protocol before it is drawn, and downloads.

The server may be another version, or hostile: other data is refused, and no text can do more to a terminal
than be read.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from trickbook.loading.folder_lock import lock_folder
from trickbook.problems import TrickbookError, shown, visible
from trickbook.server import validator
from trickbook.server.client import request
from trickbook.terminal import TakeBackRequest
from trickbook.terminal.match_recorder import RECORD_SUFFIX, numbered_path
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from trickbook.server.client import Ticket


TABLE_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,40}")
"""What a table may be called."""

MAX_REMEMBERED_SEATS: Final = 200
"""The file holds this many seats, the latest ones."""

LOCK_TIMEOUT: Final = 5.0
"""Seconds to wait for other processes that change the file."""

LOCK_INTERVAL: Final = 0.01
"""Seconds between two attempts to lock the file."""


class Invitation(NamedTuple):
    """The server, and the table there, with the secret that lets one in where the table is not for all.

    ``token`` proves that a seat there is one's own, taken at another device.
    """

    server: str
    table: str | None
    secret: str | None
    token: str | None = None


def parsed_invitation(url: str) -> Invitation:
    """Read an address, such as ``http://host:23366/#table=h3kq9wz2``; the table may be missing."""
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        there = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        said = parse_qs(parts.fragment)
    except ValueError:
        there = False
    if not there or not parts.netloc.isprintable():
        raise TrickbookError(
            Message(
                "{text} is no address of a table, such as http://127.0.0.1:23366/#table=…", text=shown(url)
            )
        )
    table, secret, token = (said.get(key, [None])[0] for key in ("table", "invitation", "token"))
    if table is not None and not TABLE_NAME.fullmatch(table):
        raise TrickbookError(Message("{text} is no name of a table, such as h3kq9wz2", text=shown(table)))
    return Invitation(f"{parts.scheme}://{parts.netloc}", table, secret, token)


def remembered_seat(server: str, table: str, who: str | None = None) -> Mapping[str, Any] | None:
    """The seat of a player at a table, and the token that proves it; without a name the latest seat there."""
    for at, found in reversed(_seats().items()):
        there = at.split(" ", 2)[:2] == [server, table] if who is None else at == f"{server} {table} {who}"
        if there and isinstance(found, dict) and {"seat", "token"} <= found.keys():
            return found
    return None


def remember_seat(server: str, table: str, who: str | None, seat: int | None, token: str | None) -> None:
    """Remember a seat under the given name, or under the name that it had.

    If the file cannot be written, the player cannot return, but plays on.
    """
    if token is None:
        return
    with suppress(OSError, TrickbookError), _locked():
        known = _seats()
        before = [at for at, one in known.items() if _proven(one, token)]
        at = f"{server} {table} {who or ''}" if who is not None or not before else before[-1]
        others = {one: known[one] for one in known if one not in before and one != at}
        _write_seats(dict([*others.items(), (at, {"seat": seat, "token": token})][-MAX_REMEMBERED_SEATS:]))


def forget_seat(token: str) -> None:
    """Forget a seat that another player has now."""
    with suppress(OSError, TrickbookError), _locked():
        known = _seats()
        kept = {at: one for at, one in known.items() if not _proven(one, token)}
        if kept != known:
            _write_seats(kept)


def _file() -> Path:
    """Return where seats are remembered."""
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "trickbook" / "seats.json"


def _seats() -> dict[str, Any]:
    with suppress(OSError, ValueError):
        found = json.loads(_file().read_text("utf-8"))
        if isinstance(found, dict):
            return found
    return {}


@contextmanager
def _locked() -> Iterator[None]:
    """Keep other processes from changing the file; TrickbookError if one of them keeps it for long."""
    folder, until = _file().parent, monotonic() + LOCK_TIMEOUT
    folder.mkdir(parents=True, exist_ok=True)
    while (lock := _lock(folder, until)) is None:
        sleep(LOCK_INTERVAL)
    try:
        yield
    finally:
        os.close(lock)


def _lock(folder: Path, until: float) -> int | None:
    """Lock the folder, or return None while another process has it."""
    try:
        return lock_folder(folder)
    except TrickbookError:
        if monotonic() >= until:
            raise
        return None


def _write_seats(seats: Mapping[str, Any]) -> None:
    """Replace the file; only its owner can read it."""
    path = _file()
    number, beside = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(number, "w", encoding="utf-8") as stream:
            stream.write(json.dumps(seats))
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise


def _proven(seat: Any, token: str) -> bool:
    return isinstance(seat, dict) and seat.get("token") == token


UNKNOWN_PROTOCOL: Final = Message("the server does not speak this protocol, or another version of it")

SENT_RULESET: Final = re.compile(r"^ruleset ([0-9A-Za-z_-]{1,60}\.ya?ml)$", re.MULTILINE)
"""How a record says that its ruleset is a file, which lies beside it."""

UNSAFE_CHARACTERS: Final = re.compile(r"[^0-9A-Za-z_-]+")
"""What does not get into the name of a file."""


def read_message(frame: str | bytes) -> Any:
    """A message of a server with every character visible."""
    return cleaned(json.loads(frame))


def cleaned(data: Any) -> Any:
    """The same data with every character visible."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, list):
        return [cleaned(one) for one in data]
    if isinstance(data, dict):
        return {visible(str(key)): cleaned(one) for key, one in data.items()}
    return data


def _checked(name: str, data: Any, players: int | None = None) -> Any:
    """Data that fits a definition of the protocol; TrickbookError if it does not."""
    if not validator(name, players).is_valid(data):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return data


def checked_about(data: Any) -> dict[str, Any]:
    """The description of a table; every card has a suit that is listed, or none."""
    found: dict[str, Any] = _checked("about", data)
    letters = {suit["letter"] for suit in found["suits"]}
    if any(card["suit"] not in (*letters, None) for card in found["cards"].values()):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return found


def checked_view(data: Any, players: int) -> dict[str, Any]:
    """A view at a table with so many seats."""
    found: dict[str, Any] = _checked("view", data, players)
    return found


def checked_seats(data: Any, players: int) -> list[dict[str, Any]]:
    """Return who sits on the seats of a table."""
    found: list[dict[str, Any]] = _checked("sitters", [*data], players)
    return found


def checked_seat(data: Any, players: int) -> int | None:
    """A seat, or None."""
    found: int | None = _checked("maybe_seat", data, players)
    return found


def checked_events(data: Any, players: int) -> list[dict[str, Any]]:
    """The events at a table with so many seats."""
    found: list[dict[str, Any]] = _checked("events", data, players)
    return found


def checked_request(data: Any, players: int) -> TakeBackRequest:
    """A request to take back."""
    found: dict[str, Any] = _checked("server_take_back", data, players)
    return TakeBackRequest(found["seat"], found["waits"])


def checked_reason(data: Any) -> Mapping[str, Any] | None:
    """The clause behind a refusal; None if there is none that can be shown."""
    return {"name": data["name"], "says": data["says"]} if validator("reason").is_valid(data) else None


async def download_record(ticket: Ticket, called: str, match: int) -> Path:
    """Write the record of a match into a file that was not there; TrickbookError if it cannot be had.

    A ruleset that was sent to the server lies beside it, under the name that the record says, in a folder
    of their own.
    """
    record = await _text(ticket, f"record?match={match}")
    sent = SENT_RULESET.search(record.partition("\n\n")[0])
    beside = (sent[1], await _text(ticket, "ruleset")) if sent else None
    parts = (Path(called).stem, ticket.table, str(match))
    name = "-".join(UNSAFE_CHARACTERS.sub("", part)[:60] or "match" for part in parts)
    try:
        return _put(name, record, beside)
    except OSError as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=name, reason=str(error.strerror))
        ) from None


def _put(name: str, record: str, beside: tuple[str, str] | None) -> Path:
    """Write a record, and a ruleset beside it."""
    if beside is None:
        return _unlike(Path(name + RECORD_SUFFIX), lambda path: _write(path, record))
    folder = _unlike(Path(name), Path.mkdir)
    file, text = beside
    _write(folder / file, text)
    _write(folder / f"match{RECORD_SUFFIX}", record)
    return folder / f"match{RECORD_SUFFIX}"


async def _text(ticket: Ticket, what: str) -> str:
    """Return what the server tells of a table."""
    path = f"/api/tables/{quote(ticket.table, safe='')}/{what}"
    answer = await request(ticket.url, path, key=ticket.token or ticket.invitation)
    if not isinstance(answer, str):
        raise TrickbookError(UNKNOWN_PROTOCOL)
    return answer


def _unlike(path: Path, make: Callable[[Path], object]) -> Path:
    """Make a file or folder of this name, or of one like it that nothing has."""
    while True:
        try:
            make(path)
        except FileExistsError:
            path = numbered_path(path)
        else:
            return path


def _write(path: Path, text: str) -> None:
    """Write a file that is not there; half of one does not stay."""
    with path.open("xb") as file:
        try:
            file.write(text.encode("utf-8", "backslashreplace"))
            file.flush()
        except OSError:
            path.unlink(missing_ok=True)
            raise
