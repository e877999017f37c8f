"""What commands print: in the language of `--lang` or of the locale, shortened, visible in a shell."""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING, Final

import click

from trickbook.problems import nearest, shown, visible
from trickbook.source.nodes import text
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import language_of, languages, spoken_language
from trickbook.texts.message import Message, every, listing, verbatim

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from trickbook.ruleset import Ruleset
    from trickbook.texts.message import Value

WORD_LIMIT: Final = re.compile(r"\S{240,}|[^\n]{2000,}")

BEGIN, END = 120, 60

PROGRAMS: Final = ("json", "github")
"""Formats for programs, which are never shortened."""

LANGUAGE_VARIABLE: Final = "LANGUAGE"
"""The variable by which `gettext` chooses a language; a call sets it to its own."""

LOCALES: Final = (LANGUAGE_VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that hold the locale, the most important first."""


def chosen_language() -> str:
    """The language of the call, or that of the locale; English if neither is known."""
    tags = next(filter(None, map(os.environ.get, LOCALES)), "")
    return spoken_language(next(filter(language_of, tags.split(":")), None))


def speak(language: str) -> None:
    """Print in a language from now on; processes that are started do so, too."""
    os.environ[LANGUAGE_VARIABLE] = language


def spoken(message: Value) -> str:
    """A message in the language of the command that runs."""
    return in_language(message, chosen_language())


def echo(message: Value, *, err: bool = False) -> None:
    """Print a message as a line, in the language of the command that runs."""
    click.echo(spoken(message), err=err)


def usage_error(message: Message) -> click.UsageError:
    """A wrong call, for what a message says."""
    return click.UsageError(spoken(message))


def bad_parameter(message: Message, param_hint: str | None = None) -> click.BadParameter:
    """A wrong value of a parameter, for what a message says."""
    return click.BadParameter(spoken(message), param_hint=param_hint)


def ruleset_called(name: str, more: Collection[str]) -> Message:
    """A ruleset with the house rules and options applied to it."""
    if not more:
        return verbatim(name)
    return Message("{name} with {list}", name=name, list=listing(more))


def rules_called(rules: Ruleset) -> Message:
    """The title of a ruleset in the language of the command that runs, and the house rules applied to it."""
    return ruleset_called(text(rules.resolved.root, "name", chosen_language()) or rules.title, rules.house)


def suggestion(near: str | None, otherwise: Message) -> Message:
    """A hint at the nearest word, if there is one."""
    return Message("did you mean {word}?", word=f"'{near}'") if near else otherwise


def parse_language(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str:
    """Parse a language, by default that of the call so far, and speak it from now on."""
    found = chosen_language() if given is None else language_of(given)
    if found is None:
        hint = suggestion(
            nearest(str(given), languages()), Message("there are {list}", list=every(languages()))
        )
        raise bad_parameter(
            Message("Trickbook does not speak {text}; {hint}", text=shown(str(given)), hint=hint)
        )
    speak(found)
    return found


def truncated(text: str, style: str = "full") -> str:
    """Cut the middle out of very long words and lines."""
    if style in PROGRAMS:
        return text
    return WORD_LIMIT.sub(lambda found: f"{found[0][:BEGIN]}…{found[0][-END:]}", text)


def shell_line(words: Iterable[str]) -> str:
    """A command as typed into a shell, with every character visible."""
    return " ".join(map(_word, words))


def _word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{visible(escaped)}'"
