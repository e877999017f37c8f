"""A table: the setup of a ruleset, and deals played on it from step to step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.chance import stream
from trickbook.engine.rules import CompiledRules
from trickbook.engine.steps.ask import AskStep
from trickbook.engine.steps.deal import DealStep, MoveStep
from trickbook.problems import EndlessError
from trickbook.sections import facts, match, metrics, points
from trickbook.sections.facts import ANNOUNCEMENT
from trickbook.state import Match, Outlook, PastDeal, State

if TYPE_CHECKING:
    from trickbook.sections.steps import Step

MOST_IDLE: Final = 500
"""How many deals may go by, one after another, without anybody acting."""


class Engine(CompiledRules):
    """A ruleset made ready for a number of players. It knows nothing of any deal: states come in and go out.

    A state that comes in must be nobody else's: it is changed in place.
    """

    def deal(self, match_: Match) -> State:
        """Start a deal and go on to where somebody must act, or to the end of the match."""
        s = State()
        self.start(s, match_)
        self.proceed(s)
        return s

    def start(self, s: State, match_: Match) -> None:
        """Begin a deal: a fresh pack, and the facts as they start or as the match remembers them."""
        s.match = match_
        self._clear(s)
        slots: list[Any] = list(s.slots)
        s.slots = slots
        for lasting in (True, False):
            facts.start(self.facts, slots, s, self.layout.seats, match=lasting)
        for fact in self.facts:
            if fact.name in match_.memory:
                slots[fact.slot : fact.slot + len(match_.memory[fact.name])] = match_.memory[fact.name]

    def _clear(self, s: State) -> None:
        """Set everything to how it is before a deal."""
        pile = [0] * self.layout.places
        pile[self.layout.piles["aside"].base] = self.deck.cards
        s.piles, s.slots = pile, list(self.layout.blank)
        s.step, s.waiting, s.asked = -1, 0, {}
        s.leader, s.plays, s.led, s.taker = -1, (), 0, 0
        s.tricks, s.done = (0,) * self.layout.seats, ()
        s.allowed, s.listed = None, ()
        s.last, s.chance, s.log = False, (stream(s.match.seed, s.match.deal), 0), None

    def proceed(self, s: State) -> None:
        """Take step after step, and deal after deal, until somebody must act or the match is over.

        EndlessError after very many deals in which nobody has to act.
        """
        idle = 0
        while not s.waiting and not s.match.over:
            s.step += 1
            if s.step == len(self.steps):
                self._end(s)
                idle += 1
                if idle > MOST_IDLE:
                    raise EndlessError(f"nobody has had anything to do for {MOST_IDLE} deals")
            else:
                self.take(s, self.steps[s.step])

    def take(self, s: State, step: Step) -> None:
        """Take a step, unless its condition leaves it out."""
        if step.when is None or step.when.run(s, s.match.dealer, 0):
            step.begin(self, s)
            if isinstance(step, DealStep | MoveStep) or (isinstance(step, AskStep) and step.who is None):
                self.happen(s, step.name, s.match.dealer, 0)

    def happen(self, s: State, event: str, actor: int, x: Any) -> None:
        """Let an event change the facts it changes, and take the steps that wait for it."""
        changed = self.changed.get(event)
        if changed:
            s.slots = facts.happen(changed, s, actor, self.layout.seats, x)
        for step in self.upon.get(event, ()):
            if step.when is None or step.when.run(s, actor, x):
                step.begin(self, s)

    def score(self, s: State) -> tuple[int, ...]:
        """The points of the deal as it lies."""
        return points.score(self.points, self.worth, self.taken, s)

    def _end(self, s: State) -> None:
        """Score a deal; go on with the next, or end the match."""
        old = s.match
        s.points = self.score(s)
        scores = points.added(old.scores, s.points)
        measured = metrics.measure(self.metrics, s)
        lay = {deal: orders for deal, orders in old.orders.items() if deal == old.deal}
        begun, marked = old._replace(deals=(), history=(), orders=lay), self.marked(s)
        record = PastDeal(begun, s.log, s.done, marked, tuple(s.points), measured)
        s.match = old._replace(
            scores=scores,
            deals=(*old.deals, tuple(s.points)),
            history=(*old.history, record),
            leader=None,
            given={},
            announced=(),
        )
        for fact in old.announced:
            self.happen(s, f"{ANNOUNCEMENT} of {fact}", old.dealer, 0)
        self.happen(s, "end", old.dealer, 0)
        if match.over(self.ending, s):
            s.match = s.match._replace(over=True)
            s.step = len(self.steps)
            return
        memory = {fact.name: tuple(self.remembered(fact, s)) for fact in self.facts if fact.lasting}
        following = s.match._replace(
            deal=old.deal + 1,
            dealer=(old.dealer + self.layout.turn) % self.layout.seats,
            memory=memory,
            orders={deal: orders for deal, orders in old.orders.items() if deal > old.deal},
        )
        self.start(s, following)

    def foresee(self, s: State) -> Outlook:
        """What would come of the deal as it lies, with the facts that its end changes."""
        s.points = self.score(s)
        s.match = s.match._replace(scores=points.added(s.match.scores, s.points))
        s.slots = facts.happen(self.changed.get("end", ()), s, s.match.dealer, self.layout.seats)
        ahead = sum(1 << seat for seat in self.winners(s))
        return Outlook(s.match.scores, match.over(self.ending, s), ahead)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that have won the match."""
        return match.winners(self.ending, s)
