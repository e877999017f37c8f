"""Commands about the language: all problems of rulesets, what their codes mean, and its keys and words."""

from __future__ import annotations

import textwrap
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.analysis.report import Report, keep_verdict, verdict, with_catalogues
from trickbook.analysis.translations import untranslated
from trickbook.console.messages import chosen_language, spoken, suggestion, truncated, usage_error
from trickbook.console.parameters import (
    EACH_HOUSE,
    Number,
    argument,
    command,
    option,
    parse_settings,
    parse_tag,
    style,
    switch,
)
from trickbook.expression.vocabulary import TABLE
from trickbook.loading import resolve
from trickbook.problems import Problem, TrickbookError, nearest, shown, visible
from trickbook.problems.rendering import FORMATS, render
from trickbook.source.catalogues import ruleset_of
from trickbook.source.schema import document
from trickbook.texts.catalogue import in_language, text_in_language
from trickbook.texts.message import Message, listing
from trickbook.texts.phrases import phrases, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.status import Status

    from trickbook.source.schema import Form

WIDTH: Final = 100
"""The columns of the list of codes."""


@command("validate")
def validate(  # noqa: PLR0913 - each option of the command is one
    *,
    names: tuple[str, ...] = argument("NAME|FILE...", nargs=-1, required=True),
    how: str = style(tuple(FORMATS), "Format of the problems."),
    house: tuple[str, ...] = EACH_HOUSE,
    options: dict[str, str] = option(
        "--option", "Check with this option only: name=value.", multiple=True, callback=parse_settings
    ),
    players: int | None = option("--players", "Check for so many players only.", Number(1)),
    quick: bool = switch("--quick", "Skip the random deals."),
    seconds: int = option(
        "--seconds", "So many seconds of the processor for each ruleset.", Number(1), default=20
    ),
    translations: bool = switch("--translations", "Note each text that lacks a translation."),
    into: str | None = option(
        "--into", "Note each text that lacks a translation into this language.", callback=parse_tag
    ),
) -> None:
    """Print every problem of rulesets with its place.

    Checks the form, the expressions, the examples, the catalogues in other languages, and random deals. The
    exit code is 0 if there are no problems (notes are harmless), else 1.
    """
    printed: dict[Problem, None] = {}
    lang = chosen_language()
    fine = True
    for name in dict.fromkeys(str(ruleset_of(Path(name)) or name) for name in names):
        budget = None if quick else seconds
        report, wrong = _validated(name, house, options, players=players, seconds=budget)
        fine = fine and report.fine and not wrong
        lacking = tuple(untranslated(report.resolved, into)) if translations or into else ()
        found = (*report.problems, *wrong, *lacking)
        new = [problem for problem in found if problem not in printed]
        printed |= dict.fromkeys(new)
        if new and how != "json":
            click.echo(truncated(render(new, report.texts, how, lang), how))
        if how == "full":
            click.echo(f"{truncated(visible(name))}: {_summary(found)}")
    if how == "json":
        click.echo(render(list(printed), style=how, language=lang))
    if not fine:
        raise click.exceptions.Exit(1)


def _validated(
    name: str, house: tuple[str, ...], options: dict[str, str], *, players: int | None, seconds: int | None
) -> tuple[Report, tuple[Problem, ...]]:
    """Validate a ruleset and run its examples, unless the same files were found fine before.

    Without ``seconds`` no random deals are played. What was found within them is not kept if time ran out.
    Raises UsageError for options or a number of players that it does not have.
    """
    resolved, how = resolve(name, house), (seconds is None, players, sorted(options.items()))
    if (kept := verdict(resolved, *how)) is not None:
        return with_catalogues(Report(kept, resolved)), ()
    from trickbook.analysis.coverage.tallies import Budget
    from trickbook.analysis.mutation import idle_examples
    from trickbook.analysis.validation import validate_resolved
    from trickbook.console.text_tables import standard_error
    from trickbook.examples.runner import run

    with standard_error().status("") as status:
        budget = Budget(seconds or inf, partial(_show_progress, status, name))
        try:
            found = validate_resolved(
                resolved, options, players=players, quick=seconds is None, budget=budget
            )
        except TrickbookError as error:
            raise usage_error(error.message) from None
    report = with_catalogues(found)
    wrong = run([name], {name: resolved}).all_problems() if report.fine and not house else ()
    if seconds and report.fine and not (wrong or house):
        notes = tuple(idle_examples(name, resolved, budget))
        found = found._replace(problems=(*found.problems, *notes))
        report = report._replace(problems=(*report.problems, *notes))
    if report.fine and not wrong and not budget.spent:
        keep_verdict(found.problems, resolved, *how)
    return report, wrong


def _show_progress(status: Status, name: str, done: int, most: int) -> None:
    """Show how many random deals are played; nothing where nobody watches."""
    status.update(
        spoken(
            Message("{name}: {number} of {number_all} random deals", name=name, number=done, number_all=most)
        )
    )


def _summary(problems: Sequence[Problem]) -> str:
    """The number of problems and notes, in words."""
    errors = sum(problem.severity == "error" for problem in problems)
    notes = len(problems) - errors
    counted = [(errors, "{number} problem", "{number} problems"), (notes, "{number} note", "{number} notes")]
    found = listing(
        Message(one if count == 1 else many, number=count) for count, one, many in counted if count
    )
    if errors:
        return spoken(found)
    return spoken(Message("fine ({list})", list=found) if notes else Message("fine"))


@command("explain")
def explain_code(*, code: str | None = argument(required=False)) -> None:
    """Explain the code of a problem, with a wrong and a right example.

    Without CODE, it lists all codes.
    """
    from trickbook.analysis.report import codes, explain

    if code is None:
        click.echo(textwrap.fill(", ".join(sorted(codes())), WIDTH, break_on_hyphens=False))
        return
    try:
        click.echo(explain(code, chosen_language()), nl=False)
    except TrickbookError as error:
        raise usage_error(error.message) from None


@command("help")
def help_word(*, word: str | None = argument(required=False)) -> None:
    """Explain a key or a word of the language of rulesets.

    Without WORD, it lists all keys and words.
    """
    keys, forms = _keys(), _forms()
    if word is None:
        for title, names in ((Message("Keys:"), keys), (Message("Words:"), {**TABLE, **forms})):
            click.echo(spoken(title))
            click.echo("\n".join(wrapped(", ".join(sorted(names)), "  ", "  ", WIDTH)))
        return
    from trickbook.expression.diagnostics.slips import OTHER_WORDS

    name, plain = word.rstrip(":"), word.rstrip(":").lower().replace("-", "_")
    meant = (name, plain, OTHER_WORDS.get(plain), document("ruleset").slips.get(plain))
    name = next((one for one in meant if one in {**keys, **TABLE, **forms}), name)
    found = [*_of_word(name), *filter(None, [forms.get(name)]), *_of_key(name, keys)]
    if not found:
        from trickbook.analysis.report import codes, explain

        if name in codes():
            click.echo(explain(name, chosen_language()), nl=False)
            return
        near = nearest(name, [*keys, *TABLE, *forms])
        hint = suggestion(near, Message("`trickbook help` lists all"))
        raise usage_error(Message("there is no key or word {name}; {hint}", name=shown(name), hint=hint))
    for line in found:
        click.echo("\n".join(wrapped(line.strip(), line[: len(line) - len(line.lstrip())], "    ", WIDTH)))


def _keys() -> dict[str, dict[str, list[str]]]:
    """The keys of rulesets: what each says, and in which sections it says so.

    Keys deeper within an entry, such as those of a choice, are listed unless a section has one of that name.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for section, form in document("ruleset").keys.items():
        found.setdefault(section, {})[form.description] = []
        inner = form.entry or form
        _add_keys(found, section, (*form.keys.items(), *inner.keys.items()))
    shallow = set(found)
    for section, form in document("ruleset").keys.items():
        _add_keys(found, section, (pair for pair in form.below() if pair[0] not in shallow))
    return found


def _add_keys(found: dict[str, dict[str, list[str]]], section: str, keys: Iterable[tuple[str, Form]]) -> None:
    """Add the keys of a section to those found."""
    for key, form in keys:
        places = found.setdefault(key, {}).setdefault(form.description, [])
        places += [section] if section not in places else []


def _forms() -> dict[str, str]:
    """The words that join others, each with its forms."""
    prefix, written = "forms.", phrases("editor", chosen_language()).written
    return {key.removeprefix(prefix): says for key, says in written.items() if key.startswith(prefix)}


def _of_key(name: str, keys: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[str]:
    """What a key says, in each section that has it, and the keys of its own entries."""
    language = chosen_language()
    for description, sections in keys.get(name, {}).items():
        among = f" ({', '.join(sections)})" if sections else ""
        yield f"{name}:{among} {text_in_language(description, language)}"
    form = document("ruleset").keys.get(name)
    inner = (form.entry or form).keys if form else {}
    for key, one in inner.items():
        yield f"  {key}: {text_in_language(one.description, language)}"


def _of_word(name: str) -> Iterator[str]:
    """What a built-in word means in expressions."""
    if known := TABLE.get(name):
        language = chosen_language()
        kind, scope = in_language(known.type.phrase, language), text_in_language(known.scope, language)
        head = phrases("editor", language).say("hover.word", name=name, type=kind, scope=scope)
        yield f"{head.replace('**', '')}: {text_in_language(known.says, language)} `{known.example}`"
