"""``trickbook compare``: what a change of the rules does, on the same deals."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook import __version__
from trickbook.analysis.difference.description import phrases
from trickbook.console.messages import chosen_language, shell_line, usage_error
from trickbook.console.output_files import OutputPath, write_text
from trickbook.console.parameters import JSON, argument, command, option, record
from trickbook.console.text_tables import columns, standard_output, text_line
from trickbook.lab.commands.resumable_run import LabCommand, Storage, Workers, report_end
from trickbook.lab.commands.ruleset_specs import RulesetSpec, parse_specs
from trickbook.lab.commands.study_run import (
    DEALS,
    SharedSetup,
    deals_of,
    engines_text,
    lineup,
    lineup_arguments,
    measures_of,
    picture_data,
    require_different_rules,
    require_drawable,
    ruleset_data,
    run_mark,
    run_studies,
    seat_names,
)
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.lab.commands.resumable_run import ResumableRun
    from trickbook.lab.commands.study_run import StudyRun
    from trickbook.lab.intervals import Difference
    from trickbook.lab.measures import Measure

FEWEST: Final = 2
"""The smallest number of rulesets to compare."""


@command("compare", LabCommand)
def compare(  # noqa: PLR0913 - each option of the command is one
    *,
    sides: tuple[RulesetSpec, ...] = argument("A B [C …]", nargs=-1, required=True, callback=parse_specs),
    deals: int = DEALS,
    setup: SharedSetup = record(SharedSetup),
    workers: Workers = record(Workers),
    storage: Storage = record(Storage),
    by_seat: bool | None = option(
        "--seats/--no-seats", "Compare each seat.  [default: if the bots differ]", default=None
    ),
    as_json: bool = JSON,
    svg: Path | None = option("--svg", "Draw the comparison to a file.", OutputPath(".svg")),
) -> None:
    """Measure what a change of the rules does, by playing the same deals under A, B and so on.

    Each ruleset is a NAME or FILE. Append house rules and options with +, as in
    hearts+omnibus+moon=convention. A leading + adds to A: +omnibus. All play the same matches, from the same
    seeds, until each has --deals deals. Significant differences from A are marked, corrected for the number
    of comparisons. Ctrl-C prints the results so far; with --keep, continue later with --resume.
    """
    if len(sides) < FEWEST:
        raise usage_error(Message("compare needs two rulesets; name a second, or add a house rule: +RULE"))
    played_by, last = workers.options(), storage.run()
    all_of_it = setup.specs(sides)
    studies = setup.studies(all_of_it, last)
    titles = [side.title for side in all_of_it]
    require_different_rules(titles, studies)
    if svg is not None:
        _permit(svg, run_mark(studies), last)
    made = run_studies(titles, studies, deals, played_by, last)
    again = ["trickbook", "compare", *map(str, all_of_it), "--deals", str(deals)]
    again += lineup_arguments(studies[0])
    looked = made.found.differences(seats=len(set(studies[0].bots)) > 1 if by_seat is None else by_seat)
    if as_json:
        click.echo(json.dumps(_data(made, looked), indent=2))
    else:
        for line in (*_introduction(made, again), *_tables(made, looked)):
            standard_output().print(line)
    if svg is not None and looked:
        _draw(made, svg)
    again += [] if by_seat is None else ["--seats" if by_seat else "--no-seats"]
    resumed = partial(workers.resumed, again, {"keep": storage.keep, "svg": svg}, as_json=as_json)
    report_end(made.finished, made.place, resumed, aside=as_json)


def _permit(svg: Path, mark: str, last: ResumableRun) -> None:
    """Check that the drawing library is installed and the file can be written."""
    import trickbook.lab.report  # noqa: F401 - fails before the deals are played

    require_drawable(svg, mark, last)


def _draw(made: StudyRun, svg: Path) -> None:
    """Draw the comparison to a file."""
    from trickbook.lab.report.effects import comparison_picture
    from trickbook.lab.report.picture import XML

    picture = comparison_picture(picture_data(made, len(made.titles)))
    write_text(svg, XML + picture.svg + run_mark(made.studies))


def _tables(made: StudyRun, looked: Sequence[Difference]) -> Iterator[Text]:
    """A table for each ruleset after the first, and the meaning of the marks."""
    if not looked:
        yield text_line(Message("No match was finished, so there is nothing to compare."))
        return
    names, measures, none = seat_names(made), measures_of(made), _never(made)
    yield from map(Text, _sentences(made, looked))
    yield Text()
    for number, title in enumerate(made.titles[1:]):
        rows = [[Text(), Text(made.titles[0]), Text(title), text_line(Message("difference"))]]
        rows += [
            _row(one, measures[one.where.measure], names)
            for one in looked
            if one.where.other == number and one.where.measure not in none
        ]
        yield from columns(rows, right=(1, 2), gap=3)
        yield Text()
    if none:
        yield text_line(
            Message(
                "In none of them: {list}.",
                list=listing(measures[name].title(chosen_language()) for name in none),
            )
        )
    yield from _meaning(looked, made.found.matches)


def _sentences(made: StudyRun, looked: Sequence[Difference]) -> Iterator[str]:
    """A sentence for each ruleset after the first: what it changes."""
    from trickbook.bots.costs_of_cards import highest_wins
    from trickbook.lab.result_text import ChangeContext, change_sentence

    study, measures = made.studies[0], measures_of(made)
    titles = {name: one.title(chosen_language()) for name, one in measures.items()}
    costing = not highest_wins(study.rules, study.players)
    of = ChangeContext(measures, titles, study.bots, costing, phrases(chosen_language()))
    for number, title in enumerate(made.titles[1:]):
        yield change_sentence(title, [one for one in looked if one.where.other == number], of)


def _never(made: StudyRun) -> list[str]:
    """The measures that are zero everywhere."""
    first, *others = (sums.measures for sums in made.found.sums)
    return [
        name
        for name in first
        if all(not of.much_squared for sums in (first, *others) for of in sums.get(name, ()))
    ]


def _introduction(made: StudyRun, again: Sequence[str]) -> Iterator[Text]:
    """Yield what was played, by which bots, and the command that repeats it."""
    total, seconds = made.found, made.finished.seconds
    deals = [deals_of(sums.deals, title) for sums, title in zip(total.sums, made.titles, strict=True)]
    yield text_line(
        Message("{list} against {name}", list=listing(made.titles[1:]), name=made.titles[0]), "bold"
    )
    yield text_line(Message("{what}; seed {seed}", what=lineup(made), seed=made.studies[0].seed))
    yield text_line(
        Message("the same {number} matches: {list}", number=f"{total.matches:,}", list=listing(deals))
    )
    yield text_line(
        Message(
            "played in {number} seconds; engine: {text}", number=f"{seconds:.1f}", text=engines_text(made)
        )
    )
    yield text_line(Message("Again: {command}", command=shell_line(again)), "dim")
    if made.finished.stopped:
        yield text_line(Message("The run was stopped; these are the results until then."), "bold")
    yield Text()


def _row(one: Difference, measure: Measure, names: Sequence[str]) -> list[Text]:
    """A row of a table: the measure, the two means, and the difference with its interval."""
    from trickbook.lab.result_text import format_difference as figures

    seat, (*means, apart) = one.where.seat, figures(one, share=measure.share)
    what = measure.title(chosen_language()) if seat is None else f"  {names[seat]}"
    return [Text(what), *map(Text, means), Text(apart, "bold" if one.significant else "")]


def _meaning(looked: Sequence[Difference], matches: int) -> Iterator[Text]:
    """The meaning of the marks, and whether there are enough matches for any."""
    from trickbook.lab.result_text import INTERVAL_NOTE, SIGNIFICANCE_MARK, too_few_notice

    many, marked = len(looked), sum(one.significant for one in looked)
    yield text_line(INTERVAL_NOTE)
    yield text_line(
        Message(
            "{sign} is more than chance: {number} of the {number_most} differences that were looked at.",
            sign=SIGNIFICANCE_MARK,
            number=marked,
            number_most=many,
        )
    )
    if few := too_few_notice(matches, many):
        yield text_line(few)
    yield text_line(
        Message(
            "If there were none at all, 95 in 100 such comparisons would mark nothing (Holm's correction)."
        )
    )


def _data(made: StudyRun, looked: Sequence[Difference]) -> dict[str, Any]:
    """The results as plain data."""
    measures, total, seconds = measures_of(made), made.found, made.finished.seconds
    return {
        "rulesets": ruleset_data(made),
        "players": made.studies[0].players,
        "bots": list(made.studies[0].bots),
        "seed": made.studies[0].seed,
        "version": __version__,
        "matches": total.matches,
        "elapsed_s": seconds,
        "deals_per_second": made.finished.last.played / seconds,
        "complete": not made.finished.stopped,
        "looked_at": len(looked),
        "correction": "holm",
        "sentences": [*_sentences(made, looked)],
        "differences": [
            {
                "ruleset": made.titles[one.where.other + 1],
                "measure": one.where.measure,
                "says": measures[one.where.measure].title(),
                "seat": one.where.seat,
                "base": one.base,
                "mean": one.other,
                "difference": one.estimate._asdict(),
                "p": one.p,
                "corrected": one.corrected,
                "significant": one.significant,
            }
            for one in looked
        ],
    }
