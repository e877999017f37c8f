"""Commands are functions; the defaults of their parameters declare the options, and records bring several."""

from dataclasses import dataclass

import click
from click.testing import CliRunner

from trickbook.console.parameters import GameSetup, Number, argument, command, option, record, switch


@dataclass(frozen=True)
class Size:
    """How much, and how loud."""

    many: int = option("--many", "How many.", Number(1), default=2)
    loud: bool = switch("--loud", "Louder.")


@command("say")
def say(*, word: str = argument("WORD"), size: Size = record(Size)) -> None:
    """Say a word."""
    click.echo(" ".join([word.upper() if size.loud else word] * size.many))


def test_options_arrive_in_their_record() -> None:
    run = CliRunner().invoke
    assert run(say, ["hey"]).output == "hey hey\n"
    assert run(say, ["hey", "--many", "1", "--loud"]).output == "HEY\n"
    assert run(say, ["hey", "--many", "0"]).exit_code == 2


def test_help_shows_what_the_defaults_declare() -> None:
    told = CliRunner().invoke(say, ["--help"]).output
    assert "WORD" in told
    assert "[default: 2; x>=1]" in told
    assert told.index("--many") < told.index("--loud")


def test_a_game_writes_the_words_of_its_call() -> None:
    setup = GameSetup("hearts", None, {"target": "40"}, ("omnibus",))
    assert setup.words(4, 7, ["duck", "random"]) == [
        *("hearts", "--players", "4", "--seed", "7", "--option", "target=40", "--house", "omnibus"),
        *("--bots", "duck,random"),
    ]
