"""How much work a keystroke is, beside `validate --quick` of the same file: counted, not timed."""

import random
import statistics
from pathlib import Path

from tests.counting import calls

from trickbook import shipped
from trickbook.analysis.validation import validate
from trickbook.language_server.document import Document

KEYSTROKES = 12
TYPED = "ab: {}\n,3#"


def test_a_keystroke_is_about_as_much_work_as_a_quick_validation(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = shipped()["hearts"].read_text("utf-8")
    path.write_text(text, "utf-8")
    assert validate(path, quick=True).problems == ()
    path.write_text(text + "\n", "utf-8")
    quick = calls(lambda: validate(path, quick=True))
    assert Document(path, {path: text}).problems == ()

    chance, work = random.Random(1), []  # noqa: S311 - any places will do
    for _ in range(KEYSTROKES):
        at = chance.randrange(len(text))
        edited = text[:at] + chance.choice(TYPED) + text[at:]
        document = Document(path, {path: edited})
        work.append(calls(lambda document=document: document.problems) / quick)  # type: ignore[misc]
    assert statistics.median(work) < 0.6
    assert max(work) < 1.6  # where the file is fine its examples are run, too
