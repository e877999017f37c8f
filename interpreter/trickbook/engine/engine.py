"""The engine: deals of one ruleset, played from step to step."""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.cards.chance import stream
from trickbook.cards.combinations import namer
from trickbook.cards.deck import numbers
from trickbook.core.cells import LEADER
from trickbook.core.program import Program
from trickbook.core.state import State
from trickbook.engine import facts, resting, scores
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.deal_end import end_deal
from trickbook.engine.facts import ANNOUNCEMENT, TURN, Fact
from trickbook.engine.pending import follow, resume
from trickbook.engine.repeat import EndStep, RepeatStep
from trickbook.engine.roots import most_plays, roots
from trickbook.engine.tricks import TrickStep
from trickbook.problems import EndlessError
from trickbook.state import Match, Outlook, Pending

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    """All that deals are played by; ``upon`` has steps by event, ``worth`` pairs of a value and its cards."""

    layout: Layout
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]
    upon: Mapping[str, Sequence[Step]]
    worth: tuple[tuple[int, int], ...]
    points: tuple[Adjustment, ...]
    metrics: tuple[Metric, ...]
    ending: Ending
    resting: tuple[Rest, ...] = ()


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
        self.ending, self.resting = rules.ending, rules.resting
        live, self.deck, self.manifold = (
            [one for one in self.facts if one.live],
            layout.deck,
            layout.deck.manifold,
        )
        self.program = Program(layout, most_plays(self.steps, len(layout.deck.names)), partial(roots, self))
        self.cells = self.program.cells
        self.trick, self.held, self.taken = (layout.piles[name].base for name in ("trick", "held", "taken"))
        self.played, self.exposed = (layout.piles[name].ever or 0 for name in ("trick", "table"))
        self.names = names = {1 << bit: name for bit, name in enumerate(layout.deck.names)}
        self.pack = tuple(names)
        self.card = {} if self.manifold else {name: card for card, name in names.items()}
        self.longest = MOST_TRICKS * len(self.names)
        self.following = tuple(1 << layout.next(seat) for seat in range(layout.seats))
        self.gangs, self.list = seat_sets(layout.seats), namer(layout.deck.names)
        later = {step.name: step for steps in self.upon.values() for step in steps}
        self.places = (*self.steps, None, *later.values())
        self.waiting = {
            place: step for place, step in enumerate(self.places) if isinstance(step, AskStep | TrickStep)
        }
        self.phases = tuple(step.name if step else OVER for step in self.places)
        self.changed = facts.by_event(live)
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
        if not isinstance(step, TrickStep) or step.played_by is None:
            return s.waiting
        player = self.layout.foremost(s.value(step.played_by, s.waiting.bit_length() - 1), s.match.dealer)
        return s.waiting if player is None else 1 << player

    def owner(self, s: State, seat: int) -> int:
        """The seat whose cards an acting seat plays, or for which it answers: itself, if no other."""
        if not self.proxies or not isinstance(self.waiting.get(s.step), TrickStep):
            return seat
        return s.waiting.bit_length() - 1

    # From step to step

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
        self._clear(s, match)
        for lasting in (True, False):
            facts.start(self.facts, s, self.layout.seats, match=lasting)
        for fact in self.facts:
            if fact.name in match.memory:
                self.program.remember(s.v, fact.slot, match.memory[fact.name])

    def _clear(self, s: State, match: Match) -> None:
        """Set everything to how it is before a deal."""
        s.v = [0] * self.cells.size
        s.v[self.cells.piles + self.layout.piles["aside"].base] = self.deck.cards
        s.v[LEADER] = -1
        s.match, s.done = match, ()
        s.step, s.waiting, s.asked = -1, 0, {}
        s.actor, s.pending, s.repeats, s.anew, s.shows = match.dealer, (), 0, (), ()
        s.chance, s.log = (stream(match.seed, match.deal), 0), None

    def proceed(self, s: State) -> None:
        """Take step after step, and deal after deal, until somebody must act or the match is over.

        EndlessError after very many deals in which nobody has to act.
        """
        idle = 0
        while not s.waiting and not s.match.over:
            if not self.advance(s):
                self.end(s)
                idle += 1
                if idle > MOST_IDLE:
                    raise EndlessError(f"nobody has had anything to do for {MOST_IDLE} deals")

    def upcoming(self, s: State) -> Step | None:
        """The step that is to be taken next; None if one goes on, or after the last."""
        after = s.step + 1
        return None if s.pending or after >= len(self.steps) else self.steps[after]

    def advance(self, s: State) -> bool:
        """Go on with what has waited for a question, or take the next step; False after the last."""
        if s.pending:
            resume(self, s)
            return True
        step = self.upcoming(s)
        if step is None:
            return False
        s.step, s.actor = s.step + 1, s.match.dealer
        self.take(s, step)
        return True

    def take(self, s: State, step: Step) -> None:
        """Take a step, unless its condition leaves it out; one that asks nobody is an event by itself."""
        self.rest(s)
        if s.holds(step.when, s.match.dealer):
            step.begin(self, s)
            if not step.asks:
                place = s.step
                self.happen(s, step.name, s.match.dealer, 0)
                if s.waiting:
                    s.pending = (*s.pending, Pending(place, s.match.dealer))

    def begin_trick(self, s: State) -> None:
        """Start the facts that start anew with each trick."""
        facts.start_anew(self.anew, s, self.layout.seats)

    def rest(self, s: State, *, amid_trick: bool = False) -> None:
        """Find who rests from now on; amid a trick nobody ceases to."""
        if self.resting:
            s.resting = resting.resting(self, s) | (s.resting if amid_trick else 0)

    def happen(self, s: State, event: str, actor: int, x: int) -> None:
        """Let an event change the facts it changes, and take the steps that wait for it.

        ``x`` is the play or the number of the answer.
        """
        changed = self.changed.get(event)
        if changed:
            facts.happen(changed, s, actor, self.layout.seats, x)
        if event == "trick":
            self.rest(s)
        if event in self.upon:
            follow(self, s, event, actor, x)

    # The end of a deal

    end = end_deal

    def score(self, s: State) -> tuple[int, ...]:
        """The points of the deal as it lies."""
        return scores.score(self.points, self.worth, self.taken, s)

    def foreseen(self, s: State, supposed: State) -> list[int]:
        """Return the cells of a state with the outcome that a supposed one would have."""
        outlook, v = self.foresee(supposed), s.v.copy()
        self.cells.put_outcome(v, outlook.scores, over=outlook.over, ahead=outlook.ahead)
        return v

    def foresee(self, s: State) -> Outlook:
        """Return the scores, the end and the winners that the deal as it lies would give."""
        s.points = self.score(s)
        s.match = s.match._replace(scores=scores.added(s.match.scores, s.points))
        facts.happen(self.changed.get("end", ()), s, s.match.dealer, self.layout.seats)
        ahead = sum(1 << seat for seat in self.winners(s))
        return Outlook(s.match.scores, scores.over(self.ending, s), ahead)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that have won the match."""
        return scores.winners(self.ending, s)
