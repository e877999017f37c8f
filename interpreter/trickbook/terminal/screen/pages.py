"""Pages over the table: score sheet, ready phrases, keys, and the question before leaving."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from trickbook.problems import TrickbookError, visible
from trickbook.seat.texts import texts
from trickbook.terminal.line_commands import record_line
from trickbook.terminal.screen.canvas import text_width, truncated, wrapped_lines

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping

    from textual import events
    from textual.app import ComposeResult

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import TableInterface

    View = Mapping[str, Any]

PAGE_COLUMNS: Final = 66
"""How many columns a page has for its text."""

MAX_SEAT_COLUMNS: Final = 5
"""So many seats have a column each on the score sheet."""


class TextPage(ModalScreen[str | None]):
    """A page to read, which any of the usual keys takes away."""

    kind = "page"
    BINDINGS: ClassVar = [
        ("escape,enter,space,Q,S,R,W,question_mark", "close", ""),
        ("down", "scroll(1)", ""),
        ("up", "scroll(-1)", ""),
        ("pagedown", "scroll(10)", ""),
        ("pageup", "scroll(-10)", ""),
        ("home", "edge(False)", ""),
        ("end", "edge(True)", ""),
    ]

    def __init__(self, text: Text) -> None:
        """Write the page."""
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        """One text, which can be scrolled."""
        with VerticalScroll(classes=self.kind, can_focus=False):
            yield Static(self.text)

    def show(self, text: Text) -> None:
        """Show another text."""
        self.query_one(Static).update(text)

    def action_close(self) -> None:
        """Take the page away."""
        self.dismiss(None)

    def action_scroll(self, lines: int) -> None:
        """Go up or down."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_edge(self, end: bool) -> None:  # noqa: FBT001 - of a key
        """Go to the beginning or the end."""
        scroll = self.query_one(VerticalScroll)
        (scroll.scroll_end if end else scroll.scroll_home)(animate=False)


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
        super().__init__(_score_sheet_text(narrator, view, deal, ()))
        self.narrator, self.view, self.table, self.deal = narrator, view, table, deal
        self.told: dict[int, list[Text]] = {}
        self.kept = ""

    async def on_mount(self) -> None:
        """Explain the deal."""
        await self._explain()

    async def action_deal(self, way: int) -> None:
        """Go to another deal."""
        self.deal = min(max(self.deal + way, 1), max(len(self.view["deals"]), 1))
        await self._explain()

    def action_again(self) -> None:
        """Another match, once this one is over."""
        if self.view["phase"] == "over":
            self.dismiss("again")

    def action_record(self) -> None:
        """Keep the record of the match, once it is over, and tell where."""
        if self.view["phase"] == "over":
            self.run_worker(self._record(), exclusive=True)

    async def _record(self) -> None:
        self.kept = await record_line(self.narrator, self.table)
        await self._explain()

    async def _explain(self) -> None:
        if self.deal not in self.told and self.view["deals"]:
            self.told[self.deal] = [line async for line in _explained(self.narrator, self.table, self.deal)]
        text = _score_sheet_text(self.narrator, self.view, self.deal, self.told.get(self.deal, ()))
        kept = [Text(self.kept, "bold"), Text()] if self.kept else []
        self.show(Text("\n").join([*kept, text]))


async def _explained(narrator: Narrator, table: TableInterface, deal: int) -> AsyncIterator[Text]:
    """Yield where the points of each seat come from."""
    try:
        told = await table.sheet(deal)
    except TrickbookError as error:
        yield Text(visible(str(error)))
        return
    for seat, sentences in told.items():
        yield Text()
        yield Text(narrator.name(seat), "bold")
        for sentence in sentences:
            first, *rest = wrapped_lines(narrator.style.plain(visible(sentence)), PAGE_COLUMNS - 4, rows=99)
            yield Text("\n").join([Text(f"  {first}"), *(Text(f"    {line}") for line in rest)])


def _score_sheet_text(narrator: Narrator, view: View, deal: int, told: Iterable[Text]) -> Text:
    """The score sheet, and below it where the points of one deal come from."""
    key = "sheet_over" if view["phase"] == "over" else "sheet_keys"
    lines = [Text(narrator.outcome(view["winners"]), "bold"), Text()] if view["phase"] == "over" else []
    lines += [Text(narrator.say("sheet_title"), "bold"), Text(narrator.say(key), "italic"), Text()]
    rows = _columns if len(narrator.seats) <= MAX_SEAT_COLUMNS else _rows
    return Text("\n").join([*lines, *rows(narrator, view, deal), *told])


def _columns(narrator: Narrator, view: View, deal: int) -> Iterator[Text]:
    """A column for each seat, a row for each deal."""
    yield _row("", [narrator.name(seat) for seat in range(len(narrator.seats))], "bold")
    for number, points in enumerate(view["deals"], 1):
        yield _row(f"{'▸' if number == deal else ' '} {number}", points, "bold" if number == deal else "")
    yield _row(narrator.say("total"), view["scores"], "bold")


def _rows(narrator: Narrator, view: View, deal: int) -> Iterator[Text]:
    """A row for each of many seats: the points of the deal, and the score."""
    points = view["deals"][deal - 1] if view["deals"] else [""] * len(narrator.seats)
    yield _row("", ["", narrator.say("deal_number", deal=deal), narrator.say("total")], "bold")
    for seat, score in enumerate(view["scores"]):
        yield Text(padded(narrator.name(seat), 18, left=True)) + _row("", [points[seat], score], "")[7:]


def _row(head: str, cells: Iterable[Any], style: str) -> Text:
    """A line of the sheet: a column for each seat."""
    row = Text(padded(head, 7, left=True), style)
    for cell in cells:
        row.append(padded(str(cell).replace("-", "−"), 11))
    return row


def padded(text: str, columns: int, *, left: bool = False) -> str:
    """A cell as wide as its column."""
    text = truncated(text, columns - 1)
    space = " " * (columns - text_width(text))
    return text + space if left else space + text


def help_text(narrator: Narrator) -> Text:
    """Return what can be done, and by which key."""
    lines = [Text(narrator.say("help"), "bold"), Text()]
    ways = texts(narrator.language)["terminal"]["ways"].values()
    lines += [Text.assemble((padded(way["key"], 14, left=True), "bold"), way["does"]) for way in ways]
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
        super().__init__(self._written())

    def _written(self, told: str = "") -> Text:
        """The phrases and the seats, each with its key; ``told`` is what changed last."""
        say = self.narrator.say
        lines = [Text(say("phrases"), "bold"), Text(told or say("phrase_keys"), "italic"), Text()]
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
            self.show(self._written(self.narrator.say(key, who=self.narrator.name(int(sign)))))
