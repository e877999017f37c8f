"""The engine: deals of one ruleset, played from step to step, scored, and followed by the next."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.chance import stream
from trickbook.cards.combinations import text
from trickbook.cards.deck import numbers
from trickbook.core import DEPTH, FAULT, GATHERED, RESTING, STEP, TAKER, TRICKS, WAITING
from trickbook.core.state import Notes, State
from trickbook.engine import resting, scores
from trickbook.engine.ask import MOST_ANSWERS, AskStep
from trickbook.engine.course.automatic import MOST_REPEATS
from trickbook.engine.course.flow import FAULTS
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.lookup import OVER, Lookup, Rules, Step
from trickbook.engine.moves import DONE
from trickbook.engine.tricks import TrickStep
from trickbook.problems import EndlessError
from trickbook.state import Match, Move, PastDeal, Trick, add_to_log
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["OVER", "Engine", "Rules", "Step"]

MOST_IDLE: Final = 500
"""How many deals may go by, one after another, without anybody acting."""


class Engine(Lookup):
    """Play deals by rules. It knows nothing of any deal: states come in and go out.

    A state that comes in must be nobody else's: it is changed in place.
    """

    # From step to step

    def deal(self, match: Match) -> State:
        """Start a deal and go on to where somebody must act, or to the end of the match."""
        self.start(s := State(self.program), match)
        self.proceed(s)
        return s

    def start(self, s: State, match: Match) -> None:
        """Start a deal: a fresh pack, and the facts as they start or as the match remembers them."""
        self.begin(s, match)
        if self.listener is not None:
            self.listener.starts(s)

    def begin(self, s: State, match: Match) -> None:
        """Set everything to how it is when a deal starts."""
        s.v = v = [0] * self.cells.size
        s.notes = Notes(match, None, (), (), (), (stream(match.seed, match.deal), 0))
        s.write_match()
        self.functions["start"](v)
        for fact in self.facts if match.memory else ():
            if fact.name in match.memory:
                self.program.remember(v, fact.slot, match.memory[fact.name])

    def settle(self, s: State) -> None:
        """Let the table act, and go on with what waits for that, until a seat is waited for or nothing is.

        EndlessError if the deal does not end.
        """
        while True:
            v = s.v
            if v[TRICKS] > len(s.notes.done):
                s.notes = _note_trick(self, v, s.notes)
            if v[FAULT]:
                raise _fault(self, s, v[FAULT])
            if v[WAITING] == self.table:
                index, v[WAITING] = v[STEP], 0
                step, listener = self.acting[index], self.listener
                with nullcontext() if listener is None else listener.performs(s, step):
                    step.perform(self, s)
                if goes_on := self.functions.get(f"table{index}"):
                    goes_on(s.v)
            elif v[WAITING] or not v[DEPTH]:
                return
            else:
                self.functions["advance"](v)

    def proceed(self, s: State) -> None:
        """Take step after step, and deal after deal, until somebody must act or the match is over.

        EndlessError after very many deals in which nobody has to act.
        """
        idle = 0
        while not s.v[WAITING] and not s.match.over:
            if not self.advance(s):
                self.end(s)
                idle += 1
                if idle > MOST_IDLE:
                    template = "nobody has had anything to do for {number} deals"
                    raise EndlessError(Message(template, number=MOST_IDLE))

    def next_step(self, s: State) -> Step | None:
        """The step that is to be taken next; None after the last."""
        after = s.step + 1
        return None if after >= len(self.steps) else self.steps[after]

    def advance(self, s: State) -> bool:
        """Take the next step, with all that follows from it; False after the last."""
        if not self.functions["advance"](s.v):
            return False
        self.settle(s)
        return True

    def begin_step(self, s: State) -> None:
        """Begin the step at which a state is, whatever its condition, with all that follows from it."""
        self.functions[f"begin{s.step}"](s.v)
        self.settle(s)

    def act(self, s: State, seat: int, written: str, known: Any = None) -> None:
        """Make a seat's move, with all that follows from it at once; the rules do not judge what is known.

        MoveError for a move that may not be made, EndlessError for a deal that does not end.
        """
        step = self.waiting[s.v[STEP]]
        if isinstance(step, TrickStep):
            self.play(s, seat, step.read(self, s, seat, written, known))
        else:
            self.answer(s, step, seat, step.read(self, s, seat, written) if known is None else known, written)

    def play(self, s: State, seat: int, cards: int) -> None:
        """Let a seat play cards, as the rules allow it."""
        v = s.v
        if self.plays[v[STEP]](v, seat, cards):
            self.settle(s)

    def lay(self, s: State, seat: int, cards: int) -> None:
        """Lay a play, with what follows from it by itself; the trick does not go on."""
        self.functions[f"lay{s.step}"](s.v, seat, cards)
        self.settle(s)

    def answer(self, s: State, step: AskStep, seat: int, answer: Any, written: str) -> None:
        """Let a seat answer a question."""
        index, at = s.step, (len(s.done), len(s.plays))
        if step.source is not None and answer != DONE:
            written = text(self.deck, answer, self.marked(s))
        s.log = log = add_to_log(s.log, Move(step.name, seat, written, at))
        if (step.how == "freely" or step.again) and log.number > MOST_ANSWERS:
            template = "this deal does not end: {name} was answered {number} times"
            message = Message(template, name=step.name, number=MOST_ANSWERS)
            raise EndlessError(message, step.name)
        if answer == DONE:
            self.functions[f"done{index}"](s.v, seat, 0)
        else:
            self.functions[f"answer{index}"](s.v, seat, self.program.number(answer))
        self.settle(s)

    def rest(self, s: State, *, amid_trick: bool = False) -> None:
        """Find who rests from now on; amid a trick nobody ceases to."""
        if self.resting:
            s.v[RESTING] = self.functions["resting"](s.v) | (s.v[RESTING] if amid_trick else 0)

    def happen(self, s: State, event: str, actor: int, x: int = 0) -> None:
        """Let an event change the facts that it changes; ``x`` is the play or the number of the answer."""
        if event in self.facts_by_event:
            self.functions[f"happen{self.event_numbers[event]}"](s.v, actor, x)

    # The end of a deal

    def end(self, s: State) -> None:
        """Score a deal; go on with the next, or end the match."""
        old = s.match
        s.points = self.score(s)
        measured = scores.measure(self.metrics, s)
        lay = {deal: orders for deal, orders in old.orders.items() if deal == old.deal}
        begun, marked = old._replace(deals=(), history=(), orders=lay), self.marked(s)
        ended = next((step.name for step in self.ends if step.word and s.holds(step.word, 0)), None)
        record = PastDeal(begun, s.log, s.done, marked, tuple(s.points), measured, s.redeals, ended)
        self.functions["add_points"](s.v)
        s.match = old._replace(
            scores=self.cells.scores(s.v),
            deals=(*old.deals, tuple(s.points)),
            history=(*old.history, record),
            leader=None,
            given={},
            announced=(),
        )
        for fact in old.announced:
            self.happen(s, f"{ANNOUNCEMENT} of {fact}", old.dealer)
        self.functions["end"](s.v)
        self.settle(s)
        if self.over(s):
            s.match = s.match._replace(over=True)
            s.step = len(self.steps)
        else:
            self.start(s, _next_match(self, s))

    def score(self, s: State) -> tuple[int, ...]:
        """The points of the deal as it lies."""
        s = s.copy()
        self.functions["score"](s.v)
        return s.points

    def value_of(self, s: State, seat: int, cards: int, factors: int) -> Any:
        """Return what cards count for a seat, multiplied by the first so many adjustments."""
        s = s.copy()
        self.functions["value_of"](s.v, seat, cards, factors)
        return s.points[seat]

    def adjust(self, s: State, index: int, group: int | None = None) -> None:
        """Let an adjustment change the points: for those of whom its condition holds, or for a group."""
        about = self.functions[f"group{index}"](s.v) if group is None else group
        self.functions[f"adjust{index}"](s.v, about)

    def changes(self, s: State, index: int) -> Iterator[tuple[int, int, Any]]:
        """Yield the changes of an adjustment: whom it is about, the seat that it changes, and by how much."""
        adjustment, before = self.points[index], s.points
        for player in numbers(self.functions[f"group{index}"](s.v)):
            self.adjust(alone := s.copy(), index, 1 << player)
            for seat, points in enumerate(alone.points):
                if adjustment.player if seat == player else adjustment.others:
                    yield player, seat, points - before[seat]

    def over(self, s: State) -> bool:
        """Return whether the match is over, after a deal was scored."""
        return bool(self.functions["over"](s.v))

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that have won the match."""
        return self.seat_sets[self.functions["winners"](s.v)]


def _note_trick(engine: Engine, v: list[int], notes: Notes) -> Notes:
    """Return the notes with the trick that was gathered last."""
    match, log, done, shows, redeals, chance = notes
    many, cells, taker = v[GATHERED], engine.cells, v[TAKER]
    players, plays = cells.players, cells.plays
    all_plays = tuple(zip(v[players : players + many], v[plays : plays + many]))  # noqa: B905 - as many
    trick = Trick(all_plays, taker.bit_length() - 1 if taker else None)
    return Notes(match, log, (*done, trick), shows, redeals, chance)


def _fault(engine: Engine, s: State, number: int) -> EndlessError:
    """Return the error that a number stands for."""
    index, kind = divmod(number - 1, len(FAULTS))
    name, times = (
        engine.phases[index],
        {"repeats": MOST_REPEATS, "plays": len(s.plays), "tricks": len(s.done)},
    )
    template = {
        "repeats": "this deal does not end: {name} went back {number} times",
        "rounds": "this deal does not end: {name} goes round, and nobody has a choice",
        "plays": "this trick does not end: {number} plays were made",
        "tricks": "this deal does not end: {number} tricks were played",
    }[FAULTS[kind]]
    return EndlessError(Message(template, name=name, number=times.get(FAULTS[kind], 0)), name)


def _next_match(engine: Engine, s: State) -> Match:
    """The match with its next deal to begin."""
    old = s.match
    coming = old._replace(
        deal=old.deal + 1,
        memory={fact.name: tuple(engine.fact_values(fact, s)) for fact in engine.facts if fact.lasting},
        orders={deal: orders for deal, orders in old.orders.items() if deal > old.deal},
    )
    return resting.with_next_dealer(engine, s, coming)
