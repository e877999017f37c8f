"""Files that are not what they should be."""

import os
from pathlib import Path

import pytest
from tests.source.trees import load_file

from trickbook.problems import Place, Problem
from trickbook.source import LIMITS, fetch, plain


def only_problem(path: Path | str) -> Problem:
    text, fetched = fetch(path)
    root, problems = load_file(path)
    assert (text, root) == (None, None)
    assert fetched == problems
    (problem,) = problems
    assert problem.place is not None
    assert problem.place.file == str(path)
    return problem


def test_a_file_becomes_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "hearts.yaml"
    path.write_text("name: Hearts ♥\n", "utf-8")
    root, problems = load_file(path)
    assert problems == ()
    assert root is not None
    assert plain(root) == {"name": "Hearts ♥"}
    assert root.place.file == str(path)


def test_a_missing_file_has_a_near_neighbour(tmp_path: Path) -> None:
    (tmp_path / "hearts.yaml").touch()
    problem = only_problem(tmp_path / "haerts.yaml")
    assert problem.code == "missing-file"
    assert str(problem.hint) == f"did you mean `{tmp_path / 'hearts.yaml'}`?"


def test_a_file_in_a_missing_folder_is_missing(tmp_path: Path) -> None:
    problem = only_problem(tmp_path / "nowhere" / "hearts.yaml")
    assert (problem.code, problem.hint) == ("missing-file", None)


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert only_problem(tmp_path).code == "not-a-file"


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert only_problem(tmp_path / "pipe").code == "not-a-file"


def test_a_device_is_not_read() -> None:
    assert only_problem("/dev/zero").code == "not-a-file"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="such files are a thing of Linux")
def test_no_more_is_read_than_there_is_by_the_system(tmp_path: Path) -> None:
    """Reading a file of the kernel may block, and it may have no end."""
    (tmp_path / "hearts.yaml").symlink_to("/proc/self/status")
    assert fetch(tmp_path / "hearts.yaml") == ("", ())


@pytest.mark.parametrize("name", ["a\0b", "x" * 5_000, "hearts.yaml/inside"])
def test_a_name_that_no_file_can_have_is_a_problem(tmp_path: Path, name: str) -> None:
    (tmp_path / "hearts.yaml").touch()
    assert only_problem(f"{tmp_path}/{name}").code in {"unreadable", "missing-file"}


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)  # a sparse file: it takes no space
    problem = only_problem(path)
    assert problem.code == "too-large"
    assert str(problem.message) == "the file has 10,000,000,000 bytes, more than the 262,144 that are read"


def test_a_file_of_just_the_limit_is_read(tmp_path: Path) -> None:
    path = tmp_path / "just.yaml"
    path.write_bytes(b"a: 1\n" + b"#" * (LIMITS.bytes - 5))
    assert load_file(path)[1] == ()
    path.write_bytes(b"a: 1\n" + b"#" * (LIMITS.bytes - 4))
    assert only_problem(path).code == "too-large"


@pytest.mark.parametrize(
    ("data", "code", "message", "place"),
    [
        (b"a: b\nc: \0\n", "binary-file", "this is a binary file, not text", (2, 4)),
        (b"\x7fELF\x02\0\xff", "binary-file", "this is a binary file, not text", (1, 1)),
        (b"a: 1\nb: \xe9t\xe9\n", "not-utf8", "byte 8 (0xe9) is not UTF-8", (2, 4)),
        (b"\xff", "not-utf8", "byte 0 (0xff) is not UTF-8", (1, 1)),
        (b"a: \xed\xa0\x80", "not-utf8", "byte 3 (0xed) is not UTF-8", (1, 4)),
        (b"a: \xe2\x99", "not-utf8", "byte 3 (0xe2) is not UTF-8", (1, 4)),
        ("a: ♥".encode("utf-16"), "not-utf8", "the file is UTF-16, not UTF-8", (1, 1)),
    ],
)
def test_a_file_that_is_no_text(
    tmp_path: Path, data: bytes, code: str, message: str, place: tuple[int, int]
) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(data)
    problem = only_problem(path)
    assert (problem.code, str(problem.message)) == (code, message)
    assert problem.place == Place(str(path), *place)
