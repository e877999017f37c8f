"""A graph as Mermaid, which many pages and editors draw: a box for each file, an arrow from what is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trickbook.analysis.graph.graph import Graph


def mermaid(graph: Graph) -> str:
    """Write a graph as a Mermaid flow chart."""
    lines = ["flowchart LR"]
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
        f"  {files[file]} -. changes .-> {numbers[one.path]}"
        for one in graph.entries
        for file in one.files[1:]
    ]
    return "\n".join(lines)


def _safe(text: str) -> str:
    """Text as Mermaid takes it within quotes."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
