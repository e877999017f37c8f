"""Commands, options and arguments whose help is in the language of the call.

Click's own words come from the catalogue of `gettext` beside the texts, which is made of `click.yaml`.
"""

from __future__ import annotations

import gettext
import os
import re
from contextlib import contextmanager
from copy import copy
from functools import cache
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.console.messages import LANGUAGE_VARIABLE, chosen_language, parse_language, speak
from trickbook.texts.catalogue import entries
from trickbook.texts.languages import FOLDER, language_of, languages
from trickbook.texts.phrases import text_width, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DOMAIN: Final = "click"
"""The name of the catalogues for `gettext`."""

FLAG: Final = "--lang"

SENTENCE_END: Final = re.compile(r"(?<=\.)\s+|(?<=\u3002)")


@cache
def _help_texts(language: str) -> dict[str, str]:
    return dict(entries("commands", language))


def help_text(english: str) -> str:
    """A text of the help in the language of the call, falling back to English."""
    return _help_texts(chosen_language()).get(english, english)


@contextmanager
def spoken_call() -> Iterator[None]:
    """Speak the language of the locale until a call names another; afterwards that of before."""
    before = os.environ.get(LANGUAGE_VARIABLE)
    gettext.bindtextdomain(DOMAIN, FOLDER)
    gettext.textdomain(DOMAIN)
    speak(chosen_language())
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(LANGUAGE_VARIABLE, None)
        else:
            os.environ[LANGUAGE_VARIABLE] = before


class Formatter(click.HelpFormatter):
    """Help that is also wrapped and aligned where it has Chinese characters."""

    def write_text(self, text: str) -> None:
        """Write paragraphs, with an empty line between them."""
        if text.isascii():
            super().write_text(text)
            return
        indent = " " * self.current_indent
        paragraphs = (wrapped(one, indent, indent, self.width) for one in text.split("\n\n"))
        self.write("\n\n".join(map("\n".join, paragraphs)) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write two columns."""
        rows = list(rows)
        if "".join(map("".join, rows)).isascii():
            super().write_dl(rows, col_max, col_spacing)
            return
        first = min(max(text_width(term) for term, _ in rows), col_max) + col_spacing
        indent, rest = " " * self.current_indent, " " * (self.current_indent + first)
        for term, meaning in rows:
            fits = text_width(term) <= first - col_spacing
            head = indent + term + " " * (first - text_width(term)) if fits else rest
            lines = [] if fits else [indent + term]
            self.write("\n".join([*lines, *wrapped(meaning, head, rest, self.width)]) + "\n")


class Context(click.Context):
    """The context of a call."""

    formatter_class = Formatter


class Option(click.Option):
    """An option; its help is the key of the translations."""

    def make_metavar(self, *given: Any, **named: Any) -> str:
        """Return what stands for the value."""
        return help_text(super().make_metavar(*given, **named))

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return how it is written, and what it does."""
        shown = copy(self)
        shown.help = self.help and help_text(self.help)
        return super(Option, shown).get_help_record(ctx)


class Argument(click.Argument):
    """An argument."""

    def make_metavar(self, *given: Any, **named: Any) -> str:
        """Return what stands for the value."""
        return help_text(super().make_metavar(*given, **named))


LANGUAGE: Final = Option(
    [FLAG],
    callback=parse_language,
    expose_value=False,
    is_eager=True,
    metavar=f"[{'|'.join(languages())}]",
    help="Language of what is printed.  [default: that of the locale]",
)
"""The option of every command, but where it names something else."""


class Command(click.Command):
    """A command; each paragraph of its help is a key of the translations."""

    context_class = Context

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a call."""
        with spoken_call():
            return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the words of a call, the language first, in which the others are refused."""
        if LANGUAGE in self.params and (named := language_of(self._named_language(args))):
            speak(named)
        return super().parse_args(ctx, args)

    def _named_language(self, words: Sequence[str]) -> str | None:
        """The language that a call names, before it is parsed."""
        named, rest = None, iter(words)
        for word in rest:
            flag, equals, value = word.partition("=")
            if flag == FLAG:
                named = value if equals else next(rest, None)
            elif word == "--" or not (self.allow_interspersed_args or word.startswith("-")):
                break
        return named

    def translated_help(self) -> str:
        """The help in the language of the call, each paragraph as a line."""
        paragraphs = cleandoc(self.help or "").split("\n\n")
        return "\n\n".join(help_text(" ".join(one.split())) for one in paragraphs)

    def get_short_help_str(self, limit: int = 0) -> str:  # noqa: ARG002 - whatever the limit, it is a sentence
        """Return the first sentence of the help."""
        return SENTENCE_END.split(self.translated_help(), maxsplit=1)[0]

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return click's option for the help."""
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = help_text("Show this message and exit.")
        return found

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what a call consists of."""
        return [*map(help_text, super().collect_usage_pieces(ctx))]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(self.translated_help())


class Group(Command, click.Group):
    """A command of commands."""
