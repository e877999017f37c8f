"""The start of a recorded game: its rules and its givens; errors name their line."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from os import PathLike
from os.path import isfile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.loading import resolve
from trickbook.loading.files import ENDINGS, is_path, shipped
from trickbook.loading.house_rules import checked
from trickbook.problems import RulesetError, TrickbookError, described, nearest, shown
from trickbook.problems.remedies import meant
from trickbook.records import damaged
from trickbook.records.parser import DEAL, LINE, is_whole
from trickbook.ruleset import Ruleset
from trickbook.sections.options import OptionError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.game import Game
    from trickbook.records.parser import Given, ParsedRecord

    Start: TypeAlias = Callable[[Sequence["Part"]], object]


ELSEWHERE: Final = Message("say where it is, with `--ruleset` or as the `rules` of `trickbook.replay`")
"""The hint where the file is neither beside a record nor here."""


class Part(NamedTuple):
    """One thing that is given of a start: its line, which part of a start it is, and for what name."""

    line: int
    key: str
    name: Any
    value: Any


def rules_of(written: ParsedRecord, name: str | PathLike[str] | None, beside: Path | None) -> Ruleset:
    """Load a ruleset, or the record's own, with the record's options and house rules.

    Files that the record names are sought in the folder ``beside`` first.
    """
    line, own = written.head["ruleset"]
    sought = _own(own, beside) if name is None else name
    players = written.whole("players")
    house_line, house = _house(written)
    options = [Part(one.line, one.key, one.name, one.value) for one in written.given if one.key == "option"]

    def loaded(parts: Sequence[Part], house: Sequence[str] = house) -> Ruleset:
        house_rules = [_sought(part, beside) if is_path(part) else part for part in house]
        resolved = resolve(sought, house_rules)._replace(house=tuple(house))
        return Ruleset.ready(resolved, {part.name: part.value for part in parts}, players)

    try:
        return loaded(options)
    except RulesetError as error:
        alone = _fault(loaded)
        if name is not None and isinstance(alone, RulesetError):  # it has nothing to do with the record
            raise alone from None
        message = Message(
            "the ruleset {name} cannot be loaded: {what}", name=shown(str(sought)), what=_sentence(error)
        )
        where = house_line if house and alone is None else line
        first = error.problems[0]
        lost = name is None and first.code == "missing-file"
        raise written.damaged(where, message, ELSEWHERE if lost else first.hint) from None
    except OptionError as error:
        culprit = _culprit(loaded, options, error)
        raise written.damaged(culprit.line if culprit else line, error.message) from None
    except TrickbookError as error:
        raise written.damaged(written.head["players"][0], error.message) from None


def folder(beside: object) -> Path | None:
    """The folder in which files are sought; TrickbookError for what is none's path."""
    if beside is None:
        return None
    if isinstance(beside, str | PathLike):
        with suppress(TypeError):  # a path of bytes
            return Path(beside)
    raise TrickbookError(Message("beside is a folder's path, not {beside}", beside=described(beside)))


def _house(written: ParsedRecord) -> tuple[int, Sequence[str]]:
    """The house rules of a record, and their line."""
    if "house" not in written.head:
        return written.head["ruleset"][0], ()
    line, names = written.head["house"]
    try:
        return line, checked(names.split(","))
    except TrickbookError as error:
        raise written.damaged(line, error.message) from None


def _own(name: str, beside: Path | None) -> str:
    """The ruleset of a record: a shipped one, or a file."""
    file = _sought(name if name.endswith(ENDINGS) else f"{name}.yaml", beside)
    return file if name not in shipped() and isfile(file) else name  # noqa: PTH113 - no name is too long for it


def _sought(name: str, beside: Path | None) -> str:
    """A file that a record names: in a folder by the way there or by its name alone, else as it is named."""
    way = PurePath(name)
    places = () if beside is None else (beside / way, beside / way.name)
    return next((str(place) for place in places if isfile(place)), name)  # noqa: PTH113 - as above


def _fault(loaded: Callable[..., object]) -> TrickbookError | None:
    """Return what is wrong with the ruleset itself, without options and house rules."""
    try:
        loaded((), ())
    except TrickbookError as error:
        return error
    return None


def started_game(written: ParsedRecord, rules: Ruleset) -> Game:
    """Start the game as the record says; the digest must be that of the rules."""
    players = written.whole("players")
    _same_rules(written, rules, players)
    engine = rules.engine(players)
    parts = _given_parts(written, engine)
    _by_chance(written, engine)

    def start(parts: Sequence[Part]) -> Game:
        return rules.new_game(players, **_arguments(parts))

    try:
        return start(parts)
    except TrickbookError as error:
        part = _culprit(start, parts, error)
        line = part.line if part else written.head["ruleset"][0]
        dealt = next((one.line for one in parts if part and one[1:3] == ("hands", part.name)), line)
        hint = Message("see line {number}", number=dealt) if dealt < line else None
        raise written.damaged(
            line, Message("the game cannot begin so: {what}", what=_sentence(error)), hint
        ) from None


def _by_chance(written: ParsedRecord, engine: Engine) -> None:
    """Chance gives nothing to what seats answer, nor to what is no step of these rules."""
    asked = {step.name for step in engine.every_step if step.asks and step.name not in engine.trick_steps}
    dealt = {step.name for step in engine.every_step if step.by_chance} - asked
    for number, line in written.lines:
        found = LINE.fullmatch(line)
        if found is None or found["kind"] != "=" or (name := found["step"]) in dealt:
            continue
        if name in asked:
            message = Message("{name} is answered by seats, and chance gives nothing to it", name=shown(name))
            raise written.damaged(
                number, message, Message("write `{name}: 0 …`, a seat and its answer", name=name)
            )
        near = nearest(name, dealt)
        hint = meant(near) if near else None
        message = Message("chance gives nothing to {name} here", name=shown(name))
        raise damaged(number, message, written.text, hint, "record-differs")


def _given_parts(written: ParsedRecord, engine: Engine) -> list[Part]:
    """All that is given, each with its line."""
    head, first, most, complex_too = written.head, 1, engine.ending.most, engine.layout.complex
    parts = [Part(head["seed"][0], "seed", None, written.whole("seed"))]
    if "scores" in head:
        parts.append(
            Part(head["scores"][0], "scores", None, written.numbers(*head["scores"], complex_too=complex_too))
        )
    if "leader" in head:
        parts.append(Part(head["leader"][0], "leader", None, written.whole("leader")))
    for line, text in written.lines[:1]:
        if found := DEAL.fullmatch(text):
            first = int(found["deal"])
            parts += [Part(line, key, None, int(found[key])) for key in ("deal", "dealer")]
    parts += [_part(given) for given in written.given if given.key != "option"]
    return parts + [
        Part(line, "draws", deal, text)
        for deal, drawn in written.draws.items()
        for line, text in drawn
        if first <= deal <= most or not written.lines or line < written.lines[0][0]  # no other deal comes
    ]


def _part(given: Given) -> Part:
    """A fact, hands or an order of the pack, as a part of a start."""
    if given.key == "fact":
        return Part(given.line, "facts", given.name, _value(given.value))
    if given.key == "hands":
        return Part(given.line, "hands", int(given.name), given.value.split("|"))
    return Part(given.line, "orders", int(given.name), given.value)


def _arguments(parts: Sequence[Part]) -> Mapping[str, Any]:
    """Parts as a game is started with them."""
    given: dict[str, Any] = {"seed": 0, "facts": {}, "hands": {}, "draws": {}, "orders": {}}
    for part in parts:
        if part.key in ("draws", "orders"):
            given[part.key].setdefault(part.name, []).append(part.value)
        elif part.name is not None:
            given[part.key][part.name] = part.value
        else:
            given[part.key] = part.value
    return {**given, "hands": given["hands"] or None}


def _culprit(start: Start, parts: Sequence[Part], error: TrickbookError) -> Part | None:
    """The first part with which a start fails as it did; None if it fails without any."""

    def fails(count: int) -> bool:
        try:
            start(parts[:count])
        except TrickbookError as other:
            return other.message == error.message
        return False

    count = bisect_left(range(len(parts)), x=True, key=fails)
    return parts[count - 1] if count else None


def _sentence(error: TrickbookError) -> Message:
    """Return what is wrong, in a sentence; of a ruleset, the first of its problems."""
    return error.problems[0].message if isinstance(error, RulesetError) else error.message


OTHER_RULESET: Final = Message(
    "it was made with another version of the ruleset, other options or another number of players"
)
OTHER_HOUSE_RULES: Final = Message(
    "it was made with another version of the ruleset, its house rules, other options or another number of"
    " players"
)


def _same_rules(written: ParsedRecord, rules: Ruleset, players: int) -> None:
    """The digest of the record must be that of the rules."""
    try:
        expected = rules.digest_for(players)
    except TrickbookError as error:
        raise written.damaged(written.head["players"][0], _sentence(error)) from None
    number, digest = written.head["digest"]
    if digest != expected:
        message = Message(
            "the rules of {name} are not those of this record: their digest is {digest}",
            name=rules.name,
            digest=expected,
        )
        hint = OTHER_HOUSE_RULES if "house" in written.head else OTHER_RULESET
        raise damaged(number, message, written.text, hint, "other-rules")


def _value(text: str) -> Any:
    """A fact as it was written."""
    if "," in text:
        return [_value(part) for part in text.split(",")]
    if " " in text:
        return [_value(part) for part in text.split()]
    if text in ("yes", "no"):
        return text == "yes"
    if text == "none":
        return None
    return int(text) if is_whole(text) else text
