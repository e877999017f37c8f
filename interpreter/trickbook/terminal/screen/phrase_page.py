"""The page of ready phrases: what can be said to the table, and who is muted."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

from rich.text import Text

from trickbook.seat.texts import texts
from trickbook.terminal.screen.pages import TextPage

if TYPE_CHECKING:
    from textual import events

    from trickbook.terminal.narrator import Narrator
    from trickbook.terminal.table_interface import TableInterface


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
