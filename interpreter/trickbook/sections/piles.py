"""``piles``: the places where cards lie, who has one, who sees it, and what has ever lain there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, cast

from trickbook.engine.deal import Destination
from trickbook.expression.operations import Operation
from trickbook.expression.semantics import destination as place
from trickbook.expression.types import CARDS, Term
from trickbook.problems import Remedy, shown
from trickbook.problems.remedies import with_edit
from trickbook.sections.words import free
from trickbook.source.nodes import text
from trickbook.state import Pile
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.context import Context
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry

SeenBy = Literal["everyone", "owner", "nobody"]

BUILT_IN: Final[tuple[tuple[str, bool, SeenBy, str | None], ...]] = (
    ("aside", False, "nobody", None),
    ("hand", True, "owner", None),
    ("table", True, "everyone", "exposed"),
    ("trick", False, "everyone", "played"),
    ("held", False, "everyone", None),
    ("taken", True, "owner", None),
)
"""Every game has these: name, whether each seat has one, who sees it, a word for all that has lain there."""


def declare(context: Context) -> None:
    """Give the piles of every game their places and words, before anything else can take these."""
    for name, owned, seen_by, ever in BUILT_IN:
        _lay(context, name, seen_by, ever, owned=owned)


def read(context: Context) -> None:
    """Give every other pile its place, and its words their meaning."""
    for entry in context.entries("piles"):
        ever = text(entry.node, "ever")
        if free(context, entry) and (ever is None or free(context, entry, ever)):
            seen = cast("SeenBy", text(entry.node, "seen_by") or "everyone")
            _lay(context, entry.name, seen, ever, owned=text(entry.node, "owned") == "yes")


def _lay(context: Context, name: str, seen_by: SeenBy, ever: str | None, *, owned: bool) -> None:
    """Keep room for a pile, and for what has ever lain there if that has a word."""
    layout = context.layout
    base = layout.pile_cells
    layout.pile_cells += layout.seats if owned else 1
    kept = layout.pile_cells if ever else None
    layout.pile_cells += 1 if ever else 0
    layout.piles[name] = pile = Pile(name, base, owned, seen_by, kept)
    context.name(name, _word(pile))
    if ever and kept is not None:
        layout.ever[ever] = name
        context.name(ever, _common(kept, seen_by))


def _word(pile: Pile) -> Term:
    """A pile as a word: the player's own where each seat has one."""
    if not pile.owned:
        return _common(pile.base, pile.seen_by)
    sight = {"everyone": set(), "owner": {"own"}, "nobody": {"secret"}}[pile.seen_by]
    reads, piles = frozenset({"player", *sight}), frozenset({pile.name})
    return Term(CARDS, reads=reads, piles=piles, operation=Operation.OWN_PILE, detail=pile.base)


def _common(index: int, seen_by: SeenBy) -> Term:
    """The cards of one place; they are secret unless everybody sees them."""
    reads = frozenset() if seen_by == "everyone" else frozenset({"secret"})
    return Term(CARDS, reads=reads, operation=Operation.PILE, detail=index)


def destination(context: Context, node: Scalar) -> Destination | None:
    """Read a place such as ``table`` or ``hand of dealer``."""
    scope = context.scope(node)._replace(text=node.text, start="place")
    found = place(node.text, scope)
    if found is None:
        return None
    name, seats, token = found
    pile = context.layout.piles.get(name)
    if pile is None:
        from trickbook.expression.diagnostics.slips import pile_meant

        hint = pile_meant(name, context.layout.piles)
        if node.place.path.endswith(".deal"):
            hint = with_edit(hint, None)  # the seats stand under `to:`
        scope.wrong(token, "unknown-word", Message("{name} is not a pile", name=shown(name)), hint)
        return None
    if seats is not None and not pile.owned:
        scope.wrong(
            token,
            "wrong-type",
            Message("`{name}` belongs to nobody", name=name),
            Remedy("write `{word}` alone", name, word=name),
        )
        return None
    return Destination(pile, seats)


def source(context: Context, entry: Entry, key: str, about: frozenset[str]) -> Term:
    """The cards that a step takes, as ``from`` says: the hand, if nothing is said."""
    hand = context.symbols["hand"]
    return context.part(entry, "from", CARDS, about) or hand(context.scope(entry.need(key)))
