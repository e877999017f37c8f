"""The rulebook of a table, with its options and the current step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.widgets import Static

from trickbook.problems import TrickbookError, visible
from trickbook.terminal.line_texts import printable_lines
from trickbook.terminal.screen.pages import TextPage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import TableInterface

    View = Mapping[str, Any]


class RulebookPage(TextPage):
    """The rules of this table; until the rulebook has come, what is known of each step."""

    kind = "page book"

    def __init__(self, narrator: Narrator, view: View, table: TableInterface) -> None:
        """Open it at the beginning."""
        super().__init__(rulebook_text(narrator, view, [*_steps(narrator, view)]))
        self.narrator, self.view, self.table = narrator, view, table

    def on_mount(self) -> None:
        """Fetch the rulebook."""
        self.run_worker(self._fetch())

    async def _fetch(self) -> None:
        try:
            told = printable_lines(self.narrator, await self.table.rulebook())
        except TrickbookError as error:
            told = [visible(str(error)), "", *map(str, _steps(self.narrator, self.view))]
        text = rulebook_text(self.narrator, self.view, [*_now(self.narrator, self.view), *map(Text, told)])
        self.query_one(Static).update(text)


def rulebook_text(narrator: Narrator, view: View, rest: list[Text]) -> Text:
    """Return how one reads on, what was agreed, and the rest."""
    lines = [Text(narrator.say("book_keys"), "italic"), Text(), *_agreed(narrator), *rest]
    return Text("\n").join(lines)


def _agreed(narrator: Narrator) -> Iterator[Text]:
    """The house rules, and the options as they are set."""
    about = narrator.about
    told = [visible(one["title"]) for one in about["house"]]
    told += [
        narrator.say("said", who=visible(one["title"]), what=visible(one["told"])) for one in about["options"]
    ]
    if told:
        yield Text(narrator.say("agreed"), "bold")
        yield from map(Text, told)
        yield Text()


def _now(narrator: Narrator, view: View) -> Iterator[Text]:
    """Yield what is done now."""
    step = narrator.about["steps"].get(view["phase"])
    if step and step["says"]:
        yield Text(visible(step["title"]), "bold")
        yield Text(visible(step["says"]))
        yield Text()


def _steps(narrator: Narrator, view: View) -> Iterator[Text]:
    """The game in a sentence, and its steps."""
    about = narrator.about
    yield Text(visible(about["title"]), "bold")
    if about["summary"]:
        yield Text(visible(about["summary"]))
    for name, step in about["steps"].items():
        if step["says"]:
            yield Text()
            yield Text(visible(step["title"]), "bold underline" if name == view["phase"] else "bold")
            yield Text(visible(step["says"]))
