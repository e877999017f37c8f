"""The step that plays tricks: leading, following, winning, holding, until the cards run out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trickbook.cards import CardError, bits
from trickbook.concepts.asking import MoveError, because
from trickbook.concepts.clauses import Clause, culprit, narrow
from trickbook.expression.types import Kind
from trickbook.problems import shown
from trickbook.selections import alike, each, parse, text
from trickbook.state import Move, Trick

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.concepts.reading import Entry
    from trickbook.expression.types import Term
    from trickbook.layout import Pile
    from trickbook.state import Meaning, State
    from trickbook.table import Table

Single = tuple["Meaning | None", bool, "Meaning"]
"""A clause over single cards, ready to run: when it applies, whether it is waived, the cards it keeps."""


@dataclass(frozen=True, slots=True)
class Tricks:
    """Tricks, made ready for a table. ``play`` holds the clauses for (leading, first trick), ``sources`` the piles played from.

    ``low`` and ``high`` are None where a play is one card.
    """

    entry: Entry
    when: Term | None
    leader: Term
    source: Term
    low: Term | None
    high: Term | None
    sources: tuple[Pile, ...]
    play: Mapping[tuple[bool, bool], tuple[Clause, ...]]
    winning: tuple[Clause, ...]
    swift: dict[tuple[bool, bool], tuple[Single, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Where plays are single cards and every clause names cards, sets are narrowed at once."""
        for situation, clauses in self.play.items():
            if self.low is None and all(c.what.type.kind is Kind.CARDS and "play" not in c.what.reads for c in clauses):
                self.swift[situation] = tuple((c.when.run if c.when else None, c.verb == "keep", c.what.run) for c in clauses)

    @property
    def name(self) -> str:
        """What the ruleset calls the step."""
        return self.entry.name

    def begin(self, table: Table, s: State) -> None:
        """Let the first leader lead, if there is a card to play."""
        if not all(self.source.run(s, seat, 0) for seat in range(table.layout.seats)):
            return
        leaders: int = self.leader.run(s, s.match.dealer, 0)
        order = table.layout.round(table.layout.next(s.match.dealer))
        leader = next((seat for seat in order if leaders >> seat & 1), order[0])
        self._lead(s, leader if s.match.leader is None else s.match.leader)

    def _lead(self, s: State, leader: int) -> None:
        s.leader = s.turn = leader
        s.waiting = 1 << leader
        s.plays, s.lead, s.led = (), 0, 0
        s.last = self.source.run(s, leader, 0).bit_count() == 1

    # What may be played

    def candidates(self, table: Table, s: State, seat: int) -> list[int]:
        """Every play that the cards allow, before the clauses narrow them; of cards that look alike, one."""
        cards: int = self.source.run(s, seat, 0)
        groups = alike(table.layout.deck, cards, table.marked(s))
        if self.low is None or self.high is None:
            return [group[0] for group in groups]
        low, high = self.low.run(s, seat, 0), self.high.run(s, seat, 0)
        return [cards for size in range(low, high + 1) for cards in each(groups, size)]

    def clauses(self, s: State) -> tuple[Clause, ...]:
        """The clauses for this moment."""
        return self.play[not s.plays, not s.done]

    def plays(self, table: Table, s: State, seat: int) -> Sequence[int]:
        """The plays that the rules allow."""
        if (not s.plays, not s.done) in self.swift:
            cards = self.single(s, seat)
            if not table.layout.deck.manifold:
                return list(bits(cards))
            return [group[0] for group in alike(table.layout.deck, cards, table.marked(s))]
        return narrow(self.clauses(s), s, seat, self.candidates(table, s, seat))

    def single(self, s: State, seat: int) -> int:
        """The cards that the rules allow, where a play is one card."""
        cards: int = self.source.run(s, seat, 0)
        for when, waived, what in self.swift[not s.plays, not s.done]:
            if when is None or when(s, seat, 0):
                rest = cards & what(s, seat, 0)
                if rest or not waived:
                    cards = rest
        return cards

    def legal(self, table: Table, s: State, seat: int) -> Sequence[str]:
        """What a seat may play, as texts."""
        if (not s.plays, not s.done) in self.swift and not table.layout.deck.manifold:
            names, cards, found = table.names, self.single(s, seat), []
            while cards:
                low = cards & -cards
                found.append(names[low])
                cards ^= low
            return found
        marked = table.marked(s)
        return [text(table.layout.deck, play, marked) for play in self.plays(table, s, seat)]

    def forbids(self, table: Table, s: State, seat: int, play: int) -> Clause | None:
        """The clause that forbids a play, if one does; the play is one of the candidates, or looks like one."""
        candidates = self.candidates(table, s, seat)
        return culprit(self.clauses(s), s, seat, candidates, self.stand_in(table, s, candidates, play))

    def stand_in(self, table: Table, s: State, candidates: Sequence[int], play: int) -> int | None:
        """The candidate that looks like a play."""
        if play in candidates:
            return play
        marked = table.marked(s)
        wanted = table.layout.deck.written(play, marked)
        return next((c for c in candidates if table.layout.deck.written(c, marked) == wanted), None)

    # Playing

    def read(self, table: Table, s: State, seat: int, written: str) -> int:
        """Understand a play; MoveError if it may not be played."""
        card = table.bit.get(written)
        if card and (not s.plays, not s.done) in self.swift and card & self.single(s, seat):
            return card
        try:
            play = parse(table.layout.deck, written, self.source.run(s, seat, 0), table.marked(s))
        except CardError as error:
            raise MoveError(f"seat {seat} cannot play {shown(written)}: {error}") from None
        candidates = self.candidates(table, s, seat)
        found = self.stand_in(table, s, candidates, play)
        if found is None:
            raise MoveError(f"seat {seat} cannot play {play.bit_count()} cards at once")
        if clause := culprit(self.clauses(s), s, seat, candidates, found):
            raise MoveError(f"seat {seat} may not play {shown(written)}{because(clause)}", clause)
        return found

    def act(self, table: Table, s: State, seat: int, written: str) -> None:
        """Play cards from the hand; the last play of a trick finishes it."""
        play = self.read(table, s, seat, written)
        piles = s.piles = list(s.piles)
        for pile in self.sources:
            piles[pile.base + seat] &= ~play
        piles[table.trick] |= play
        piles[table.played] |= play
        if not s.plays:
            s.lead = play
        if not s.led:
            s.led = table.layout.deck.suit_at[play.bit_length() - 1]
        s.plays = (*s.plays, (seat, play))
        s.log = (s.log, Move(self.name, seat, written))
        if len(s.plays) == 1:
            s.last = not self.source.run(s, seat, 0)
        if table.heeds_play:
            table.happen(s, "play", seat, play)
        if len(s.plays) < table.layout.seats:
            s.turn = table.next[seat]
            s.waiting = 1 << s.turn
        else:
            self._finish(table, s)

    def taker(self, s: State) -> int | None:
        """The index of the play that wins the trick; the earliest if several are level; None if nobody does."""
        left = narrow(self.winning, s, s.leader, [cards for _, cards in s.plays])
        return next((place for place, (_, cards) in enumerate(s.plays) if cards in left), None)

    def _finish(self, table: Table, s: State) -> None:
        """Give a trick to its taker, with what is held; or hold it, and its leader leads again."""
        won = self.taker(s)
        taker = None if won is None else s.plays[won][0]
        s.taker = 0 if taker is None else 1 << taker
        leader = s.leader if taker is None else taker
        s.done = (*s.done, Trick(s.plays, taker))
        if taker is not None:
            s.tricks = (*s.tricks[:taker], s.tricks[taker] + 1, *s.tricks[taker + 1 :])
        if table.heeds_trick:
            table.happen(s, "trick", leader, 0)
            s.piles = list(s.piles)
        piles: Any = s.piles
        goal = table.held if taker is None else table.taken + taker
        piles[goal] |= piles[table.trick]
        if taker is not None:
            piles[goal] |= piles[table.held]
            piles[table.held] = 0
        piles[table.trick] = 0
        s.leader = leader if all(self.source.run(s, seat, 0) for seat in range(table.layout.seats)) else -1
        s.plays = ()
        if s.leader < 0:
            s.waiting = 0
        else:
            self._lead(s, leader)
