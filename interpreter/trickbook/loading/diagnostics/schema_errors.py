"""Findings of the schema validator as problems, in the words of the language, with their places."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.diagnostics import NO_NAME, of_the_other_kind, of_the_title
from trickbook.loading.diagnostics.exclusive_keys import way_round
from trickbook.loading.diagnostics.finding import (
    Finding,
    as_hint,
    bracketed,
    card_or_pile,
    house_rules_with_options,
    joined,
    nameable,
    named,
    removed,
    respelt,
    word_here_hint,
    wrapped,
    yes_or_no,
)
from trickbook.loading.diagnostics.keys import FILES, invisible, misindented_key, unknown_keys, unseen
from trickbook.loading.diagnostics.other_files import PARENTS
from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import Problem, Remedy, nearest, numbered_seat, shown
from trickbook.problems.remedies import edit, instead, meant, with_edit
from trickbook.source import Mapping, Scalar, at, key_place
from trickbook.source.diagnostics.punctuation import unseen_in
from trickbook.source.nodes import is_on_one_line, pair_place
from trickbook.source.schema import form_of
from trickbook.texts.message import Message, either

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterable, Iterator

    from trickbook.problems import Edit, Place
    from trickbook.source import Node


_RANGE: Final = re.compile(r"\S+\s+to\s+\S+")

EXPRESSIONS: Final = frozenset({"expression", "definition"})
"""The kinds of what is said in the words of the table."""


def problems(root: Node, errors: Iterable[Any]) -> Iterator[Problem]:
    """Yield what a validator found, in the words of the language."""
    all_errors = list(errors)
    misnamed = {one.instance for one in all_errors if "propertyNames" in one.absolute_schema_path}
    for error in all_errors:
        trail = list(error.absolute_schema_path)
        finding = Finding(
            root, tuple(error.absolute_path), error.instance, form_of(error.schema), error.validator_value
        )
        if "dependentSchemas" in trail and error.schema.get("type") == "null":
            yield _excluded(finding, trail)
        elif "propertyNames" in trail:
            place = key_place(root, (*finding.path, error.instance))
            yield invisible(finding, error.instance) or _misspelt(finding, place)
        elif any(step in misnamed and unseen(str(step)) for step in finding.path):
            continue  # its key is told
        else:
            node = at(root, finding.path)
            for problem in TELLERS[str(error.validator)](finding):
                is_certain = problem.place != node.place or is_on_one_line(node)
                yield (
                    problem
                    if is_certain
                    else replace(problem, hint=problem.hint and with_edit(problem.hint, None))
                )


def _excluded(finding: Finding, trail: list[str | int]) -> Problem:
    """A key stands beside another that excludes it, always or (below ``allOf``) by its value."""
    since = len(trail) - trail[::-1].index("dependentSchemas")
    other = (*finding.path[:-1], str(trail[since]))
    node = at(finding.root, other)
    beside = (
        f"{other[-1]}: {node.text}" if "allOf" in trail[since:] and isinstance(node, Scalar) else other[-1]
    )
    key = str(finding.path[-1])
    message = Message("{key} cannot stand beside {other}", key=shown(key), other=shown(str(beside)))
    place, related = key_place(finding.root, finding.path), key_place(finding.root, other)
    hint = way_round(key, str(other[-1]))
    return Problem("exclusive-keys", message, place, hint, related=(related,))


def _misspelt(finding: Finding, place: Place) -> Problem:
    """A name or another short text has not the form that it must have."""
    names = finding.form.kind == "name"
    if isinstance(finding.limit, list):  # of words that are known
        bare = finding.value.replace("_", "-").partition("-")[0]
        better = nearest(bare, finding.limit)
    else:
        better = respelt(finding.value, finding.limit, names=names)
    hint = _spelling(finding, better)
    hint = (nameable(finding) if names else None) or hint
    if "array" in finding.form.types and re.search(r",|\band\b", finding.value):
        hint = bracketed(finding.value) or hint
    hint = card_or_pile(finding) or hint
    if finding.path and finding.path[0] in PARENTS:
        hint = _shipped_name(finding, better) or hint
    message = Message("{word} is not {what}", word=shown(finding.value), what=finding.title)
    return Problem("bad-name" if names else "wrong-form", message, place, hint)


def _spelling(finding: Finding, better: str | None) -> Message | None:
    """Ask whether another spelling was meant; no edit writes a key twice, an answer or a path."""
    node = at(finding.root, finding.path)
    is_taken = isinstance(node, Mapping) and (better in node.entries or finding.path[-1:] == ("names",))
    if better and (is_taken or "/" in better):
        return with_edit(meant(better), None)
    return meant(better) if better else finding.purpose


def _shipped_name(finding: Finding, spelt: str | None) -> Message | None:
    """Return which file that there is may be meant; None for a path, and for several names at once."""
    key = str(finding.path[0])
    if not spelt and (found := of_the_title(finding.value, key, is_item=isinstance(finding.path[-1], int))):
        return found
    if key == "extends" and finding.value in shipped():
        entry = "house: " + finding.value.removeprefix(HOUSE)
        return Remedy("write {entry}, for it is a house rule", _as_pair(finding, entry), entry=shown(entry))
    kind = FILES.get(key, "")
    if key not in FILES or not finding.value.strip() or re.search(r"[/,]|\band\b", finding.value):
        return None
    known = (name for name in shipped() if name.startswith(HOUSE) == bool(kind))
    near = nearest(finding.value, (name.removeprefix(kind) for name in known))
    otherwise = of_the_other_kind(spelt, kind) if spelt else None
    return otherwise or (meant(near) if near else NO_NAME)


def _wrong_form(finding: Finding) -> Iterator[Problem]:
    yield _misspelt(finding, finding.place)


def _wrong_type(finding: Finding) -> Iterator[Problem]:
    if finding.value is None:
        yield _null(finding)
        return
    if problem := misindented_key(finding.root, finding.path, finding.form.keys):
        yield problem
        return
    if isinstance(finding.value, str) and (problem := unseen_in(finding.value, finding.place)):
        yield problem
        return
    subject, what, found = finding.subject, finding.title, named(finding.value)
    message = Message(
        "{what_subject} takes {what}, not {what_found}"
        if finding.path and isinstance(finding.path[-1], str)
        else "{what_subject} is {what}, not {what_found}",
        what_subject=subject,
        what=what,
        what_found=found,
    )
    yield Problem("wrong-type", message, finding.place, _rewritten(finding) or finding.purpose)


def _rewritten(finding: Finding) -> Message | None:
    """Return how to write a value that is right to its author but not here."""
    node = at(finding.root, finding.path)
    if isinstance(finding.value, list) and finding.form.kind in EXPRESSIONS:
        return joined(finding.value)
    if finding.path == ("house",) and isinstance(finding.value, dict):
        return house_rules_with_options(finding.value)
    return _respoken(finding, node) if isinstance(node, Scalar) else None


def _respoken(finding: Finding, node: Scalar) -> Message | None:
    """Return how to write text where something else belongs."""
    if "array" in finding.form.types and "string" not in finding.form.types:
        return _as_list(finding, node.text)
    if finding.form.is_record:
        name, keys = str(finding.path[-1]), finding.form.keys
        gone = None if "default" in keys else removed(name, node.text)
        return gone or wrapped(name, node.text, keys, pair_place(finding.root, finding.path))
    if finding.form.kind == "seat":
        return numbered_seat(node.text)
    if "string" not in finding.form.types:
        return None
    if isinstance(node.value, bool) and finding.form.kind != "text":
        return yes_or_no(value=node.value)
    fits = re.search(finding.form.pattern, node.text)
    text = f'"{node.text}"'
    return Remedy("write it in quotes, `{text}`", text, text=text) if fits else None


def _as_list(finding: Finding, text: str) -> Message | None:
    """Return how to write a list that was written as text, or a range of numbers to answer with."""
    if _RANGE.fullmatch(text) and finding.path[-1] == "answers":
        entry, ladder = f"number: {text}", f"answers: [pass, {{levels: {text}}}]"
        if isinstance(step := at(finding.root, finding.path[:-1]), Mapping) and "ask" in step.entries:
            return Remedy("write {word}", _as_pair(finding, entry), word=shown(entry))
        return Message(
            "write {word}, or, of a ladder of bids, {other}", word=shown(entry), other=shown(ladder)
        )
    item = finding.form.item
    is_item = item and item.pattern and " " in text and re.search(item.pattern, text)
    return instead(f"[{text}]") if is_item else bracketed(text)


def _as_pair(finding: Finding, text: str) -> Edit | None:
    """The edit that writes a key and its value for those of a finding; none where that key is there."""
    place, key = pair_place(finding.root, finding.path), text.partition(":")[0]
    parent = at(finding.root, finding.path[:-1])
    return edit(text, place) if place and isinstance(parent, Mapping) and key not in parent.entries else None


def _not_a_choice(finding: Finding) -> Iterator[Problem]:
    if finding.value is None:
        yield _null(finding)
        return
    choices = [str(choice) for choice in finding.limit if choice is not None]
    what, found = either(map(shown, choices)), named(finding.value)
    message = Message(
        "{what_subject} is {what}, not {what_found}",
        what_subject=finding.subject,
        what=what,
        what_found=found,
    )
    near = nearest(str(finding.value), choices)
    purpose = word_here_hint(finding.form, str(finding.value)) or finding.purpose
    hint = meant(near) if near else purpose
    if isinstance(finding.value, bool) and "yes" in choices:
        hint = yes_or_no(value=finding.value)
    yield Problem("not-a-choice", message, finding.place, hint)


def _null(finding: Finding) -> Problem:
    """Nothing stands where something must."""
    if getattr(at(finding.root, finding.path), "text", ""):
        message = Message("{what_subject} cannot be removed", what_subject=finding.subject)
        return Problem("nothing-to-remove", message, finding.place)
    message = Message("{what_subject} has no value", what_subject=finding.subject)
    return Problem("missing-value", message, finding.place, finding.purpose)


def _missing_keys(finding: Finding) -> Iterator[Problem]:
    for key in finding.limit:
        if key not in finding.value:
            hint = as_hint(finding.form.keys[key].description)
            yield Problem("missing-key", Message("{key} is missing", key=shown(key)), finding.place, hint)


def _out_of_range(finding: Finding) -> Iterator[Problem]:
    message = Message(
        "{what_subject} is at least {number}, not {number_found}"
        if finding.value < finding.limit
        else "{what_subject} is at most {number}, not {number_found}",
        what_subject=finding.subject,
        number=str(finding.limit),
        number_found=str(finding.value),
    )
    yield Problem("out-of-range", message, finding.place, finding.purpose)


def _empty(finding: Finding) -> Iterator[Problem]:
    message = Message("{what_subject} is empty", what_subject=finding.subject)
    yield Problem("empty", message, finding.place, finding.purpose)


def _repeated(finding: Finding) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, item in enumerate(finding.value):
        if isinstance(item, str) and first.setdefault(item, index) < index:
            place, related = (
                at(finding.root, (*finding.path, where)).place for where in (index, first[item])
            )
            message = Message("{word} stands here a second time", word=shown(item))
            yield Problem("duplicate-item", message, place, related=(related,))


TELLERS: Final[abc.Mapping[str, Callable[[Finding], Iterator[Problem]]]] = MappingProxyType(
    {
        "additionalProperties": unknown_keys,
        "enum": _not_a_choice,
        "maximum": _out_of_range,
        "minItems": _empty,
        "minLength": _empty,
        "minProperties": _empty,
        "minimum": _out_of_range,
        "pattern": _wrong_form,
        "required": _missing_keys,
        "type": _wrong_type,
        "uniqueItems": _repeated,
    }
)
"""What each keyword of the schema has to say; all others only hold these together."""
