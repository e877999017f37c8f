"""The help of every command is in the language of the call; nothing in its catalogue is unused."""

from collections.abc import Iterator
from inspect import cleandoc

import click
import pytest
from click.testing import CliRunner
from tests.texts.languages import WORDS, foreign_words

from trickbook.cli.program import COMMANDS, program
from trickbook.cli.tables import tables
from trickbook.console.commands import LANGUAGE, Command
from trickbook.texts.catalogue import entries
from trickbook.texts.languages import languages

OTHERS = [language for language in languages() if language != "en"]

NAMES = {
    "Dask",
    "HTML",
    "Markdown",
    "Parquet",
    "PostgreSQL",
    "SQL",
    "TRICKBOOK",
    "STORE",
    "trickbook",
    "yaml",
}
"""Names of programs, formats and variables."""


def commands() -> Iterator[tuple[tuple[str, ...], Command]]:
    """Every command with the words that call it."""
    ctx = click.Context(program)
    yield (), program
    for name in COMMANDS:
        one = program.get_command(ctx, name)
        assert isinstance(one, Command)
        yield (name,), one
    for name, one in tables.commands.items():
        assert isinstance(one, Command)
        yield ("tables", name), one


CALLS = dict(commands())


def words_of(*texts: object) -> set[str]:
    return {*WORDS.findall(" ".join(map(str, texts)))}


def code(words: tuple[str, ...]) -> set[str]:
    """The words in the help of a command that are the same in all languages."""
    params = CALLS[words].params
    choices = [value for one in params if isinstance(one.type, click.Choice) for value in one.type.choices]
    flags = [flag for one in params for flag in (*one.opts, *one.secondary_opts, one.default)]
    return words_of(*flags, *choices, *words) | NAMES


def texts() -> set[str]:
    """All that the help of the commands has in English, apart from click's own words."""
    found = {"Show this message and exit.", *(what for _, what in COMMANDS.values())}
    for words, one in CALLS.items():
        ctx = click.Context(one)
        found |= {" ".join(text.split()) for text in cleandoc(one.help or "").split("\n\n")}
        found |= {*one.collect_usage_pieces(ctx)}
        for param in one.params:
            if isinstance(param, click.Option):
                valued = not (param.is_flag or words_of(param.make_metavar(ctx)) <= code(words))
                found |= {param.help or "", *([param.make_metavar(ctx)] if valued else [])}
    return found - {"", LANGUAGE.metavar}


@pytest.mark.parametrize("language", OTHERS)
def test_all_help_is_translated_and_no_translation_is_unused(language: str) -> None:
    known = dict(entries("commands", language)).keys()
    assert (sorted(texts() - known), sorted(known - texts())) == ([], [])


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_the_help_of_a_command_has_no_english(words: tuple[str, ...], language: str) -> None:
    found = CliRunner().invoke(program, ["--lang", language, *words, "--help"], prog_name="trickbook")
    listed = words_of(*COMMANDS) if not words else words_of(*tables.commands)
    assert (found.exit_code, {*foreign_words(found.output)} - code(words) - listed) == (0, set())
