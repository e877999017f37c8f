"""A report as one HTML file with its pictures in it; texts of rulesets are escaped."""

from __future__ import annotations

from html import escape
from math import inf
from typing import TYPE_CHECKING, Final

from trickbook.lab.intervals import estimates
from trickbook.lab.report.effects import RULES, effects_picture
from trickbook.lab.report.picture import (
    Picture,
    legend_label,
    lengths_picture,
    light_grid,
    marker_shapes,
    new_figure,
    points_picture,
    svg,
)
from trickbook.lab.result_text import (
    INTERVAL_NOTE,
    SIGNIFICANCE_MARK,
    format_mean,
    half_width,
    too_few_notice,
)
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.intervals import Estimate
    from trickbook.lab.report.picture import ReportData

PICTURE_NAMES: Final = ("points", "seats", "lengths", "effects")
"""The names of the pictures."""

STYLE: Final = """\
html { color-scheme: only light; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #000; background: #fff;
       font: 1rem/1.5 Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", serif; }
h1 { font-size: 2rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 1.8rem 0 .4rem; border-bottom: 1px solid #bbb; }
figure { margin: 1rem 0; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #ddd; }
code { font-size: .9em; overflow-wrap: anywhere; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 10pt; } }
"""

SHOWN_MEASURES: Final = ("points", "won")
"""The measures that are shown by seat."""

MAX_HORIZONTAL_LETTERS: Final = 36
"""How many letters of seat names fit side by side."""

WIDTH, HEIGHT = 7.0, 2.8

MARK_OFFSET: Final = 0.15
"""The distance between the marks of two rulesets; seats are 1 apart."""


def all_pictures(of: ReportData) -> list[Picture]:
    """Return all pictures of a report."""
    found = (points_picture(of), seats_picture(of), lengths_picture(of), effects_picture(of))
    return [picture for picture in found if picture is not None]


def report_page(of: ReportData, title: str, lines: Sequence[str], shown: Sequence[Picture]) -> str:
    """Return the report: its title, lines of text, means, then the pictures."""
    head = escape(title)
    body = "\n".join(
        [
            f"<h1>{head}</h1>",
            *(f"<p>{escape(line)}</p>" for line in lines),
            *_means(of),
            *_pictures(of, shown),
        ]
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{of.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{head}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _means(of: ReportData) -> Iterator[str]:
    """Yield the means over all seats, a column for each ruleset that is shown."""
    found = [estimates(sums) for sums in of.compared.sums[: of.shown]]
    rows = [
        [
            measure.title(of.language),
            *(format_mean(one[name][-1], share=measure.share) if name in one else "–" for one in found),
        ]
        for name, measure in of.measures.items()
    ]
    note = Message("Of all seats together; {note}", note=INTERVAL_NOTE)
    yield f"<h2>{of.say(Message('Means'))}</h2>"
    yield f"<p>{of.say(note)}</p>"
    yield from _table(["", *of.titles[: of.shown]], rows)


def _pictures(of: ReportData, shown: Sequence[Picture]) -> Iterator[str]:
    """Yield each picture with its title and its table."""
    for picture in shown:
        yield f"<h2>{escape(picture.title)}</h2>"
        if picture.name == "effects":
            yield f"<p>{escape(_marks(of))}</p>"
        yield f"<figure>\n{picture.svg}</figure>"
        yield f"<details>\n<summary>{of.say(Message('The same as a table'))}</summary>"
        yield from _table(picture.head, picture.rows)
        yield "</details>"


def _marks(of: ReportData) -> str:
    """Explain filled marks."""
    many, marked = len(of.differences), sum(one.significant for one in of.differences)
    few = too_few_notice(of.compared.matches, many)
    meaning = Message(
        "Differences on the same deals, with intervals that hold the true one 95 times in 100. Filled "
        "marks, in the table {mark}, are more than chance: {marked} of the {many} that were looked at. If "
        "there were none at all, 95 in 100 such reports would mark nothing (Holm's correction).",
        mark=SIGNIFICANCE_MARK,
        marked=marked,
        many=many,
    )
    return " ".join(map(of.say, (meaning, few) if few else (meaning,)))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield '<div class="wide"><table>'
    yield _row(head, "th")
    yield from (_row(row, "td") for row in rows)
    yield "</table></div>"


def _row(cells: Sequence[str], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def seats_picture(of: ReportData) -> Picture:
    """Draw the means of each seat, with their intervals."""
    found = [estimates(sums) for sums in of.compared.sums[: of.shown]]
    title = of.say(Message("Seats"))
    says = of.say(Message("Means by seat with their intervals; the table below has the numbers."))
    with new_figure(WIDTH, HEIGHT) as figure:
        for axes, name in zip(figure.subplots(1, len(SHOWN_MEASURES)), SHOWN_MEASURES, strict=True):
            measure = of.measures[name]
            _panel(axes, of, [one[name][:-1] for one in found], share=measure.share)
            axes.set_title(of.called(measure))
        if of.shown > 1:
            figure.legend(
                *axes.get_legend_handles_labels(), loc="outside lower center", ncols=of.shown, frameon=False
            )
        drawing = svg(figure, title, says)
    measures = (of.measures[name].title(of.language) for name in SHOWN_MEASURES)
    rows = [
        [
            seat,
            of.titles[number],
            *(format_mean(one[name][place], share=of.measures[name].share) for name in SHOWN_MEASURES),
        ]
        for place, seat in enumerate(of.seats)
        for number, one in enumerate(found)
    ]
    return Picture(
        "seats",
        title,
        says,
        [of.say(Message("seat")), of.say(RULES), *measures],
        rows,
        drawing,
    )


def _panel(axes: Axes, of: ReportData, by_study: Sequence[Sequence[Estimate]], *, share: bool) -> None:
    """Draw a measure: a place for each seat, a mark for each ruleset. Shares lie between 0 and 100 %."""
    times, low, high = (100, 0, 100) if share else (1, -inf, inf)
    for number, (shape, found) in enumerate(zip(marker_shapes(len(by_study)), by_study, strict=True)):
        places = [seat + MARK_OFFSET * (number - (len(by_study) - 1) / 2) for seat in range(len(found))]
        means = [times * (one.mean or 0) for one in found]
        off = [times * (half_width(one) or 0) for one in found]
        axes.errorbar(
            places,
            means,
            yerr=[
                [min(far, one - low) for far, one in zip(off, means, strict=True)],
                [min(far, high - one) for far, one in zip(off, means, strict=True)],
            ],
            fmt=shape,
            color="black",
            markerfacecolor="white" if number % 2 else "black",
            capsize=3,
            label=legend_label(of.titles[number]),
        )
    upright = sum(map(len, of.seats)) > MAX_HORIZONTAL_LETTERS
    axes.set_xticks(range(len(of.seats)), of.seats, rotation=90 if upright else 0)
    light_grid(axes, along="y")
