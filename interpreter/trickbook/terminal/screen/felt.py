"""The felt: who sits where, what each has played to the trick, and what lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.terminal.canvas import Piece, fitted, width
from trickbook.terminal.ink import LIT, PAPER, WITHHELD
from trickbook.terminal.lying import in_the_middle, open_before
from trickbook.terminal.ring import ring
from trickbook.terminal.screen.faces import CHIP, breadth, chips, large
from trickbook.terminal.screen.painted import DIM, ON_FELT, STRONG, TURN, Painted
from trickbook.terminal.screen.scene import Scene, lying

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from textual.geometry import Size

    from trickbook.terminal.ring import Spot

BLOCK: Final = 24
LEAST: Final = 10
"""How many columns there are at most, and at least, for what is told of a seat on the left or right."""


class Place(NamedTuple):
    """Where a seat is told of: from a column and a row on, how far, to which side, on how many rows.

    ``cards`` is where its cards lie: the first column for a seat on the left, the last for one on the right.
    """

    x: int
    y: int
    columns: int
    align: str
    rows: int
    cards: tuple[int, int]


class Felt(Painted):
    """The table, seen from one's own seat."""

    ground = ON_FELT
    scene: Scene | None = None

    def pieces(self, size: Size) -> Iterable[Piece]:
        """The seats in a ring, their cards before them."""
        if self.scene is None:
            return []
        found: list[Piece] = []
        spots = ring(len(self.scene.voice.seats), self.scene.voice.own)
        tall = 3 if size.height >= _needed(spots, 3) else 1
        broad = max((_broad(self.scene, played, tall) for _, played in lying(self.scene)[0]), default=5)
        for spot in spots:
            place = _place(spot, size, tall, broad)
            found += _seat(self.scene, spot.seat, place)
            found += _played(self.scene, spot.seat, place, tall)
        return [*found, *_middle(self.scene)]


def _needed(spots: Sequence[Spot], tall: int) -> int:
    """How many rows the table takes with cards so tall."""
    aside = sum(spot.side == "left" for spot in spots)
    return (2 + tall) + aside * max(tall, 3) + (tall + 2)


def _broad(scene: Scene, played: str, tall: int) -> int:
    """How many columns the cards of a play take."""
    cards = played.split()
    return 6 * len(cards) - 1 if tall > 1 else breadth(scene.voice.ink, cards)


def _place(spot: Spot, size: Size, tall: int, broad: int) -> Place:
    """The place of a seat on a table of a size, where plays are so broad."""
    columns, rows = size
    if spot.side == "below":
        return Place(0, rows - 2, columns, "centre", 2, (columns // 2, rows - 2 - tall))
    if spot.side == "above":
        share = columns // spot.of
        return Place(spot.place * share, 0, share, "centre", 2, (spot.place * share + share // 2, 2))
    first, last = 2 + tall, rows - 2 - tall
    share = max((last - first) // spot.of, 1)
    y = first + spot.place * share + max((share - max(tall, 3)) // 2, 0)
    room = rows - y if spot.of == 1 else share
    start = max(min(BLOCK, columns // 3, columns // 2 - 4 - broad), LEAST) + 2
    if spot.side == "left":
        return Place(1, y, start - 2, "left", room, (start, y))
    return Place(columns + 1 - start, y, start - 2, "right", room, (columns - start, y))


def _seat(scene: Scene, seat: int, place: Place) -> Iterator[Piece]:
    """Who sits there, how many cards they have, what they have said and laid open."""
    view, voice = scene.view, scene.voice
    acts = seat in view["actors"]
    name = voice.name(seat)
    if view["dealer"] == seat:
        name = f"{name} {voice.say('dealer')}"
    name = fitted(f"▸ {name}" if acts else name, place.columns)
    yield Piece(_start(place, width(name)), place.y, name, TURN if acts else STRONG)
    told = fitted(_stands(scene, seat), place.columns)
    cards = [] if seat == voice.own else open_before(view, seat)
    if place.align == "centre" and cards:
        wide = breadth(voice.ink, cards)
        told = f"{told}  " if width(told) + 2 + wide <= place.columns else ""
        x = _start(place, width(told) + wide)
        yield Piece(x, place.y + 1, told, DIM)
        yield from chips(voice.ink, cards, x + width(told), place.y + 1)
        return
    yield Piece(_start(place, width(told)), place.y + 1, told, DIM)
    abreast = max((place.columns + 1) // (CHIP + 1), 1)
    for row in range(min(-(-len(cards) // abreast), place.rows - 2)):
        some = cards[row * abreast : (row + 1) * abreast]
        yield from chips(voice.ink, some, _start(place, breadth(voice.ink, some)), place.y + 2 + row)


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


def _played(scene: Scene, seat: int, place: Place, tall: int) -> Iterator[Piece]:
    """What a seat has played to the trick; of a finished one, what has won it shines."""
    plays, taker, past = lying(scene)
    cards = [card for player, played in plays if player == seat for card in played.split()]
    paper = PAPER if not past else LIT if seat == taker else WITHHELD
    whole = _broad(scene, " ".join(cards), tall)
    x, y = place.cards
    x -= {"left": 0, "centre": whole // 2, "right": whole}[place.align]
    if tall == 1:
        yield from chips(scene.voice.ink, cards, x, y, paper)
        return
    for number, card in enumerate(cards):
        yield from large(scene.voice.ink, card, x + 6 * number, y, (5, tall), paper)


def _middle(scene: Scene) -> Iterator[Piece]:
    """What lies in the middle and belongs to nobody yet."""
    voice = scene.voice
    for row, lot in enumerate(in_the_middle(scene.view, voice.about)):
        title = str(voice.about["piles"][lot.pile]["title"])
        yield Piece(1, row, f"{title}:", DIM)
        yield from chips(voice.ink, lot.cards, 3 + width(title), row)
