"""Parameters of commands: their types, those that many commands share, and how a function declares them."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from trickbook.cards.chance import SEEDS
from trickbook.console.commands import LANGUAGE, Argument, Command, Option
from trickbook.console.messages import bad_parameter, spoken
from trickbook.console.output_files import OutputPath, require_writable, write_text
from trickbook.problems import TrickbookError, visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.ruleset import Ruleset

RANDOM_SEEDS: Final = 1_000_000
"""Random seeds are below this number, so that they are easy to type."""

WRITTEN: Final = re.compile("[+-]?[0-9]{1,4000}")
"""The accepted digits. Python would also accept underscores and digits of other scripts, but fewer digits."""

PARTED: Final = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")


class Seconds(click.FloatRange):
    """Seconds: digits 0 to 9 with an optional decimal part, within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse seconds."""
        if isinstance(value, str) and not PARTED.fullmatch(value):
            self.fail(
                spoken(Message("{value} is not a number of seconds, such as 0.8.", value=f"{value!r}")),
                param,
                ctx,
            )
        return super().convert(value, param, ctx)


class Number(click.IntRange):
    """A whole number: digits 0 to 9 with an optional sign, within optional limits."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Set the limits."""
        super().__init__(least, most)
        self.free = least is None and most is None
        self.name = "integer" if self.free else self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a number."""
        if isinstance(value, str) and not WRITTEN.fullmatch(value):
            self.fail(spoken(Message("{value} is no whole number.", value=f"{value!r}")), param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        return "" if self.free else super()._describe_range()


@cache
def _written_languages() -> frozenset[str]:
    """The languages that a text may be in, in two letters."""
    from trickbook.source.schema import schema

    return frozenset(schema("ruleset")["$defs"]["language"]["enum"])


def parse_house(_ctx: click.Context, _param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Parse the names of house rules, each of which stands alone."""
    if not given:
        return given
    from trickbook.loading.house_rules import checked

    try:
        return checked(given)
    except TrickbookError as error:
        raise bad_parameter(error.message) from None


def parse_settings(_ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Parse options of a ruleset, written ``name=value``; each may be set once."""
    found = {}
    for setting in given:
        name, _, value = setting.partition("=")
        if not (name and value):
            raise bad_parameter(
                Message(
                    "'{setting}' is not a setting; write {flag} name=value",
                    setting=setting,
                    flag=param.opts[0],
                )
            )
        if name in found:
            raise bad_parameter(Message("'{name}' is set twice", name=name))
        found[name] = value
    return found


def parse_tag(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    """Read the language of a catalogue, in two letters; English stands in the ruleset itself."""
    from trickbook.texts.languages import ENGLISH

    if given is None or (given in _written_languages() and given != ENGLISH):
        return given
    if given == ENGLISH:
        raise bad_parameter(
            Message("English stands in the ruleset itself; name another language, such as 'zh'")
        )
    raise bad_parameter(
        Message("'{given}' is no language in two small letters, such as 'zh'", given=visible(given))
    )


def parse_bots(_ctx: click.Context, _param: click.Parameter, given: str | None) -> tuple[str, ...] | None:
    """Parse a list of bots, if there is one; every name must be known."""
    if given is None:
        return None
    from trickbook.bots import parse_players

    try:
        return parse_players(given)
    except TrickbookError as error:
        raise bad_parameter(error.message) from None


class Declaration(NamedTuple):
    """A parameter of a command, or a record of several; it stands as the default of what receives it."""

    parameter: Callable[[str], click.Parameter] | None = None
    record: type[Any] | None = None


def argument(metavar: str | None = None, **more: Any) -> Any:
    """An argument of a command."""
    return Declaration(lambda name: Argument([name], metavar=metavar, **more))


def option(flag: str, says: str, kind: Any = None, **more: Any) -> Any:
    """An option of a command, which shows its default."""
    more = {"show_default": "default" in more, "type": kind, **more}
    return Declaration(lambda name: Option([flag, name], help=says, **more))


def switch(flag: str, says: str) -> Any:
    """An option without a value."""
    return option(flag, says, is_flag=True)


def record(kind: type[Any]) -> Any:
    """The parameters that the fields of a record declare."""
    return Declaration(record=kind)


def command(name: str, cls: type[Command] = Command) -> Callable[[Callable[..., None]], Command]:
    """Make a function a command. What its parameters have as defaults are the parameters of the command."""

    def made(function: Callable[..., None]) -> Command:
        declared = function.__kwdefaults__ or {}
        records = {key: found.record for key, found in declared.items() if found.record}

        @wraps(function)
        def call(**given: Any) -> None:
            for key, kind in records.items():
                given[key] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
            function(**given)

        language = () if LANGUAGE.name in declared else (LANGUAGE,)
        parameters = [*_parameters(declared), *language]
        return cls(name, callback=call, params=parameters, help=function.__doc__)

    return made


def _parameters(declared: Mapping[str, Declaration]) -> Iterator[click.Parameter]:
    """The parameters of a command, in their order."""
    for name, found in declared.items():
        if found.record:
            inner: dict[str, Any] = {field.name: field.default for field in fields(found.record)}
            yield from _parameters(inner)
        elif found.parameter:
            yield found.parameter(name)


NAME: Final = argument("NAME|FILE")
HOUSE_RULES: Final = option(
    "--house", "Apply a house rule.", multiple=True, metavar="NAME|FILE", callback=parse_house
)
EACH_HOUSE: Final = option(
    "--house", "Apply a house rule to each.", multiple=True, metavar="NAME|FILE", callback=parse_house
)
SETTINGS: Final = option("--option", "Set an option: name=value.", multiple=True, callback=parse_settings)
PLAYERS: Final = option("--players", "Number of players.  [default: the usual number]", Number())
SEED: Final = option("--seed", "Seed: the same seed gives the same deals.", Number(0, SEEDS - 1))
BOTS: Final = option("--bots", "Bots in the seats.", callback=parse_bots, default="random")
JSON: Final = switch("--json", "Print JSON.")
FORCE: Final = switch("--force", "Replace an existing file.")
RECORD: Final = argument(type=click.Path(path_type=Path))
RECORD_RULES: Final = option(
    "--ruleset", "Ruleset to check against.  [default: the record's own]", metavar="NAME|FILE"
)


def style(formats: Sequence[str], says: str) -> Any:
    """The option for the format of the output: the first unless another is named."""
    return option("--format", says, click.Choice(list(formats)), default=formats[0])


@dataclass(frozen=True)
class GameSetup:
    """A game by its name or file, with its number of players, options and house rules."""

    name: str = NAME
    players: int | None = PLAYERS
    options: dict[str, str] = SETTINGS
    house: tuple[str, ...] = HOUSE_RULES

    def ruleset(self) -> Ruleset:
        """Load it. Raises UsageError for options or a number of players that it does not have."""
        from trickbook.console.input_files import open_ruleset

        return open_ruleset(self.name, self.options, self.players, self.house)

    def words(self, players: int, seed: int, bots: Sequence[str]) -> list[str]:
        """The words of a call that plays it again."""
        words = [self.name, "--players", str(players), "--seed", str(seed)]
        words += [word for key, value in self.options.items() for word in ("--option", f"{key}={value}")]
        words += [word for rule in self.house for word in ("--house", rule)]
        return [*words, "--bots", ",".join(bots)]


@dataclass(frozen=True)
class SavedRecord:
    """The file for the record of a game."""

    record: Path | None = option("--record", "Write a record of the game to a file.", OutputPath())
    force: bool = FORCE


@dataclass(frozen=True)
class Output:
    """The file for what a command prints, if it is not standard output."""

    out: Path | None = option("--out", "Write to a file.", OutputPath())
    force: bool = FORCE

    def require(self) -> None:
        """Check that the file can be written."""
        if self.out is not None:
            require_writable(self.out, force=self.force)

    def write(self, text: str) -> None:
        """Write to the file, or to standard output."""
        if self.out is None:
            click.echo(text, nl=False)
        else:
            write_text(self.out, text)
