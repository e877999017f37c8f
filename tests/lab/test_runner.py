"""A study gives the same, whoever plays it in whatever pieces, and however often it is stopped."""

import os
from collections.abc import Iterator, Mapping
from functools import cache, partial, reduce
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import ROOT
from tests.lab.test_rows import a_study, same

from trickbook.lab import chunks, interpreter_rows, parquet, result_store, runner
from trickbook.lab.chunks import Chunk, InlineExecutor, PlayedChunk, play_and_store, run_chunks
from trickbook.lab.metadata import metadata, sums_from_text, sums_to_text
from trickbook.lab.runner import RunProgress, WorkerOptions, run_study
from trickbook.lab.study import Rows, Study, first_deals
from trickbook.lab.sums import NO_SUMS, StudySums, added_sums, only_sums, sum_matches
from trickbook.lab.task import Quota, Task
from trickbook.problems import TrickbookError

DEALS = 150
PATIENCE = 300
PATHS = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "interpreter", ROOT)))}
OF = a_study("hearts")
TASK = Task((OF,), only_sums, added_sums)
WANTED = Quota(0, (DEALS,))


def kept(
    path: Path, of: Study, deals: int, workers: int | None = 1, *, resume: bool = False
) -> RunProgress[StudySums]:
    at = result_store.result_location(path)
    lying = runner.resume_study(at, of) if resume else result_store.new_store(at)
    *_, last = run_study(of, deals, WorkerOptions(workers), lying)
    return last


@cache
def whole() -> Rows:
    """The rows that every way to play them gives."""
    return first_deals(interpreter_rows.interpreter_rows(OF, 0, 20), DEALS)


def some(path: Path, of: Study, deals: int, chunks: int) -> None:
    """Play a few chunks, then stop."""
    going = run_study(of, deals, WorkerOptions(1), result_store.new_store(result_store.result_location(path)))
    for _ in range(chunks):
        next(going)
    going.close()


def parts(path: Path) -> list[Path]:
    return sorted(Path(f"{path}.parts").glob("*.parquet"))


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a run that nothing disturbed."""
    path = tmp_path_factory.mktemp("lab") / "straight.parquet"
    kept(path, OF, DEALS)
    return path.read_bytes()


class Shuffled:
    """A executor that gives chunks back in another order."""

    def __init__(self, task: Task[Any], room: int) -> None:
        self.task, self.room = task, room
        self.given: list[Chunk] = []

    def give(self, chunk: Chunk) -> None:
        self.given.append(chunk)

    def take(self) -> PlayedChunk[Any]:
        return play_and_store(self.task, self.given.pop())


@pytest.mark.parametrize("room", [1, 2, 7])
def test_the_order_of_chunks_does_not_matter(room: int) -> None:
    done = list(run_chunks(Shuffled(TASK, room), WANTED))
    assert reduce(added_sums, [one.found for one in done], NO_SUMS) == sum_matches(whole())
    assert [one.first for one in done] == sorted(one.first for one in done)


def test_the_size_of_chunks_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0)
    single = list(run_chunks(InlineExecutor(TASK), WANTED))
    assert all(one.found.matches == 1 for one in single)
    assert reduce(added_sums, [one.found for one in single], NO_SUMS) == sum_matches(whole())


def test_the_size_of_blocks_does_not_matter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(chunks, "FIRST_BLOCK", 2)
    monkeypatch.setattr(chunks, "BLOCK_DEALS", 40)
    task = TASK._replace(folder=tmp_path)
    done, (rows,) = chunks.play_chunk(task, Chunk(0, 20, WANTED))
    assert done.found == sum_matches(whole())
    assert same(rows, whole())
    assert chunks.play_chunk(TASK, Chunk(0, 20, WANTED))[1] == []


def test_it_ends_with_the_match_of_the_last_deal() -> None:
    *_, last = run_study(OF, DEALS)
    assert last.found.deals >= DEALS
    assert last.found == sum_matches(whole())
    *_, one = run_study(OF, 1)
    assert one.found.matches == 1
    assert one.played == one.found.deals


def test_workers_give_the_same_file(tmp_path: Path, straight: bytes) -> None:
    total = kept(tmp_path / "r.parquet", OF, DEALS, 2)
    assert total.found == sum_matches(whole())
    assert (tmp_path / "r.parquet").read_bytes() == straight
    assert not Path(f"{tmp_path / 'r.parquet'}.parts").exists()


@pytest.mark.parametrize("stopped", [1, 2, 3])
def test_a_run_that_was_stopped_ends_the_same(tmp_path: Path, straight: bytes, stopped: int) -> None:
    path = tmp_path / "r.parquet"
    some(path, OF, DEALS, stopped)
    assert len(parts(path)) >= stopped
    assert not path.exists()
    total = kept(path, OF, DEALS, resume=True)
    assert 0 < total.played < DEALS
    assert path.read_bytes() == straight


def damages(path: Path) -> Iterator[bytes]:
    """A part, cut off, empty, with a wrong bit in its numbers."""
    data = path.read_bytes()
    yield data[: len(data) // 2]
    yield b""
    middle = data.index(b"\x15") + 60
    yield data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]


@pytest.mark.parametrize("kind", range(3))
def test_damaged_parts_are_done_again(tmp_path: Path, straight: bytes, kind: int) -> None:
    path = tmp_path / "r.parquet"
    some(path, OF, DEALS, 3)
    second = parts(path)[1]
    second.write_bytes(list(damages(second))[kind])
    unfinished = second.with_name(f"{second.name}-0a_b1c2d.half")
    unfinished.mkdir()
    (unfinished / "whole").write_bytes(b"PAR1")
    kept(path, OF, DEALS, resume=True)
    assert path.read_bytes() == straight
    assert list(tmp_path.iterdir()) == [path]


def test_more_deals_go_on_from_the_file(tmp_path: Path, straight: bytes) -> None:
    path = tmp_path / "r.parquet"
    kept(path, OF, 30)
    assert kept(path, OF, DEALS, resume=True).played < DEALS
    assert same(parquet.read_rows(path)[1], whole())
    assert parquet.file_texts(path)["sums"] == sums_to_text(sum_matches(whole()))


def test_fewer_deals_than_there_are_parts(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    some(path, OF, DEALS, 3)
    kept(path, OF, 25, resume=True)
    assert same(parquet.read_rows(path)[1], first_deals(whole(), 25))


def test_another_study_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    some(path, OF, DEALS, 2)
    for other, differs in (
        (a_study("hearts", seed=8), "seed 7 there, 8 here"),
        (a_study("hearts", "duck"), "bots random,random,random,random there, duck"),
        (a_study("omnibus"), "ruleset hearts there, omnibus here"),
    ):
        with pytest.raises(TrickbookError, match=differs):
            kept(path, other, DEALS, resume=True)
    assert len(parts(path)) == 2
    kept(path, OF, 20)
    with pytest.raises(TrickbookError, match="another study"):
        kept(path, a_study("hearts", seed=8), DEALS, resume=True)
    parquet.write_rows(path, whole(), metadata(OF))
    with pytest.raises(TrickbookError, match="holds no results of Trickbook's"):
        kept(path, OF, DEALS, resume=True)
    path.write_bytes(b"notes")
    with pytest.raises(TrickbookError, match=r"r\.parquet.*not .*parquet|no Parquet file|too small"):
        kept(path, OF, DEALS, resume=True)
    assert path.read_bytes() == b"notes"


def test_what_is_refused_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    path.write_bytes(b"notes")
    with pytest.raises(TrickbookError, match="no Parquet file, or a damaged one"):
        runner.resume_study(result_store.result_location(path), OF)
    assert [*tmp_path.iterdir()] == [path]


def test_what_is_measured_otherwise_is_another_study(tmp_path: Path) -> None:
    ours, path = tmp_path / "ours.yaml", tmp_path / "r.parquet"
    head = "trickbook: 1\nname: Ours\nextends: hearts\n"
    for metric, says in (("points", "first"), ("points", "in other words"), ("points + 1", "another")):
        text = f"{head}metrics: {{mine: {{is: {metric}, says: {says}}}}}\n"
        ours.write_text(text, "utf-8")
        of = a_study(str(ours))
        if says == "another":
            with pytest.raises(TrickbookError, match="what is measured has changed since"):
                runner.resume_study(result_store.result_location(path), of)
        else:
            kept(path, of, 10, resume=path.exists())


def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    at = result_store.result_location(path)
    going = run_study(OF, DEALS, WorkerOptions(1), result_store.new_store(at))
    next(going)
    for again in (partial(result_store.new_store, at), partial(runner.resume_study, at, OF)):
        with pytest.raises(TrickbookError, match=r"r\.parquet\.parts: another process writes there"):
            again()
    assert len(parts(path)) == 1
    going.close()
    kept(path, OF, DEALS, resume=True)
    assert [*tmp_path.iterdir()] == [path]


def test_names_of_folders_are_no_columns(tmp_path: Path, straight: bytes) -> None:
    folder = tmp_path / "target=50" / "match=3"
    folder.mkdir(parents=True)
    path = folder / "r.parquet"
    some(path, OF, DEALS, 2)
    assert kept(path, OF, DEALS, resume=True).played < DEALS
    assert path.read_bytes() == straight
    assert same(parquet.read_rows(path)[1], whole())


def test_rows_come_back_from_a_file_as_they_were(tmp_path: Path) -> None:
    for place, name in enumerate(["chinese-hearts", "complex-hearts"]):
        rows = interpreter_rows.interpreter_rows(a_study(name), 0, 2)
        path = tmp_path / f"odd [{place}]*'.parquet"
        parquet.write_rows(path, rows, {"ruleset": "it's", "seed": "1"})
        assert same(parquet.read_rows(path)[1], rows)
        assert parquet.file_texts(path) == {"ruleset": "it's", "seed": "1"}
        assert sums_from_text(sums_to_text(sum_matches(rows))) == sum_matches(rows)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk, as Linux has one")
def test_a_full_disk_is_told_and_parts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put = vars(parquet)["_put"]

    def put_on_full_disk(connection: object, source: str, path: Path, texts: Mapping[str, str]) -> None:
        if path.parent.parent == tmp_path and path.name == "whole":  # the whole file, not one of its parts
            path.symlink_to("/dev/full")
        put(connection, source, path, texts)

    path = tmp_path / "r.parquet"
    some(path, OF, DEALS, 2)
    lying = runner.resume_study(result_store.result_location(path), OF)
    with monkeypatch.context() as patched:
        patched.setattr(parquet, "_put", put_on_full_disk)
        with pytest.raises(TrickbookError, match="No space left"):
            list(run_study(OF, DEALS, store=lying))
    assert len(parts(path)) > 2
    assert not path.exists()
    kept(path, OF, DEALS, resume=True)
    assert same(parquet.read_rows(path)[1], whole())
