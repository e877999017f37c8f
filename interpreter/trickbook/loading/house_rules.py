"""House rules: patches without a parent of their own, laid over any ruleset that has what they need."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from os import PathLike
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from trickbook.loading.merge import Merging, says_yes
from trickbook.problems import Problem, TrickbookError, described, nearest, shown
from trickbook.problems.arguments import listed as sequence
from trickbook.problems.remedies import meant
from trickbook.sections.table import SECTIONS, is_head
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import entries_under, has, scalars
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from trickbook.loading.dependencies import Dependencies
    from trickbook.problems import Place


MOST_HOUSE: Final = 64
"""How many house rules may be laid over a ruleset from outside."""

UNWRITABLE: Final = frozenset(",#\n\r")
"""What a record cannot hold in the name of a house rule."""


def checked(house: object) -> tuple[str, ...]:
    """House rules come as a list of names and paths, each but once."""
    given = sequence("house", house, Message("house rules"))
    if len(given) > MOST_HOUSE:
        count = len(given)
        message = Message(
            "at most {number} house rules go together, not {number_found}",
            number=MOST_HOUSE,
            number_found=count,
        )
        raise TrickbookError(message)
    for one in given:
        if not isinstance(one, str | PathLike) or set(str(one)) & UNWRITABLE:
            template = "a house rule is a name, or a path that a record can hold, not {text}"
            if isinstance(one, str) and "," in one:
                template = "a house rule is one name, not {text}; name several one by one"
            raise TrickbookError(Message(template, text=described(one)))
    names = tuple(map(str, given))
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise TrickbookError(Message("the house rule {name} is named twice", name=shown(twice)))
    return names


def merged(
    files: Dependencies, merging: Merging, roots: abc.Mapping[str, Mapping], target: str
) -> Mapping | None:
    """Lay files over one another in order; a house rule waits for others that bring what it needs.

    Of house rules, but the target's own, their rules alone are laid.
    """
    root: Mapping | None = None
    left, patches = list(roots), files.patches - {target}
    while left:
        beneath = root or Mapping({}, roots[left[0]].place)
        stretch = list(takewhile(lambda file: file in patches, left)) or left[:1]
        file = next_file({file: roots[file] for file in stretch}, beneath)
        places = {problem.place for problem in files.parsed_files[file].problems}
        below = {files.parsed_files[other].path.stem for other in roots if other not in left}
        lacks = unmet(roots[file], beneath, files.parsed_files[file].path.stem, below, merging.removed)
        files.problems += [problem for problem in lacks if problem.place not in places]
        lay = partial(with_house_rule, merging) if file in patches else merging.lay
        root = lay(beneath, roots[file])
        left.remove(file)
    return root


def with_house_rule(merging: Merging, root: Mapping, own: Mapping) -> Mapping:
    """A ruleset with a house rule laid over it; what each says of itself alone stays where it is."""
    rules = {key: entry for key, entry in own.entries.items() if not is_head(key) or SECTIONS[key].brought}
    merged = merging.lay(root, Mapping(rules, own.place))
    itself = {key: entry for key, entry in root.entries.items() if is_head(key)}
    return Mapping({**itself, **merged.entries}, root.place)


def next_file(left: abc.Mapping[str, Mapping], beneath: Mapping) -> str:
    """Return which of several files is laid next: the first that finds what it needs, replaces and removes.

    If none does, the first that finds what it needs; what it lacks is told then.
    """
    needy = {file: [item.text.split(".") for item in scalars(own, "needs")] for file, own in left.items()}
    met = [file for file in left if all(has(beneath, *path) for path in needy[file])]
    able = (file for file in met if all(has(beneath, *path) for path in _altered(left[file])))
    return next(able, next(iter(met or left)))


def _altered(node: Mapping, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of what a file removes or starts anew."""
    if says_yes(node, "replaces"):
        yield path
    for key, entry in node.entries.items():
        if not path and is_head(key):
            continue
        if isinstance(entry.node, Mapping):
            yield from _altered(entry.node, (*path, key))
        elif isinstance(entry.node, Scalar) and entry.node.value is None:
            yield (*path, key)


def unmet(
    own: Mapping, beneath: Mapping, name: str, names: abc.Set[str], removed: abc.Mapping[str, Place]
) -> Iterator[Problem]:
    """Tell of every entry that a house rule needs and that is not beneath it, or was ``removed`` there.

    It is ``laid`` over the files of these names.
    """
    for item in scalars(own, "needs"):
        *section, entry = item.text.split(".")
        if not has(beneath, *section, entry):
            known = has(beneath, *section) if section else False
            near = nearest(entry, entries_under(beneath, *section)) if known else None
            if section and not known and (other := nearest(section[0], beneath.entries)):
                near, section = entry, [other, *section[1:]]
            if gone := next((removed[path] for path in _leading(item.text) if path in removed), None):
                yield _taken_away(name, item, gone)
                continue
            called, path = shown(name), shown(item.text)
            message = Message(
                "house rule {name} needs {path}, which does not exist here", name=called, path=path
            )
            near = ".".join([*section, near]) if near else _somewhere(beneath, entry, section)
            hint: Message | None = meant(near) if near else None
            if not near:
                fits = [fit.text for fit in scalars(own, "fits") if PurePath(fit.text).stem not in names]
                hint = _addition(section, entry, fits)
            yield Problem("needs", message, item.place, hint)


def _addition(section: abc.Sequence[str], entry: str, fits: abc.Sequence[str]) -> Message:
    """Return how to have what is lacking: to add it, or to take another ruleset, such as one that fits."""
    key, rulesets = f"{entry}:", listing(fits)
    if not section:
        return Message(
            "add `{entry}`, or apply it to a ruleset that has it, such as {list}"
            if fits
            else "add `{entry}`, or apply it to a ruleset that has it",
            entry=key,
            list=rulesets,
        )
    return Message(
        "add `{entry}` to `{section}`, or apply it to a ruleset that has it, such as {list}"
        if fits
        else "add `{entry}` to `{section}`, or apply it to a ruleset that has it",
        entry=key,
        section=f"{'.'.join(section)}:",
        list=rulesets,
    )


def _somewhere(beneath: Mapping, entry: str, section: abc.Sequence[str]) -> str | None:
    """The path of an entry that was named without its section."""
    named = () if section else ([key, entry] for key in beneath.entries)
    return next((".".join(path) for path in named if has(beneath, *path)), None)


def _leading(path: str) -> Iterator[str]:
    """The paths that lead to an entry, and its own."""
    keys = path.split(".")
    return (".".join(keys[:end]) for end in range(1, len(keys) + 1))


def _taken_away(name: str, item: Scalar, place: Place) -> Problem:
    """A house rule needs what another has removed."""
    called, path, by = shown(name), shown(item.text), shown(PurePath(place.file).stem)
    message = Message(
        "house rule {name} needs {path}, which {other} removes", name=called, path=path, other=by
    )
    return Problem("needs", message, item.place, Message("keep one of the two"), related=(place,))
