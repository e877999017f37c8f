"""The layers of the package: the language, and what stands on it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.guides.guide import ROOT

LANGUAGE: Final = re.compile(
    r"(ruleset|game|explain|records|loading|sections|engine|core|expression|source|state|cards|problems|texts)"
)
"""The modules that read a ruleset, play by it and say why."""


class Layer(NamedTuple):
    """A module, what it is in its own words, and whether it belongs to the language."""

    name: str
    what: str
    is_language: bool


def layers() -> Iterator[Layer]:
    """The layers from the top down, as the linter keeps them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    kept = next(contract["layers"] for contract in settings["contracts"] if contract["type"] == "layers")
    for name in re.findall(r"[a-z_]+", " ".join(kept)):
        module = ROOT / "interpreter" / "trickbook" / name
        yield Layer(name, _first_sentence(module), bool(LANGUAGE.fullmatch(name)))


def _first_sentence(module: Path) -> str:
    path = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) if path.exists() else None
    return (docstring or "").split("\n\n")[0].replace("\n", " ")
