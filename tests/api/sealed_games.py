"""Games whose deals are sealed and cut, without a server."""

from __future__ import annotations

import random
from collections.abc import Callable

import trickbook
from trickbook.cards.cuts import ABSENT, BOT, hashed_number, new_number
from trickbook.engine.engine import Engine
from trickbook.replays.sealed_deals import Opened, Sealed, asked, drawn, seal, with_cuts

Ready = Callable[[Engine, int], Sealed]
"""What prepares a deal, by its number."""


def sealed(deal: int, under: Sealed) -> Opened:
    return Opened(seal(deal, under), under)


def cut(engine: Engine, deal: int) -> Sealed:
    """A deal that most seats cut: the first is a bot's, and the last player is absent."""
    words = [BOT, *(new_number() for _ in range(engine.layout.seats - 2)), ABSENT]
    hashes = [hashed_number(deal, seat, word) if len(word) == 64 else word for seat, word in enumerate(words)]
    return with_cuts(engine, deal, drawn()._replace(hashes=tuple(hashes), cuts=tuple(words)))


def older(engine: Engine, _deal: int) -> Sealed:
    """A deal as it was sealed when seats did not cut: with the orders of the pack."""
    chance, pack = random.SystemRandom(), list(engine.deck.names)
    return Sealed(new_number(), tuple(" ".join(chance.sample(pack, len(pack))) for _ in range(asked(engine))))


def played(
    rules: trickbook.Ruleset, deals: int, ready: Ready = cut
) -> tuple[trickbook.Game, dict[int, Opened]]:
    """A game of so many deals and a little more, each sealed before it."""
    engine = rules.engine()
    opened = {deal: sealed(deal, ready(engine, deal)) for deal in (1, 2)}
    game = rules.new_game(seed=1, orders={deal: one.sealed.orders for deal, one in opened.items()})
    while game.turn is not None and game.deal <= deals:
        if game.deal + 1 not in opened:
            opened[game.deal + 1] = sealed(game.deal + 1, ready(engine, game.deal + 1))
            game = game.shuffled(game.deal + 1, opened[game.deal + 1].sealed.orders)
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    return game, opened
