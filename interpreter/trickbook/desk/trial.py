"""Help while writing, and a trial: a deal in which the author plays one seat and bots play the others."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.draft import Heading, brief_draft, draft, worked_example
from trickbook.bots import BOTS, turn_of
from trickbook.cards.chance import SEEDS, shuffled, stream
from trickbook.cards.deck import bits
from trickbook.cards.pack import Pack
from trickbook.desk.sent_document import sent_document
from trickbook.engine.moves import MoveError
from trickbook.language_server.completion import proposals
from trickbook.language_server.cursor import cursor
from trickbook.language_server.hover import hover
from trickbook.problems import TrickbookError, described, short, within
from trickbook.ruleset import load
from trickbook.seat import about, seat_view
from trickbook.seat.rules_request import checked_request, playable_rules, sent_text
from trickbook.seat.score_sheet import score_sheet
from trickbook.texts.languages import spoken_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.game import Game
    from trickbook.ruleset import Ruleset


LONGEST_TITLE: Final = 60
"""The most characters of a title."""


def start(
    *, game: object, house: object, options: object, title: object, brief: object, language: object
) -> dict[str, Any]:
    """Return a text that varies a shipped game: its head, and its entries as comments unless ``brief``.

    Raises TrickbookError for what cannot be asked for, or cannot be played together.
    """
    language = spoken_language(language)
    wish = checked_request(game, None, () if house is None else house, options, None)
    rules, parent = playable_rules(wish), load(wish.game)
    heading = Heading(_title(title), "", wish.game, wish.house, wish.options)
    text = brief_draft(heading, parent, rules, language)
    sent_document(text).check_playable()
    if brief is True:
        return {"text": text}
    return {"text": draft(heading, parent, rules, worked_example(parent, rules, language), language)}


def _title(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise TrickbookError(Message("`title` is the name of the game"))
    return short(" ".join(sent_text(given).split()), LONGEST_TITLE)


def completion(*, text: object, at: object, playable: object, language: object) -> dict[str, Any]:
    """Return what may be written at a character of the text, and which characters it replaces.

    ``playable`` is the text when it could last be played; the words are those that it knows.
    """
    language = spoken_language(language)
    document, place = sent_document(text), _place(text, at)
    known = document if document.is_playable or playable is None else sent_document(playable)
    where = cursor(document.text, place)
    found = proposals(known, where, document.text[where.begin : where.end], language)
    goes_on = document.text[place : where.end].strip()
    return {
        "from": where.begin,
        "to": where.end if goes_on else place,
        "items": [one._asdict() for one in found],
    }


def meaning(*, text: object, at: object, language: object) -> dict[str, Any]:
    """Return what the word at a character of the text means, as Markdown, and where it stands."""
    language = spoken_language(language)
    document = sent_document(text)
    where = cursor(document.text, _place(text, at))
    says = hover(document, where, document.text[where.begin : where.end], language)
    return {"from": where.begin, "to": where.end, "says": says}


def _place(text: object, at: object) -> int:
    """A place in the text, in characters from 0."""
    if type(at) is not int or not isinstance(text, str) or not 0 <= at <= len(text):
        raise TrickbookError(Message("`at` is a place in the text, not {text}", text=described(at)))
    return at


SEAT: Final = 0
"""The seat of the author."""

BOT: Final = "duck"
"""The bot of the other seats."""

MOST_MOVES: Final = 1_000
"""The most moves in one deal."""


def trial(  # noqa: PLR0913 - each is a key of the request
    *,
    text: object,
    players: object,
    seed: object,
    hand: object,
    moves: object,
    fitting: object = None,
    language: object,
) -> dict[str, Any]:
    """Return the first deal after some ``moves``, up to the author's next one or to the end of the deal.

    ``moves`` are all moves so far, as pairs of a seat and a move; ``fitting`` leaves out the first one that
    the rules do not allow and all behind it, and ``kept`` counts the others; ``events`` is what the last one
    caused. The moves of bots follow as ``steps``, each with its events and what the author sees then.
    ``hand`` are cards that the author wants to hold, or "".
    The same request gives the same deal. Raises RulesetError if the text has errors, TrickbookError for moves
    or cards that cannot be.
    """
    language = spoken_language(language)
    rules = sent_document(text).ruleset
    count = rules.usual if players is None else players
    if type(count) is not int or count not in rules.players:
        raise TrickbookError(Message("these rules are not for {text} players", text=described(players)))
    now = _begun(rules, count, within("seed", seed, 0, SEEDS - 1), hand)
    played = _replayed(now, _moves(moves), fitting=fitting is True)
    now, kept = played[-1], len(played) - 1
    steps = [*_bots(rules, now, kept)]
    after = steps[-1]["after"] if steps else now
    return {
        "about": about(rules, count, language),
        "kept": kept,
        "view": seat_view(now, SEAT, language),
        "events": now.events(played[-2] if kept else None, SEAT),
        "steps": [{**step, "after": seat_view(step["after"], SEAT, language)} for step in steps],
        "sheet": score_sheet(after, 1, language) if after.deals else None,
    }


def _moves(given: object) -> Sequence[tuple[int, str]]:
    """The moves so far; TrickbookError if they are none."""
    if isinstance(given, list) and len(given) <= MOST_MOVES and all(map(_is_move, given)):
        return [(seat, move) for seat, move in given]
    raise TrickbookError(
        Message("`moves` are a list of at most {number} pairs of a seat and a move", number=MOST_MOVES)
    )


def _is_move(one: object) -> bool:
    return isinstance(one, list) and [type(part) for part in one] == [int, str]


def _begun(rules: Ruleset, players: int, seed: int, hand: object) -> Game:
    """The first deal; if the author wishes cards, all others are dealt at random."""
    if not isinstance(hand, str):
        raise TrickbookError(Message("`hand` are cards, such as `2C KH`, not {text}", text=described(hand)))
    game = rules.new_game(players, seed)
    if not hand.strip():
        return game
    pack = Pack(game.engine.deck)
    own, sizes = pack.take(hand), [len(cards) for cards in game.hands]
    if own.bit_count() > sizes[SEAT]:
        raise TrickbookError(
            Message(
                "a hand has {number} cards when the deal begins, not {number_found}",
                number=sizes[SEAT],
                number_found=own.bit_count(),
            )
        )
    rest = iter(shuffled(seed, [*bits(pack.free)])[0])
    wished = [own, *(0 for _ in sizes[1:])]
    hands = [
        pack.deck.written(begun | sum(islice(rest, size - begun.bit_count())))
        for begun, size in zip(wished, sizes, strict=True)
    ]
    return rules.new_game(players, seed, hands=hands)


def _replayed(game: Game, moves: Sequence[tuple[int, str]], *, fitting: bool) -> list[Game]:
    """The game before each of some moves, and after the last; no more than one deal is played."""
    games = [game]
    for seat, move in moves:
        if games[-1].deals:
            break
        try:
            games.append(games[-1].apply(seat, move))
        except MoveError:
            if fitting:
                break
            raise
    return games


def _bots(rules: Ruleset, game: Game, number: int) -> Iterator[dict[str, Any]]:
    """Yield each move of a bot with its events, until the author is to move or the deal is over."""
    while not game.deals and (seat := next((one for one in game.actors if one != SEAT), None)) is not None:
        number += 1
        move = BOTS[BOT](turn_of(rules, game, seat, stream(game.seed, number)))
        before, game = game, game.apply(seat, move)
        yield {"move": [seat, move], "events": game.events(before, SEAT), "after": game}
