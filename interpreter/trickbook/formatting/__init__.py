"""The one style of a ruleset: where its lines break and in which order its keys stand. No value changes."""

from trickbook.formatting.style import COLUMNS, Formatted, format_text

__all__ = ["COLUMNS", "Formatted", "format_text"]
