"""``trickbook test``: run the worked examples of rulesets or of example files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.console.messages import chosen_language, echo, spoken, truncated, usage_error
from trickbook.console.parameters import (
    EACH_HOUSE,
    Number,
    argument,
    command,
    option,
    parse_settings,
    style,
    switch,
)
from trickbook.examples import Results
from trickbook.examples.runner import Settings, run
from trickbook.loading import shipped
from trickbook.problems import RulesetError, TrickbookError, visible
from trickbook.problems.rendering import FORMATS, render
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.coverage import Coverage, FileCoverage
    from trickbook.analysis.mutation import MutationResults

DEALS = 100
"""The default number of random deals for the usual number of players."""

SECONDS = 60
"""The default number of seconds for the mutants of a ruleset."""


@command("test")
def run_examples(  # noqa: PLR0913 - each option of the command is one
    *,
    names: tuple[str, ...] = argument("[NAME|FILE...]", nargs=-1),
    house: tuple[str, ...] = EACH_HOUSE,
    options: dict[str, str] = option(
        "--option",
        "Set an option where an example does not: name=value.",
        multiple=True,
        callback=parse_settings,
    ),
    players: int | None = option(
        "--players", "Number of players where an example does not say it.", Number(1)
    ),
    covering: bool = switch("--coverage", "Print which entries the examples exercise."),
    mutants: bool = switch("--mutants", "Print which small changes to the rules no example notices."),
    deals: int = option(
        "--deals",
        "With --coverage: random deals for the usual number of players; others get fewer.",
        Number(0, 10_000),
        default=DEALS,
        metavar="N",
    ),
    seconds: int = option(
        "--seconds",
        "With --mutants: so many seconds of the processor for each ruleset.",
        Number(1),
        default=SECONDS,
    ),
    least: int | None = option(
        "--fail-under",
        "Fail if the examples exercise less than N percent of the entries, or notice fewer mutants.",
        Number(0, 100),
        metavar="N",
    ),
    how: str = style(tuple(FORMATS), "Format of the differences."),
) -> None:
    """Run the examples of rulesets or of example files, and print those that fail.

    By default it runs the examples of all rulesets that come with Trickbook. The exit code is 0 if all
    examples pass, else 1.
    """
    settings = Settings(house, options, players)
    if any(settings) and (covering or mutants or least is not None):
        raise usage_error(
            Message("--house, --option and --players do not go with --coverage, --mutants or --fail-under")
        )
    covered = _covered(names, deals) if covering or (least is not None and not mutants) else None
    results = covered.results if covered else _results(names, settings)
    mutated = _mutated(names, seconds) if mutants and results.passed else []
    if mutants and results.passed and not mutated:
        echo(Message("no ruleset is named: name it beside its file of examples to try its mutants"), err=True)
    texts = list(_report(results, covered, mutated, how))
    if any(texts):
        click.echo("\n".join(filter(None, texts)))
    scores = (found.score for found in mutated)
    shares = [*([covered.share] if covered else []), *(score for score in scores if score is not None)]
    short = least is not None and min(shares, default=100) < least
    if short:
        echo(Message("this is less than the required {number} %", number=str(least)), err=True)
    if short or not results.passed:
        raise click.exceptions.Exit(1)


def _results(names: Sequence[str], settings: Settings) -> Results:
    """Run the examples. Raises UsageError for settings that a ruleset does not have."""
    try:
        return run(names, settings=settings)
    except RulesetError:
        raise
    except TrickbookError as error:
        raise usage_error(error.message) from None


def _covered(names: Sequence[str], deals: int) -> Coverage:
    """Run the examples and record what they exercise."""
    from trickbook.analysis.coverage import coverage

    return coverage(names, deals)


def _mutated(names: Sequence[str], seconds: int) -> list[MutationResults]:
    """Run the examples on the mutants of rulesets, and show whose turn it is where somebody watches."""
    from trickbook.analysis.coverage.tallies import Budget
    from trickbook.analysis.mutation import mutation_test
    from trickbook.console.text_tables import standard_error

    with standard_error().status("") as status:

        def budget(name: str) -> Budget:
            status.update(spoken(Message("{name}: its mutants are tried …", name=visible(name))))
            return Budget(seconds)

        return list(mutation_test(names or shipped(), budget=budget))


def _report(
    results: Results, covered: Coverage | None, mutated: Sequence[MutationResults], how: str
) -> Iterator[str]:
    """The results of the examples, and their coverage and their mutants if requested."""
    if how != "full":
        unnoticed = [survivor.problem() for found in mutated for survivor in found.survivors]
        problems = (*results.all_problems(), *(covered.notes() if covered else ()), *unnoticed)
        texts = {**results.texts, **{file: text for found in mutated for file, text in found.texts.items()}}
        if problems or how == "json":
            yield truncated(render(problems, texts, how, chosen_language()), how)
        return
    yield truncated(results.text(chosen_language()))
    if results.outcomes or not results.problems:
        yield spoken(_summary(len(results.outcomes), len(results.failed)))
    for file in covered.files if covered else ():
        yield from _coverage_lines(file)
    if covered and covered.files:
        many, exercised = len(covered.lines), sum(line.examples for line in covered.lines)
        yield spoken(
            Message(
                "examples exercise {number} of {number_most} entries, {share} %",
                number=exercised,
                number_most=many,
                share=int(covered.share),
            )
        )
    for found in mutated:
        yield from _unnoticed(found)


def _unnoticed(found: MutationResults) -> Iterator[str]:
    """The score of a ruleset's examples, and each mutant that they do not notice."""
    yield f"{visible(found.name)}: {spoken(_score(found))}"
    for example, survivors in found.groups():
        yield from (
            render([survivor.problem()], found.texts, language=chosen_language()) for survivor in survivors
        )
        if example:
            yield spoken(
                Message(
                    "  this example notices it:" if len(survivors) == 1 else "  this example notices them:"
                )
            )
            yield from (f"    {line}" for line in example.split("\n"))


def _score(found: MutationResults) -> Message:
    """Return how many mutants of a ruleset its examples notice."""
    if found.score is None and not found.left:
        return Message("there are no mutants, because the file has no rule to change")
    odd = sum(one.example is None for one in found.survivors)
    mutants = Message("1 mutant" if found.many == 1 else "{number} mutants", number=found.many)
    score = Message("there are no examples to notice its {what}", what=mutants)
    if found.examples:
        score = Message(
            "examples notice {number} of {what}, {share} %",
            number=found.noticed,
            what=mutants,
            share=int(found.score or 0),
        )
    if odd:
        score = Message("{what}; no position was found for {number}", what=score, number=odd)
    if found.left:
        template = "{what}; {number} more were not tried: give it more `--seconds`"
        score = Message(template, what=score, number=found.left)
    return score


def _coverage_lines(file: FileCoverage) -> Iterator[str]:
    """Every entry of a file, with what exercises it."""
    if not file.lines:
        yield spoken(Message("{path}: no entries of its own", path=file.name))
        return
    places = [f"{line.item.place.file}:{line.item.place.line}" for line in file.lines]
    wide, names = max(map(len, places)), max(len(str(line.item)) for line in file.lines)
    yield spoken(
        Message("{path}, in its examples and in {number} random deals:", path=file.name, number=file.deals)
    )
    yield from (f"  {spoken(note.message)}" for note in file.limits)
    for place, line in zip(places, file.lines, strict=True):
        yield f"  {place:{wide}}  {line.item!s:{names}}  {line.how}"


def _summary(examples: int, failed: int) -> Message:
    """Return how many examples hold."""
    if not examples:
        return Message("there are no examples")
    if not failed:
        holds = "the example holds" if examples == 1 else "all {number} examples hold"
        return Message(holds, number=examples)
    one = "{number} of {number_most} examples does not hold"
    count = Message(
        one if failed == 1 else "{number} of {number_most} examples do not hold",
        number=failed,
        number_most=examples,
    )
    signs = "{what} (- what is expected, + what the rules give, ! what cannot be)"
    return Message(signs, what=count)
