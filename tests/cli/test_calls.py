"""What commands answer to right and wrong calls; the calls stand in ``calls.yaml``."""

import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from tests.cli.conftest import Call

from trickbook.cli.program import COMMANDS, program

CALLS = yaml.safe_load(Path(__file__).with_name("calls.yaml").read_text("utf-8"))


@pytest.mark.parametrize("expected", CALLS, ids=lambda expected: expected["call"] or "nothing")
def test_a_call_is_answered(call: Call, expected: dict[str, Any]) -> None:
    result = call(*shlex.split(expected["call"]))
    missing = [words for words in expected["says"] if words not in result.output]
    unwanted = [words for words in expected.get("not", ()) if words in result.output]
    assert (result.exit_code, missing, unwanted) == (expected.get("exit", 0), [], []), result.output


LONG = "9" * 5000
EVERYWHERE = [
    "{}",
    "list {}",
    "play {}.yaml",
    "play hearts --{}",
    "play hearts --option {}",
    "play hearts --option minutes={}",
    "play hearts --players {}",
    "play hearts --record {}/x",
    "play hearts --bots {}",
    "why {} --deal {}",
    "replay {}",
    "validate {}.yaml",
    "test {}.yaml",
    "diff {} {}",
    "new {} --from hearts",
    "new ours --from hearts --out {}",
    "rulebook hearts --lang {}",
    "compare hearts {}",
    "compare hearts +{}",
    "compare hearts +target={}",
    "compare hearts omnibus --svg {}/x",
    "report hearts --out {}/x",
    "report hearts --svg {}/x",
    "serve --origin {}",
]


@pytest.mark.parametrize("words", EVERYWHERE)
@pytest.mark.parametrize("odd", [LONG, "9 " * 5000, "two\nlines\x1b[31m", "\udcff\u202e"])
def test_what_is_said_again_is_short_and_seen(call: Call, words: str, odd: str) -> None:
    result = call(*(word.format(odd) for word in words.split()))
    assert result.exit_code in (1, 2), result.output
    assert isinstance(result.exception, SystemExit)
    assert len(result.output) < 1000
    assert all(line.isprintable() for line in result.output.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_the_overview_tells_what_a_command_does(call: Call, name: str) -> None:
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.name == name
    assert call(name, "--help").exit_code == 0
    assert COMMANDS[name][1] in call("--help").output
