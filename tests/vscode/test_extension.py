"""The extension for VS Code: it is packaged, it knows the server's commands, it colours expressions."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.vscode.extension import FOLDER, MODULES, NODE, ROOT, SCHEMA

from trickbook.language_server.requests import PLAY

MANIFEST = json.loads((FOLDER / "package.json").read_text("utf-8"))
GRAMMAR = json.loads((FOLDER / "syntaxes" / "expression.tmLanguage.json").read_text("utf-8"))
CLIENT = (FOLDER / MANIFEST["main"]).read_text("utf-8")


def test_the_extension_is_packaged_with_what_it_needs(tmp_path: Path) -> None:
    package = tmp_path / "trickbook.vsix"
    vsce = [NODE, str(MODULES / "@vscode" / "vsce" / "vsce"), *MANIFEST["scripts"]["package"].split()[1:-2]]
    subprocess.run([*vsce, "--out", str(package)], cwd=FOLDER, check=True, capture_output=True)
    with ZipFile(package) as archive:
        names = set(archive.namelist())
        packed = json.loads(archive.read("extension/package.json"))
    assert packed["version"] == MANIFEST["version"]
    needed = ["client.js", GRAMMAR_PATH, "node_modules/vscode-languageclient/package.json"]
    assert {f"extension/{name}" for name in needed} <= names
    assert not [name for name in names if "yaml-language-server" in name or name.endswith(".vsix")]


GRAMMAR_PATH = MANIFEST["contributes"]["grammars"][0]["path"].removeprefix("./")


def test_the_client_is_a_program() -> None:
    subprocess.run([NODE, "--check", str(FOLDER / "client.js")], check=True)


def test_the_extension_is_of_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert MANIFEST["version"] == project["version"]


def test_the_client_has_each_command_that_the_manifest_or_the_server_names() -> None:
    named = [PLAY, *(one["command"] for one in MANIFEST["contributes"]["commands"])]
    assert [name for name in named if f'registerCommand("{name}"' not in CLIENT] == []


def test_the_grammar_colours_what_stands_under_each_key_of_an_expression() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    inner = [part.get("additionalProperties") or {} for part in schema["$defs"].values()]
    keys = {
        key
        for part in [*schema["$defs"].values(), *inner]
        for key, value in part.get("properties", {}).items()
        if value.get("$ref") == "#/$defs/expression"
    }
    coloured = GRAMMAR["patterns"][0]["begin"].split("])(")[1].split(")(:)")[0].split("|")
    assert sorted(keys) == coloured


@pytest.mark.parametrize(
    "line", ["    when: {} # why", "  low: {{when: {}, says: Cards with QS.}}", "  - {{when: {}}}"]
)
def test_an_expression_is_coloured_inside_of_yaml(line: str) -> None:
    pieces = coloured(line.format("leading and not (rank of play >= 10) or trick has QS"))
    wanted = {
        "leading": "variable",
        "and": "keyword",
        "not": "keyword",
        ">=": "keyword",
        "10": "constant.numeric",
        "has": "keyword",
        "QS": "constant.other.card",
        "when": "entity.name.tag",
    }
    found = {text: scope for text, scope in pieces if text in wanted}
    assert set(found) == set(wanted)
    assert {text: scope for text, scope in found.items() if not scope.startswith(wanted[text])} == {}
    assert not [text for text, scope in pieces if scope.endswith("trickbook") and text in {"why", "Cards"}]


def test_plain_text_keeps_its_colour() -> None:
    assert not [text for text, scope in coloured("says: The queen QS and hearts.") if "trickbook" in scope]


def coloured(text: str) -> list[tuple[str, str]]:
    """The pieces of a text, each with its innermost scope."""
    script = Path(__file__).with_name("colours.mjs")
    done = subprocess.run(
        [NODE, str(script), str(FOLDER)], input=text, capture_output=True, text=True, check=True
    )
    return [(piece, scope) for piece, scope in json.loads(done.stdout) if piece]
