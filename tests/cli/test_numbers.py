"""Numbers in a call are written in the digits 0 to 9, wherever one is asked for."""

import click
import pytest
from tests.cli.conftest import Call

from trickbook.cli.program import COMMANDS, program
from trickbook.console.parameters import Number


@pytest.mark.parametrize("name", COMMANDS)
def test_all_whole_numbers_are_read_alike(name: str) -> None:
    command = program.get_command(click.Context(program), name)
    assert command
    kinds = [type(param.type) for param in command.params]
    assert not [kind for kind in kinds if issubclass(kind, click.types.IntParamType) and kind is not Number]


@pytest.mark.parametrize("written", ["١٢", "1_0", "1.0", "1e3", "0x10", " 5", "--5", "", "9" * 5000])
@pytest.mark.parametrize("option", ["--seed", "--deals", "--players"])
def test_what_is_no_number_is_told(call: Call, option: str, written: str) -> None:
    result = call("play", "hearts", option, written)
    assert result.exit_code == 2
    assert "is no whole number" in result.output


def test_a_sign_is_part_of_a_number(call: Call) -> None:
    assert call("play", "knaves", "--seed", "+7", "--deals", "+1").exit_code == 0
    result = call("play", "knaves", "--seed", "-7")
    assert (result.exit_code, "-7 is not in the range" in result.output) == (2, True)
