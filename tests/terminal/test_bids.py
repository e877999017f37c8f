"""Bids: typed by their level on the screen, written as they are called in lines; trumps beside the table."""

import asyncio

from tests.terminal.local_tables import conversation, local_table, seated


def test_the_digit_of_a_level_goes_from_bid_to_bid() -> None:
    async def bid() -> list[str | None]:
        seen = []
        async with seated(local_table("bridge")) as player:
            await player.turn()
            for _ in range(6):
                await player.press("3")
                seen.append(player.scene.choice.word)
            await player.press("enter")
            await player.until(lambda: "3♣" in player.text())
        return seen

    assert asyncio.run(bid()) == ["3C", "3D", "3H", "3S", "3NT", "3C"]


def test_a_bid_is_written_as_it_is_called() -> None:
    told = conversation(local_table("bridge"), ["4s", "3NT"])
    assert "You may answer pass, any bid from 1C to 7NT." in told
    assert "You: 4S" in told
    assert "face up in front of East: " in told


def test_trumps_stand_beside_the_table() -> None:
    async def look() -> None:
        async with seated(local_table("whist")) as player:
            await player.turn()
            await player.sees("Trumps: ")
            assert any(f"Trumps: {sign} " in player.text() for sign in "♣♦♠♥")

    asyncio.run(look())


def test_where_bots_have_all_seats_none_is_filled() -> None:
    text = conversation(local_table("bridge"), ["fill", "hand"])
    assert "no seat is empty" in text
    assert text.count("Your hand:") > 1
