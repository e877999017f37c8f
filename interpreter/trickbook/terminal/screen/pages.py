"""Pages over the table: score sheet, rulebook, ready phrases, keys, and the question before leaving."""

from __future__ import annotations

from itertools import zip_longest
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.cells import set_cell_size
from rich.table import Table
from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import DataTable, Static

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import texts
from trickbook.terminal.line_commands import record_line
from trickbook.terminal.line_texts import printable_lines
from trickbook.terminal.screen.cards import text_width, truncated
from trickbook.terminal.screen.side_panel import number_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from rich.console import RenderableType
    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal import TableInterface
    from trickbook.terminal.narrator import Narrator

    View = Mapping[str, Any]

PAGE_COLUMNS: Final = 66
"""How many columns a page has for the points."""

MAX_NAME_COLUMNS: Final = 18
"""The columns of a name on the score sheet."""

FIXED_COLUMNS: Final = 2
"""The columns before those of the deals: names and totals."""


class TextPage(ModalScreen[str | None]):
    """A page to read, which any of the usual keys takes away."""

    kind = "page"
    BINDINGS: ClassVar = [("escape,enter,space,Q,S,R,W,question_mark", "close", "")]

    def __init__(self, text: Text) -> None:
        """Write the page."""
        super().__init__()
        self.text, self.body = text, Static(text)

    def compose(self) -> ComposeResult:
        """The contents, which can be scrolled."""
        with VerticalScroll(classes=self.kind):
            yield from self.contents()

    def contents(self) -> ComposeResult:
        """One text."""
        yield self.body

    def show(self, text: Text) -> None:
        """Show another text."""
        self.body.update(text)

    def action_close(self) -> None:
        """Take the page away."""
        self.dismiss(None)


class LeavePage(TextPage):
    """The question whether to leave."""

    BINDINGS: ClassVar = [("enter,Q", "leave", ""), ("escape,space", "close", "")]

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss("leave")


class ScoreSheetPage(TextPage):
    """The score sheet: the points of each deal, and where those of one deal come from."""

    BINDINGS: ClassVar = [
        ("left", "deal(-1)", ""),
        ("right", "deal(1)", ""),
        ("A", "again", ""),
        ("K", "record", ""),
    ]

    def __init__(self, narrator: Narrator, view: View, table: TableInterface, deal: int) -> None:
        """Open it at a deal."""
        over = view["phase"] == "over"
        head = [Text(narrator.outcome(view["winners"]), "bold"), Text()] if over else []
        keys = narrator.say("sheet_over" if over else "sheet_keys")
        super().__init__(
            Text("\n").join([*head, Text(narrator.say("sheet_title"), "bold"), Text(keys, "italic")])
        )
        self.narrator, self.view, self.table, self.deal = narrator, view, table, deal
        self.points: DataTable[Text | str] = DataTable(cursor_type="column", fixed_columns=FIXED_COLUMNS)
        self.points.can_focus, self.explanation = False, Static()
        self.explained: dict[int, RenderableType] = {}

    def contents(self) -> ComposeResult:
        """The title, the points, and where they come from."""
        yield from super().contents()
        yield self.points
        yield self.explanation

    async def on_mount(self) -> None:
        """Write the points of all deals, and explain those of one."""
        deals, names = self.view["deals"], map(self.narrator.name, range(len(self.narrator.seats)))
        heads = ["", self.narrator.say("total"), *(f"{number}" for number in range(1, len(deals) + 1))]
        rows = [
            [truncated(name, MAX_NAME_COLUMNS), *map(number_label, numbers)]
            for name, *numbers in zip(names, self.view["scores"], *deals, strict=True)
        ]
        widths = [max(map(text_width, column)) for column in zip(heads, *rows, strict=True)]
        widths[FIXED_COLUMNS:] = [max(widths[FIXED_COLUMNS:], default=0)] * len(deals)
        for head, wide in zip(heads, widths, strict=True):
            self.points.add_column(head, width=wide)
        for name, *labels in rows:
            self.points.add_row(name, *(Text(label, justify="right") for label in labels))
        self.points.styles.width = _whole_columns([wide + 2 for wide in widths])
        self.points.show_cursor = bool(deals)
        await self.action_deal(0)

    async def action_deal(self, way: int) -> None:
        """Go to another deal, and explain its points."""
        deals = len(self.view["deals"])
        if not deals:
            return
        self.deal = min(max(self.deal + way, 1), deals)
        self.points.move_cursor(column=FIXED_COLUMNS + self.deal - 1)
        if self.deal not in self.explained:
            self.explained[self.deal] = await _explained(self.narrator, self.table, self.deal)
        self.explanation.update(self.explained[self.deal])

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.view["phase"] == "over":
            self.dismiss("again")

    def action_record(self) -> None:
        """Keep the record of the match, once it is over, and tell where."""
        if self.view["phase"] == "over":
            self.run_worker(self._record(), exclusive=True)

    async def _record(self) -> None:
        kept = Text(await record_line(self.narrator, self.table), "bold")
        self.show(Text("\n\n").join([kept, self.text]))


def _whole_columns(widths: Sequence[int]) -> int:
    """Return how wide the points are where all columns that fit on the page are seen whole."""
    fixed, deals = sum(widths[:FIXED_COLUMNS]), widths[FIXED_COLUMNS:]
    return fixed + sum(deals[: (PAGE_COLUMNS - fixed) // max([*deals, 1])])


async def _explained(narrator: Narrator, table: TableInterface, deal: int) -> RenderableType:
    """Return where the points of each seat come from."""
    try:
        sheet = await table.sheet(deal)
    except TrickbookError as error:
        return Text(narrator.refusal(error))
    grid = Table.grid(padding=(0, 2))
    grid.add_row()
    for seat, sentences in sheet.items():
        names = [Text(truncated(narrator.name(seat), MAX_NAME_COLUMNS), "bold")]
        for name, sentence in zip_longest(names, sentences, fillvalue=""):
            grid.add_row(name, Text(narrator.style.plain(visible(str(sentence)))))
    return grid


class RulebookPage(TextPage):
    """The rules of this table; until the rulebook has come, what is known of each step."""

    kind = "page book"

    def __init__(self, narrator: Narrator, view: View, table: TableInterface) -> None:
        """Open it at the beginning."""
        self.steps = [*_steps(narrator, view)]
        super().__init__(rulebook_text(narrator, self.steps))
        self.narrator, self.view, self.table = narrator, view, table

    async def on_mount(self) -> None:
        """Fetch the rulebook."""
        self.run_worker(self._fetch())

    async def _fetch(self) -> None:
        try:
            lines = map(Text, printable_lines(self.narrator, await self.table.rulebook()))
            step = self.narrator.about["steps"].get(self.view["phase"])
            now = [*_step(step, "bold"), Text()] if step and step["says"] else []
            self.show(rulebook_text(self.narrator, [*now, *lines]))
        except TrickbookError as error:
            self.show(rulebook_text(self.narrator, [Text(self.narrator.refusal(error)), Text(), *self.steps]))


def rulebook_text(narrator: Narrator, rest: Iterable[Text]) -> Text:
    """Return how one reads on, what was agreed, and the rest."""
    about = narrator.about
    agreed = [visible(one["title"]) for one in about["house"]]
    agreed += [
        narrator.say("said", who=visible(one["title"]), what=visible(one["told"])) for one in about["options"]
    ]
    lines = [Text(narrator.say("book_keys"), "italic"), Text()]
    if agreed:
        lines += [Text(narrator.say("agreed"), "bold"), *map(Text, agreed), Text()]
    return Text("\n").join([*lines, *rest])


def _steps(narrator: Narrator, view: View) -> Iterator[Text]:
    """The game in a sentence, and its steps."""
    about = narrator.about
    yield Text(visible(about["title"]), "bold")
    if about["summary"]:
        yield Text(visible(about["summary"]))
    for name, step in about["steps"].items():
        if step["says"]:
            yield Text()
            yield from _step(step, "bold underline" if name == view["phase"] else "bold")


def _step(step: Mapping[str, Any], style: str) -> Iterator[Text]:
    """A step in a sentence, below its title."""
    yield Text(visible(step["title"]), style)
    yield Text(visible(step["says"]))


def help_text(narrator: Narrator) -> Text:
    """Return what can be done, and by which key."""
    lines = [Text(narrator.say("help"), "bold"), Text()]
    ways = texts(narrator.language)["terminal"]["ways"].values()
    lines += [Text.assemble((set_cell_size(way["key"], 14), "bold"), way["does"]) for way in ways]
    return Text("\n").join(lines)


def leave_text(narrator: Narrator) -> Text:
    """Return whether one wants to leave."""
    return Text("\n").join([Text(narrator.say("leave"), "bold"), Text(), Text(narrator.say("leave_keys"))])


class PhrasePage(TextPage):
    """A letter says a phrase, and takes the page away; a digit mutes a seat."""

    def __init__(self, narrator: Narrator, table: TableInterface) -> None:
        """Write the page."""
        self.narrator, self.table = narrator, table
        self.phrases = dict(zip(ascii_lowercase, texts(narrator.language)["phrases"].items(), strict=False))
        self.others = [str(seat) for seat in range(len(narrator.seats)) if seat != narrator.own]
        super().__init__(self._page_text())

    def _page_text(self, message: str = "") -> Text:
        """The phrases and the seats, each with its key; ``told`` is what changed last."""
        say = self.narrator.say
        lines = [Text(say("phrases"), "bold"), Text(message or say("phrase_keys"), "italic"), Text()]
        lines += [Text.assemble((f"{key}  ", "bold"), str(text)) for key, (_, text) in self.phrases.items()]
        lines += [
            Text(),
            *(Text.assemble((f"{seat}  ", "bold"), self.narrator.name(int(seat))) for seat in self.others),
        ]
        return Text("\n").join(lines)

    def on_key(self, event: events.Key) -> None:
        """Say what a letter stands for, or mute the seat with that number."""
        sign = event.character or ""
        if sign in self.phrases:
            event.stop()
            self.dismiss(self.phrases[sign][0])
        elif sign in self.others:
            event.stop()
            key = "muted" if self.table.mute(int(sign)) else "unmuted"
            self.show(self._page_text(self.narrator.say(key, who=self.narrator.name(int(sign)))))
