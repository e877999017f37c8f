"""A ruleset ready to play: load it, start games, ask about single moments."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import TYPE_CHECKING, Any, Final

from trickbook import position as moments
from trickbook.cards import CardError
from trickbook.chance import SEEDS
from trickbook.document import plain
from trickbook.game import Game, Origin
from trickbook.loading import Resolved, resolve
from trickbook.position import Pack, Position
from trickbook.problems import RulesetError, TrickbookError, in_order
from trickbook.state import Match
from trickbook.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from os import PathLike

    Cards = str | Iterable[str]
    Hands = Sequence[Cards] | Mapping[int, Sequence[Cards]]

EDITION: Final = 1
"""The edition of the rules language; a ruleset's digest depends on it."""


def load(
    name: str | PathLike[str], options: Mapping[str, Any] | None = None, *, players: int | None = None
) -> Ruleset:
    """Load a shipped ruleset by name, or any by its path, and set its options.

    Raises RulesetError with all problems of a wrong ruleset, OptionError for an option that it does not have or a value that
    it cannot take.
    """
    resolved = resolve(name)
    if any(problem.severity == "error" for problem in resolved.problems):
        raise RulesetError(resolved.problems, resolved.texts)
    rules = Ruleset(resolved, options or {}, players)
    rules.table()
    return rules


class Ruleset:
    """The rules of a game with its options set; it never changes.

    ``name`` is the shipped name or the file's stem, ``title`` what the ruleset calls itself, ``players`` the numbers of players it
    allows.
    """

    def __init__(self, resolved: Resolved, options: Mapping[str, Any], players: int | None = None) -> None:
        """Take up a resolved ruleset; use ``load`` to get one."""
        self.resolved = resolved
        self.name = resolved.name
        self.players = resolved.players.counts
        self.usual = resolved.players.usual if players is None else players
        self.chosen = dict(options)
        self._tables: dict[tuple[int, frozenset[str]], Table] = {}
        self._digests: dict[int, str] = {}
        self._check(self.usual)

    def _check(self, players: int) -> int:
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            span = f"{few}" if few == many else f"{few} to {many}"
            raise TrickbookError(f"{self.name} is for {span} players, not {players}")
        return players

    @property
    def title(self) -> str:
        """What the ruleset calls itself."""
        found = self.resolved.root.entries.get("name")
        return str(plain(found.node)) if found else self.name

    @property
    def options(self) -> dict[str, Any]:
        """Every option and the value it has."""
        return {
            name: list(option.value) if option.type == "cycle" else option.value
            for name, option in self.table().options.items()
        }

    @property
    def digest(self) -> str:
        """The sha256 of the resolved ruleset, its options and the number of players, in hexadecimal."""
        return self.digest_for(self.usual)

    def digest_for(self, players: int) -> str:
        """The digest for so many players."""
        if players not in self._digests:
            options = {name: option.value for name, option in self.table(players).options.items()}
            whole = {
                "edition": EDITION,
                "rules": plain(self.resolved.root),
                "options": options,
                "players": players,
            }
            text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=False)
            self._digests[players] = hashlib.sha256(text.encode()).hexdigest()
        return self._digests[players]

    def table(self, players: int | None = None, given: frozenset[str] = frozenset()) -> Table:
        """The ruleset made ready for so many players; ``given`` are words that get their value from outside.

        Raises RulesetError if so many cannot play by it.
        """
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._tables:
            table = Table(self.resolved.root, self.resolved.texts, key[0], self.chosen, given)
            if any(problem.severity == "error" for problem in table.problems):
                raise RulesetError(in_order(table.problems), self.resolved.texts)
            self._tables[key] = table
        return self._tables[key]

    # Games

    def new_game(  # noqa: PLR0913 - a start can be given in every part
        self,
        players: int | None = None,
        seed: int | None = None,
        *,
        hands: Hands | None = None,
        aside: Cards | None = None,
        deal: int = 1,
        dealer: int | None = None,
        leader: int | None = None,
        scores: Sequence[int] | None = None,
        facts: Mapping[str, Any] | None = None,
        draws: Mapping[int, Sequence[str]] | None = None,
    ) -> Game:
        """Start a game. What is not given comes from the rules, then from the seed, which is drawn if it is not given either.

        ``hands`` are in seat order, or such lists by the number of the deal; ``aside`` the cards that are not dealt; ``deal`` the number of
        the first deal, from 1; ``dealer`` and ``leader`` seats; ``scores`` those so far; ``facts`` what the table remembers; ``draws`` what
        chance yields, as records hold it. Raises TrickbookError (CardError for cards) for what cannot be.
        """
        table = self.table(players, self._given(facts))
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        layout = table.layout
        _within("seed", seed, 0, SEEDS - 1)
        _within("deal", deal, 1, table.ending.most)
        usual = (layout.first + (deal - 1) * layout.turn) % layout.seats
        for name, seat in (("dealer", dealer), ("leader", leader)):
            _within(name, 0 if seat is None else seat, 0, layout.seats - 1)
        match = Match(
            seed,
            deal,
            usual if dealer is None else dealer,
            (0,) * layout.seats,
            leader=leader,
            draws=dict(draws or {}),
        )
        start = moments.fresh(table, scores, match.dealer)
        match = match._replace(scores=start.match.scores, hands=_hands(table, hands, aside, deal))
        moments.remember(table, start, facts or {})
        kept = {
            f.name: tuple(start.slots[f.slot : f.slot + (layout.seats if f.owned else 1)])
            for f in table.facts
            if f.name in (facts or {})
        }
        return Game(
            table,
            table.deal(match._replace(memory=kept, given=start.match.given)),
            Origin(self.name, self.digest_for(layout.seats), self.chosen),
        )

    def _given(self, facts: Mapping[str, Any] | None) -> frozenset[str]:
        """The defined words among what is given."""
        words = self.resolved.root.entries.get("words")
        return frozenset(facts or ()) & frozenset(getattr(words.node, "entries", ()) if words else ())

    # Single moments

    def position(  # noqa: PLR0913 - a moment has many sides
        self,
        hand: Cards,
        *,
        exposed: Cards = (),
        trick: Sequence[str] = (),
        trick_number: int | None = None,
        facts: Mapping[str, Any] | None = None,
        held: Cards = (),
        played: Cards = (),
        aside: Cards = (),
        scores: Sequence[int] | None = None,
        leader: int = 0,
        dealer: int = 0,
        last: bool | None = None,
        players: int | None = None,
    ) -> Position:
        """Ask about one moment: what may the next to play, who holds ``hand``, add to ``trick``?

        ``exposed`` cards that are not in the hand lie before the player; ``played`` are cards of earlier tricks. Without a
        ``trick_number`` it is a middle trick.
        """
        moment: dict[str, Any] = {
            "trick_number": trick_number,
            "facts": facts,
            "held": held,
            "played": played,
            "aside": aside,
        }
        moment |= {"scores": scores, "leader": leader, "dealer": dealer, "last": last}
        return moments.position(self.table(players, self._given(facts)), hand, trick, exposed, **moment)

    def trick_winner(
        self, plays: Sequence[str], *, last: bool = False, players: int | None = None
    ) -> int | None:
        """The index of the play that wins a trick, of any number of plays in turn order; None if nobody wins it."""
        return moments.trick_winner(self.table(players), plays, last=last)

    def score(
        self,
        taken: Sequence[Cards],
        *,
        exposed: Cards = (),
        tricks: Sequence[int] | None = None,
        scores: Sequence[int] | None = None,
        facts: Mapping[str, Any] | None = None,
        decide: Mapping[int, Any] | None = None,
    ) -> list[int]:
        """The points of a finished deal, for each seat, from the cards that each has taken.

        ``TC*`` in a pile is the exposed copy where a pack has several; ``exposed`` says the same where there is one. ``decide`` answers
        for the seats that must decide something: a word or number, or those by the step's name.
        """
        table = self.table(len(taken), self._given(facts))
        state = moments.finished(table, taken, exposed, tricks=tricks, scores=scores, facts=facts)
        return moments.score(table, state, decide or {})

    def __repr__(self) -> str:
        """Name the ruleset."""
        return f"<Ruleset {self.name}>"


def _within(name: str, number: object, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        raise TrickbookError(f"{name} is a whole number from {low} to {high}, not {number!r}")


def _hands(table: Table, hands: Hands | None, aside: Cards | None, deal: int) -> dict[int, list[int]]:
    """The given hands as sets of cards, by the number of the deal; every seat has as many."""
    if hands is None:
        return {}
    by_deal: dict[int, Any] = hands if isinstance(hands, dict) else {deal: hands}
    found = {}
    for number, dealt in by_deal.items():
        pack = Pack(table)
        out = pack.take(aside or ())
        found[number] = [pack.take(hand) for hand in dealt]
        sizes = [hand.bit_count() for hand in found[number]]
        if len(sizes) != table.layout.seats or len(set(sizes)) > 1:
            raise CardError(f"{table.layout.seats} hands of one size are needed, not hands of {sizes} cards")
        if aside is not None and out != table.deck.cards & ~sum(found[number]):
            raise CardError("the cards aside are not those that the hands leave")
    return found
