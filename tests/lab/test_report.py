"""Reports: pictures by their structure, and a page that stands alone."""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.texts.languages import foreign_words

import trickbook
from trickbook.lab.comparison import compare_rows
from trickbook.lab.intervals import ComparedCell, Difference, Estimate
from trickbook.lab.measures import Measure, measures
from trickbook.lab.report.effects import comparison_picture, effects_picture
from trickbook.lab.report.page import PICTURE_NAMES, all_pictures, report_page, seats_picture
from trickbook.lab.report.picture import Picture, ReportData, binned, lengths_picture, points_picture
from trickbook.lab.result_text import format_difference, format_mean
from trickbook.lab.study import COLUMNS, Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

SVG = "{http://www.w3.org/2000/svg}"
SEATS = ("North", "East", "South", "West")


def made_up(points: Sequence[Sequence[int]], per_match: int) -> Rows:
    """Rows with these points, in matches of so many deals."""
    count = len(points)
    columns = dict.fromkeys(COLUMNS, np.zeros((count, len(SEATS)), np.int64))
    deals = np.arange(count)
    last = deals % per_match == per_match - 1
    won = np.where(last[:, None], np.eye(len(SEATS), dtype=np.int64)[deals % len(SEATS)], 0)
    return Rows(
        deals // per_match, deals % per_match + 1, last, {**columns, "points": np.array(points), "won": won}
    )


def material(*titles: str, shown: int = 2) -> ReportData:
    """A base, and others whose points are more by 1, 2 …, in matches that are longer; sixty deals of each."""
    rng = np.random.default_rng(1)
    rows = [
        made_up((rng.integers(0, 5, (240, len(SEATS))) + number).tolist()[: 60 * per], per)
        for number, per in zip(range(len(titles)), (2, 4, 2, 1), strict=False)
    ]
    whole = compare_rows(rows)
    asked = {name: one for name, one in measures(COLUMNS).items()}  # noqa: C416 - a copy
    return ReportData(titles, SEATS, asked, whole, whole.differences(), shown)


def hatched(picture: Picture) -> int:
    """How many bars have a hatch."""
    return picture.svg.count("fill: url(#h")


def texts(picture: Picture) -> list[str]:
    """What can be read in a picture."""
    return [str(text.text) for text in ET.fromstring(picture.svg).iter(f"{SVG}text")]  # noqa: S314 - our own


@pytest.fixture(scope="module")
def of() -> ReportData:
    return material("hearts", "omnibus", "hearts+sun", "hearts+moon=convention")


@pytest.fixture(scope="module")
def drawn(of: ReportData) -> Sequence[Picture]:
    return [*all_pictures(of), comparison_picture(of)]


def test_bars_show_every_share(of: ReportData) -> None:
    picture = points_picture(of)
    assert [row[0] for row in picture.rows] == ["0", "1", "2", "3", "4", "5"]
    assert picture.head == ["points of a seat in a deal", "hearts", "omnibus"]
    for column in (1, 2):
        shares = [row[column] for row in picture.rows]
        assert sum(float(share.removesuffix(" %")) for share in shares if share != "–") == pytest.approx(
            100, abs=0.1
        )
        assert shares.count("–") == 1
    assert hatched(picture) == 5
    assert {"hearts", "omnibus", "points of a seat in a deal", "%"} <= set(texts(picture))
    assert "hearts 0 to 4, half of them at most 2, omnibus 1 to 5, half of them at most 3" in picture.says


def test_matches_are_as_long_as_they_are(of: ReportData) -> None:
    assert lengths_picture(of).rows == [["2", "100.00 %", "–"], ["4", "–", "100.00 %"]]


def test_there_are_never_too_many_bars() -> None:
    wide, narrow = binned([{-10: 1, 1000: 3}, {5: 2}])
    assert wide.width == narrow.width == 20
    assert wide.shares == {-20: 0.25, 1000: 0.75}
    assert narrow.shares == {0: 1.0}
    (one,) = binned([{7: 4}])
    assert (one.width, one.shares) == (1, {7: 1.0})
    (huge,) = binned([{0: 1, 10**40: 1}])
    assert len(huge.shares) == 2


def test_seats_have_their_names_and_their_means(of: ReportData) -> None:
    picture = seats_picture(of)
    assert picture.head == ["seat", "rules", "points a deal", "share of wins"]
    assert [row[:2] for row in picture.rows][:3] == [
        ["North", "hearts"],
        ["North", "omnibus"],
        ["East", "hearts"],
    ]
    assert {*SEATS, "points a deal", "share of wins, %", "hearts", "omnibus"} <= set(texts(picture))


def test_effects_tell_of_each_change(of: ReportData) -> None:
    picture = effects_picture(of)
    assert picture is not None
    assert [row[0] for row in picture.rows] == list(of.titles)
    assert picture.head == ["rules", "points a deal", "deals a match"]
    assert picture.rows[0][2] == "2"
    assert picture.rows[1][2] == "+2 *"
    assert picture.rows[2][1].startswith("+1.96 ± ")
    assert picture.rows[2][1].endswith(" *")
    assert {"omnibus", "+sun", "+moon=convention", "points a deal", "deals a match"} <= set(texts(picture))
    marked = sum(one.significant for one in of.differences)
    hollow = sum(one.where.measure in ("points", "length") for one in of.differences) - marked
    assert picture.svg.count("fill: #ffffff; stroke: #000000") == hollow > 0


def test_where_nothing_is_compared_nothing_changes() -> None:
    alone = material("hearts", shown=1)
    assert effects_picture(alone) is None
    assert [picture.name for picture in all_pictures(alone)] == ["points", "seats", "lengths"]


def test_a_comparison_is_one_picture(of: ReportData) -> None:
    two = material("hearts", "omnibus")
    picture = comparison_picture(two)
    base, other, _ = format_difference(two.differences[0], share=False)
    assert f"points a deal {base} → {other} (omnibus)" in picture.says
    assert {"hearts", "omnibus", "points a deal", f"{base} → {other}"} <= set(texts(picture))
    assert "hearts+sun" in texts(comparison_picture(of))


def test_pictures_are_the_same_whenever_they_are_drawn(of: ReportData, drawn: Sequence[Picture]) -> None:
    assert [*all_pictures(of), comparison_picture(of)] == drawn


def test_a_picture_says_what_it_shows_and_nothing_about_when(drawn: Sequence[Picture]) -> None:
    for picture in drawn:
        root = ET.fromstring(picture.svg)  # noqa: S314 - our own
        assert (root.get("role"), root[0].tag, root[0].text) == ("img", f"{SVG}title", picture.title)
        assert (root[1].tag, root[1].text) == (f"{SVG}desc", picture.says)
        assert not re.search(r"<metadata|<!DOCTYPE|\d{4}-\d\d-\d\d", picture.svg)
        ids = {node.get("id") for node in root.iter()} - {None}
        assert ids >= set(re.findall(r"(?:href=\"|url\()#(\w+)", picture.svg))
        assert "sans-serif" in picture.svg


class Seen(HTMLParser):
    """What stands in a page: its tags, and what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [
            value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "srcset", "data")
        ]


def test_a_page_stands_alone(of: ReportData, drawn: Sequence[Picture]) -> None:
    text = report_page(of, "Hearts in numbers", ["Line one."], drawn[:-1])
    seen = Seen(text)
    assert all(place.startswith("#") for place in seen.fetched)
    assert all(place.startswith("#") for place in re.findall(r"url\(([^)]*)\)", text))
    assert not {"script", "link", "img", "iframe", "object"} & set(seen.tags)
    assert (seen.tags.count("svg"), seen.tags.count("details")) == (4, 4)
    assert seen.tags.count("table") == 5
    assert f"the {len(of.differences)} that were looked at" in text
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))


def test_a_page_in_chinese_has_no_english(of: ReportData) -> None:
    told = of._replace(language="zh", seats=[*map(str, range(4))], titles=[*map(str, range(4))])
    page = report_page(told, "", [], [*all_pictures(told), comparison_picture(told)])
    bare = re.sub(r"(?s)<style.*?</style>", "", page)
    assert '<html lang="zh">' in page
    assert foreign_words(" ".join(re.findall(r">([^<>]*)<", bare))) == []


def test_what_rulesets_say_is_escaped() -> None:
    odd = "<script>alert('&')</script>"
    of = material("hearts", odd)
    of = of._replace(measures={**of.measures, "points": Measure("points", "deal", "often", name=odd)})
    text = report_page(of, odd, [odd], all_pictures(of))
    assert "<script" not in text
    assert "script" not in Seen(text).tags
    assert text.count("&lt;script&gt;") > 5


@pytest.mark.parametrize(
    ("of", "share", "told"),
    [
        (Estimate(6.5018, 6.47, 6.5336), False, "6.502 ± 0.032"),
        (Estimate(0.2511, 0.2401, 0.2621), True, "25.1 ± 1.1 %"),
        (Estimate(1234.5, 1034.5, 1434.5), False, "1234 ± 200"),
        (Estimate(-280.4, -414.4, -146.4), False, "-280 ± 134"),
        (Estimate(0.0001234, 0.0001219, 0.0001249), False, "0.0001234 ± 0.0000015"),
        (Estimate(-0.004, -0.164, 0.156), False, "0.00 ± 0.16"),
        (Estimate(3.25, 3.25, 3.25), False, "3.25"),
        (Estimate(10.0, 10.0, 10.0), False, "10"),
        (Estimate(-0.0), False, "0"),
        (Estimate(-123456.7), False, "-123457"),
        (Estimate(1 / 3), False, "0.3333"),
        (Estimate(0.25, 0.25, 0.25), True, "25 %"),
        (Estimate(0.254, 0.244, 0.264), True, "25.4 ± 1.0 %"),
        (Estimate(0.5, -5.85, 6.85), True, "50 %"),
        (Estimate(0.25, -0.49, 0.99), True, "25 ± 74 %"),
        (Estimate(7.0), False, "7"),
        (Estimate(None), False, "–"),
    ],
)
def test_figures_have_the_digits_that_intervals_tell(of: Estimate, told: str, *, share: bool) -> None:
    assert format_mean(of, share=share) == told


def test_a_difference_has_its_sign_and_its_mark() -> None:
    one = Difference(
        ComparedCell(0, "forced", None), 0.2316, 0.2416, Estimate(0.01, 0.008, 0.012), 0.0001, 0.001
    )
    assert format_difference(one, share=True) == ("23.16 %", "24.16 %", "+1.00 ± 0.20 % *")
    assert format_difference(one._replace(corrected=0.06), share=False).apart == "+0.0100 ± 0.0020"
    assert format_mean(Estimate(0.25, -6.1, 6.6), share=True, sign="+") == "+25 %"
    assert format_mean(Estimate(0.25, -0.9, 1.4), share=True, sign="+") == "+25 ± 115 %"
    assert format_mean(Estimate(1.5, 1.5, 1.5), sign="+") == "+1.5"
    assert format_mean(Estimate(0.0, 0.0, 0.0), sign="+") == "0"
    alike = Difference(ComparedCell(0, "tricks", None), 3.25, 3.25, Estimate(0.0, 0.0, 0.0), 1.0, 1.0)
    assert format_difference(alike, share=False) == ("3.25", "3.25", "0")
    assert format_mean(Estimate(-0.0, -0.1, 0.1), share=False, sign="+") == "+0.00 ± 0.10"


def test_without_matplotlib_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("trickbook.lab.report")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        trickbook.TrickbookError, match=r"pictures need Matplotlib: run `make lab` in your clone of Trickbook"
    ):
        __import__("trickbook.lab.report.page")


def test_titles_are_taken_as_they_are() -> None:
    """No formulas, nothing left out, no warning of a sign that the font has not."""
    odd = ["$a_1$ <&>", "_ours", "红心"]
    of = material(*odd, shown=3)._replace(seats=("North and South",) * 4)
    assert {"$a_1$ <&>", " _ours", "红心"} <= set(texts(seats_picture(of)))
    assert {*odd} <= set(texts(points_picture(of)))
    assert {"红心", " _ours"} <= set(texts(comparison_picture(of)))
    assert "rotate(-90)" in seats_picture(of).svg


def test_the_names_of_pictures_are_known(drawn: Sequence[Picture]) -> None:
    assert tuple(picture.name for picture in drawn[:-1]) == PICTURE_NAMES
