"""Tables with sent rules, as their process receives them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.game.game import attach_game
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.state import TableState

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.core.state import State
    from trickbook.seat.rules_request import RulesRequest
    from trickbook.server.table.state import TableSeat
    from trickbook.state import Origin


class SentTable(NamedTuple):
    """A table with sent rules: the game is its state and its origin."""

    name: str
    choice: RulesRequest
    seats: tuple[TableSeat, ...]
    game: tuple[State, Origin] | None


def sent_table(table: TableState) -> SentTable:
    """The part of a table that bots and questions need."""
    game = None if table.game is None else (table.game.state, table.game.origin)
    return SentTable(table.name, table.choice, table.seats, game)


def at_sent_table(work: Callable[..., Any], sent: SentTable, *given: Any) -> Any:
    """What a function returns for a table with sent rules."""
    rules = ready_rules(serialized(sent.choice))
    game = sent.game and attach_game(rules.engine(len(sent.seats)), *sent.game)
    return work(TableState(sent.name, sent.choice, rules, sent.seats, game=game), *given)
