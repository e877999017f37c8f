"""Workers: what the dead have left is done again, what goes wrong is told, and they end with whoever asks."""

import os
import shlex
import sys
from functools import reduce
from pathlib import Path
from subprocess import PIPE, Popen
from subprocess import run as ran
from threading import Event, Thread
from time import sleep

import pytest
from tests.cli.conftest import ROOT
from tests.lab.test_rows import a_study
from tests.lab.test_runner import TASK, WANTED, whole

from trickbook.bots.process import TERMINATED_CODE
from trickbook.lab import machine_rows
from trickbook.lab.chunks import Chunk, run_chunks
from trickbook.lab.process_pool import ProcessPool
from trickbook.lab.runner import WorkerOptions, open_executor
from trickbook.lab.study import Study
from trickbook.lab.sums import NO_SUMS, added_sums, only_sums, sum_matches
from trickbook.lab.task import Quota, Task
from trickbook.problems import TrickbookError

PATIENCE = 300
PATHS = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "interpreter", ROOT)))}


def test_what_a_dead_worker_has_left_is_done_again() -> None:
    with ProcessPool(TASK, 2) as executor:
        going = run_chunks(executor, WANTED)
        done = [next(going)]
        for worker in [*executor.busy, *executor.idle][:1]:
            worker.process.kill()
        done += going
        workers = [*executor.busy, *executor.idle]
        assert len(workers) == 2
    assert reduce(added_sums, [one.found for one in done], NO_SUMS) == sum_matches(whole())
    assert all(worker.process.returncode is not None for worker in workers)


@pytest.mark.parametrize("workers", [1, 2])
def test_machine_code_is_compiled_before_processes_play(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """For each ruleset, and for players who duck, by the process that starts them."""
    done: list[object] = []
    studies = a_study("hearts"), a_study("omnibus"), a_study("hearts", "duck")

    def asked(study: Study) -> str:
        done.append(study)
        return ""

    monkeypatch.setattr(machine_rows, "refusal", asked)
    monkeypatch.setattr(ProcessPool, "give", lambda _crew, chunk: done.append(chunk))
    with open_executor(Task(studies, only_sums, added_sums), WorkerOptions(workers)) as executor:
        executor.give(Chunk(0, 1, WANTED))
    assert done[:3] == [*studies]


def killing(executor: ProcessPool, enough: Event) -> None:
    """Kill whoever works, again and again."""
    while not enough.wait(0.02):
        for worker in list(executor.busy):
            worker.process.kill()


def test_workers_that_die_again_and_again_are_told() -> None:
    enough = Event()
    with ProcessPool(TASK, 1) as executor:
        executor.give(Chunk(5, 10**6, Quota(0, (10**9,))))
        killer = Thread(target=killing, args=(executor, enough))
        killer.start()
        with pytest.raises(TrickbookError, match=r"3 workers died, .* on matches 5 to 1000004"):
            executor.take()
        enough.set()
        killer.join()


def test_what_goes_wrong_in_a_worker_is_told_here() -> None:
    with ProcessPool(TASK._replace(folder=Path("/nowhere/parts")), 1) as executor:
        executor.give(Chunk(0, 1, WANTED))
        with pytest.raises(TrickbookError, match=r"000000000000\.parquet.*No such file"):
            executor.take()


ASKING = """
from pathlib import Path
from time import sleep
from trickbook.lab.chunks import Chunk
from trickbook.lab.process_pool import ProcessPool
from trickbook.lab.sums import added_sums, only_sums
from trickbook.lab.task import Quota, Task
from tests.lab.test_rows import a_study

if __name__ == "__main__":
    executor = ProcessPool(Task((a_study("hearts", "montecarlo@100000"),), only_sums, added_sums), 1)
    executor.give(Chunk(0, 1, Quota(0, (10**9,))))
    print(*(worker.process.pid for worker in executor.busy), flush=True)
    sleep(600)
"""


def test_workers_that_die_as_they_start_are_told(tmp_path: Path) -> None:
    """The rules are more than a pipe holds."""
    (tmp_path / "long.yaml").write_text(
        "trickbook: 1\nname: Long\nextends: hearts\n" + "# long\n" * 20_000, "utf-8"
    )
    script = tmp_path / "leaving.py"
    script.write_text(
        "from trickbook import lab\n"
        "from trickbook.lab import process_pool\n"
        "process_pool.BOOT_SCRIPT = 'import sys; sys.exit(5)'\n"
        "lab.simulate('long.yaml', deals=100, workers=2)\n",
        "utf-8",
    )
    told = ran(
        [sys.executable, str(script)],
        check=False,
        cwd=tmp_path,
        env=PATHS,
        stderr=PIPE,
        text=True,
        timeout=PATIENCE,
    )
    assert "3 workers died, the last of them (exit code 5)" in told.stderr
    assert not [*tmp_path.glob("*.parquet*")]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes as Linux tells of them")
def test_workers_end_with_whoever_asks(tmp_path: Path) -> None:
    script = tmp_path / "asking.py"
    script.write_text(ASKING, "utf-8")
    with Popen([sys.executable, str(script)], stdout=PIPE, text=True, env=PATHS) as asking:
        assert asking.stdout
        worker = Path("/proc", asking.stdout.readline().strip())
        while not (worker / "task").exists() or len([*(worker / "task").iterdir()]) < 2:
            sleep(0.05)
        asking.kill()
    while worker.exists() and (worker / "stat").read_text().split()[2] != "Z":
        sleep(0.05)


PONDERING = """
import json, sys
input()
print(json.dumps({"protocol": 1}), flush=True)
input()
print("at work", file=open(sys.argv[1], "w"), flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of Unix")
def test_a_worker_whose_player_ponders_ends_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The worker ends its players, and exits as a terminated process does."""
    bot, line = tmp_path / "bot.py", tmp_path / "line"
    bot.write_text(PONDERING, "utf-8")
    os.mkfifo(line)
    study = a_study("hearts", shlex.join([f"exec@60s:{sys.executable}", str(bot), str(line)]), "duck")
    with ProcessPool(Task((study,), only_sums, added_sums), 1) as executor:
        executor.give(Chunk(0, 1, WANTED))
        assert line.read_text("utf-8") == "at work\n"
        workers = [*executor.busy]
    assert [worker.process.returncode for worker in workers] == [TERMINATED_CODE]
    assert capfd.readouterr() == ("", "")


PLAIN = """
import sys
sys.path.insert(0, "beside")
from trickbook import lab
print(len(lab.simulate("hearts", deals=20, bots="duck", workers=2).columns["deal"]))
"""


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Workers do not run the script that has started them."""
    script = tmp_path / "plain.py"
    script.write_text(PLAIN, "utf-8")
    told = ran(
        [sys.executable, str(script)], check=True, env=PATHS, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (int(told.stdout) >= 20, told.stderr) == (True, "")


STARTING = """
import os, signal, sys, time
from trickbook.lab import process_pool
from tests.lab.test_process_pool import TASK
process_pool.BOOT_SCRIPT = "import time; time.sleep(" + sys.argv[1] + ")" + process_pool.BOOT_SCRIPT
process_pool.ProcessPool(TASK, 3)
time.sleep(float(sys.argv[2]))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("times", [("0.3", "0"), ("0", "0.1"), ("0", "0.5")])
def test_workers_say_nothing_if_whoever_asks_is_killed(times: tuple[str, str]) -> None:
    """Before they have heard anything, while they import, when they wait."""
    told = ran(
        [sys.executable, "-c", STARTING, *times],
        check=False,
        env=PATHS,
        capture_output=True,
        text=True,
        timeout=PATIENCE,  # all of them have ended, for nobody writes any more
    )
    assert (told.returncode, told.stdout, told.stderr) == (-9, "", "")


def test_a_worker_that_dies_as_it_starts_is_replaced() -> None:
    with ProcessPool(TASK, 2) as executor:
        for worker in list(executor.idle):
            worker.process.kill()
        done = list(run_chunks(executor, WANTED))
    assert reduce(added_sums, [one.found for one in done], NO_SUMS) == sum_matches(whole())


def test_workers_that_cannot_be_started_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(TrickbookError, match="a worker cannot be started: No such file or directory"):
        ProcessPool(TASK, 2)
