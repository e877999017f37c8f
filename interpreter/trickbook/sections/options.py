"""``options``: the knobs of a ruleset, each of a type, with a default, set from outside."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.operations import CYCLES, Operation
from trickbook.expression.types import BROKEN, CONDITION, NUMBER, SEATS, Kind, Term, Type, constant
from trickbook.problems import TrickbookError, nearest, short, shown
from trickbook.sections.words import free
from trickbook.source import Listing, Mapping, Scalar, at
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc

    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
DIGITS: Final = re.compile(r"-?[0-9]+")
LONGEST: Final = 1000
"""How many names a cycle may have."""

SHORT, ANY = "short", "any"
"""The key of the few words by which a table names a value, and the value that stands for all others."""

YES: Final = {"yes": True, "no": False, "true": True, "false": False}


class OptionError(TrickbookError):
    """An option that the ruleset does not have, or a value that it cannot take."""


@dataclass(frozen=True)
class Option:
    """A knob at one table: its type, the value it has, and what it could have.

    ``names`` are all that the ruleset knows, ``choices`` those open to this table, with their descriptions;
    ``low`` and ``high`` are the limits of a number, ``by`` says what a cycle goes by: deals,
    dealers, or rounds in which everybody deals once.
    """

    name: str
    type: str
    value: Any
    names: tuple[str, ...]
    choices: abc.Mapping[str, str | None]
    low: int | None
    high: int | None
    entry: Entry
    by: str = "deal"

    @property
    def says(self) -> str | None:
        """What is to be chosen, as a sentence."""
        return self.entry.says


def read(context: Context, given: abc.Mapping[str, Any]) -> dict[str, Option]:
    """Read the options and set those given; each becomes a word."""
    found: dict[str, Option] = {}
    entries = {entry.name: entry for entry in context.entries("options")}
    for name in given:
        if name not in entries:
            raise OptionError(_unknown(name, entries))
    for name, entry in entries.items():
        option = _option(context, entry, given.get(name))
        if option is not None and free(context, entry):
            found[name] = option
            context.name(name, _word(context, option))
        elif option is None:
            context.name(name, BROKEN)
    return found


def _unknown(name: str, entries: abc.Collection[str]) -> Message:
    """Tell that there is no such option."""
    if near := nearest(name, entries):
        message = Message("there is no option {name}", name=shown(name))
        return Message("{what}; did you mean {name}?", what=message, name=near)
    if entries:
        return Message("there is no option {name}; there are {list}", name=shown(name), list=listing(entries))
    return Message("there is no option {name}; there are none", name=shown(name))


def _option(context: Context, entry: Entry, given: Any) -> Option | None:
    kind = text(entry.node, "type")
    if kind is None:
        hint = Message("one of {list}", list=listing(("yes_no", "number", "choice", "cycle", "seat")))
        context.wrong("missing-key", _lacking(entry, "type:"), entry.place, hint)
        return None
    choices = _choices(context, entry)
    low, high = (_limit(context, entry, key) for key in ("from", "to"))
    if low is not None and high is not None and low > high:
        message = Message(
            "option {name} goes from {number_low} to {number_high}, and no number is between them",
            name=shown(entry.name),
            number_low=low,
            number_high=high,
        )
        hint = Message("`{text}`", text=f"from: {high}, to: {low}")
        context.wrong("bad-number", message, entry.need("to").place, hint)
        low = high = None
    listed = entry.node.get("choices")
    names = tuple(listed.entries if isinstance(listed, Mapping) else choices)
    if kind in {"choice", "cycle"} and listed is None:
        hint = Message("list them: `choices: [old, new]`")
        context.wrong("missing-key", _lacking(entry, "choices:"), entry.place, hint)
        return None
    shell = Option(entry.name, kind, None, names, choices, low, high, entry, text(entry.node, "by") or "deal")
    default = _default(context, shell)
    _check_short(context, shell)
    value = default if given is None else _given(shell, given, context.layout.seats)
    return Option(**{**shell.__dict__, "value": value})


def _check_short(context: Context, option: Option) -> None:
    """Report values under ``short:`` that the option does not have; ``any`` stands for those not listed."""
    texts_of_values = option.entry.node.get(SHORT)
    if not isinstance(texts_of_values, Mapping):
        return
    for value, pair in texts_of_values.entries.items():
        try:
            if value != ANY and value not in option.names:
                _given(option, value, context.layout.seats, lenient=True)
        except OptionError as error:
            context.wrong("not-a-choice", error.message, pair.key_place)


def _lacking(entry: Entry, key: str) -> Message:
    return Message("option {name} has no `{key}`", name=shown(entry.name), key=key)


def _choices(context: Context, entry: Entry, asked: str = "when") -> dict[str, str | None]:
    """The names that may be chosen at this table; with ``by_default``, those that a default cycle holds."""
    listed = entry.node.get("choices")
    if not isinstance(listed, Mapping):
        return dict.fromkeys(texts(entry.node, "choices"))
    choices = {}
    for name, choice in listed.entries.items():
        record = choice.node if isinstance(choice.node, Mapping) else Mapping({}, choice.node.place)
        condition = record.get(asked)
        if not isinstance(condition, Scalar) or context.fixed(condition, CONDITION) is not False:
            choices[name] = text(record, "says")
    return choices


def _limit(context: Context, entry: Entry, key: str) -> int | None:
    node = entry[key]
    if node is None:
        return None
    limit: int | None = context.fixed(node, NUMBER)
    return limit


def _default(context: Context, option: Option) -> Any:
    written = option.entry.node.entries.get("default")
    if written is None:
        context.wrong("missing-key", _lacking(option.entry, "default:"), option.entry.place)
        return _first(option)
    if option.type == "number" and isinstance(written.node, Scalar):
        value = context.fixed(written.node, NUMBER)
        if value is None:
            return _first(option)
    else:
        value = (
            texts(option.entry.node, "default")
            if isinstance(written.node, Listing)
            else text(option.entry.node, "default")
        )
    if option.type == "cycle" and isinstance(value, tuple):
        usual = _choices(context, option.entry, "by_default")
        value = tuple(name for name in value if name in usual or name not in option.names)
    try:
        return _given(option, value, context.layout.seats, lenient=True)
    except OptionError as error:
        context.wrong("bad-default", error.message, written.node.place)
        return _first(option)


def _first(option: Option) -> Any:
    """Some value of the option's type, so that reading goes on."""
    name = next(iter(option.choices), "")
    return {"yes_no": False, "choice": name, "cycle": (name,), "number": option.low or 0}.get(option.type, 0)


def _given(option: Option, value: Any, seats: int, *, lenient: bool = False) -> Any:
    """Hold a value against the option's type; OptionError says what it may be."""
    name = shown(option.name)
    match option.type:
        case "yes_no":
            if isinstance(value, bool) or str(value) in YES:
                return value if isinstance(value, bool) else YES[str(value)]
            template = "option {name} is yes or no, not {value}"
            raise OptionError(Message(template, name=name, value=shown(str(value))))
        case "choice":
            names = [str(name) for name in value] if isinstance(value, list | tuple) else [str(value)]
            return _name(option, names[0] if len(names) == 1 else " ".join(names), seats, lenient=lenient)
        case "cycle":
            listed = value if isinstance(value, list | tuple) else str(value).replace(",", " ").split()
            names = [str(name) for name in listed]
            closed = {name for name in option.names if name not in option.choices} if lenient else ()
            known = [name for name in names if name not in closed]
            if len(names) > LONGEST:
                template = "option {name} has at most {number} names, not {number_found}"
                raise OptionError(Message(template, name=name, number=LONGEST, number_found=len(names)))
            if not known:
                template = "option {name} needs at least one of {list}"
                raise OptionError(Message(template, name=name, list=listing(option.choices)))
            return tuple(_name(option, name, seats, lenient=lenient) for name in known)
        case "seat":
            return _whole(name, value, 0, seats - 1)
        case _:
            return _whole(name, value, option.low, option.high)


def _name(option: Option, name: str, seats: int, *, lenient: bool) -> str:
    if name not in option.choices:
        if name in option.names and not lenient:
            raise OptionError(_closed(option, name, seats))
        known = option.names if lenient and name not in option.names else tuple(option.choices)
        template, listed = "option {name} is one of {list}, not {value}", listing(known)
        message = Message(template, name=shown(option.name), list=listed, value=shown(name))
        if near := nearest(name, known):
            message = Message("{what}; did you mean {name}?", what=message, name=near)
        raise OptionError(message)
    return name


def _closed(option: Option, name: str, seats: int) -> Message:
    """Tell of a choice that is not open to this table."""
    when = at(option.entry.node, ["choices", name, "when"])
    values: dict[str, str | int] = {"name": shown(option.name), "value": shown(name), "number": seats}
    known = listing(option.choices)
    if not isinstance(when, Scalar):
        template = "option {name} can be {value} only, and {number} play; here it is one of {list}"
        return Message(template, **values, list=known)
    return Message(
        "option {name} can be {value} only when {condition}, and {number} play; here it is one of {list}",
        **values,
        condition=shown(when.text),
        list=known,
    )


def _whole(name: str, value: Any, low: int | None, high: int | None) -> int:
    written = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    number = int(written) if WHOLE.fullmatch(written) else None
    if number is None and not DIGITS.fullmatch(written):
        template = "option {name} is a whole number, not {value}"
        raise OptionError(Message(template, name=name, value=shown(str(value))))
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        template = "option {name} goes {what}, so it cannot be {text}"
        raise OptionError(Message(template, name=name, what=_limits(low, high), text=short(written)))
    return number


def _limits(low: int | None, high: int | None) -> Message:
    """The numbers that an option may be."""
    if low is not None and high is not None:
        return Message("from {number_low} to {number_high}", number_low=low, number_high=high)
    if low is not None:
        return Message("from {number}", number=low)
    return Message("to 18 digits") if high is None else Message("to {number}", number=high)


def _word(context: Context, option: Option) -> Term:
    """The option as a word: a constant, but for a cycle of several names."""
    kinds = {"yes_no": CONDITION, "number": NUMBER, "seat": SEATS}
    kind = kinds.get(option.type, Type(Kind.CHOICE, option.names))
    values = option.value
    if option.type == "seat":
        values = 1 << values
    elif option.type == "cycle":
        if len(set(values)) > 1:
            return Term(kind, operation=CYCLES.get(option.by, Operation.CYCLE_BY_DEAL), detail=tuple(values))
        values = values[0]
    return constant(kind, values)
