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


@pytest.mark.parametrize("name", COMMANDS)
def test_the_overview_tells_what_a_command_does(call: Call, name: str) -> None:
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.name == name
    assert call(name, "--help").exit_code == 0
    assert COMMANDS[name][1] in call("--help").output
