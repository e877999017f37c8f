"""Load a ruleset, play by it, print its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any

from trickbook.game.rules import PlayableRules
from trickbook.loading import resolve
from trickbook.problems import TrickbookError, described, has_repr, shown
from trickbook.sections.options import OptionError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence


def load(
    name: str | PathLike[str],
    options: Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    house: Sequence[str] = (),
) -> Ruleset:
    """Load a shipped ruleset by name, or any by its path, and set its options.

    ``house`` are house rules to lay over it, by name or by path, in any order: two that set one thing
    differently do not go together.

    Raises RulesetError with all problems of a wrong ruleset, OptionError for an option that it does not have
    or a value that it cannot take.
    """
    if not isinstance(name, str | PathLike):
        raise TrickbookError(f"a ruleset is a name or a path, not {described(name)}")
    _check_options(options)
    if house != ():
        from trickbook.loading.house_rules import checked

        house = checked(house)
    return Ruleset.ready(resolve(name, house), options or {}, players)


def _check_options(options: object) -> None:
    """Options come as a mapping from names, or not at all."""
    named = isinstance(options, Mapping) and all(isinstance(name, str) for name in options)
    if options is not None and not named:
        raise OptionError(Message("options are a mapping from their names to their values"))
    for name, value in options.items() if isinstance(options, Mapping) else ():
        if not has_repr(value):
            raise OptionError(
                Message("option {name} cannot be {text}", name=shown(name), text=described(value))
            )


class Ruleset(PlayableRules):
    """The rules of a game with its options set; it never changes.

    ``name`` is the shipped name or the file's stem, ``house`` are the house rules that were laid over it,
    ``players`` the numbers of players it allows.
    """

    def rulebook(
        self,
        format: str = "text",  # noqa: A002
        lang: str = "en",
        *,
        players: int | None = None,
        exact: bool = False,
    ) -> str:
        """The rules as one prints them for the table: as ``text``, as ``md``, or as ``html`` in one file.

        ``lang`` is the language of the fixed phrases, and of the ruleset's sentences where it has them in it.
        Examples that do not hold with these options, house rules and players are left out. ``exact`` adds
        what each rule exactly means, and what each option would bring.
        Raises TrickbookError for a format or a language that there is not.
        """
        from trickbook.rulebook import rulebook

        return rulebook(self, format, lang, players, appendix=exact)
