"""The screen: a table drawn in a terminal, with keys and the mouse."""

from trickbook.problems import needs
from trickbook.texts.message import Message

with needs(
    Message("the screen needs Textual: run `make terminal` in your clone of Trickbook; --plain does without")
):
    import textual  # noqa: F401 - whether it is there is all that is asked

from trickbook.terminal.screen.app import TableApp, run_table_app

__all__ = ["TableApp", "run_table_app"]
