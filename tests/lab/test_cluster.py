"""A cluster gives the same as one process, even when it loses a worker."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, reduce
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from tests.cli.conftest import Call
from tests.cli.test_process import heeding
from tests.lab.test_missing_packages import WITHOUT
from tests.lab.test_rows import a_study, same

from trickbook.lab import cluster, interpreter_rows, parquet
from trickbook.lab.chunks import Chunk, run_chunks
from trickbook.lab.cluster import ClusterExecutor
from trickbook.lab.intervals import plain_estimates
from trickbook.lab.study import Rows, first_deals
from trickbook.lab.sums import NO_SUMS, added_sums, only_sums, sum_matches
from trickbook.lab.task import Quota, Task
from trickbook.problems import TrickbookError

DEALS = 150
OF = a_study("hearts")
TASK = Task((OF,), only_sums, added_sums)
WANTED = Quota(0, (DEALS,))


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes and their scheduler."""
    import distributed

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    ) as local:
        yield local


@cache
def whole() -> Rows:
    """The rows that every way to play them gives."""
    return first_deals(interpreter_rows.interpreter_rows(OF, 0, 20), DEALS)


def test_a_cluster_keeps_the_same_deals(call: Call, workers: Any, tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    words = ["simulate", "hearts", "--seed", "7", "--deals", str(DEALS), "--out", str(path), "--json"]
    result = call(*words, "--on", "dask", "--scheduler", workers.scheduler_address)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["metrics"] == json.loads(
        json.dumps(plain_estimates(sum_matches(whole())))
    )
    assert same(parquet.read_rows(path)[1], whole())
    assert [*tmp_path.iterdir()] == [path]


def test_a_cluster_compares_and_reports_the_same(call: Call, workers: Any, tmp_path: Path) -> None:
    where = ("--on", "dask", "--scheduler", workers.scheduler_address)
    words = ("hearts", "+omnibus", "--seed", "7", "--deals", "60")
    found = [json.loads(call("compare", *words, "--json", *more).stdout) for more in ((), where)]
    assert found[0]["differences"] == found[1]["differences"]
    pages: list[str] = []
    for more in ((), where):
        path = tmp_path / f"{len(pages)}.html"
        assert call("report", *words, "--changes", "none", "--out", str(path), *more).exit_code == 0
        pages.append(path.read_text("utf-8"))
    assert pages[0] == pages[1]


def test_what_goes_wrong_in_a_worker_is_told_here(workers: Any) -> None:
    study = a_study("hearts")._replace(bots=("exec:nowhere/bot",) * 4)
    with (
        ClusterExecutor(Task((study,), only_sums, added_sums), 0, workers.scheduler_address) as executor,
        pytest.raises(TrickbookError, match="cannot be started"),
    ):
        list(run_chunks(executor, WANTED))


def test_what_a_lost_worker_has_left_is_done_again(workers: Any) -> None:
    with ClusterExecutor(TASK, 0, workers.scheduler_address) as executor:
        going = run_chunks(executor, WANTED)
        done = [next(going)]
        first = next(iter(workers.workers.values()))
        subprocess.run(["kill", "-9", str(first.pid)], check=True)  # noqa: S607 - whichever kill there is
        done += going
    assert reduce(added_sums, [one.found for one in done], NO_SUMS) == sum_matches(whole())


def test_where_no_scheduler_answers_it_is_told(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1)
    result = call("simulate", "hearts", "--on", "dask", "--scheduler", "tcp://127.0.0.1:9")
    assert result.exit_code == 1
    assert "Error: no scheduler answers at tcp://127.0.0.1:9" in result.output
    odd = call("simulate", "hearts", "--on", "dask", "--scheduler", "nonsense://x")
    assert (odd.exit_code, "no scheduler answers at nonsense://x" in odd.output) == (1, True)
    alone = call("simulate", "hearts", "--scheduler", "tcp://127.0.0.1:9")
    assert (alone.exit_code, "--scheduler needs --on dask" in alone.output) == (2, True)


def test_without_dask_it_is_told(tmp_path: Path) -> None:
    words = ["simulate", "hearts", "--on", "dask", "--deals", "5"]
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT % "distributed", *words],
        env={"PYTHONPATH": str(Path(parquet.__file__).parents[2])},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert result.returncode == 1
    told = "Error: a cluster needs Dask: run `make cluster` in your clone of Trickbook\n"
    assert result.stderr == told


STARTING = """
import os, signal, sys, threading
from trickbook.cli import command
from trickbook.lab import cluster

def interrupted(workers, own=cluster._own):
    threading.Timer(seconds, os.killpg, (0, signal.SIGINT)).start()
    return own(workers)

cluster._own = interrupted
sys.argv[0] = "trickbook"
if __name__ == "__main__":
    seconds = float(sys.argv.pop())
    command()
"""
"""A terminal interrupts all processes that a command has started, so many seconds after the first."""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("seconds", ["0", "0.3"])
def test_an_interrupt_while_workers_start_is_heard_and_quiet(tmp_path: Path, seconds: str) -> None:
    code = tmp_path / "starting.py"
    code.write_text(STARTING, "utf-8")
    words = ["simulate", "hearts", "--on", "dask", "--workers", "2", "--deals", "1000000000"]
    with subprocess.Popen(
        [sys.executable, str(code), *words, seconds],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(parquet.__file__).parents[2])},
        start_new_session=True,
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
        text=True,
    ) as process:
        _, complaint = process.communicate(timeout=300)
    assert (process.returncode, complaint) == (130, "")


@pytest.mark.parametrize(
    ("loses", "told"),
    [("workers", "the cluster has had no workers for 3 seconds"), ("all", "its scheduler answers no more")],
)
def test_a_cluster_that_is_lost_is_told(monkeypatch: pytest.MonkeyPatch, loses: str, told: str) -> None:
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=1, processes=False, dashboard_address=":0", silence_logs=50
        ) as local,
        ClusterExecutor(TASK, 0, local.scheduler_address) as executor,
    ):
        monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 1)
        if loses == "all":
            executor.give(Chunk(0, 2000, WANTED))
            local.close()
        else:
            local.scale(0)
            while executor.client.ncores():
                sleep(0.05)
            executor.give(Chunk(0, 1, WANTED))
        with pytest.raises(TrickbookError, match=told):
            executor.take()
