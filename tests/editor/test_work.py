"""How much work a keystroke is, beside `validate --quick` of the same file: counted, not timed."""

from pathlib import Path

from tests.counting import calls

from trickbook import shipped
from trickbook.analysis.validation import validate
from trickbook.language_server import Document

BREAKS = (" is: {", " is: ab: {}\n", " is: ab ")
"""What breaks a file or an expression in it, typed in place of `` is: ``."""

IS = " is: "
PLACES = 4
"""In how many places, spread over the file, each is typed."""


def test_a_keystroke_is_about_as_much_work_as_a_quick_validation(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = shipped()["hearts"].read_text("utf-8")
    path.write_text(text, "utf-8")
    assert validate(path, quick=True).problems == ()
    path.write_text(text + "\n", "utf-8")
    quick = calls(lambda: validate(path, quick=True))

    def work(edited: str) -> float:
        document = Document(path, {path: edited})
        return calls(lambda: document.problems) / quick

    places = [text.index(IS, len(text) * place // (PLACES + 1)) for place in range(PLACES)]
    broken = [work(text[:at] + typed + text[at + len(IS) :]) for at in places for typed in BREAKS]
    assert max(broken) < 0.6
    assert work(text + "# a remark\n") < 1.6, "the examples of a file that is fine are run, too"
