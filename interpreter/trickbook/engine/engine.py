"""The engine: deals of one ruleset, played from step to step."""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.cards.chance import stream
from trickbook.cards.combinations import namer, text
from trickbook.cards.deck import numbers
from trickbook.core.cells import LEADER, RESTING, STEP, TRICKS, WAITING, Sizes
from trickbook.core.program import Program
from trickbook.core.state import Notes, State
from trickbook.engine import facts
from trickbook.engine.answers import DONE
from trickbook.engine.ask import MOST_ANSWERS, AskStep
from trickbook.engine.course.course import write
from trickbook.engine.course.events import frames
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.deal_end import end_deal
from trickbook.engine.facts import ANNOUNCEMENT, TURN, Fact
from trickbook.engine.faults import fault
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.roots import most_plays, roots
from trickbook.engine.table import settle
from trickbook.engine.tricks import TrickStep
from trickbook.problems import EndlessError
from trickbook.state import Match, Move, logged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.core.program import LegalCards
    from trickbook.engine.resting import Rest
    from trickbook.engine.scores import Adjustment, Ending, Metric
    from trickbook.state import Layout

Step: TypeAlias = AskStep | DealStep | EndStep | MoveStep | RepeatStep | ShowStep | TrickStep

OVER: Final = "over"
"""The phase of a match that has ended."""

MOST_IDLE: Final = 500
"""How many deals may go by, one after another, without anybody acting."""

MOST_TRICKS: Final = 2
"""How many tricks a deal may have for each card of the deck; one more ends it."""


@cache
def seat_sets(seats: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the seats of every set of so many."""
    return tuple(tuple(numbers(mask)) for mask in range(1 << seats))


class Rules(NamedTuple):
    """All that deals are played by; ``upon`` has steps by event, ``worth`` pairs of a value and its cards.

    ``counted`` tells for piles whose cards are counted as they are laid there the first slot of the counts.
    """

    layout: Layout
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]
    upon: Mapping[str, Sequence[Step]]
    worth: tuple[tuple[int, int], ...]
    points: tuple[Adjustment, ...]
    metrics: tuple[Metric, ...]
    ending: Ending
    resting: tuple[Rest, ...] = ()
    counted: Mapping[str, int] = {}


class Engine:
    """Play deals by rules. It knows nothing of any deal: states come in and go out.

    A state that comes in must be nobody else's: it is changed in place. ``proxies`` says whether a seat may
    play the cards of another.
    """

    def __init__(self, rules: Rules) -> None:
        """Keep at hand what every move asks for: indexes of piles, names of cards, who comes next."""
        self.layout = layout = rules.layout
        self.facts, self.steps, self.upon = rules.facts, rules.steps, rules.upon
        self.worth, self.points, self.metrics = rules.worth, rules.points, rules.metrics
        self.ending, self.resting, self.counted = rules.ending, rules.resting, rules.counted
        live, self.deck, self.manifold = (
            [one for one in self.facts if one.live],
            layout.deck,
            layout.deck.manifold,
        )
        self.table, self.fault = 1 << layout.seats, fault
        most = most_plays(self.steps, layout)
        course = partial(write, self)
        self.program = Program(layout, Sizes(most, frames(self.upon) + bool(self.resting)), partial(roots, self), course)
        self.cells = self.program.cells
        self.trick, self.held, self.taken = (layout.piles[name].base for name in ("trick", "held", "taken"))
        self.played, self.exposed = (layout.piles[name].ever or 0 for name in ("trick", "table"))
        self.names = names = {1 << bit: name for bit, name in enumerate(layout.deck.names)}
        self.pack = tuple(names)
        self.card = {} if self.manifold else {name: card for card, name in names.items()}
        self.plain = {} if any(isinstance(s, TrickStep) and s.played_by for s in self.steps) else self.card
        self.longest = MOST_TRICKS * len(self.names)
        self.gangs, self.list = seat_sets(layout.seats), namer(layout.deck.names)
        later = {step.name: step for steps in self.upon.values() for step in steps}
        self.places = (*self.steps, None, *later.values())
        self.waiting = {
            place: step for place, step in enumerate(self.places) if isinstance(step, AskStep | TrickStep)
        }
        self.acting: Mapping[int, Any] = {
            place: step for place, step in enumerate(self.places) if hasattr(step, "take")
        }
        self.phases = tuple(step.name if step else OVER for step in self.places)
        self.place_of = {name: place for place, name in enumerate(self.phases)}
        self.changed = facts.by_event(live)
        self.event_numbers = {name: number for number, name in enumerate({**self.changed, **self.upon})}
        self.anew = tuple(fact for fact in live if fact.anew)
        self.heeds_turn, self.heeds_play, self.heeds_trick = (
            (event in self.changed or event in self.upon) and not (event == TURN and TURN in self.phases)
            for event in (TURN, "play", "trick")
        )
        self.proxies = any(isinstance(step, TrickStep) and step.played_by for step in self.steps)

    @cached_property
    def ends(self) -> tuple[EndStep, ...]:
        """The steps that end a deal before its time."""
        return tuple(step for step in self.steps if isinstance(step, EndStep))

    @cached_property
    def asked_upon(self) -> Mapping[str, int]:
        """The places of the questions that wait for an event, among all steps."""
        return {
            step.name: place
            for place, step in enumerate(self.places)
            if place > len(self.steps) and isinstance(step, AskStep)
        }

    @cached_property
    def secret_facts(self) -> tuple[Fact, ...]:
        """The facts that not everybody sees."""
        return tuple(fact for fact in self.facts if fact.seen_by != "everyone")

    @cached_property
    def announceable(self) -> tuple[Fact, ...]:
        """The facts that somebody outside may announce."""
        return tuple(fact for fact in self.facts if fact.live and ANNOUNCEMENT in fact.upon)

    @cached_property
    def tricks(self) -> TrickStep | None:
        """The step that plays tricks, if there is one."""
        return next((step for step in self.steps if isinstance(step, TrickStep)), None)

    @cached_property
    def questions(self) -> tuple[AskStep, ...]:
        """The steps that ask seats."""
        return tuple(step for step in self.every_step if isinstance(step, AskStep) and step.asks)

    @cached_property
    def every_step(self) -> tuple[Step, ...]:
        """The steps in order, then those that wait for an event."""
        return tuple(step for step in self.places if step is not None)

    @cached_property
    def trick_steps(self) -> frozenset[str]:
        """The names of the steps that play tricks."""
        return frozenset(step.name for step in self.steps if isinstance(step, TrickStep))

    def marked(self, s: State) -> int:
        """The cards that bear the mark of exposure."""
        return s.v[self.cells.piles + self.exposed]

    def remembered(self, fact: Fact, s: State) -> Sequence[Any]:
        """The value of a fact; where each player has one, by seat."""
        return self.program.remembered(s.v, fact.slot, self.layout.seats if fact.owned else 1)

    def actors(self, s: State) -> int:
        """The seats that act: those whose turn it is, or who plays the cards of the one whose turn it is."""
        step = self.waiting.get(s.step) if self.proxies else None
        waiting = s.v[WAITING]
        if not isinstance(step, TrickStep) or step.played_by is None:
            return waiting
        player = self.layout.foremost(s.value(step.played_by, waiting.bit_length() - 1), s.match.dealer)
        return waiting if player is None else 1 << player

    def owner(self, s: State, seat: int) -> int:
        """The seat whose cards an acting seat plays, or for which it answers: itself, if no other."""
        if not self.proxies or not isinstance(self.waiting.get(s.step), TrickStep):
            return seat
        return s.v[WAITING].bit_length() - 1

    # From step to step

    @cached_property
    def functions(self) -> Mapping[str, Callable[..., int]]:
        """The functions of the course, by name."""
        return self.program.course

    def deal(self, match: Match) -> State:
        """Start a deal and go on to where somebody must act, or to the end of the match."""
        self.start(s := State(self.program), match)
        self.proceed(s)
        return s

    def start(self, s: State, match: Match) -> None:
        """Start a deal: a fresh pack, and the facts as they start or as the match remembers them."""
        self.begin(s, match)

    def begin(self, s: State, match: Match) -> None:
        """Set everything to how it is when a deal starts."""
        s.v = v = [0] * self.cells.size
        v[self.cells.piles + self.layout.piles["aside"].base] = self.deck.cards
        v[LEADER] = v[STEP] = -1
        s.notes = Notes(match, None, (), (), (), (stream(match.seed, match.deal), 0))
        s.write_match()
        s.actor = match.dealer
        for lasting in (True, False):
            facts.start(self.facts, s, self.layout.seats, match=lasting)
        for fact in self.facts:
            if fact.name in match.memory:
                self.program.remember(v, fact.slot, match.memory[fact.name])

    settle = settle

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
                    raise EndlessError(f"nobody has had anything to do for {MOST_IDLE} deals")

    def upcoming(self, s: State) -> Step | None:
        """The step that is to be taken next; None after the last."""
        after = s.step + 1
        return None if after >= len(self.steps) else self.steps[after]

    def advance(self, s: State) -> bool:
        """Take the next step, with all that follows from it; False after the last."""
        if not self.functions["advance"](s.v):
            return False
        self.settle(s)
        return True

    def take(self, s: State) -> None:
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
        self.functions[f"laid{s.step}"](s.v, seat, cards)
        self.settle(s)

    def answer(self, s: State, step: AskStep, seat: int, answer: Any, written: str) -> None:
        """Let a seat answer a question."""
        place, at = s.step, (len(s.done), len(s.plays))
        if step.source is not None and answer != DONE:
            written = text(self.deck, answer, self.marked(s))
        s.log = log = logged(s.log, Move(step.name, seat, written, at))
        if (step.how == "freely" or step.again) and log.number > MOST_ANSWERS:
            message = f"this deal does not end: {step.name} was answered {MOST_ANSWERS} times"
            raise EndlessError(message, step.name)
        if answer == DONE:
            self.functions[f"done{place}"](s.v, seat, 0)
        else:
            self.functions[f"answer{place}"](s.v, seat, self.program.number(answer))
        self.settle(s)

    @cached_property
    def plays(self) -> Mapping[int, Callable[..., int]]:
        """What plays cards, by the place of the step."""
        return {
            place: self.functions[f"play{place}"]
            for place, step in self.waiting.items()
            if isinstance(step, TrickStep)
        }

    @cached_property
    def singles(self) -> Mapping[int, LegalCards]:
        """What single cards a seat may play, by the place of the step, where each card has a name of its own."""
        simple = () if self.manifold or self.proxies else self.waiting.items()
        return {
            place: self.program.legal(step.source, step.play)
            for place, step in simple
            if isinstance(step, TrickStep) and step.low is None
        }

    def rest(self, s: State, *, amid_trick: bool = False) -> None:
        """Find who rests from now on; amid a trick nobody ceases to."""
        if self.resting:
            s.v[RESTING] = self.functions["resting"](s.v) | (s.v[RESTING] if amid_trick else 0)

    def happen(self, s: State, event: str, actor: int, x: int = 0) -> None:
        """Let an event change the facts that it changes; ``x`` is the play or the number of the answer."""
        if event in self.changed:
            self.functions[f"happen{self.event_numbers[event]}"](s.v, actor, x)

    # The end of a deal

    end = end_deal

    def score(self, s: State) -> tuple[int, ...]:
        """The points of the deal as it lies."""
        s = s.copy()
        self.functions["score"](s.v)
        return s.points

    def over(self, s: State) -> bool:
        """Return whether the match is over, after a deal was scored."""
        return bool(self.functions["over"](s.v))

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that have won the match."""
        return self.gangs[self.functions["winners"](s.v)]
