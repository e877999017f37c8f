"""Outside players: a process that receives its turns as lines of JSON, and answers with such lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NoReturn

from trickbook.bots.process import LineProcess
from trickbook.cards.combinations import Selections
from trickbook.problems import TrickbookError, shown
from trickbook.texts.message import Message, verbatim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.bots.turn import Turn
    from trickbook.ruleset import Ruleset

PROTOCOL: Final = 1
"""The version of the protocol; it changes when older players would misunderstand a message."""

START_TIMEOUT: Final = 10_000
"""The least number of milliseconds that a process has to start and answer hello."""


class OutsidePlayer:
    """A player in a process of its own. It receives what its seat sees, and nothing else."""

    def __init__(self, name: str, words: Sequence[str], patience: int, seat: int) -> None:
        """Start the process of a seat; ``patience`` is the timeout for a move, in milliseconds."""
        self.name, self.patience, self.seat = name, patience, seat
        try:
            self.process = LineProcess(words)
        except (OSError, ValueError) as error:
            reason = verbatim(getattr(error, "strerror", None) or error)
            if isinstance(error, FileNotFoundError):
                reason = Message("there is no program {text}", text=shown(words[0]))
            message = Message(
                "seat {seat}, {name}: it cannot be started: {reason}",
                seat=seat,
                name=shown(name),
                reason=reason,
            )
            raise TrickbookError(message) from None

    def greet(self, rules: Ruleset, players: int) -> None:
        """Say hello, and check the protocol of the answer."""
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "ruleset": rules.name,
            "title": rules.title,
            "house": list(rules.house),
            "options": rules.options,
            "players": players,
            "seat": self.seat,
            "time_ms": self.patience,
        }
        answer = self._answer_to(hello, max(self.patience, START_TIMEOUT))
        spoken = answer.get("protocol")
        if type(spoken) is not int or spoken != PROTOCOL:  # True is no number
            self._fail(_wrong_answer("hello", json.dumps({"protocol": PROTOCOL}), answer))

    def __call__(self, turn: Turn) -> str:
        """Ask for a move."""
        view = turn.look()
        answer = self._answer_to(
            {
                "type": "turn",
                "seat": turn.seat,
                "time_ms": self.patience,
                "chance": str(turn.chance),
                "moves": view["legal"],
                "choose": _choice(turn.moves),
                "view": view,
            },
            self.patience,
        )
        move = answer.get("move")
        if not isinstance(move, str):
            self._fail(_wrong_answer("turn", '{"move": "…"}', answer))
        return move

    def over(self, view: dict[str, Any]) -> None:
        """Send the end of the match; there is no answer."""
        self._tell({"type": "end", "seat": self.seat, "view": view})

    def close(self) -> None:
        """End the process."""
        self.process.close()

    def _tell(self, message: dict[str, Any]) -> None:
        line = self.process.early if message["type"] != "hello" else None
        if line is not None:
            spoke = Message("it spoke without being asked: {text}", text=_quoted(line))
            self._fail(spoke if line.endswith(b"\n") else _with_last(self._exit_reason(), line))
        try:
            self.process.tell(json.dumps(message).encode() + b"\n")
        except TrickbookError as error:
            self._fail(error.message)

    def _answer_to(self, message: dict[str, Any], patience: int) -> dict[str, Any]:
        """Send a message, and wait for the answer."""
        self._tell(message)
        line, kind = self.process.hear(patience / 1000), str(message["type"])
        if line is None:
            self._fail(
                Message(
                    "it gave no answer to {kind} within {number} ms; does it flush its output?",
                    kind=kind,
                    number=patience,
                )
            )
        if not line.endswith(b"\n"):
            ended = Message("{reason}, instead of an answer to {kind}", reason=self._exit_reason(), kind=kind)
            self._fail(_with_last(ended, line))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self._fail(
                Message(
                    "its answer to {kind} is no JSON object on a line: {text}", kind=kind, text=_quoted(line)
                )
            )
        return answer

    def _exit_reason(self) -> Message:
        """Return why the process says no more."""
        code = self.process.ended()
        if code is None:
            return Message("it has closed its output")
        return Message("it has ended, with exit code {number}", number=code)

    def _fail(self, fault: Message) -> NoReturn:
        """Kill the process, and raise an error that names the seat, the player and the fault."""
        self.process.kill()
        *_, note = ("", *self.process.notes.splitlines())
        template = "seat {seat}, {name}: {reason}"
        if note:
            template = "seat {seat}, {name}: {reason}; the last line of its error output: {text}"
        raise TrickbookError(
            Message(template, seat=self.seat, name=shown(self.name), reason=fault, text=shown(note, 200))
        )


def _wrong_answer(kind: str, wanted: str, answer: dict[str, Any]) -> Message:
    """The fault of an answer of another form than asked for."""
    return Message(
        "it must answer {kind} with {text}, not {text_given}",
        kind=kind,
        text=wanted,
        text_given=shown(json.dumps(answer)),
    )


def _choice(moves: Sequence[str]) -> dict[str, Any] | None:
    """Return which cards may be chosen, how many, and what may be said instead."""
    if not isinstance(moves, Selections):
        return None
    return {"from": moves.offered, "least": moves.low, "most": moves.high, "or": moves.word}


def _with_last(fault: Message, line: bytes) -> Message:
    """A fault, with the last line that a process printed."""
    return Message("{reason}; it said {text}", reason=fault, text=_quoted(line)) if line else fault


def _quoted(line: bytes) -> str:
    return shown(line.decode("utf-8", "replace").rstrip("\n"))
