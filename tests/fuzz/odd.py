"""Odd rulesets and expressions, and what must hold of every answer to them."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.report import Report
from trickbook.analysis.validation import random_play, validate
from trickbook.loading import resolve
from trickbook.problems import Problem
from trickbook.problems.rendering import FORMATS, render
from trickbook.source import plain

EXAMPLES = int(os.environ.get("TRICKBOOK_FUZZ", "40"))
"""How many examples each test tries; `make soak` tries many more."""

PARTS = 4

FUZZ = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
PART = settings(FUZZ, max_examples=-(-EXAMPLES // PARTS))
each_part = pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.breadth) for part in range(PARTS)]
)
"""What machine makes of rulesets is breadth: each part tries as many others."""

GAMES = ("hearts", "rules-of-hearts", "cancellation-hearts", "chinese-hearts", "double-hearts")
WHOLE = {name: plain(resolve(name).root) for name in GAMES}

Data: TypeAlias = Any
"""A ruleset, or a part of one, as plain data."""

PIECES: Data = yaml.safe_load((Path(__file__).parent / "pieces.yaml").read_text("utf-8"))
PLACES: dict[str, str] = PIECES["places"]
"""Where an expression may stand in a ruleset that extends another."""

EXPRESSIONS = st.lists(st.sampled_from(PIECES["words"].split()), min_size=1, max_size=14).map(" ".join)
"""Strings of the language's words, seldom with a meaning."""


@st.composite
def typed(draw: st.DrawFn, kind: str | None = None, depth: int = 3) -> str:
    """An expression whose parts fit together."""
    kind = kind or draw(st.sampled_from(sorted(PIECES["atoms"])))
    if depth == 0 or draw(st.booleans()):
        return str(draw(st.sampled_from(PIECES["atoms"][kind])))
    shape = str(draw(st.sampled_from(PIECES["shapes"][kind])))
    for part in PIECES["atoms"]:
        while f"<{part}>" in shape:
            shape = shape.replace(f"<{part}>", draw(typed(part, depth - 1)), 1)
    return shape


ODD: st.SearchStrategy[Data] = st.one_of(
    st.sampled_from([*PIECES["odd"], "a" * 700, "x" * 5000]), EXPRESSIONS, typed()
)


def paths(data: Data, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a ruleset's data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if key not in ("says", "source", "summary"):
            yield (*path, key)
            yield from paths(value, (*path, key))


def at(data: Data, path: tuple[str | int, ...]) -> Data:
    for key in path:
        data = data[key]
    return data


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A shipped ruleset, in one file, in which a few things were deleted, doubled, swapped or replaced."""
    data = json.loads(json.dumps(WHOLE[draw(st.sampled_from(GAMES))]))
    for _ in range(draw(st.integers(1, 4))):
        path = draw(st.sampled_from(list(paths(data))))
        parent, key = at(data, path[:-1]), path[-1]
        draw(st.sampled_from([replaced, deleted, doubled, swapped]))(draw, data, parent, key)
    return json.dumps(data, indent=1, ensure_ascii=False)


def replaced(draw: st.DrawFn, _data: Data, parent: Data, key: Data) -> None:
    parent[key] = draw(ODD)


def deleted(_draw: st.DrawFn, _data: Data, parent: Data, key: Data) -> None:
    del parent[key]


def doubled(draw: st.DrawFn, data: Data, parent: Data, key: Data) -> None:
    """Put a copy under another name, there or elsewhere."""
    copy = json.loads(json.dumps(parent[key]))
    goal = at(data, draw(st.sampled_from(list(paths(data))))[:-1]) if draw(st.booleans()) else parent
    if isinstance(goal, dict):
        goal[draw(st.sampled_from([f"{key}_too", str(key), "leading", "hearts", "when", "keep"]))] = copy
    else:
        goal.append(copy)


def swapped(draw: st.DrawFn, data: Data, parent: Data, key: Data) -> None:
    """Put something from elsewhere in the place."""
    parent[key] = json.loads(json.dumps(at(data, draw(st.sampled_from(list(paths(data)))))))


@st.composite
def jumbled(draw: st.DrawFn, sources: list[str]) -> str:
    """A file whose lines were deleted, doubled or swapped, and some of whose letters were changed."""
    lines = draw(st.sampled_from(sources)).split("\n")
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 3)):
            case 0 if len(lines) > 1:
                del lines[place]
            case 1:
                lines.insert(draw(st.integers(0, len(lines))), lines[place])
            case 2:
                other = draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                begin = draw(st.integers(0, len(lines[place])))
                lines[place] = (
                    lines[place][:begin] + draw(EXPRESSIONS) + lines[place][begin + draw(st.integers(0, 9)) :]
                )
    return "\n".join(lines)


def answer(path: Path, content: str | bytes) -> Report:
    """Validate a file; its problems have places, and all forms of them can be written."""
    written = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    text = written.decode("utf-8", "replace")
    path.write_bytes(written)
    report = validate(path, quick=True)
    for style in FORMATS:
        render(report.problems, report.texts, style).encode()
    errors = [problem for problem in report.problems if problem.severity == "error"]
    assert not errors or any(placed(problem, report, text) for problem in errors)
    if report.fine:
        honoured(path)
    return report


def placed(problem: Problem, report: Report, content: str) -> bool:
    """Whether a problem has a place in one of the ruleset's files; one that cannot be read has no text."""
    place = problem.place
    if place is None:
        return False
    lines = (report.texts.get(place.file) or content).removeprefix("\ufeff").split("\n")
    return 1 <= place.line <= len(lines) and 1 <= place.column <= len(lines[place.line - 1]) + 1


def honoured(path: Path) -> None:
    """What is accepted can be played: a random match or two, and nothing breaks down."""
    told = random_play.check(Configurations(resolve(str(path))), wanted=8)
    assert [problem for problem in told if problem.code == "breakdown"] == []
