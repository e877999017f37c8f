"""The choice of rules for a table: as requested, as stored, and as cached rules.

Sent rules are admitted after a trial: no move, view or hint by them keeps a server busy for long.
"""

from __future__ import annotations

import json
from functools import lru_cache, partial
from time import thread_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.bots import BOTS, turn_of
from trickbook.cards.chance import stream
from trickbook.game import Game
from trickbook.game.view import public
from trickbook.problems import TrickbookError, shown
from trickbook.ruleset import Ruleset
from trickbook.seat.hints import hint
from trickbook.seat.rules_request import RulesRequest, checked_request, playable_rules
from trickbook.seat.seat_view import seat_view
from trickbook.seat.setup_form import rulebook_fragment
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

TAKE_BACK: Final = "take_back"
"""The key in the text of a choice."""

NO_CHOICE: Final = "this is no choice of rules"

CACHED_RULESETS: Final = 64
"""The number of cached rulesets."""

LOOP_SECONDS: Final = 0.05
"""The most processor time for what a server does while all its tables wait."""

WORKER_SECONDS: Final = 0.5
"""The most processor time for what a worker process does."""

TRIAL_SECONDS: Final = 0.4
TRIAL_DEALS: Final = 2
TRIAL_MOVES: Final = 300
"""How long trial deals are played at most, and again how long their positions are tried."""

REPEATS: Final = 3
HOPELESS: Final = 2
"""How often what is over its budget is measured, as the least time counts; twice if it is so far over."""


def requested(body: Mapping[str, Any]) -> RulesRequest:
    """The rules that a request asks for; TrickbookError if it is malformed."""
    game, text, house = body.get("game"), body.get("text"), body.get("house")
    return checked_request(
        game, text, () if house is None else house, body.get("options"), body.get("players")
    )


def serialized(wish: RulesRequest, *, take_back: bool = False) -> str:
    """The choice as text; with it, whether moves may be taken back."""
    terms = {TAKE_BACK: True} if take_back else {}
    return json.dumps({**wish._asdict(), **terms}, ensure_ascii=False, sort_keys=True)


def parsed(text: str) -> RulesRequest:
    """The choice from its text; ValueError if it is none."""
    try:
        found = json.loads(text)
        found.pop(TAKE_BACK, None)
        wish = RulesRequest(**{**found, "house": tuple(found["house"])})
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(NO_CHOICE) from None
    if not _is_choice(*wish):
        raise ValueError(NO_CHOICE)
    return wish


def _is_choice(
    game: object, text: object, house: tuple[object, ...], options: object, players: object
) -> bool:
    """Return whether the parts of a choice are of their kinds."""
    return (
        isinstance(game, str)
        and isinstance(text, str | None)
        and all(isinstance(name, str) for name in house)
        and isinstance(options, dict)
        and isinstance(players, int | None)
    )


def takes_back(text: str) -> bool:
    """Return whether moves may be taken back at a table, from the text of its choice."""
    return TAKE_BACK in json.loads(text)


def check_playable(wish: RulesRequest) -> None:
    """Check that a choice can be played, and fast enough; TrickbookError with all its problems."""
    check_speed(playable_rules(wish))


@lru_cache(maxsize=CACHED_RULESETS)
def ready_rules(text: str) -> Ruleset:
    """The rules of a checked choice, from its text."""
    wish = parsed(text)
    return Ruleset.ready(wish.resolved(), wish.options, wish.players)


def table_rulebook(choice: str, players: int, language: str, *, plain: bool) -> str:
    """The rulebook of a stored choice for so many players: plain text, or a fragment of HTML."""
    rules = ready_rules(choice)
    if plain:
        return rules.rulebook("text", language, players=players)
    return rulebook_fragment(rules, language, players)


class Task(NamedTuple):
    """What a server does at a position: what messages call it, its budget, and the work."""

    name: Message
    seconds: float
    work: Callable[[Ruleset, Game], object]


def _legal(_rules: Ruleset, game: Game) -> Sequence[Sequence[str]]:
    return [game.legal(seat) for seat in game.actors]


def _duck(rules: Ruleset, game: Game) -> str:
    return BOTS["duck"](turn_of(rules, game, game.actors[0], 0))


def _views(_rules: Ruleset, game: Game) -> Sequence[Mapping[str, object]]:
    common = public(game)
    return [seat_view(game, seat, common=common) for seat in (None, *range(len(game.scores)))]


def _hint(rules: Ruleset, game: Game) -> Mapping[str, object]:
    return hint(rules, game, game.actors[0])


def _play_move(_rules: Ruleset, game: Game, *, move: str) -> Game:
    return game.apply(game.actors[0], move)


TASKS: Final = (
    Task(Message("listing the legal moves"), LOOP_SECONDS, _legal),
    Task(Message("showing a move to all"), LOOP_SECONDS, _views),
    Task(Message("a move of a bot"), WORKER_SECONDS, _duck),
    Task(Message("a hint"), WORKER_SECONDS, _hint),
)


def check_speed(rules: Ruleset) -> None:
    """Check that rules are fast enough for a server; TrickbookError says what takes how long."""
    games = list(_trial(rules))
    begun = thread_time()
    for game in _spread(games):
        for task in TASKS:
            _check(task, rules, game)
        if thread_time() - begun > TRIAL_SECONDS:
            return


def _trial(rules: Ruleset) -> Iterator[Game]:
    """Yield the positions of a few deals between random players."""
    game, begun = rules.new_game(seed=1), thread_time()
    for number in range(TRIAL_MOVES):
        late = thread_time() - begun > TRIAL_SECONDS
        if not game.actors or len(game.deals) == TRIAL_DEALS or late:
            return
        yield game
        seat = game.actors[0]
        move = BOTS["random"](turn_of(rules, game, seat, stream(1, number)))
        _check(Task(Message("making a move"), LOOP_SECONDS, partial(_play_move, move=move)), rules, game)
        game = game.apply(seat, move)


def _spread(games: Sequence[Game]) -> Iterator[Game]:
    """Yield positions: the first and the last of each phase, then the others, far apart."""
    first = {game.phase: place for place, game in reversed([*enumerate(games)])}
    last = {game.phase: place for place, game in enumerate(games)}
    others = sorted(range(len(games)), key=lambda place: stream(2, place))
    for place in dict.fromkeys([*first.values(), *last.values(), *others]):
        yield games[place]


TOO_SLOW: Final = (
    "by these rules {what} takes {number} ms at {text}; a server allows {number_most} ms; "
    "write fewer or shorter expressions, or let players choose from less"
)


def _check(task: Task, rules: Ruleset, game: Game) -> None:
    """Check that a task takes no longer than its budget."""
    least = min(_measured(task, rules, game))
    if least > task.seconds:
        took, most = (f"{1000 * seconds:.0f}" for seconds in (least, task.seconds))
        raise TrickbookError(
            Message(TOO_SLOW, what=task.name, number=took, text=shown(game.phase), number_most=most)
        )


def _measured(task: Task, rules: Ruleset, game: Game) -> Iterator[float]:
    """Yield the processor seconds of a task, until they are within its budget or far over it."""
    for repeat in range(REPEATS):
        now = Game(game.engine, game.state, game.origin)  # nothing is known from an earlier time
        begun = thread_time()
        task.work(rules, now)
        took = thread_time() - begun
        yield took
        if took <= task.seconds or (repeat and took > HOPELESS * task.seconds):
            return
