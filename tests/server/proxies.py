"""An nginx of the tests' own, with the configuration of the guide."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import Path

import pytest

CONFIGURATION = files("trickbook").joinpath("server", "deployment", "nginx.conf").read_text("utf-8")

AROUND = """
daemon off; pid nginx.pid; error_log stderr crit; worker_processes 1;
events {{}}
http {{
access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
uwsgi_temp_path uwsgi; scgi_temp_path scgi;
{}
}}
"""


def configuration(ports: Sequence[int], port: int) -> str:
    """The configuration of the guide for servers of this machine, without TLS."""
    kept = []
    numbers = iter(ports)
    for line in CONFIGURATION.splitlines():
        if "ssl_certificate" in line or "server_name" in line:
            continue
        if ".example.org:23366" in line:
            kept.append(f"    server 127.0.0.1:{next(numbers)}{line.partition('23366')[2]}")
        else:
            kept.append(line.replace("listen 443 ssl", f"listen 127.0.0.1:{port}"))
    return AROUND.format("\n".join(kept))


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[str]:
    """An nginx before three servers; its address."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    if program is None:
        pytest.fail("this test needs nginx: run `make test`, or install the package nginx-light")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(configuration(ports, port), "utf-8")
    with subprocess.Popen([program, "-p", folder, "-c", "nginx.conf"], cwd=folder) as server:
        try:
            while server.poll() is None:
                with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.02)
            assert server.poll() is None
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
