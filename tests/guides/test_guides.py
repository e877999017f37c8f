"""What the guides show is true: their commands, programs, rulesets and links."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.guides.guide import KINDS, ROOT, Block, Command, blocks, commands, guides, prose, shows
from tests.guides.indexes import sections
from tests.guides.markdown import anchor
from tests.guides.understanding import misunderstood

import trickbook
from trickbook.cli.program import program as command_line
from trickbook.formatting import format_text

GUIDES = guides()
SURROUNDINGS = {"PYTHONPATH": str(ROOT / "interpreter"), "NO_COLOR": "1", "COLUMNS": "100", "PYTHONUTF8": "1"}
RUN_BEFORE: set[str] = set()
TUTORIAL = 250
SCREEN = 60
"""Lines of the tutorial, and of a section of the reference with its tables and without its fenced blocks."""

LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]+))?")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", GUIDES, ids=named)
def test_what_a_guide_shows_is_true(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks(path.read_text("utf-8")):
        where = f"{named(path)}:{block.line}"
        assert block.kind in KINDS, f"{where}: a block is one of {', '.join(KINDS)}, not {block.kind!r}"
        if block.kind == "console":
            for command in commands(block):
                _run(command, f"{named(path)}:{command.line}")
        elif block.kind == "python":
            _converse(block, names, where)
        elif block.kind == "expression":
            _understand(block, where)
        elif block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
            _in_style(block, where)
        elif block.kind == "yaml":
            _load(block, where)


def _run(command: Command, where: str) -> None:
    """Run a command in the temporary folder; of ``make`` only see that it knows what to do.

    The first call of each command of ``trickbook`` has a process of its own, the others are made in this one.
    """
    program, *words = shlex.split(command.text, comments=True)
    known = {"make": ["make", "-n", "-C", str(ROOT)], "trickbook": [sys.executable, "-m", "trickbook"]}
    assert program in known, f"{where}: a guide's commands begin with one of {', '.join(known)}"
    if program == "trickbook" and words[0] in RUN_BEFORE:
        code, output = _run_here(words)
    else:
        RUN_BEFORE.add(words[0])
        code, output = _run_apart([*known[program], *words])
    told = output
    if command.output:
        assert shows(command.output, told), f"{where}: `{command.text}` gives\n{told}"
    else:
        assert code == 0, f"{where}: `{command.text}` fails\n{told}"


def _run_apart(words: list[str]) -> tuple[int, str]:
    """The exit code and the output of a command in a process of its own."""
    done = subprocess.run(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        env={**os.environ, **SURROUNDINGS},
        check=False,
        timeout=300,
    )
    return done.returncode, done.stdout


def _run_here(words: list[str]) -> tuple[int, str]:
    """The exit code and the output of a command of ``trickbook`` in this process."""
    done = CliRunner(env=SURROUNDINGS).invoke(command_line, words, prog_name="trickbook")
    return done.exit_code, done.output


class _Checker(doctest.OutputChecker):
    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got, optionflags) or shows(want, got)


def _converse(block: Block, names: dict[str, Any], where: str) -> None:
    """Run a doctest, and keep the names it makes."""
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(block.text, names, where, None, block.line - 1)
    assert test.examples, f"{where}: lines of Python begin with >>>"
    runner = doctest.DocTestRunner(_Checker(), verbose=False)
    failed = runner.run(test, out=said.append, clear_globs=False).failed
    names.update(test.globs)
    assert not failed, "".join(said)


def _understand(block: Block, where: str) -> None:
    """See that every line is an expression of some shipped ruleset."""
    lines = (line.partition("#")[0].strip() for line in block.text.splitlines())
    odd = [f"{line}: {wrong}" for line in lines if line and (wrong := misunderstood(line))]
    assert not odd, f"{where}: " + "; ".join(odd)


def _in_style(block: Block, where: str) -> None:
    """Hold a whole ruleset against the one style; a file with mistakes in it has none."""
    found = format_text(block.text, where) if block.kind == "yaml" else None
    assert found is None or found.problems or found.text == block.text, f"{where} is not in the one style"


def _load(block: Block, where: str) -> None:
    """Load a piece of a ruleset that extends another."""
    piece = Path("piece.yaml")
    head = "" if block.text.startswith("trickbook:") else "trickbook: 1\n"
    base = "" if re.search(r"^extends:", block.text, re.MULTILINE) else f"extends: {block.over}\n"
    piece.write_text(head + block.text + base, encoding="utf-8")
    try:
        trickbook.load("./piece.yaml")
    except trickbook.TrickbookError as error:
        pytest.fail(f"{where}: {error}")


@pytest.mark.parametrize("path", GUIDES, ids=named)
def test_what_a_guide_points_to_is_there(path: Path) -> None:
    links = [
        (path.parent / found["path"] if found["path"] else path, found["anchor"])
        for found in LINK.finditer(prose(path.read_text("utf-8")))
    ]
    assert [link for link, _ in links if not link.exists()] == []
    assert [(link.name, name) for link, name in links if name and name not in _anchors(link)] == []


@cache
def _anchors(path: Path) -> set[str]:
    return {anchor(section.title) for section in sections(path.read_text("utf-8"))}


def test_the_guide_to_rulesets_is_read_without_scrolling_far() -> None:
    tutorial = (ROOT / "rulesets" / "README.md").read_text("utf-8")
    reference = sections((ROOT / "rulesets" / "reference.md").read_text("utf-8"))
    assert len(tutorial.splitlines()) <= TUTORIAL
    assert [section.title for section in reference if section.lines > SCREEN] == []
    assert len({anchor(section.title) for section in reference}) == len(reference)


@pytest.mark.parametrize(
    ("shown", "real", "same"),
    [
        ("one\n", "one\n", True),
        ("one\n", "two\n", False),
        ("one\n", "one\ntwo\n", False),
        ("one …\n", "one two\n", True),
        ("one …\n", "one two\nthree\n", False),
        ("one\n…\nfour\n", "one\ntwo\nthree\nfour\n", True),
        ("one\n…\n", "one\n", True),
        ("one  \n", "one\n\n", True),
        ("a.c\n", "abc\n", False),
    ],
)
def test_an_ellipsis_stands_for_anything(shown: str, real: str, *, same: bool) -> None:
    assert shows(shown, real) is same
