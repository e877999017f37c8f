"""The table of forms: how words join to expressions, with what each gives, a sentence and an example."""

from __future__ import annotations

from typing import Final, NamedTuple


class Form(NamedTuple):
    """A form of the language, for the guide: its rule of the grammar, its look, what it gives, an example.

    In a form ``A`` and ``B`` are cards, ``c`` is a condition, ``n`` a number, ``S`` seats, ``W`` a word about
    a player; ``x`` is anything.
    """

    rule: str
    form: str
    gives: str
    says: str
    example: str


FORMS: Final = (
    Form("card", "QS", "cards", "A card, with all its copies.", "QS or JD"),
    Form("rank", "T J Q K A", "a number", "A rank by its letter; ranks with a figure are that number.",
         "rank >= T"),
    Form("bid", "3NT", "a choice", "A bid, beside what was answered: level, then strain.", "bid is 3NT"),
    Form("number", "13", "a number", "A whole number.", "trick_number is 13"),
    Form("imaginary", "13i", "a complex number", "So many times i, where `match:` has `scores: complex`.",
         "13i"),
    Form("yes", "yes", "a condition", "Always.", "yes"),
    Form("no", "no", "a condition", "Never.", "no"),
    Form("word", "penalty", "what it means", "A word of the tables, or of the ruleset.", "penalty"),
    Form("seat", "seat n", "seats", "The seat of that number, counted clockwise from 0.", "dealer is seat 2"),
    Form("of", "W of S", "what W gives",
         "A word about a player, of other seats: cards are joined, numbers added, seats joined.",
         "hand of (player + 1)"),
    Form("of", "W of x", "what W gives", "A word of the ruleset that has a parameter, of what stands for it.",
         "colour of lead"),
    Form("of", "count of A", "a number", "How many cards; of seats, how many seats.", "count of taken"),
    Form("of", "rank of A", "a number", "How high the highest of them is; 0 if there are none.",
         "rank of play"),
    Form("of", "worth of A", "a number", "What they are worth together.", "worth of taken"),
    Form("of", "lowest of A", "cards", "Those that rank lowest.", "lowest of hand"),
    Form("of", "highest of A", "cards", "Those that rank highest.", "highest of trick"),
    Form("of", "suit of A", "cards", "All cards that share a suit with one of them.", "suit of exposed"),
    Form("of", "suit of x", "cards", "All cards of the suit that a choice names, or in which was bid.",
         "suit of bid"),
    Form("of", "level of x", "a number", "The level of a bid; 0 of an answer that has none.",
         "level of bid > 2"),
    Form("of", "strain of x", "a choice", "In what was bid.", "strain of bid is no_trump"),
    Form("of", "copies of A", "cards", "All cards that look like one of them.", "copies of exposed"),
    Form("of", "twins of A", "cards", "Those whose identical copy is among them too.", "twins of trick"),
    Form("of", "tops of A", "cards", "Those whose next higher card of the suit is not among them.",
         "tops of (runs of 3 (hand))"),
    Form("over", "runs of n (A)", "cards", "Those that lie in a run of at least n cards of one suit.",
         "count of (runs of 3 (hand)) > 0"),
    Form("over", "sets of n (A)", "cards", "Those of a rank that lies there in at least n suits.",
         "sets of 4 (hand) has kings"),
    Form("of", "height of A", "a number",
         "How high the highest of them is as printed, whatever the orders say; 0 if there are none.",
         "height of (tops of (runs of 3 (hand))) >= Q"),
    Form("of", "size of n", "a number", "How far it is from zero.", "size of score > 4999"),
    Form("of", "norm of n", "a number", "The square of its distance from zero, of a complex number too.",
         "norm of score >= 10000"),
    Form("over", "any of S (c)", "a condition", "It is true of at least one of these seats.",
         "any of players (score >= 100)"),
    Form("over", "all of S (c)", "a condition", "It is true of each of these seats.",
         "all of players (tricks > 0)"),
    Form("over", "count of S (c)", "a number", "Of how many of these seats it is true.",
         "count of others (tricks is 0)"),
    Form("over", "total of S (n)", "a number", "The sum of what each of these seats has.",
         "total of players (count of taken)"),
    Form("over", "highest of S (n)", "a number", "The highest that one of these seats has.",
         "highest of others (score)"),
    Form("over", "highest of S (x)", "a choice", "The highest in its list that one of these seats has.",
         "highest of others (bid)"),
    Form("over", "lowest of S (n)", "a number", "The lowest that one of these seats has.",
         "lowest of others (score)"),
    Form("over", "median of S (n)", "a number",
         "The number in the middle of what these seats have; of two in the middle the lower.",
         "median of players (score)"),
    Form("over", "lesser of (n) (n)", "a number", "The lesser of two numbers.",
         "lesser of (tricks) (3)"),
    Form("over", "greater of (n) (n)", "a number", "The greater of two numbers.",
         "greater of (0) (points)"),
    Form("where", "S where (c)", "seats", "Those of these seats of which it is true.",
         "players where (hand has QS)"),
    Form("power", "n ^ n", "a number", "To the power of; 0 for a power below 0.", "2 ^ count of taken"),
    Form("minus", "- n", "a number", "The number on the other side of 0.", "- score"),
    Form("reckon", "n * n", "a number", "Times.", "2 * score"),
    Form("reckon", "n div n", "a number",
         "How often the second goes into the first, rounded down; 0 if the second is 0.",
         "count of players div 2"),
    Form("reckon", "n mod n", "a number", "What is left over then; 0 if the second is 0.", "deal mod 4"),
    Form("reckon", "n + n, n - n", "a number",
         "Plus, minus; a number for each card is reckoned card by card.", "points - 26"),
    Form("reckon", "S + n, S - n", "seats", "So many places on in playing order, or back.", "dealer + 1"),
    Form("same", "x is x", "a condition",
         "The same number, seats, choice or condition; of a number for each card, the cards that have it.",
         "passing is hold"),
    Form("differs", "x is not x", "a condition", "Not the same.", "player is not leader"),
    Form("compare", "n < n, <=, >, >=", "a condition",
         "Less, at most, more, at least; of a number for each card, the cards of which it is true.",
         "rank < 5"),
    Form("compare", "x < x, <=, >, >=", "a condition", "Of choices: how they stand in their list.",
         "bid > 2H"),
    Form("has", "A has B", "a condition", "At least one card of B is in A; of seats, at least one seat.",
         "trick has QS"),
    Form("has_no", "A has no B", "a condition", "No card of B is in A.", "hand has no led_suit"),
    Form("has_all", "A has all B", "a condition", "Every card of B that is in play is in A.",
         "taken has all penalty"),
    Form("has_only", "A has only B", "a condition", "There are cards in A, and all of them are in B.",
         "hand has only penalty"),
    Form("negate", "not x", "like x", "A condition: it is not so. Cards or seats: all others.",
         "not last_trick"),
    Form("both", "x and x", "like x", "Conditions: both. Cards or seats: those in both.",
         "led_suit and hand"),
    Form("either", "x or x", "like x",
         "Conditions: at least one. Cards or seats: those in either, both together.", "hand or table"),
    Form("choose", "if c then x else x", "like x", "The first x if the condition holds, else the second.",
         "if following then led_suit else hand"),
)  # fmt: skip
"""Every form, those that bind tightest first."""
