"""Each section of a ruleset has its line in the table, its module, its schema and its examples."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import trickbook
from trickbook.sections import table

PACKAGE = Path(trickbook.__file__).parent
ROOT = PACKAGE.parents[1]


def naming(section: str) -> set[str]:
    """The modules in which a section stands as a text."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        if any(isinstance(node, ast.Constant) and node.value == section for node in nodes):
            found.add(path.relative_to(PACKAGE).as_posix())
    return found


def test_only_its_own_module_and_the_table_name_a_section_that_is_only_measured() -> None:
    beside = [section.key for section in table.rules() if section.bears_on == "measures"]
    assert beside
    for section in beside:
        assert naming(section) == {f"sections/{section}.py", "sections/table.py"}


def test_each_section_of_rules_has_its_worked_examples() -> None:
    folder = ROOT / "tests" / "sections"
    for section in table.rules():
        own = [folder / f"{section.key}.yaml", *(folder / section.key).glob("*.yaml")]
        assert any(path.is_file() for path in own), section.key


def test_the_table_has_all_keys_of_the_schema_and_each_section_its_module() -> None:
    whole = json.loads((ROOT / "schema" / "ruleset.schema.json").read_text("utf-8"))
    assert set(table.SECTIONS) == set(whole["properties"])
    for section in table.rules():
        assert (PACKAGE / "sections" / f"{section.key}.py").is_file()
        assert not section.reader or callable(section.read)
