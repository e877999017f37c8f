"""Examples: positions and courses of play with their expected results, as a rulebook prints them.

They stand in a ruleset under ``examples:``, or in a file of their own::

    ruleset: hearts                # a shipped name, or a path from this file's folder
    options: {passing: [hold]}
    players: 5
    examples:
      NAME: EXAMPLE                # or `groups:`, a list of such maps

An example gives a situation and expects something of it; ``says``, ``source`` and ``note`` tell what for::

    EXAMPLE:  {given: {...}, course: [...], WORD: EXPECTED, ...}
    CARDS:    9D QS  or  [9D, QS]  or  hearts and rank >= J   # TC* is an exposed copy
    MOVES:    9D QS  or  [9D, 9D 9D, done]                      # cards that are each a move, or moves

What it expects says which of four forms it has. Each of them may choose ``options`` and ``players``
in ``given``.

*What may be played at one moment.*
Expects ``legal: MOVES``, exactly these, and ``illegal: {MOVE: CLAUSE}``, the clause that forbids a
move, or ``impossible`` where there is no such move. Given: ``hand``; ``trick``, the plays so far;
``exposed``, of which what is neither in the hand nor in the trick lies open before the player;
``trick_number``, ``last``, ``held``, ``played``, ``aside``, ``facts``, ``scores``, ``leader``,
``dealer``.

*Who wins a trick.*
Expects ``winner``: the place of a play, from 0, or ``nobody``. Given: ``trick``, ``last``.

*What a deal counts.*
Expects ``points: [...]``, ``metrics: {NAME: [...]}``, or ``decision: {SEAT: [ANSWER, ...]}``, what is
asked first, ``{}`` for nothing. Given: ``taken: {SEAT: CARDS}``, ``exposed``, ``tricks`` (how many each
has taken), ``scores``, ``facts``, ``decide: {SEAT: ANSWER}``.

*A course of play.*
Given: ``hands``, from seat 0 and all of one size, or such lists by the number of the deal;
``draws``, what chance draws after it has dealt them; ``aside``, ``deal``, ``dealer``, ``leader``,
``seed``, ``scores``, ``facts``. The ``course`` is a list of ``SEAT MOVE``, or of ``{STEP: [SEAT
MOVE, ...]}`` where the step is to be checked too. Then it expects any words of a game: ``phase``,
``actors``, ``resting``, ``leader``, ``dealer``, ``deal``, ``scores``, ``deals``, ``winners``, ``facts``,
``trick``, ``takers`` (of the finished tricks), ``counts`` (of the hands), ``exposed``, ``shown``, ``aside``,
``held``, ``left_out`` (cards of which none is in play), ``metrics`` (of the last deal that has ended);
by seat ``hands``, ``open``, ``taken``; ``legal: {SEAT: MOVES}``, ``illegal: {SEAT: {MOVE: CLAUSE}}``.
"""

from trickbook.examples.outcome import Mismatch, Outcome, Results
from trickbook.examples.runner import Settings, run

__all__ = ["Mismatch", "Outcome", "Results", "Settings", "run"]
