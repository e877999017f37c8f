"""The picture in the guides: `python -m tests.terminal.picture` takes it anew, with chromium."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tests.terminal.local_tables import local_table, rules_of, seated

from trickbook.bots import BOTS, turn_of
from trickbook.game import Game

PICTURE = Path(__file__).parents[2] / "interpreter" / "terminal.png"
SIZE = re.compile(r'viewBox="0 0 ([0-9]+)[0-9.]* ([0-9]+)')


def moment(seed: int, tricks: int) -> Game:
    """Cards lie open, some tricks are over, and it is one's turn to follow."""
    rules = rules_of("chinese-hearts")
    game = rules.new_game(seed=seed)
    for seat in (1, 3):
        for card in game.legal(seat)[:1]:
            game = game.apply(seat, card)
    while game.turn is not None:
        if game.turn == 0 and len(game.tricks) >= tricks and len(game.trick) == 2:
            break
        move = "done" if game.phase == "expose" else BOTS["duck"](turn_of(rules, game, game.turn, 1))
        game = game.apply(game.turn, move)
    return game


async def drawn(seed: int, tricks: int) -> str:
    """The screen with a hint, as SVG."""
    async with seated(local_table("chinese-hearts", game=moment(seed, tricks)), (88, 26)) as player:
        await player.turn()
        await player.press("H")
        await player.until(lambda: player.scene.choice.places)
        return player.app.export_screenshot(title="trickbook sit chinese-hearts")


def take(path: Path, seed: int = 22, tricks: int = 3) -> None:
    """Take the picture."""
    program = which("chromium") or "chromium-browser"
    with TemporaryDirectory() as folder:
        svg = Path(folder) / "screen.svg"
        svg.write_text(asyncio.run(drawn(seed, tricks)), "utf-8")
        size = SIZE.search(svg.read_text("utf-8"))
        assert size
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        window = f"--window-size={size[1]},{size[2]}"
        subprocess.run([program, *flags, window, f"--screenshot={path}", svg.as_uri()], check=True)


if __name__ == "__main__":
    take(PICTURE, *map(int, sys.argv[1:]))
