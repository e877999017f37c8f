"""The rules of a game with its options set: start games, ask about single moments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from trickbook.cards.chance import SEEDS
from trickbook.game import Game
from trickbook.game.position import Start, fresh
from trickbook.game.snapshot import Immutable
from trickbook.problems import RulesetError, TrickbookError, described, in_order, within
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.players import span
from trickbook.source.nodes import text
from trickbook.state import Match, Origin
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.deck import Cards
    from trickbook.cards.gaussian import Number
    from trickbook.game.position import Hands, Position
    from trickbook.loading import Resolved


class PlayableRules(Immutable):
    """The rules of a game with its options set; it never changes."""

    def __init__(self, resolved: Resolved, options: Mapping[str, Any], players: int | None = None) -> None:
        """Take up a resolved ruleset; use ``trickbook.load`` to get one."""
        self.resolved = resolved
        self.name = resolved.name
        self.house = resolved.house
        self.players = resolved.players.counts
        self.usual = resolved.players.usual if players is None else players
        self.chosen = dict(options)
        self._engines: dict[tuple[int, frozenset[str]], CompiledRules] = {}
        self._called = resolved.called
        self._check(self.usual)

    @classmethod
    def ready(cls, resolved: Resolved, options: Mapping[str, Any], players: int | None = None) -> Self:
        """Make a resolved ruleset ready to play; RulesetError with all its problems."""
        problems = (*resolved.problems, *resolved.misfits)
        if any(problem.severity == "error" for problem in problems):
            raise RulesetError(in_order(problems), resolved.texts)
        rules = cls(resolved, options, players)
        rules.engine()
        return rules

    def _check(self, players: int) -> int:
        if type(players) is not int or players not in self.players:
            template, allowed = "{text} is for {what} players, not {text_found}", span(self.players)
            number = described(players)
            raise TrickbookError(Message(template, text=self.name, what=allowed, text_found=number))
        return players

    @property
    def title(self) -> str:
        """The title of the ruleset."""
        return text(self.resolved.root, "name") or self.name

    @property
    def options(self) -> dict[str, Any]:
        """Every option and the value it has."""
        return {
            name: list(option.value) if option.type == "cycle" else option.value
            for name, option in self.engine().options.items()
        }

    @property
    def digest(self) -> str:
        """The sha256 of the resolved rules, the options and the number of players, in hexadecimal.

        Prose does not count: a better sentence leaves the digest as it is.
        """
        return self.digest_for(self.usual)

    def digest_for(self, players: int) -> str:
        """The digest for so many players."""
        return self.engine(players).digest

    def engine(self, players: int | None = None, given: frozenset[str] = frozenset()) -> CompiledRules:
        """The ruleset made ready for so many players; ``given`` are words that get their value from outside.

        Raises RulesetError if so many cannot play by it.
        """
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._engines:
            engine = CompiledRules(self.resolved.root, self.resolved.texts, key[0], self.chosen, given)
            if any(problem.severity == "error" for problem in engine.problems):
                raise RulesetError(self.resolved.attributed(engine.problems), self.resolved.texts)
            self._engines[key] = engine
        return self._engines[key]

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
        scores: Sequence[Number] | None = None,
        facts: Mapping[str, Any] | None = None,
        draws: Mapping[int, Sequence[str]] | None = None,
        orders: Mapping[int, Sequence[Cards]] | None = None,
    ) -> Game:
        """Start a game. Values that are not given come from the rules and the seed; without one, it is drawn.

        ``hands`` are in seat order, or such lists by the number of the deal; ``aside`` are cards not dealt.
        ``deal`` is the number of the first deal, from 1; ``dealer`` and ``leader`` are seats; ``scores`` are
        those so far; ``facts`` is what the table remembers, ``draws`` what chance yields, as records hold it;
        ``orders`` are those of the pack by the number of the deal, one for each time that chance is asked.
        Raises TrickbookError (CardError for cards) for what cannot be.
        """
        engine = self.engine(players, self._given_words(facts))
        if seed is None:
            import secrets  # it takes long to import, and seeds are given more often than drawn

            seed = secrets.randbelow(SEEDS)
        chance = ({} if draws is None else draws, {} if orders is None else orders)
        start = Start(seed, deal, dealer, leader, scores, facts or {}, hands, aside, *chance)
        origin = Origin(self._called, self.chosen, self.house)
        return Game(engine, engine.deal(_opening(engine, start)), origin)

    def _given_words(self, facts: Mapping[str, Any] | None) -> frozenset[str]:
        """The defined words among what is given; TrickbookError if facts are no mapping from names."""
        if facts is None:
            return frozenset()
        from trickbook.problems.arguments import mapped

        named = mapped("facts", facts, str, Message("values"))
        words = self.resolved.root.entries.get("words")
        return frozenset(named) & frozenset(getattr(words.node, "entries", ()) if words else ())

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
        scores: Sequence[Number] | None = None,
        leader: int = 0,
        dealer: int = 0,
        last: bool | None = None,
        players: int | None = None,
    ) -> Position:
        """Ask about one moment: what the next to play, who holds ``hand``, may add to ``trick``.

        ``exposed`` cards that are not in the hand lie before the player; ``played`` are those of earlier
        tricks. Without a ``trick_number`` it is a middle trick, and the ``last`` one if the hand says so.
        """
        from trickbook.game.position import Moment, position

        engine = self.engine(players, self._given_words(facts))
        moment = Moment(
            hand, trick, exposed, held, played, aside, trick_number, facts or {}, scores, leader, dealer, last
        )
        return position(engine, moment)

    def trick_winner(
        self,
        plays: Sequence[str],
        *,
        last: bool = False,
        players: int | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> int | None:
        """The index of the play that wins a trick, of plays in turn order; None if none does.

        It may be one of fewer plays than there are players, or of a number of players that is not the usual.
        """
        from trickbook.game.position import full_trick, trick_winner

        engine = self.engine(players, self._given_words(facts))
        most = self.players[-1] if players is None else players
        return trick_winner(engine, full_trick(engine, plays, most, last=last, facts=facts))

    def score(  # noqa: PLR0913 - all that the points of a deal may rest on
        self,
        taken: Sequence[Cards],
        *,
        exposed: Cards = (),
        tricks: Sequence[int] | None = None,
        scores: Sequence[Number] | None = None,
        facts: Mapping[str, Any] | None = None,
        decide: Mapping[int, Any] | None = None,
        deal: int | None = None,
        dealer: int | None = None,
    ) -> list[int]:
        """The points of a finished deal, for each seat, from the cards that each has taken.

        ``TC*`` in a pile is the exposed copy where a pack has several; ``exposed`` says the same where there
        is one. ``decide`` answers for the seats that must decide something: a word or number, or such by the
        step's name. ``deal`` and ``dealer`` are the number of the deal and who dealt it, where that counts.
        """
        from trickbook.game.deal_score import final_state, score
        from trickbook.problems.arguments import listed

        players = len(listed("taken", taken, Message("cards, one for each seat")))
        engine = self.engine(players, self._given_words(facts))
        moment = {"tricks": tricks, "scores": scores, "facts": facts, "deal": deal, "dealer": dealer}
        state = final_state(engine, taken, exposed, **moment)
        return score(engine, state, {} if decide is None else decide)

    def __reduce__(self) -> tuple[Any, ...]:
        """A ruleset goes elsewhere as what was read of it, and is made ready there."""
        return type(self), (self.resolved, self.chosen, self.usual)

    def __repr__(self) -> str:
        """Name the ruleset."""
        return f"<Ruleset {self.name}>"


def _opening(engine: CompiledRules, start: Start) -> Match:
    """The match as it begins; TrickbookError (CardError for cards) for what cannot be."""
    layout = engine.layout
    within("seed", start.seed, 0, SEEDS - 1)
    within("deal", start.deal, 1, engine.ending.most)
    for name, seat in (("dealer", start.dealer), ("leader", start.leader)):
        within(name, 0 if seat is None else seat, 0, layout.seats - 1)
    usual = (layout.first + (start.deal - 1) * layout.turn) % layout.seats
    dealer = usual if start.dealer is None else start.dealer
    state = fresh(engine, start.scores, dealer)
    state.match = state.match._replace(seed=start.seed, deal=start.deal, leader=start.leader)
    if start.usual:
        return state.match
    from trickbook.game.custom_start import custom_match

    return custom_match(engine, start, state)
