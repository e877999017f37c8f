"""The formats of a graph: text, Mermaid, which many pages and editors draw, and a picture."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.graph import short_names
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing
from trickbook.texts.phrases import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.graph import Graph, GraphEntry

CHARACTER, ROW, GAP, MARGIN, BOX = 7, 26, 60, 12, 20
"""Pixels: the width of a character, the heights of rows and boxes, the room between columns and around."""

COLOURS: Final = ("#dbe9f6", "#fde2cc", "#d9efd8", "#ead9f0", "#fbf3c4", "#f6d5d5", "#d3eeee", "#e6e6e6")

STYLE: Final = (
    "text{font:12px sans-serif;fill:#222}rect{stroke:#888}"
    "path{fill:none;stroke:#99a;stroke-width:1}path:hover{stroke:#c33;stroke-width:2}"
)


def plain_text(graph: Graph, language: str = ENGLISH) -> str:
    """Write a graph as text: each entry with the files that add or change it, and what it reads."""
    names = short_names([one.file for one in graph.files])
    lines = [*_file_tree(graph, graph.files[-1].file, set())]
    for section, entries in groupby(graph.entries, lambda entry: entry.section):
        lines += ["", section, *_table([_row(entry, names, language) for entry in entries])]
    return "\n".join(lines)


def _file_tree(graph: Graph, file: str, listed: set[str], how: str = "") -> Iterator[str]:
    """A file and, below it, those that it names; what one names is told once."""
    found = next(one for one in graph.files if one.file == file)
    yield f"{how}{found.file}" + (f": {found.title}" if found.title else "")
    if file not in listed:
        listed.add(file)
        for key, other in found.names:
            yield from (f"  {line}" for line in _file_tree(graph, other, listed, f"{key} "))


def _row(entry: GraphEntry, names: dict[str, str], language: str) -> tuple[str, str, str]:
    first, *others = [names[file] for file in entry.files] or [""]
    reads = [path.partition(".")[2] for path in entry.reads]
    files = Message("{name}, changed by {list}", name=first, list=listing(others)) if others else first
    used = Message("reads {list}", list=listing(reads)) if reads else ""
    name = in_language(entry.name or Message("(the section)"), language)
    return name, in_language(files, language), in_language(used, language)


def _table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    wide = [max(text_width(row[column]) for row in rows) for column in range(2)]
    for *cells, reads in rows:
        padded = (cell + " " * (size - text_width(cell)) for cell, size in zip(cells, wide, strict=True))
        yield "  ".join(("", *padded, reads)).rstrip()


def mermaid(graph: Graph, language: str = ENGLISH) -> str:
    """Write a graph as a Mermaid flow chart."""
    lines, changes = ["flowchart LR"], in_language(Message("changes"), language)
    numbers = {entry.path: f"e{number}" for number, entry in enumerate(graph.entries)}
    files = {one.file: f"f{number}" for number, one in enumerate(graph.files)}
    for file, number in files.items():
        lines.append(f'  subgraph {number}["{_safe(file)}"]')
        own = (entry for entry in graph.entries if entry.files and entry.files[0] == file)
        lines += [f'    {numbers[entry.path]}["{_safe(entry.path)}"]' for entry in own]
        lines.append("  end")
    lines += [f"  {numbers[path]} --> {numbers[one.path]}" for one in graph.entries for path in one.reads]
    lines += [
        f"  {files[other]} -. {key} .-> {files[one.file]}" for one in graph.files for key, other in one.names
    ]
    lines += [
        f"  {files[file]} -. {changes} .-> {numbers[one.path]}"
        for one in graph.entries
        for file in one.files[1:]
    ]
    return "\n".join(lines)


def _safe(text: str) -> str:
    """Text as Mermaid takes it within quotes."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


class Box(NamedTuple):
    """Where an entry is drawn."""

    left: int
    top: int
    width: int


def svg(graph: Graph) -> str:
    """Draw a graph. Each entry shows what it says when it is pointed at."""
    legend = _legend(graph)
    boxes = _boxes(graph, ROW * len(legend) + MARGIN)
    width = max([box.left + box.width for box in boxes.values()] + [CHARACTER * len(line) for line in legend])
    width += 3 * MARGIN + BOX
    height = max([box.top for box in boxes.values()] + [ROW * len(legend)]) + ROW + MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img"'
    colours = {one.file: COLOURS[index % len(COLOURS)] for index, one in enumerate(graph.files)}
    lines = [
        f'{head} viewBox="0 0 {width} {height}" aria-label="{escape(graph.files[-1].file)}">',
        f"<style>{STYLE}</style>",
        f'<rect width="{width}" height="{height}" style="fill:#fff;stroke:none"/>',
    ]
    for index, (colour, line) in enumerate(zip(colours.values(), legend, strict=True)):
        box = Box(MARGIN, MARGIN + ROW * index, BOX)
        lines += [_rectangle(box, colour), _words(box._replace(left=box.left + BOX), line)]
    lines += _arrows(graph, boxes)
    for entry in graph.entries:
        lines += _entry_box(entry, boxes[entry.path], colours[entry.files[0]] if entry.files else "#fff")
    return "\n".join([*lines, "</svg>"])


def _legend(graph: Graph) -> list[str]:
    """The name of each file, and the others that it names."""
    names = short_names([one.file for one in graph.files])
    named = ("".join(f", {key} {names[other]}" for key, other in one.names) for one in graph.files)
    return [f"{one.file}{others}" for one, others in zip(graph.files, named, strict=True)]


def _rectangle(box: Box, colour: str, more: str = "") -> str:
    place = f'x="{box.left}" y="{box.top}" width="{box.width}" height="{BOX}"'
    return f'<rect {place} fill="{colour}"{more}/>'


def _words(box: Box, text: str) -> str:
    return f'<text x="{box.left + 8}" y="{box.top + 14}">{escape(text)}</text>'


def _boxes(graph: Graph, top: int) -> dict[str, Box]:
    """Place the entries in columns, by how many others they rest on one after another."""
    columns: dict[int, list[GraphEntry]] = {}
    depths = _depths(graph)
    for entry in graph.entries:
        columns.setdefault(depths[entry.path], []).append(entry)
    found, left = {}, MARGIN
    for _, entries in sorted(columns.items()):
        width = max(CHARACTER * len(entry.path) for entry in entries) + 16
        for row, entry in enumerate(entries):
            found[entry.path] = Box(left, top + ROW * row, width)
        left += width + GAP
    return found


def _depths(graph: Graph) -> dict[str, int]:
    """How many entries stand one behind another below each; circles are cut where they begin again."""
    reads = {entry.path: entry.reads for entry in graph.entries}
    depths: dict[str, int] = {}
    begun = set[str]()  # the last of what is left, and those that led there
    left = [*reversed(reads)]
    while left:
        path = left[-1]
        if path in begun:
            depths[path] = 1 + max((depths[one] for one in reads[path] if one not in begun), default=-1)
            begun.remove(path)
        if path in depths:
            left.pop()
        else:
            begun.add(path)
            left += [one for one in reversed(reads[path]) if one not in begun and one not in depths]
    return depths


def _arrows(graph: Graph, boxes: dict[str, Box]) -> Iterator[str]:
    """A line from each entry that is read to the one that reads it."""
    for entry in graph.entries:
        for path in entry.reads:
            begin, end = boxes[path], boxes[entry.path]
            x, y, far, low = begin.left + begin.width, begin.top + BOX // 2, end.left, end.top + BOX // 2
            line = f"M{x} {y} C{x + GAP // 2} {y} {far - GAP // 2} {low} {far} {low}"
            yield f'<path d="{line}"><title>{escape(f"{entry.path} reads {path}")}</title></path>'


def _entry_box(entry: GraphEntry, box: Box, colour: str) -> Iterator[str]:
    """The box of an entry; one that several files change has a thick frame."""
    about = ". ".join(filter(None, [entry.says.rstrip("."), f"In {', then '.join(entry.files)}"]))
    yield f"<g><title>{escape(about)}</title>"
    yield _rectangle(box, colour, ' rx="4" stroke-width="2"' if len(entry.files) > 1 else ' rx="4"')
    yield _words(box, entry.path) + "</g>"
