"""The graph of a ruleset: what it extends, which file each entry comes from, and what reads what."""

from trickbook.analysis.graph.graph import Graph, GraphEntry, GraphFile, graph_of
from trickbook.analysis.graph.mermaid import mermaid
from trickbook.analysis.graph.plain_text import plain_text
from trickbook.analysis.graph.svg import svg

__all__ = ["Graph", "GraphEntry", "GraphFile", "graph_of", "mermaid", "plain_text", "svg"]
