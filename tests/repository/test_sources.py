"""A rule id means something: each is explained once in SOURCES.md, and none is cited that is not."""

import re
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "rulesets" / "SOURCES.md"
UNUSED = {("FX", 18), ("FX", 19)}

EXPLAINED = re.compile(r"^- \*\*([A-Z]{2})-(\d+)\b", re.MULTILINE)


def explained() -> list[tuple[str, int]]:
    return [(series, int(number)) for series, number in EXPLAINED.findall(SOURCES.read_text("utf-8"))]


SERIES = sorted({series for series, _ in explained()})
CITED = re.compile(rf"\b({'|'.join(SERIES)})-(\d+)\b")


def test_a_series_has_each_rule_once_and_in_order() -> None:
    for series in SERIES:
        numbers = [number for one, number in explained() if one == series]
        wanted = [number for number in range(1, max(numbers) + 1) if (series, number) not in UNUSED]
        assert numbers == wanted, series


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
    missing = [f"{file.relative_to(ROOT)}" for file in files if not named.search(file.read_text("utf-8"))]
    assert not missing, (
        f"{', '.join(missing)}: the head has no `source:`; write the id of the rules as a whole, as in "
        "`source: WH-1`. rulesets/SOURCES.md has the ids; a new game gets new ones there"
    )


def test_no_rule_is_without_words() -> None:
    rules = re.split(r"^- \*\*(?=[A-Z]{2}-\d)", SOURCES.read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert [rule for rule in rules if not rule.split("**", 1)[1].strip()] == []
