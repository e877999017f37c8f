"""Threads play the same as one alone, where machine code plays."""

from pathlib import Path

import pytest
from tests.lab.test_rows import a_study
from tests.lab.test_runner import DEALS, OF, TASK, kept, parts, whole

from trickbook.lab import runner
from trickbook.lab.chunks import Chunk, InlineExecutor
from trickbook.lab.runner import (
    THIS_PROCESS,
    ThreadPool,
    WorkerOptions,
    open_executor,
    run_study,
    simulation_task,
)
from trickbook.lab.sums import sum_matches
from trickbook.lab.task import Quota
from trickbook.problems import TrickbookError


@pytest.fixture(autouse=True)
def _three_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "thread_count", lambda: 3)


def test_threads_give_the_same_file(tmp_path: Path) -> None:
    *_, last = run_study(OF, DEALS)
    assert last.found == sum_matches(whole())
    alone, shared = tmp_path / "alone.parquet", tmp_path / "shared.parquet"
    kept(alone, OF, DEALS)
    assert kept(shared, OF, DEALS, None).found == last.found
    assert alone.read_bytes() == shared.read_bytes()
    assert not parts(shared)


def test_only_machine_code_plays_in_threads() -> None:
    for study, options, kind in (
        (OF, THIS_PROCESS, ThreadPool),
        (OF, WorkerOptions(1), InlineExecutor),
        (a_study("hearts", "montecarlo@3"), THIS_PROCESS, InlineExecutor),
        (OF._replace(single=True), THIS_PROCESS, InlineExecutor),
    ):
        with open_executor(simulation_task(study), options) as executor:
            assert isinstance(executor, kind)


def test_errors_are_raised_where_a_chunk_is_awaited(tmp_path: Path) -> None:
    with ThreadPool(TASK._replace(folder=tmp_path / "none"), 2) as pool:
        pool.give(Chunk(0, 1, Quota(0, (1,))))
        with pytest.raises(TrickbookError, match="none"):
            pool.take()
