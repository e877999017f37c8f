"""The pictures of a report: their data and their style.

They are black on white, with hatches and shapes, and reproducible to the byte.
"""

from __future__ import annotations

import re
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.comparison import Comparison
    from trickbook.lab.intervals import Difference
    from trickbook.lab.measures import Measure

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
    told = f"<title>{escape(title)}</title>\n <desc>{escape(says)}</desc>"
    text = HEAD.sub('<svg role="img" ', text, count=1)
    return text.replace(">", f">\n {told}", 1)


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
