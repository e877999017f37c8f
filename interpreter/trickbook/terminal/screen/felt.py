"""The felt: who sits where, what each has played to the trick, and what lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style

from trickbook.terminal.canvas import Piece, fitted, width
from trickbook.terminal.ink import LIT, PAPER, WITHHELD
from trickbook.terminal.lying import in_the_middle, open_before
from trickbook.terminal.ring import ring
from trickbook.terminal.screen.faces import breadth, chips, large
from trickbook.terminal.screen.painted import DIM, ON_FELT, STRONG, TURN, Painted
from trickbook.terminal.screen.scene import Scene, lying

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.geometry import Size

    from trickbook.terminal.ring import Spot

BLOCK = 24
"""How many columns there are beside the table for what is told of a seat."""


class Place(NamedTuple):
    """Where a seat is told of, from a column and a row on, how far, to which side; where its cards lie.

    ``cards`` is a column and a row: the first column for cards on the left, the last on the right.
    """

    x: int
    y: int
    columns: int
    align: str
    cards: tuple[int, int]


class Felt(Painted):
    """The table, seen from one's own seat."""

    ground = ON_FELT
    scene: Scene | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The seats in a ring, their cards before them."""
        if self.scene is None:
            return []
        columns, rows = size
        found: list[Piece] = []
        spots = ring(len(self.scene.voice.seats), self.scene.voice.own)
        tall = 3 if rows >= _needed(spots, 3) else 1
        for spot in spots:
            place = _place(spot, columns, rows, tall)
            found += _seat(self.scene, spot.seat, place)
            found += _played(self.scene, spot.seat, place, tall)
        return [*found, *_middle(self.scene)]


def _needed(spots: Sequence[Spot], tall: int) -> int:
    """How many rows the table takes with cards so tall."""
    aside = sum(spot.side == "left" for spot in spots)
    return (2 + tall) + aside * max(tall, 3) + (tall + 2)


def _place(spot: Spot, columns: int, rows: int, tall: int) -> Place:
    """The place of a seat on a table of a size."""
    middle = columns // 2
    if spot.side == "below":
        return Place(0, rows - 2, columns, "centre", (middle, rows - 2 - tall))
    if spot.side == "above":
        share = columns // spot.of
        return Place(spot.place * share, 0, share, "centre", (spot.place * share + share // 2, 2))
    first, last = 2 + tall, rows - 2 - tall
    share = max((last - first) // spot.of, 1)
    y = first + spot.place * share + max((share - max(tall, 3)) // 2, 0)
    reach = min(BLOCK, columns // 3)
    if spot.side == "left":
        return Place(1, y, reach, "left", (reach + 2, y))
    return Place(columns - 1 - reach, y, reach, "right", (columns - reach - 2, y))


def _seat(scene: Scene, seat: int, place: Place) -> Iterator[Piece]:
    """Who sits there, how many cards they have, what they have said and laid open."""
    view, voice = scene.view, scene.voice
    acts = seat in view["actors"]
    name = voice.name(seat)
    if view["dealer"] == seat:
        name = f"{name} {voice.say('dealer')}"
    name = fitted(f"▸ {name}" if acts else name, place.columns)
    yield _aligned(place, 0, name, TURN if acts else STRONG)
    told = fitted(_stands(scene, seat), place.columns)
    yield _aligned(place, 1, told, DIM)
    cards = [] if seat == voice.own else open_before(view, seat)
    if cards:
        line, wide = (2 if place.align != "centre" else 1), breadth(voice.ink, cards)
        yield from chips(voice.ink, cards, _start(place, wide), place.y + line)


def _stands(scene: Scene, seat: int) -> str:
    """A line about a seat: what it has answered, and how many cards it holds."""
    view, voice = scene.view, scene.voice
    told = [voice.say("holds", cards=view["counts"][seat])]
    for step, answers in view["answers"].items():
        if voice.about["steps"][step]["kind"] == "answer" and answers[seat] is not None:
            told.insert(0, f"{voice.title(step)} {voice.move(step, str(answers[seat]))}")
    return " · ".join(told)


def _start(place: Place, wide: int) -> int:
    """From which column on something is written."""
    if place.align == "left":
        return place.x
    left = place.columns - wide
    return place.x + (left if place.align == "right" else left // 2)


def _aligned(place: Place, line: int, text: str, style: Style) -> Piece:
    return Piece(_start(place, width(text)), place.y + line, text, style)


def _played(scene: Scene, seat: int, place: Place, tall: int) -> Iterator[Piece]:
    """What a seat has played to the trick; of a finished one, what has won it shines."""
    plays, taker, past = lying(scene)
    cards = [card for player, played in plays if player == seat for card in played.split()]
    paper = PAPER if not past else LIT if seat == taker else WITHHELD
    ink = scene.voice.ink
    wide = 5 if tall > 1 else 4
    whole = len(cards) * (wide + 1) - 1
    x = place.cards[0] - {"left": 0, "centre": whole // 2, "right": whole}[place.align]
    for card in cards:
        if tall > 1:
            yield from large(ink, card, x, place.cards[1], (wide, tall), paper)
        else:
            yield from chips(ink, [card], x, place.cards[1], paper)
        x += wide + 1


def _middle(scene: Scene) -> Iterator[Piece]:
    """What lies in the middle and belongs to nobody yet."""
    voice = scene.voice
    for row, lot in enumerate(in_the_middle(scene.view, voice.about)):
        title = str(voice.about["piles"][lot.pile]["title"])
        yield Piece(1, row, f"{title}:", DIM)
        yield from chips(voice.ink, lot.cards, 3 + width(title), row)
