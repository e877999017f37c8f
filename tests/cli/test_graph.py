"""``trickbook graph``: what a ruleset extends, where its entries come from, and what reads what."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from trickbook.analysis.graph import Graph, graph_of
from trickbook.analysis.graph_formats import mermaid, plain_text, svg
from trickbook.loading import resolve, shipped

MINE = """\
trickbook: 1
name: Mine & "yours"
extends: hearts
house: omnibus
words: {low_spades: {is: spades and rank < 5, says: Spades < five.}}
worth: {queen: {is: 26}, low: {cards: low_spades, is: 2}}
play: {hearts_wait: null}
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(MINE, "utf-8")
    return Path("mine.yaml")


def own(path: Path) -> Graph:
    resolved = resolve(path)
    return graph_of(resolved).near({resolved.file})


def test_the_graph_as_text(mine: Path) -> None:
    assert plain_text(own(mine)) == (
        'mine.yaml: Mine & "yours"\n'
        "  extends rulesets/hearts.yaml: Hearts\n"
        "    extends rulesets/parts/trick-taking.yaml: Trick-taking\n"
        "      extends rulesets/parts/standard-pack.yaml: Standard pack\n"
        "  house rulesets/house/omnibus.yaml: Omnibus\n"
        "    fits rulesets/hearts.yaml: Hearts\n"
        "\n"
        "words\n"
        "  low_spades  mine\n"
        "\n"
        "worth\n"
        "  queen  hearts, changed by mine\n"
        "  low    mine                     reads low_spades"
    )


def test_what_is_removed_is_not_in_it(mine: Path) -> None:
    assert "play.hearts_wait" not in {entry.path for entry in graph_of(resolve(mine)).entries}
    assert "play.hearts_wait" in {entry.path for entry in graph_of(resolve("hearts")).entries}


def test_the_graph_as_mermaid(mine: Path) -> None:
    drawn = mermaid(own(mine)).splitlines()
    assert drawn[0] == "flowchart LR"
    assert '  subgraph f4["mine.yaml"]' in drawn
    assert '    e0["words.low_spades"]' in drawn
    assert "  e0 --> e2" in drawn
    assert "  f2 -. extends .-> f4" in drawn
    assert "  f4 -. changes .-> e1" in drawn


def test_the_graph_as_a_picture(mine: Path) -> None:
    root = ET.fromstring(svg(own(mine)))  # noqa: S314 - it was drawn just now
    said = [node.text for node in root.iter() if node.text]
    assert {"words.low_spades", "worth.low reads words.low_spades"} <= set(said)
    assert "Spades < five. In mine.yaml" in said
    assert "mine.yaml, extends hearts, house omnibus" in said


@pytest.mark.parametrize("name", shipped())
def test_the_graph_of_every_shipped_file_is_whole(name: str) -> None:
    graph = graph_of(resolve(name))
    paths = {entry.path for entry in graph.entries}
    for entry in graph.entries:
        assert entry.files
        assert set(entry.reads) <= paths - {entry.path}
    for draw in (plain_text, mermaid):
        assert draw(graph)
    ET.fromstring(svg(graph))  # noqa: S314 - it was drawn just now


def test_entries_that_read_one_another_in_a_long_row_are_drawn(call: Call, mine: Path) -> None:
    row = "".join(f"  f{one}: {{upon: play, becomes: f{one + 1}}}\n" for one in range(800))
    mine.write_text(f"trickbook: 1\nextends: hearts\nfacts:\n{row}  f800: {{upon: play}}\n", "utf-8")
    result = call("graph", str(mine), "--format", "svg")
    assert result.exit_code == 0
    assert "facts.f0 reads facts.f1" in result.output


def test_the_command_writes_a_file_once(call: Call, mine: Path) -> None:
    words = ("graph", str(mine), "--own", "--format", "svg", "--out", "mine.svg")
    assert call(*words).exit_code == 0
    assert Path("mine.svg").read_text("utf-8").startswith("<svg ")
    assert call(*words).exit_code == 2
    assert call(*words, "--force").exit_code == 0


def test_a_broken_file_is_told_of(call: Call, mine: Path) -> None:
    mine.write_text("trickbook: 1\nextends: [", "utf-8")
    result = call("graph", str(mine))
    assert result.exit_code == 1
    assert "mine.yaml:2" in result.output
    assert call("graph", "heart").exit_code == 1


@pytest.mark.parametrize(
    "entries",
    [
        "facts:\n" + "".join(f"  f{n}: {{starts: no, when: f{(n + 1) % 600}}}\n" for n in range(600)),
        "words:\n" + "".join(f"  w{n}: w{(n + 1) % 1500} and hearts\n" for n in range(1500)),
        "words:\n" + "".join(f"  w{n}: w{n + 1} and hearts\n" for n in range(2400)),
    ],
    ids=["600 facts in a circle", "1,500 words in a circle", "2,400 words in a chain"],
)
def test_however_many_entries_read_one_another_they_are_drawn(entries: str, tmp_path: Path) -> None:
    """Each stands in a column of its own, left of the one that reads it."""
    path = tmp_path / "long.yaml"
    path.write_text(f"trickbook: 1\nname: Long\n{entries}", "utf-8")
    graph = own(path)
    root = ET.fromstring(svg(graph))  # noqa: S314 - our own text
    lefts = [int(box.get("x", "")) for box in root.iterfind(".//{*}g/{*}rect")]
    assert len({*lefts}) == len(graph.entries) >= entries.count("\n") - 1
    assert lefts == sorted(lefts, reverse=True)
