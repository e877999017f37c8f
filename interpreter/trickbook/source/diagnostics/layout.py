"""Lines that do not fit together: braces, indentation, and where a text ends."""

from __future__ import annotations

import re
from typing import Final

from trickbook.problems import Edit, Place, Problem, Remedy, shown
from trickbook.problems.remedies import with_edit
from trickbook.source.diagnostics.indentation import wrong_indentation
from trickbook.source.diagnostics.punctuation import JOINT, NAME, is_braced, no_colon, wide_in
from trickbook.source.files import SourceText
from trickbook.source.schema import key_forms
from trickbook.source.yaml import quoted, text_at, write_quoted
from trickbook.texts.message import Message

_KEY: Final = re.compile(r"[^\n]*?:(?:[ \t]+|$)")
_CLOSERS: Final = {"{": "}", "[": "]"}
_ENTRY: Final = re.compile(r"(?:^|[,{\[])\s*[\w-]+:\s+(?=[^\s,:{}\[\]]+(?:\s+[^\s,:{}\[\]]+)*\s*$)")
_LATER_KEY: Final = re.compile(r"[^\s,][\s;]+([a-z][a-z0-9_]*:)\s")
_LAST_NAME: Final = re.compile(r"(?:^|[,{])\s*([a-z][a-z0-9_]*)[ \t]*$")

_SECTION: Final = re.compile(r"[a-z_]+:(?:\s|$)")
"""A section at the margin."""

_COMMENT_MARK: Final = re.compile(r"//+|--+|/\*+|;+")
"""What begins a comment elsewhere."""

_QUOTED: Final = re.compile(r"([^\n]*?[\w-]+:[ ]+)[\"']")
"""A key before a text in quotes."""

_COMMENT: Final = re.compile(r"(?<![^\s])#[^\n]*")


def colon(document: SourceText, begin: int, end: int) -> Problem:
    """Tell of a colon where no key can end: text that needs quotes, or a line too deep."""
    start = document.line_start(end)
    indent = end - start - len(document.source[start:end].lstrip())
    if is_braced(document.source[start + indent : end]):
        return missing_colon(document, start + indent, end)
    if key := _KEY.match(document.source, start, end):
        return _unquoted_colon(document, key.end(), text_at(document, key.end()), Message("begin a new line"))
    above = document.source[:start].rstrip()
    head = above[above.rfind("\n") + 1 :].lstrip()
    column = len(above) - len(head) - document.line_start(len(above) - 1)
    is_section = NAME.fullmatch(head) and indent > column
    is_key = " " in head and indent == column and head.split()[0] in key_forms().keys
    if is_section or is_key or (JOINT.fullmatch(head) and ": " not in head):
        return missing_colon(document, len(above) - len(head), end)
    word = document.source[start:end].strip()
    name = shown(word)
    message = Message("{word} reads as more text of the line above, which cannot hold a colon", word=name)
    hint = Message("indent it like the other keys, or put the whole text in quotes")
    begin = end - len(document.source[start:end].lstrip())
    return Problem("indentation", message, document.between(begin, end), hint)


def _unquoted_colon(
    document: SourceText, begin: int, text: str, parting: Message, joint: str = ""
) -> Problem:
    """Tell of a colon in plain text: a sentence wants quotes, another key is parted from the one before."""
    message = Message("text that holds a colon and a space needs quotes")
    place = document.between(begin, begin + len(text))
    if wide := wide_in(text, place):
        return wide
    hint: Message = write_quoted(text)
    first, _, rest = text.partition(": ")
    above = re.split(r"[{,]|-\s", document.source[document.line_start(begin) : begin])[-1].strip(" {[:")
    if rest and first in key_forms().keys and NAME.fullmatch(above) and above not in key_forms().texts:
        whole = text if text.count("}") > text.count("{") else f"{text}}}"
        message = Message("braces are missing around {text}", text=shown(text.rstrip("}")))
        hint = Remedy("write {word}", f"{{{whole}", word=shown(f"{above}: {{{whole}"))
        return Problem("unquoted-colon", message, place, hint)
    if (key := _LATER_KEY.search(text)) and key[1].rstrip(":") in key_forms().keys:
        edit = document.edit(begin + key.start() + 1, begin + key.start(1), joint) if joint else None
        hint = Remedy(
            "{what_parting} before {key} if it is a key of its own; else {what_hint}",
            edit,
            what_parting=parting,
            key=shown(key[1]),
            what_hint=hint,
        )
    return Problem("unquoted-colon", message, place, hint)


def flow(document: SourceText, begin: int, end: int) -> Problem:
    """Tell what is wrong before the end of a map in braces or a list in brackets."""
    opener = document.source[begin]
    found = document.source[end : end + 1]
    start = document.line_start(end)
    before = document.source[max(start, begin + 1) : end]
    is_open = (
        not found or found in "]}" or _is_hidden(document, begin) or _is_new_section(document, begin, end)
    )
    if is_open or (found == ":" and _is_new_line(document, begin, end)):
        return _unclosed(document, begin, end)
    if found == ":":
        entry = max(before.rfind(","), before.rfind("{"), before.rfind("[")) + 1
        value = end - len(before) + entry
        if key := _KEY.match(document.source, value, end):
            return _unquoted_colon(
                document, key.end(), text_at(document, key.end()), Message("put a comma"), ", "
            )
    if before.rstrip()[-1:] in {'"', "'"}:
        return _after_quote(document, end)
    if found in "[{" and (key := _ENTRY.search(before)):
        return _unquoted_brace(document, end - len(before) + key.end(), found)
    if found in "[{" and opener == "{" and (name := _LAST_NAME.search(before)):
        begin = end - len(before) + name.start(1)
        text = document.source[begin : _closed(document, end)]
        return no_colon(text, document.between(begin, begin + len(text)))
    closer = _CLOSERS[opener]
    message = Message("a comma or `{closer}` is missing before this", closer=closer)
    return Problem("missing-comma", message, document.between(end, end + 1))


def _unquoted_brace(document: SourceText, begin: int, brace: str) -> Problem:
    """Tell of text within braces that holds some."""
    text = document.source[begin : _closed(document, begin)].rstrip()
    message = Message("text that holds {brace} needs quotes here", brace=shown(brace))
    return Problem("needs-quotes", message, document.between(begin, begin + len(text)), write_quoted(text))


def _closed(document: SourceText, begin: int) -> int:
    """Find where an item within braces ends that may hold some: at the end of the line at last."""
    depth, end, last = 0, begin, document.line_end(begin)
    while end < last and (depth or document.source[end] not in ",]}"):
        depth += (document.source[end] in "[{") - (document.source[end] in "]}")
        end += 1
    return end


def _is_hidden(document: SourceText, begin: int) -> bool:
    """Return whether what closes stands in a comment."""
    comment = _COMMENT.search(document.source, begin, document.line_end(begin))
    opener = document.source[begin]
    return comment is not None and comment[0].count(_CLOSERS[opener]) > comment[0].count(opener)


def _is_new_line(document: SourceText, begin: int, end: int) -> bool:
    """Return whether a key on a line of its own stands before ``end``, below the opening line."""
    start = document.line_start(end)
    return start > begin and not re.search(r"[:,{\[]", document.source[start:end])


def _is_new_section(document: SourceText, begin: int, end: int) -> bool:
    """Return whether a key at the margin begins at ``end``, below the opening line."""
    return document.line_start(end) == end > begin and _SECTION.match(document.source, end) is not None


def _unclosed(document: SourceText, begin: int, end: int) -> Problem:
    opener = document.source[begin]
    closer = _CLOSERS[opener]
    message = Message("`{opener}` is never closed", opener=opener)
    hint: Message = Remedy("put `{closer}` where it ends", _closing(document, begin, end), closer=closer)
    related: tuple[Place, ...] = ()
    if _is_hidden(document, begin):
        hint = Message("`#` behind a blank begins a comment: put text that holds it in quotes")
    if document.source[end : end + 1] in {"}", "]"}:
        message = Message("`{opener}` is closed by `{closer}`", opener=opener, closer=document.source[end])
        related = (document.between(end, end + 1),)
    return Problem("unclosed", message, document.between(begin, begin + 1), hint, related=related)


def _closing(document: SourceText, begin: int, end: int) -> Edit | None:
    """The edit that closes a brace at the end of its line; None where more of it may stand below."""
    comment = _COMMENT.search(document.source, begin, stop := document.line_end(begin))
    last = begin + len(document.source[begin : comment.start() if comment else stop].rstrip())
    below = _COMMENT.sub(
        "", document.source[last : end if end == len(document.source) else document.line_start(end)]
    )
    is_certain = _open_at(document, last) == begin and not below.strip()
    is_certain = is_certain and not {'"', "'"} & {*document.source[begin:last]}
    return document.edit(last, last, _CLOSERS[document.source[begin]]) if is_certain else None


def block(document: SourceText, begin: int, end: int) -> Problem:
    """Tell what is wrong with a line that does not fit under the lines above."""
    start = document.line_start(end)
    before = document.source[start:end].rstrip()
    found = document.source[end : end + 1]
    if found and found in "]},":
        message = Message("`{closer}` stands here without a `{` or `[` before it", closer=found)
        hint = Message("put text that holds it in quotes, or take it out")
        return Problem("unopened", message, document.between(end, end + 1), hint)
    if before.endswith(('"', "'")):
        return _after_quote(document, end)
    if found == ":":
        return _empty_key(document, end)
    if before.strip() in {"", "-"}:
        return wrong_indentation(document, end)
    return _more_text(document, end)


def _more_text(document: SourceText, end: int) -> Problem:
    """Tell of text behind the end of a value: most often a comment of another language."""
    rest = text_at(document, end)
    message = Message("nothing may follow on this line")
    if mark := _COMMENT_MARK.match(rest):
        comment = f"# {rest[mark.end() :].strip()}"
        edit = document.edit(end, end + len(rest), comment)
        hint = Remedy("a comment begins with `#`: write {comment}", edit, comment=shown(comment))
        return broken(document, end, message, hint)
    other = Message("begin a new line for the next key, or put all of the text in quotes")
    return broken(document, end, message, other)


def _empty_key(document: SourceText, end: int) -> Problem:
    return Problem("empty-key", Message("there is no key before this colon"), document.between(end, end + 1))


def _after_quote(document: SourceText, end: int) -> Problem:
    """Tell of text behind a closing quote: most often there are quotes inside of quotes."""
    text = text_at(document, end)
    message = Message("the text goes on after its closing quote")
    hint: Message = Message("put all of the text in quotes")
    if value := _QUOTED.match(document.source, document.line_start(end), end):
        whole, begin = text_at(document, value.end(1)), value.end(1)
        inner, stop = whole[1:-1] if whole[0] == whole[-1] else whole, begin + len(whole)
        is_cut = whole[0] in document.source[stop : document.line_end(stop)]
        is_certain = not is_cut and ("\\" if whole[0] == '"' else "''") not in whole[1:-1]
        hint = with_edit(
            write_quoted(inner), document.edit(begin, stop, quoted(inner)) if is_certain else None
        )
    return Problem("text-after-quote", message, document.between(end, end + len(text)), hint)


def after_end(document: SourceText, begin: int, end: int) -> Problem:
    """Tell what stands after the end of the outermost map."""
    percent = ("\n" + document.source[: end + 1]).rfind("\n%")
    if percent >= 0:
        return directive(document, percent, end)
    if not document.source[document.line_start(end) : end].strip():
        return wrong_indentation(document, end)
    return _more_text(document, end)


def no_node(document: SourceText, begin: int, end: int) -> Problem:
    """Tell of a place where a value should stand."""
    found = document.source[end : end + 1]
    opener = _open_at(document, end)
    if opener is None:
        return block(document, end, end)
    if not found:
        return _unclosed(document, opener, end)
    if found == ":":
        return _empty_key(document, end)
    message = Message("a value is missing before {word}", word=shown(found))
    hint = Message("put one there, or put text that begins with {word} in quotes", word=shown(found))
    return Problem("missing-value", message, document.between(end, end + 1), hint)


def _open_at(document: SourceText, end: int) -> int | None:
    """Find the bracket or brace that is open at a character, quotes not considered."""
    closed = 0
    source = _COMMENT.sub(lambda comment: " " * len(comment[0]), document.source[:end])
    for index in range(end - 1, -1, -1):
        if source[index] in "]}":
            closed += 1
        elif source[index] in "[{":
            if not closed:
                return index
            closed -= 1
    return None


def broken(
    document: SourceText, index: int, why: Message | str | None, hint: Message | None = None
) -> Problem:
    """Tell of YAML that is broken in a way without a name."""
    message = Message("this is not YAML: {what}", what=why or Message("it cannot be read"))
    return Problem("broken-yaml", message, document.between(index, index + 1), hint)


def directive(document: SourceText, begin: int, end: int) -> Problem:
    """Tell of a line that begins with a percent sign."""
    begin = document.line_start(begin)
    place = document.between(begin, document.line_end(begin))
    message = Message("a line that begins with `%` is a directive, which rulesets do not have")
    return Problem("directive", message, place, Message("delete the line, or put the text in quotes"))


def missing_colon(document: SourceText, begin: int, end: int) -> Problem:
    """Tell of a line that should be a key and is not."""
    text = text_at(document, begin)
    return no_colon(text, document.between(begin, begin + len(text)))
