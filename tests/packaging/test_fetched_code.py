"""What is fetched from others runs nothing while it is installed."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALLING = [
    ROOT / "Makefile",
    *(ROOT / "interpreter" / "codemirror").glob("*.py"),
    *ROOT.glob("schema/**/README.md"),
]
NPM = re.compile(r"""\bnpm\b["', ]+(?:ci|install|i)\b["', ]*([^"',\s`]*)""")


def test_npm_runs_no_script_of_a_package() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): NPM.findall(path.read_text("utf-8"))
        for path in INSTALLING
        if "node_modules" not in path.parts
    }
    options = {name: given for name, given in found.items() if given}
    assert options == {
        "Makefile": ["--ignore-scripts"],
        "interpreter/codemirror/bundle.py": ["--ignore-scripts"],
        "schema/README.md": ["--ignore-scripts"],
        "schema/editors/vscode/README.md": ["--ignore-scripts"],
    }
