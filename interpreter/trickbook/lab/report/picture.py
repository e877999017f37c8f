"""The pictures of a report: their data and their style.

They are black on white, with hatches and shapes, and reproducible to the byte.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from html import escape
from io import StringIO
from itertools import cycle, islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from warnings import catch_warnings, filterwarnings

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.comparison import Comparison
    from trickbook.lab.intervals import Difference
    from trickbook.lab.measures import Measure


POINTS_AXIS: Final = Message("points of a seat in a deal")

MAX_BARS: Final = 60
WIDTH, HEIGHT = 7.0, 1.9
"""The inches of a panel."""


class Histogram(NamedTuple):
    """Bars of one width: where each begins, and its share of the total."""

    width: int
    shares: Mapping[int, float]


def points_picture(of: ReportData) -> Picture:
    """Draw how many points a seat has in a deal."""
    counts = [added_counts(sums.points) for sums in of.compared.sums[: of.shown]]
    return _picture(of, counts, "points", Message("Points of a deal"), POINTS_AXIS)


def lengths_picture(of: ReportData) -> Picture:
    """Draw how many deals a match takes."""
    counts = of.compared.lengths[: of.shown]
    return _picture(of, counts, "lengths", Message("Length of a match"), Message("deals of a match"))


def added_counts(by_seat: Sequence[Mapping[int, int]]) -> Counter[int]:
    """Return the counts of all seats together."""
    total: Counter[int] = Counter()
    for seat in by_seat:
        total.update(seat)
    return total


def binned(counts: Sequence[Mapping[int, int]]) -> list[Histogram]:
    """Return histograms of several counts, with one bar width that avoids too many bars."""
    low = min(number for one in counts for number in one)
    high = max(number for one in counts for number in one)
    steps = (digit * 10**power for power in range(400) for digit in (1, 2, 5))
    width = next(step for step in steps if (high - low) // step < MAX_BARS)
    found = []
    for one in counts:
        grouped: Counter[int] = Counter()
        for number, times in one.items():
            grouped[number // width * width] += times
        every = sum(grouped.values())
        found.append(Histogram(width, {begin: times / every for begin, times in sorted(grouped.items())}))
    return found


def _picture(
    of: ReportData, counts: Sequence[Mapping[int, int]], name: str, title: Message, along: Message
) -> Picture:
    """Draw panels below one another, with common scales."""
    found, heading, axis = binned(counts), of.say(title), of.say(along)
    summaries = listing(_summary(one, these) for one, these in zip(of.titles, counts, strict=False))
    says = of.say(
        Message("Bars of how often there were how many {what}: {list}.", what=along, list=summaries)
    )
    with new_figure(WIDTH, 0.5 + HEIGHT * len(found)) as figure:
        panels = figure.subplots(len(found), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for number, (axes, one) in enumerate(zip(panels, found, strict=True)):
            draw_bars(axes, one, number, of.titles[number])
        panels[-1].set_xlabel(axis)
        return Picture(name, heading, says, *_table(of, found, axis), svg(figure, heading, says))


def draw_bars(axes: Axes, of: Histogram, number: int, title: str) -> None:
    """Draw the bars of one ruleset."""
    places = [begin + (of.width - 1) / 2 for begin in of.shares]
    heights = [100 * share for share in of.shares.values()]
    axes.bar(places, heights, width=0.9 * of.width, **hatch_style(number))
    axes.set_title(title)
    axes.set_ylabel("%")
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    light_grid(axes, along="y")


def _summary(title: str, counts: Mapping[int, int]) -> Message:
    """Return the median and the extremes in words."""
    every, seen = sum(counts.values()), 0
    for number in sorted(counts):
        seen += counts[number]
        if 2 * seen >= every:
            return Message(
                "{title} {least} to {most}, half of them at most {number}",
                title=title,
                least=min(counts),
                most=max(counts),
                number=number,
            )
    raise AssertionError


def _table(of: ReportData, found: Sequence[Histogram], along: str) -> tuple[list[str], list[list[str]]]:
    """Return the bars as a table."""
    begins = sorted({begin for one in found for begin in one.shares})
    rows = [[_span(of, begin, found[0].width), *(_share(one, begin) for one in found)] for begin in begins]
    return [along, *of.titles[: len(found)]], rows


def _span(of: ReportData, begin: int, width: int) -> str:
    last = begin + width - 1
    return str(begin) if width == 1 else of.say(Message("{number} to {last}", number=begin, last=last))


def _share(of: Histogram, begin: int) -> str:
    share = of.shares.get(begin)
    return "–" if share is None else f"{100 * share:.2f} %"


STYLE: Final[Any] = {
    "svg.fonttype": "none",  # texts stay texts
    "text.parse_math": False,  # and a dollar a dollar
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "hatch.linewidth": 0.6,
    "figure.facecolor": "white",
    "axes.facecolor": "white",
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.06,
}

XML: Final = '<?xml version="1.0" encoding="utf-8"?>\n'
"""The first line of a picture in a file of its own."""

SHADES: Final = ("0.75", "white", "0.9", "white")

HATCHES: Final = ("", "////", "....", "xxxx")

SHAPES: Final = ("o", "s", "^", "D", "v", "P")

HEAD: Final = re.compile(r"\A.*?<svg ", re.DOTALL)

METADATA: Final = re.compile(r" *<metadata>.*?</metadata>\n", re.DOTALL)

NUMBERED_IDS: Final = re.compile(r' id="[A-Za-z][\w.]*_[0-9]+"')
"""Numbered names, except those that are referred to."""

FONT: Final = "'DejaVu Sans'"

OTHERS: Final = f"{FONT}, Verdana, sans-serif"
"""Fonts to use without DejaVu; none of them is wider."""


class ReportData(NamedTuple):
    """Rulesets by their titles, the first of them the base, and the figures of their same matches.

    The first ``shown`` of them are shown one by one; all are compared with the base.
    """

    titles: Sequence[str]
    seats: Sequence[str]
    measures: Mapping[str, Measure]
    compared: Comparison
    differences: Sequence[Difference]
    shown: int
    language: str = ENGLISH

    def say(self, message: Message) -> str:
        """A message in the language of the report."""
        return in_language(message, self.language)

    def called(self, measure: Measure) -> str:
        """The title of a measure, with the unit of shares."""
        title = measure.title(self.language)
        return f"{title}, %" if measure.share else title


class Picture(NamedTuple):
    """A picture: its short name, its title, a description, its table, and itself."""

    name: str
    title: str
    says: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    svg: str


@contextmanager
def new_figure(width: float, height: float) -> Iterator[Figure]:
    """Return an empty figure of so many inches."""
    with _styled():
        yield Figure(figsize=(width, height), layout="constrained")


@contextmanager
def _styled(more: Any = MappingProxyType({})) -> Iterator[None]:
    """Apply the style to Matplotlib's own defaults: a `matplotlibrc` in the current folder has no say."""
    with mpl.rc_context():
        mpl.rcdefaults()
        for part in (STYLE, more):
            mpl.rcParams.update(part)
        yield


def svg(figure: Figure, title: str, says: str) -> str:
    """Return a figure as SVG, with a description for people who cannot see it."""
    made = StringIO()
    nobody = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    with _styled({"svg.hashsalt": title}), catch_warnings():  # names differ on one page
        filterwarnings("ignore", "Glyph")  # a browser will find a font that has it
        FigureCanvasSVG(figure).print_svg(made, metadata=nobody)  # type: ignore[no-untyped-call]
    text = NUMBERED_IDS.sub("", METADATA.sub("", made.getvalue())).replace(FONT, OTHERS)
    sentence = f"<title>{escape(title)}</title>\n <desc>{escape(says)}</desc>"
    text = HEAD.sub('<svg role="img" ', text, count=1)
    return text.replace(">", f">\n {sentence}", 1)


def hatch_style(number: int) -> dict[str, Any]:
    """Return the style of a study's bars."""
    place = number % len(HATCHES)
    return {"facecolor": SHADES[place], "hatch": HATCHES[place], "edgecolor": "black", "linewidth": 0.6}


def marker_shapes(count: int) -> Sequence[str]:
    """Return a marker for each study."""
    return list(islice(cycle(SHAPES), count))


def legend_label(title: str) -> str:
    """Return a title for a legend, which would omit one that begins with an underscore."""
    return f" {title}" if title.startswith("_") else title


def light_grid(axes: Axes, *, along: str) -> None:
    """Draw faint grid lines."""
    axes.grid(axis=along, color="0.85", linewidth=0.5)  # type: ignore[arg-type]
