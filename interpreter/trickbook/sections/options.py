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

if TYPE_CHECKING:
    from collections import abc

    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
DIGITS: Final = re.compile(r"-?[0-9]+")
LONGEST: Final = 1000
"""How many names a cycle may have."""

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
    says: str | None
    entry: Entry
    by: str = "deal"


def read(context: Context, given: abc.Mapping[str, Any]) -> dict[str, Option]:
    """Read the options and set those given; each becomes a word."""
    found: dict[str, Option] = {}
    entries = {entry.name: entry for entry in context.entries("options")}
    for name in given:
        if name not in entries:
            near = nearest(name, entries)
            hint = f"; did you mean {near}?" if near else f"; there are {', '.join(entries) or 'none'}"
            raise OptionError(f"there is no option {shown(name)}{hint}")
    for name, entry in entries.items():
        option = _option(context, entry, given.get(name))
        if option is not None and free(context, entry):
            found[name] = option
            context.name(name, _word(context, option))
        elif option is None:
            context.name(name, BROKEN)
    return found


def _option(context: Context, entry: Entry, given: Any) -> Option | None:
    kind = text(entry.node, "type")
    if kind is None:
        context.wrong(
            "missing-key",
            f"option {shown(entry.name)} has no `type:`",
            entry.place,
            "one of yes_no, number, choice, cycle, seat",
        )
        return None
    choices = _choices(context, entry)
    low, high = (_limit(context, entry, key) for key in ("from", "to"))
    if low is not None and high is not None and low > high:
        message = f"option {shown(entry.name)} goes from {low} to {high}, and no number is between them"
        context.wrong("bad-number", message, entry.need("to").place, f"`from: {high}, to: {low}`")
        low = high = None
    written = entry.node.entries.get("choices")
    names = tuple(written.node.entries) if written and isinstance(written.node, Mapping) else tuple(choices)
    if kind in {"choice", "cycle"} and written is None:
        message = f"option {shown(entry.name)} has no `choices:`"
        context.wrong("missing-key", message, entry.place, "list them: `choices: [old, new]`")
        return None
    shell = Option(
        entry.name, kind, None, names, choices, low, high, entry.says, entry, text(entry.node, "by") or "deal"
    )
    default = _default(context, shell)
    value = default if given is None else _given(shell, given, context.layout.seats)
    return Option(**{**shell.__dict__, "value": value})


def _choices(context: Context, entry: Entry, asked: str = "when") -> dict[str, str | None]:
    """The names that may be chosen at this table; with ``by_default``, those that a default cycle holds."""
    found = entry.node.entries.get("choices")
    if found is None:
        return {}
    if not isinstance(found.node, Mapping):
        return dict.fromkeys(texts(entry.node, "choices"))
    choices = {}
    for name, choice in found.node.entries.items():
        record = choice.node if isinstance(choice.node, Mapping) else Mapping({}, choice.node.place)
        node = record.entries.get(asked)
        if (
            node is None
            or not isinstance(node.node, Scalar)
            or context.fixed(node.node, CONDITION) is not False
        ):
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
        context.wrong("missing-key", f"option {shown(option.name)} has no `default:`", option.entry.place)
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
        context.wrong("bad-default", str(error), written.node.place)
        return _first(option)


def _first(option: Option) -> Any:
    """Some value of the option's type, so that reading goes on."""
    name = next(iter(option.choices), "")
    return {"yes_no": False, "choice": name, "cycle": (name,), "number": option.low or 0}.get(option.type, 0)


def _given(option: Option, value: Any, seats: int, *, lenient: bool = False) -> Any:
    """Hold a value against the option's type; OptionError says what it may be."""
    what = f"option {shown(option.name)}"
    match option.type:
        case "yes_no":
            if isinstance(value, bool) or str(value) in YES:
                return value if isinstance(value, bool) else YES[str(value)]
            raise OptionError(f"{what} is yes or no, not {shown(str(value))}")
        case "choice":
            names = [str(name) for name in value] if isinstance(value, list | tuple) else [str(value)]
            return _name(option, names[0] if len(names) == 1 else " ".join(names), seats, lenient=lenient)
        case "cycle":
            listed = value if isinstance(value, list | tuple) else str(value).replace(",", " ").split()
            names = [str(name) for name in listed]
            closed = {name for name in option.names if name not in option.choices} if lenient else ()
            known = [name for name in names if name not in closed]
            if len(names) > LONGEST:
                raise OptionError(f"{what} has at most {LONGEST} names, not {len(names)}")
            if not known:
                raise OptionError(f"{what} needs at least one of {', '.join(option.choices)}")
            return tuple(_name(option, name, seats, lenient=lenient) for name in known)
        case "seat":
            return _whole(what, value, 0, seats - 1)
        case _:
            return _whole(what, value, option.low, option.high)


def _name(option: Option, name: str, seats: int, *, lenient: bool) -> str:
    if name not in option.choices:
        if name in option.names and not lenient:
            when = at(option.entry.node, ["choices", name, "when"])
            why = f" when {shown(when.text)}" if isinstance(when, Scalar) else ""
            raise OptionError(
                f"option {shown(option.name)} can be {shown(name)} only{why}, and {seats} play; "
                f"here it is one of {', '.join(option.choices)}"
            )
        known = option.names if lenient and name not in option.names else tuple(option.choices)
        near = nearest(name, known)
        hint = f"; did you mean {near}?" if near else ""
        raise OptionError(
            f"option {shown(option.name)} is one of {', '.join(known)}, not {shown(name)}{hint}"
        )
    return name


def _whole(what: str, value: Any, low: int | None, high: int | None) -> int:
    written = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    number = int(written) if WHOLE.fullmatch(written) else None
    if number is None and not DIGITS.fullmatch(written):
        raise OptionError(f"{what} is a whole number, not {shown(str(value))}")
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        reach = " ".join(
            f"{word} {limit}" for word, limit in (("from", low), ("to", high)) if limit is not None
        )
        raise OptionError(f"{what} goes {reach or 'to 18 digits'}, so it cannot be {short(written)}")
    return number


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
