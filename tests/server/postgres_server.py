"""A PostgreSQL of the tests' own: in a temporary folder, on a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest

CONFIGURATION = ("fsync=off", "max_connections=200", "listen_addresses=", "log_min_messages=fatal")
"""Its disk is not what is tested."""

NUMBERS = count(1)


def programs() -> Path:
    """The folder of PostgreSQL's programs; Debian keeps them apart from others."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parts[-3])
    beside = shutil.which("initdb")
    if not found and beside is None:
        pytest.fail("this test needs PostgreSQL: run `make test`, or install the package postgresql")
    return found[-1].parent if found else Path(str(beside)).parent


def unprivileged() -> list[str]:
    """What runs a command as somebody else: PostgreSQL refuses to be run by root."""
    return [] if os.geteuid() else ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL while this lasts; the address of its first database."""
    folder, bin_ = Path(tempfile.mkdtemp(prefix="postgres-", dir="/tmp")), programs()
    if not os.geteuid():
        os.chown(folder, 65534, 65534)
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    make = [
        str(bin_ / "initdb"),
        "-D",
        str(data),
        "-U",
        "trickbook",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
    ]
    options = [part for one in (*CONFIGURATION, f"unix_socket_directories={folder}") for part in ("-c", one)]
    try:
        subprocess.run([*unprivileged(), *make, "--locale=C"], check=True, **quiet)  # type: ignore[call-overload]
        with subprocess.Popen([*unprivileged(), bin_ / "postgres", "-D", data, *options], **quiet) as server:  # type: ignore[call-overload]
            try:
                ready = [str(bin_ / "pg_isready"), "-q", "-t", "60", "-U", "trickbook", "-h", str(folder)]
                while subprocess.run(ready, check=False).returncode:
                    assert server.poll() is None
                yield f"postgresql://trickbook@/postgres?host={folder}"
            finally:
                server.terminate()
    finally:
        shutil.rmtree(folder)


@contextmanager
def database(address: str) -> Iterator[str]:
    """A new database of a PostgreSQL; its address."""
    import psycopg

    name = f"test{os.getpid()}x{next(NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield address.replace("/postgres?", f"/{name}?")
    with suppress(psycopg.Error), psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
