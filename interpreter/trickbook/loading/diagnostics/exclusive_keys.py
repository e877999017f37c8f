"""Keys that exclude each other: which wish cannot be had so, and the way round."""

from __future__ import annotations

from typing import Final

from trickbook.texts.message import Message

VERBS: Final = {"keep", "only", "most", "fewest"}
ACTS: Final = {"deal", "ask", "move", "show", "leader", "repeat", "end"}
ANSWERS: Final = {"cards", "number", "answers"}
ASKING: Final = {"answers", "number", "how", "first", "until", "again", "always", "rules"}

WAYS_ROUND: Final = (
    (
        VERBS,
        VERBS,
        Message("an entry narrows once: write a second entry, with `after:` and the name of this one"),
    ),
    (
        ACTS,
        ACTS,
        Message("a step does one thing: write a second step, with `after:` and the name of this one"),
    ),
    (
        {"ask"},
        {"each"},
        Message("how many cards are asked for stands under `cards:`; `each:` is for dealing"),
    ),
    ({"deal"}, {"cards", "number"}, Message("how many cards each player is dealt stands under `each:`")),
    (
        {"ask", "move", "show", "leader", "repeat", "end"},
        {"uneven"},
        Message("only a step with `deal:` deals unevenly"),
    ),
    (
        {"deal", "move", "show", "leader", "repeat", "end"},
        ASKING,
        Message(
            "this step asks nobody: put the question into a step of its own, with `ask:`, "
            "and use its name in `when:`"
        ),
    ),
    (
        {"deal", "ask", "move", "show", "repeat", "end"},
        {"played_by"},
        Message("`played_by:` says who plays the cards of a player: it belongs to the step with `leader:`"),
    ),
    (
        {"repeat"},
        {"upon"},
        Message(
            "what goes back has its turn among the steps: write it without `upon:`, with `after:` and a step"
        ),
    ),
    (
        {"deal", "ask", "move", "show", "repeat", "end"},
        {"next"},
        Message("who leads next is said where the tricks are played, beside `leader:`"),
    ),
    (
        {"end"},
        {"upon"},
        Message(
            "what ends the deal has its turn among the steps: write it without `upon:`, "
            "with `after:` and a step"
        ),
    ),
    (
        {"end"},
        {"from", "to", "cards", "each"},
        Message("this step ends the deal: it deals, moves and plays no cards"),
    ),
    (
        {"repeat"},
        {"from", "to", "cards", "each"},
        Message("this step goes back to an earlier one; what is dealt, moved or played is said there"),
    ),
    ({"move"}, {"from"}, Message("`move:` itself names the cards, as in `move: table and led_suit`")),
    (
        {"move"},
        {"cards", "each"},
        Message(
            "`move:` moves all the cards that it names; "
            "some are chosen by a step with `ask:`, or dealt by one with `deal:` and `each:`"
        ),
    ),
    (
        {"show"},
        {"from", "cards", "each"},
        Message(
            "`show:` itself names the cards, as in `show: hand of (player + 1)`; "
            "some are chosen by a step with `ask:`, and shown by its name"
        ),
    ),
    (
        {"leader"},
        {"upon"},
        Message(
            "the tricks have their turn among the steps; "
            "what follows each trick is a step of its own, with `upon: trick`"
        ),
    ),
    (
        {"leader"},
        {"each", "to"},
        Message(
            "this step plays the tricks; cards are dealt by a step with `deal:`, moved by one with `move:`"
        ),
    ),
    (ANSWERS, ANSWERS, Message("a question has one kind of answer: ask twice, in two steps")),
    (
        {"number", "answers"},
        {"from", "to"},
        Message(
            "`from:` and `to:` are piles of cards; the limits of a number stand behind it, "
            "as in `number: 0 to 13`"
        ),
    ),
    (
        {"how"},
        {"first", "until"},
        Message("together nobody is first: write `how: in_turn`, or leave the key out"),
    ),
    (
        {"from", "to"},
        {"choices", "by"},
        Message("only a number has limits; what is chosen by name has `type: choice` and `choices:`"),
    ),
    ({"type"}, {"from", "to"}, Message("limits are for `type: number`")),
    ({"type"}, {"choices"}, Message("names to choose from are for `type: choice`, and for `type: cycle`")),
    ({"type"}, {"by"}, Message("`by:` is for `type: cycle`")),
    (
        {"cards", "times"},
        {"player", "others"},
        Message(
            "cards cost whoever took them; what else becomes of the points is an entry of its own, "
            "as in `{when: tricks is 0, others: points + 1}`"
        ),
    ),
)
"""Pairs of keys of which one excludes the other, and what to write instead; the first that fits."""


def way_round(one: str, other: str) -> Message:
    """What to write instead of two keys that exclude each other."""
    found = (
        hint
        for some, others, hint in WAYS_ROUND
        if (one in some and other in others) or (other in some and one in others)
    )
    return next(found, Message("remove one of the two"))
