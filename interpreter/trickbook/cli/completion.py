"""Completion in the shell: games, own files, house rules, options and their values, bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class
from click.types import StringParamType

from trickbook.console.messages import chosen_language
from trickbook.console.parameters import parse_bots, parse_settings
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Complete = Callable[[click.Context, click.Parameter, str], Iterator[CompletionItem]]

RULESETS: Final = ("NAME|FILE", "A B")
"""What stands in the help for one ruleset or several."""

JOIN: Final = "+"
"""What stands before a house rule or an option behind a ruleset."""


class Completed(StringParamType):
    """Text that ``complete`` knows how to complete."""

    def __init__(
        self, complete: Callable[[click.Context, click.Parameter, str], Iterator[CompletionItem]]
    ) -> None:
        self.complete = complete

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """What begins like this; nothing where something is wrong."""
        try:
            found = list(self.complete(ctx, param, incomplete))
        except (TrickbookError, OSError):
            return []
        return [item for item in found if item.type != "plain" or item.value.startswith(incomplete)]


def complete_parameters(command: click.Command) -> click.Command:
    """Give completion to the parameters of a command that take what Trickbook knows."""
    for param in command.params:
        if not isinstance(param.type, StringParamType):
            continue
        if param.callback is parse_settings:
            param.type = Completed(_settings)
        elif param.callback is parse_bots:
            param.type = Completed(_bots)
        elif (param.name or "").startswith("house"):
            param.type = Completed(_house)
        elif any(how in (param.metavar or "") for how in RULESETS):
            param.type = Completed(_rulesets)
    return command


def _rulesets(ctx: click.Context, param: click.Parameter, incomplete: str) -> Iterator[CompletionItem]:
    """Games, own files, and what can be joined to a game."""
    from trickbook.loading.files import shipped_games, summaries

    game, joined, _ = incomplete.rpartition(JOIN)
    if joined and not Path(incomplete).exists():
        base = game.partition(JOIN)[0] or _first(ctx.params.get("sides"))
        more = [*_house_rules(), *(_values(base) if base else ())]
        yield from (CompletionItem(f"{game}{JOIN}{item.value}", help=item.help) for item in more)
        return
    yield from (
        CompletionItem(name, help=summaries(chosen_language())[name].title) for name in shipped_games()
    )
    yield from _files(incomplete)


def _house(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Iterator[CompletionItem]:
    yield from _house_rules()
    yield from _files(incomplete)


def _house_rules() -> Iterator[CompletionItem]:
    from trickbook.loading.files import HOUSE, summaries

    for name, summary in summaries(chosen_language()).items():
        if name.startswith(HOUSE):
            yield CompletionItem(name.removeprefix(HOUSE), help=summary.title)


def _files(incomplete: str) -> Iterator[CompletionItem]:
    """Files of rulesets, and folders on the way to one."""
    before = incomplete[: incomplete.rfind("/") + 1]
    above = Path(before or ".")
    for path in sorted(above.iterdir()) if above.is_dir() else ():
        if path.is_dir() and not path.name.startswith("."):
            yield CompletionItem(f"{before}{path.name}/")
        elif path.suffix in {".yaml", ".yml"}:
            yield CompletionItem(f"{before}{path.name}")


def _settings(ctx: click.Context, param: click.Parameter, _incomplete: str) -> Iterator[CompletionItem]:
    """The options of the ruleset that is named, with each value that can be listed."""
    params, named = ctx.params, ctx.args[1:] if param.name == "option_b" else ctx.args
    second = params.get("other") if param.name == "option_b" else None
    names = (second, *map(params.get, ("name", "names", "parent", "one", "sides")), tuple(named))
    if name := next((found for one in names if (found := _first(one))), None):
        yield from _values(name, params.get("house") or ())


def _first(given: Any) -> str | None:
    """The first ruleset of an argument that takes one or several."""
    first = given[0] if isinstance(given, tuple) and given else given
    return str(first).partition(JOIN)[0] if first else None


def _values(name: str, house: tuple[str, ...] = ()) -> Iterator[CompletionItem]:
    """The settings of each option of a ruleset: the default first."""
    from trickbook.analysis.configurations import option_values
    from trickbook.records import written
    from trickbook.ruleset import load

    engine = load(name, house=house).engine()
    for option in engine.options.values():
        for value in option_values(option, engine.layout.seats):
            yield CompletionItem(f"{option.name}={written(value)}", help=option.says or None)


def _bots(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> Iterator[CompletionItem]:
    """The bots, behind those that are named already."""
    from trickbook.bots.registry import BOTS

    before, comma, _ = incomplete.rpartition(",")
    yield from (CompletionItem(f"{before}{comma}{name}") for name in BOTS)


class WholeWords(BashComplete):
    """Completion in Bash, which takes ``name=value`` apart: the words are joined again.

    ``there`` counts the characters of the value before the part that Bash completes.
    """

    there = 0

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one to complete, and that one."""
        args, incomplete = super().get_completion_args()
        words = [*args, incomplete]
        while "=" in words[1:]:
            place = words.index("=", 1)
            words[place - 1 : place + 2] = ["".join(words[place - 1 : place + 2])]
        value = words[-1].partition("=")[2] if words[-1].startswith("--") else words[-1]
        self.there = max(0, len(value) - len(incomplete.removeprefix("=")))
        return words[:-1], words[-1]

    def format_completion(self, item: CompletionItem) -> str:
        """Write an item as Bash takes it: what stands there already is left out."""
        return f"{item.type},{item.value[self.there :]}"


add_completion_class(WholeWords, "bash")
