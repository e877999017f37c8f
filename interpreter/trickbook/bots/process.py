"""A process that exchanges lines with this one; however slow, talkative or dead, it never blocks it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from queue import Empty, Full, Queue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Final

from trickbook.current_folder import environment_outside
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_LINE_BYTES: Final = 1 << 16
"""The longest line that is read, in bytes."""

MAX_QUEUED_LINES: Final = 64
"""How many lines may wait to be read, on either side."""

MAX_STDERR_CHARACTERS: Final = 2000
"""How many of the last characters of the error output are kept."""

EXIT_TIMEOUT: Final = 0.5
"""How many seconds a process has to exit after the end of its input."""

TERMINATED_CODE: Final = 143
"""The exit code of a command that is terminated."""


@contextmanager
def terminate_as_interrupt() -> Iterator[None]:
    """Treat a termination signal like an interrupt meanwhile, so that processes are ended."""
    own = threading.current_thread() is threading.main_thread()
    if not own or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, lambda _signal, _frame: sys.exit(TERMINATED_CODE))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


class LineProcess:
    """A process with threads that write its input, read its output, and keep the end of its error output."""

    def __init__(self, words: Sequence[str]) -> None:
        """Start a command; OSError if that fails."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(  # noqa: S603 - the user named the command
            list(words),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            env=environment_outside(),
            start_new_session=True,
        )
        self._outgoing: Queue[bytes | None] = Queue(MAX_QUEUED_LINES)
        self._said: Queue[bytes] = Queue(MAX_QUEUED_LINES)
        self._notes = b""
        self._flooded = False
        work = (self._write, self._read, self._note)
        self._threads = [threading.Thread(target=do, daemon=True) for do in work]
        for thread in self._threads:
            thread.start()

    # What the threads do

    def _write(self) -> None:
        assert self._process.stdin  # noqa: S101 - it is a pipe
        with suppress(OSError, ValueError):
            while (line := self._outgoing.get()) is not None:
                while line:
                    line = line[self._process.stdin.write(line) :]
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout  # noqa: S101 - it is a pipe
        rest = b""
        try:
            with suppress(OSError, ValueError):
                while part := self._process.stdout.read(MAX_LINE_BYTES):
                    *lines, rest = (rest + part).split(b"\n")
                    for line in lines if len(rest) < MAX_LINE_BYTES else [*lines, rest]:
                        self._said.put_nowait(line + b"\n")
                    if len(rest) >= MAX_LINE_BYTES:
                        return
            self._said.put_nowait(rest)  # without the end of a line: nothing comes after it
        except Full:
            self._flooded = True

    def _note(self) -> None:
        assert self._process.stderr  # noqa: S101 - it is a pipe
        with suppress(OSError, ValueError):
            while part := self._process.stderr.read(MAX_LINE_BYTES):
                self._notes = (self._notes + part)[-MAX_STDERR_CHARACTERS:]

    # Speaking and listening

    def tell(self, line: bytes) -> None:
        """Queue a line for the process; TrickbookError if it does not read its input."""
        try:
            self._outgoing.put_nowait(line)
        except Full:
            raise TrickbookError(Message("it does not read its input")) from None

    def hear(self, seconds: float) -> bytes | None:
        """Return the next line with its end; without its end if it is the last; None after a timeout."""
        try:
            return self._said.get(timeout=seconds)
        except Empty:
            return None

    @property
    def early(self) -> bytes | None:
        """A line that was not asked for; without its end if it is the last."""
        with suppress(Empty):
            return self._said.get_nowait()
        return b"\n" if self._flooded else None

    # Its end

    def ended(self) -> int | None:
        """Return the exit code if the process exits within the timeout; None if it goes on."""
        until = monotonic() + EXIT_TIMEOUT
        while self._alive():
            if monotonic() > until:
                return None
            sleep(0.005)
        self.kill()
        return self._process.returncode

    def _alive(self) -> bool:
        """Return whether it runs. An exited process is not reaped here, so that its number is not reused."""
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.poll() is None
        return os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None

    def close(self) -> None:
        """Close the input, wait for the exit, and kill the process group."""
        try:
            with suppress(Full):
                self._outgoing.put_nowait(None)
            self.ended()
        finally:
            self.kill()

    def kill(self) -> None:
        """Kill the process at once, with everything it has started."""
        if self._process.returncode is None:
            with suppress(OSError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        with suppress(Full):
            self._outgoing.put_nowait(None)
        for thread in self._threads:
            thread.join(EXIT_TIMEOUT)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream:
                with suppress(OSError):
                    stream.close()

    @property
    def notes(self) -> str:
        """The end of the error output."""
        return self._notes.decode("utf-8", "replace").strip()
