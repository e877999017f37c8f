"""What people may write: names of players, titles of games, whether a table is listed."""

from __future__ import annotations

import asyncio

import pytest

from trickbook.problems import TrickbookError
from trickbook.server.client import RefusedError, create_table, take_seat
from trickbook.server.table import check_distinct, player_name


@pytest.mark.parametrize("listed", ["no", 0, 1, "false", []])
def test_a_table_is_listed_or_not(url: str, listed: object) -> None:
    """Nothing else is taken for yes."""
    with pytest.raises(RefusedError, match="`listed` is `true` or `false`"):
        asyncio.run(create_table(url, game="hearts", name="Ann", listed=listed))


HIDDEN = {
    "zero width": "An\u200bn",
    "joiner": "An\u200dn",
    "tags": "Ann\U000e0041\U000e0042",
    "filler": "Ann\u3164",
    "grapheme joiner": "A\u034fnn",
    "variation": "Ann\ufe0f",
    "turned": "\u202eAnn",
    "piled up": "A" + "\u0300\u0301\u0302\u0303" * 3,
}
"""Names that look like another, or reach into other lines."""


@pytest.mark.parametrize("name", HIDDEN.values(), ids=HIDDEN)
def test_what_nobody_sees_is_no_part_of_a_name_or_title(url: str, name: str) -> None:
    with pytest.raises(TrickbookError, match=r"a player has a name|a name has no invisible characters"):
        player_name(name)
    escaped = name.encode("ascii", "backslashreplace").decode()
    text = f'trickbook: 1\nname: "{escaped}"\nextends: hearts\n'
    with pytest.raises(RefusedError, match=r"a title has no invisible|direction of writing|cannot be played"):
        asyncio.run(create_table(url, text=text, name="Ben"))


def test_a_tibetan_syllable_stacks_its_letters() -> None:
    """Three letters and a vowel in བསྒྲུབས lie below one another; marks on Latin letters do not."""
    assert player_name("བསྒྲུབས") == "བསྒྲུབས"
    with pytest.raises(TrickbookError, match="a name has no invisible characters"):
        player_name("ས" + "ྒྲུ" * 2)


ALIKE = [
    "Ann",
    "\u03b1nn",
    "A\u03b7n",
    "A\u0578\u0578",
    "ann",
    "\u0410nn",
    "A n n",
    "\uff21nn",
    "\U0001d400nn",
]


def refusal(name: str, others: list[str]) -> str:
    """Why a name is refused at a table of others; empty if it is not."""
    try:
        check_distinct(name, others)
    except TrickbookError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", ALIKE)
def test_at_one_table_no_name_looks_like_another(name: str) -> None:
    assert refusal(name, ["Bob", "Ann"]).endswith("looks like your name; choose another one")


@pytest.mark.parametrize("name", ["Anna", "\u00c4nn", "Hanna", "\u0410\u043d\u043d\u0430", "\u5b89", "Bob"])
def test_names_that_differ_are_told_apart(name: str) -> None:
    assert refusal(name, ["Ann", "Amm", ""]) == ""


def test_who_sits_down_under_another_name_in_disguise(url: str) -> None:
    async def tried() -> None:
        ann = await create_table(url, game="hearts", name="Ann")
        with pytest.raises(RefusedError, match="looks like your name"):
            await take_seat(url, ann.table, "\u0410nn")
        assert (await take_seat(url, ann.table, "Ben")).seat == 1

    asyncio.run(tried())
