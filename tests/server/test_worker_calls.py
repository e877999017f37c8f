"""The inside of a worker process: each call is answered on its own."""

from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from typing import Any

import pytest
from tests.server.test_worker import fails, refuses, said, unsendable

from trickbook.server import workers


def asked(*work: Any) -> list[tuple[Any, Exception | None]]:
    """What the process answers to each piece of work, here in a thread; it ends when nobody asks any more."""
    near, far = Pipe()
    with ThreadPoolExecutor() as there:
        end = there.submit(workers.serve, far, None, 0)
        assert near.recv() is None
        answers = []
        for one, *given in work:
            near.send((one, tuple(given), {}))
            assert near.recv() is None
            answers.append(near.recv())
        near.close()
        end.result()
    return answers


def test_each_piece_of_work_is_answered_on_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_bound", lambda: None)
    monkeypatch.setattr(workers, "_limit_memory", lambda _: None)
    answers = asked((said, "here"), (refuses,), (fails,), (unsendable,), (said, "there"))
    assert [(found, str(error or "")) for found, error in answers] == [
        ("here", ""),
        (None, "not so"),
        (None, "this cannot be done"),
        (None, "this cannot be done"),
        ("there", ""),
    ]
