"""The four colours: everybody can tell them apart, and read them, whatever a card is printed on."""

from itertools import combinations, pairwise

import pytest

from trickbook.terminal.layout import (
    CARD_COLOUR,
    DISABLED_COLOUR,
    SELECTED_COLOUR,
    SUIT_COLOURS,
)
from trickbook.terminal.screen.cards import (
    ACCENT_COLOUR,
    BOARD_COLOUR,
    FAINT_COLOUR,
    TABLE_COLOUR,
    TEXT_COLOUR,
)

Light = tuple[float, ...]

SEEN = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What remains of light to those who lack a kind of cone, by Machado, Oliveira and Fernandes, 2009."""


def light(colour: str) -> Light:
    """A colour as light: red, green, blue."""
    parts = (int(colour[start:end], 16) / 255 for start, end in pairwise((1, 3, 5, 7)))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def lab(seen: Light) -> Light:
    """How light looks: in CIELAB one step can just be told apart."""
    red, green, blue = (min(max(part, 0), 1) for part in seen)
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one: str, other: str) -> float:
    """How much lighter one colour is than another, as WCAG has it."""
    low, high = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (light(one), light(other))
    )
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("who", SEEN)
def test_suits_can_be_told_apart(who: str) -> None:
    def look(colour: str) -> Light:
        return lab(tuple(sum(w * c for w, c in zip(row, light(colour), strict=True)) for row in SEEN[who]))

    for one, other in combinations(SUIT_COLOURS, 2):
        apart = sum((a - b) ** 2 for a, b in zip(look(one), look(other), strict=True)) ** 0.5
        assert apart > 20, (one, other, apart)


def test_cards_and_texts_can_be_read() -> None:
    assert all(contrast(suit, CARD_COLOUR) > 4.5 for suit in SUIT_COLOURS)
    assert all(contrast(suit, SELECTED_COLOUR) > 4 for suit in SUIT_COLOURS)
    assert all(contrast(suit, DISABLED_COLOUR) > 3 for suit in SUIT_COLOURS)
    assert contrast(CARD_COLOUR, DISABLED_COLOUR) > 1.5
    for ground in (TABLE_COLOUR, BOARD_COLOUR):
        assert all(contrast(text, ground) > 4.5 for text in (TEXT_COLOUR, FAINT_COLOUR, ACCENT_COLOUR))
