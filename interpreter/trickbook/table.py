"""A table: a ruleset made ready for a number of players, with its options set. It plays deals."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards import MARK, CardError, Deck, bits
from trickbook.chance import stream
from trickbook.concepts import deck, facts, match, options, piles, players, points, steps, words, worth
from trickbook.concepts.dealing import Dealing, draw
from trickbook.concepts.reading import Reading
from trickbook.concepts.tricks import Tricks
from trickbook.document import Scalar
from trickbook.expression.groups import seats as numbers
from trickbook.layout import Layout
from trickbook.state import Match, Record, State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.concepts.asking import Asking
    from trickbook.concepts.facts import Fact
    from trickbook.concepts.match import Ending
    from trickbook.concepts.options import Option
    from trickbook.concepts.points import Adjustment
    from trickbook.concepts.steps import Step
    from trickbook.document import Mapping as MapNode
    from trickbook.expression.types import Term
    from trickbook.problems import Problem


OVER: Final = "over"
"""The phase of a match that has ended."""


class Table:
    """Everything that deals are played by; it never changes, and knows nothing of any deal.

    ``given`` are words whose value states bring along.
    """

    def __init__(self, root: MapNode, texts: Mapping[str, str], seats: int, chosen: Mapping[str, Any], given: frozenset[str] = frozenset()) -> None:
        """Read a whole ruleset for so many seats; what is wrong is left in ``problems``."""
        reading = Reading(root, Layout(seats), texts)
        self.reading = reading
        self.layout = reading.layout
        self.options: dict[str, Option] = options.read(reading, chosen)
        players.read(reading)
        deck.read(reading)
        piles.read(reading)
        worth.read(reading)
        words.read(reading, given)
        declared = facts.declare(reading)
        answers = steps.declare(reading)
        self.facts: tuple[Fact, ...] = tuple(facts.complete(reading, fact) for fact in declared)
        course = steps.read(reading, answers, declared)
        self.steps: tuple[Step, ...] = tuple(course.steps)
        self.upon: dict[str, list[Step]] = course.upon
        self.points: tuple[Adjustment, ...] = points.read(reading)
        self.ending: Ending = match.read(reading)
        self.deck: Deck = self.layout.deck
        self.problems: tuple[Problem, ...] = tuple(dict.fromkeys(reading.problems))

    @cached_property
    def worth(self) -> tuple[tuple[int, int], ...]:
        """The worth of cards, as pairs of a value and its cards."""
        return points.groups(self.reading.author["worth"](None).value)  # type: ignore[arg-type] - it looks at no scope

    @cached_property
    def names(self) -> dict[int, str]:
        """The name of each card."""
        return {1 << bit: name for bit, name in enumerate(self.deck.names)}

    @cached_property
    def bit(self) -> dict[str, int]:
        """The card of each name, where there is one of each; what may bear a mark is not here."""
        return {} if self.deck.manifold else {name: card for card, name in self.names.items()}

    @cached_property
    def following(self) -> tuple[int, ...]:
        """The seat that comes after each, as a set."""
        return tuple(1 << self.layout.next(seat) for seat in range(self.layout.seats))

    @cached_property
    def gangs(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the seats of every set of seats."""
        return tuple(tuple(numbers(mask)) for mask in range(1 << self.layout.seats))

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """The name of each step, and of what comes after the last."""
        return (*(step.name for step in self.steps), OVER)

    @cached_property
    def manifold(self) -> bool:
        """Whether any card is there more than once."""
        return self.deck.manifold

    @cached_property
    def trick(self) -> int:
        """The index of the pile of the trick that is played."""
        return self.layout.piles["trick"].base

    @cached_property
    def played(self) -> int:
        """The index of all cards played in this deal."""
        return self.layout.piles["trick"].ever or 0

    @cached_property
    def held(self) -> int:
        """The index of the pile of tricks on hold."""
        return self.layout.piles["held"].base

    @cached_property
    def taken(self) -> int:
        """The index of the first seat's pile of cards taken."""
        return self.layout.piles["taken"].base

    @cached_property
    def exposed(self) -> int:
        """The index of all cards exposed in this deal."""
        return self.layout.piles["table"].ever or 0

    @cached_property
    def changed(self) -> dict[str, tuple[Fact, ...]]:
        """The facts that each event changes."""
        return {event: tuple(fact for fact in self.facts if fact.upon == event) for event in {fact.upon for fact in self.facts}}

    @cached_property
    def heeds_play(self) -> bool:
        """Whether anything happens upon a play."""
        return "play" in self.changed or "play" in self.upon

    @cached_property
    def heeds_trick(self) -> bool:
        """Whether anything happens upon a finished trick."""
        return "trick" in self.changed or "trick" in self.upon

    @cached_property
    def spoken(self) -> dict[str, Term]:
        """The words that the ruleset defines of the state alone and that everybody may know."""
        scope = self.reading.scope(Scalar("", "", self.reading.root.place, plain=True, span=(0, 0)))
        terms = {entry.name: self.reading.author[entry.name](scope) for entry in self.reading.entries("words")}
        return {name: term for name, term in terms.items() if not term.reads and not term.constant}

    @cached_property
    def tricks(self) -> Tricks | None:
        """The step that plays tricks, if there is one."""
        return next((step for step in self.steps if isinstance(step, Tricks)), None)

    def marked(self, s: State) -> int:
        """The cards that bear the mark of exposure."""
        return s.piles[self.exposed]

    # Deals

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
        s.last, s.chance, s.log = False, (stream(s.match.seed, s.match.deal), 0), None

    def proceed(self, s: State) -> None:
        """Take step after step, and deal after deal, until somebody must act or the match is over."""
        while not s.waiting and not s.match.over:
            s.step += 1
            if s.step == len(self.steps):
                self._end(s)
            else:
                step = self.steps[s.step]
                if step.when is None or step.when.run(s, s.match.dealer, 0):
                    step.begin(self, s)
                    if isinstance(step, Dealing):
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
        scores = tuple(map(sum, zip(old.scores, s.points, strict=True)))
        record = Record(old, s.log, s.done, self.marked(s), tuple(s.points))
        s.match = old._replace(scores=scores, deals=(*old.deals, tuple(s.points)), history=(*old.history, record), leader=None, given={})
        self.happen(s, "end", old.dealer, 0)
        if match.over(self.ending, s):
            s.match = s.match._replace(over=True)
            s.step = len(self.steps)
            return
        memory = {f.name: tuple(s.slots[f.slot : f.slot + (self.layout.seats if f.owned else 1)]) for f in self.facts if f.lasting}
        following = s.match._replace(deal=old.deal + 1, dealer=(old.dealer + self.layout.turn) % self.layout.seats, memory=memory)
        self.start(s, following)

    def winners(self, s: State) -> tuple[int, ...]:
        """The seats that have won the match."""
        return match.winners(self.ending, s)

    # Chance

    def chance(self, s: State, asking: Asking) -> None:
        """Let chance answer a question."""
        draw(self, s, asking)

    def given_hands(self, s: State, cards: int, usual: list[int], times: int) -> list[int] | None:
        """The hands that were given for this deal, if they were; as many and as large as usual."""
        if not times and s.match.deal in s.match.hands:
            return list(s.match.hands[s.match.deal])
        written = self._given(s, times)
        if written is None:
            return None
        hands, left = [], cards
        for hand in written.split("|"):
            hands.append(self.deck.among(hand.split(), left))
            left &= ~hands[-1]
        sizes, wanted = ([hand.bit_count() for hand in some] for some in (hands, usual))
        if sizes != wanted:
            raise CardError(f"hands of {sizes} cards were dealt where the rules deal {wanted}")
        return hands

    def given_draw(self, s: State, pool: int, usual: int, times: int) -> int:
        """What chance was said to draw, if it was: names, with ``@2`` behind one that seat 2 holds."""
        written = self._given(s, times)
        if written is None:
            return usual
        drawn = 0
        for name in written.split():
            card, _, seat = name.partition("@")
            held = self._with(s, int(seat)) if seat.isdecimal() and int(seat) < self.layout.seats else self.deck.cards
            drawn |= self.deck.among([card.removesuffix(MARK)], pool & held & ~drawn)
        if drawn.bit_count() != usual.bit_count():
            raise CardError(f"chance drew {written!r} where the rules draw {usual.bit_count()} cards")
        return drawn

    def drawn_text(self, s: State, cards: int) -> str:
        """Write what chance drew, with the seat that holds each card."""
        owners = {card: seat for seat in range(self.layout.seats) for card in bits(self._with(s, seat))}
        return " ".join(self.names[card] + (f"@{owners[card]}" if card in owners else "") for card in bits(cards))

    def _with(self, s: State, seat: int) -> int:
        """All cards of a seat."""
        return sum(s.piles[pile.base + seat] for pile in self.layout.piles.values() if pile.owned)

    def _given(self, s: State, times: int) -> str | None:
        texts: Sequence[str] = s.match.draws.get(s.match.deal, ())
        return texts[times] if times < len(texts) else None


