"""What a request of the desk costs a server, in processor seconds: usual texts, and the costliest accepted.

A server gives each request at most six seconds of one process, and each address two requests a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import click

from trickbook.desk.comparison import Progress, changed_rulebook, comparison, difference
from trickbook.desk.sent_document import SentDocument, _understood, check
from trickbook.desk.trial import completion, start, trial
from trickbook.loading.files import shipped_games
from trickbook.problems import RulesetError, TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.seat.rules_request import MAX_RULESET_LENGTH, check_cost
from trickbook.source import read

HEAD: Final = "trickbook: 1\nname: Omnibus\nextends: hearts\n"
OMNIBUS: Final = f"{HEAD}worth: {{bonus_jack: {{cards: JD, is: -10}}}}\n"

ASK: Final[dict[str, Callable[[str], Any]]] = {
    "check": lambda text: check(text=text, language="en"),
    "rulebook": lambda text: changed_rulebook(text=text, language="en"),
    "completion": lambda text: completion(text=text, at=len(text) // 2, playable=None, language="en"),
    "trial": lambda text: trial(text=text, players=None, seed=1, hand="", moves=[], language="en"),
    "difference": lambda text: difference(text=text, language="en"),
    "comparison (a piece)": lambda text: comparison(text, "en", Progress(size=8)),
}


def costly() -> Iterator[tuple[str, str]]:
    """Yield texts that take long, each in its own way and as much of it as is accepted."""
    yield "a usual text", OMNIBUS
    yield "every entry as a comment", _draft()
    yield (
        "only comments",
        _grown(OMNIBUS, lambda n: f"# {n} is a comment as long as many, and says nothing\n"),
    )
    yield "words", _grown(OMNIBUS + "words:\n", lambda n: f"  word{n}: count of (hand and hearts) + {n}\n")
    yield "deep words", _grown(OMNIBUS + "words:\n", _deep)
    yield (
        "worths",
        _grown(OMNIBUS[:-2] + ", ", lambda n: f"w{n}: {{cards: hearts and not QS, is: {n}}}, ", "}\n"),
    )
    yield "points", _grown(OMNIBUS + "points:\n", _change)
    yield "examples of scores", _grown(OMNIBUS + "examples:\n", _scored)
    yield "examples of whole deals", _grown(OMNIBUS + "examples:\n", _course)
    yield (
        "many mistakes",
        _grown("trickbook: 1\nextends: hearts\nworth:\n", lambda n: f"  w{n}: {{card: J{n}, si: x}}\n"),
    )
    yield "ten players, four packs", _wide()


def _grown(head: str, line: Callable[[int], str], tail: str = "") -> str:
    """The longest text of such lines that is accepted, found by halving."""
    low, high = 1, 4096
    while low < high:
        many = (low + high + 1) // 2
        text = head + "".join(map(line, range(many))) + tail
        low, high = (many, high) if _accepted(text) else (low, many - 1)
    return head + "".join(map(line, range(low))) + tail


def _accepted(text: str) -> bool:
    """Return whether the server takes a text, or tells of its mistakes, instead of refusing it whole."""
    tree, problems = read(text, "rules.yaml")
    if len(text) > MAX_RULESET_LENGTH or tree is None or problems:
        return False
    with suppress(RulesetError):
        try:
            check_cost(Ruleset.ready(SentDocument(text).resolved, {}))
        except RulesetError:
            raise
        except TrickbookError:
            return False
    return True


def _draft() -> str:
    found = start(game="hearts", house=(), options=None, title="Ours", brief=False, language="en")
    return str(found["text"])


def _deep(number: int) -> str:
    before = f"deep{number - 1}" if number % 6 else "count of hand"
    return f"  deep{number}: {before} + {before}\n"


def _change(number: int) -> str:
    return f"  more{number}: {{when: count of (taken and hearts) > {number}, player: points + {number}}}\n"


def _scored(number: int) -> str:
    return f"  e{number}: {{given: {{taken: {{0: [JD, {2 + number % 8}H]}}}}, points: [-9, 0, 0, 0]}}\n"


def _course(number: int) -> str:
    return (
        f"  e{number}: {{given: {{deal: 4, hands: [2C 6H AD, 7C QS 3D, KC 4H 4D, 9C 5H 8S]}}, course: ["
        "{tricks: [0 2C, 1 7C, 2 KC, 3 9C]}, {tricks: [2 4D, 3 8S, 0 AD, 1 3D]}, "
        "{tricks: [0 6H, 1 QS, 2 4H, 3 5H]}], deals: [[16, 0, 0, 0]]}\n"
    )


def _wide() -> str:
    return f"{OMNIBUS}players: {{count: 3 to 10, usual: 10}}\ndeck: {{packs: 4, leave_out: null}}\n"


def main() -> None:
    """Print a line for each text: its length, and the processor seconds of each request."""
    for name in shipped_games():
        check(text=OMNIBUS.replace("hearts", name), language="en")  # what a running server has read already
    names = [*ASK]
    click.echo(f"{'text':>28} {'characters':>10} " + " ".join(f"{name:>20}" for name in names))
    for title, text in costly():
        spent = " ".join(f"{_seconds(ask, text):>20}" for ask in ASK.values())
        click.echo(f"{title:>28} {len(text):>10,} {spent}")


def _seconds(ask: Callable[[str], Any], text: str) -> str:
    _understood.cache_clear()
    begun = time.process_time()
    refused = True
    with suppress(TrickbookError):
        ask(text)
        refused = False
    return f"{time.process_time() - begun:.2f}{' (refused)' * refused}"


if __name__ == "__main__":
    main()
