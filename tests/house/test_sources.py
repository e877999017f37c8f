"""A rule id means something: each is explained once in SOURCES.md, and none is cited that is not."""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "rulesets" / "SOURCES.md"
SERIES = {
    "CH": 19,
    "CX": 15,
    "RH": 13,
    "DH": 19,
    "WH": 56,
    "FX": 22,
    "HR": 12,
    "SU": 15,
    "TF": 13,
    "NN": 13,
    "CU": 9,
    "BE": 16,
    "CO": 12,
    "SJ": 14,
    "PN": 14,
    "PH": 5,
    "PT": 10,
    "KL": 14,
    "EU": 12,
    "SN": 14,
    "SK": 16,
    "SX": 10,
    "SF": 8,
    "TR": 10,
    "BC": 9,
    "DO": 14,
    "NA": 7,
    "AF": 8,
    "PI": 8,
    "FH": 16,
    "BR": 15,
    "GW": 7,
    "KW": 9,
    "LL": 8,
    "FT": 13,
    "ST": 13,
    "GE": 9,
    "TO": 11,
    "BO": 12,
    "CA": 3,
}
UNUSED = {("FX", 18), ("FX", 19)}

CITED = re.compile(rf"\b({'|'.join(SERIES)})-(\d+)\b")
EXPLAINED = re.compile(rf"^- \*\*{CITED.pattern[2:]}", re.MULTILINE)


def explained() -> list[tuple[str, int]]:
    return [(series, int(number)) for series, number in EXPLAINED.findall(SOURCES.read_text("utf-8"))]


@pytest.mark.parametrize("series", SERIES)
def test_a_series_has_each_rule_once_and_in_order(series: str) -> None:
    wanted = [n for n in range(1, SERIES[series] + 1) if (series, n) not in UNUSED]
    assert [n for s, n in explained() if s == series] == wanted


def test_every_rule_that_is_cited_is_explained() -> None:
    known = Counter(explained())
    unknown = defaultdict(set)
    for folder in ("rulesets", "tests"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                for series, number in CITED.findall(path.read_text("utf-8", errors="ignore")):
                    if (series, int(number)) not in known:
                        unknown[f"{series}-{number}"].add(str(path.relative_to(ROOT)))
    assert not unknown, f"SOURCES.md does not explain {dict(unknown)}"


def test_every_game_and_every_house_rule_names_its_source() -> None:
    files = [*(ROOT / "rulesets").glob("*.yaml"), *(ROOT / "rulesets" / "house").glob("*.yaml")]
    named = re.compile(rf"^source: \[?({CITED.pattern})", re.MULTILINE)
    assert [file.name for file in files if not named.search(file.read_text("utf-8"))] == []


def test_no_rule_is_without_words() -> None:
    rules = re.split(r"^- \*\*(?=[A-Z]{2}-\d)", SOURCES.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [rule for rule in rules if not rule.split("**", 1)[1].strip()] == []
