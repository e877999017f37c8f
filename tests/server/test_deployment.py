"""The files for those who run a server say what the program understands, and fit each other."""

from __future__ import annotations

import re
import shlex
from configparser import ConfigParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.proxies import CONFIGURATION

from trickbook.cli.commands.serve import command

FOLDER = files("trickbook").joinpath("server", "deployment")
ROOT = Path(__file__).parents[2]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text("utf-8"))
    return found


def served(words: list[str]) -> dict[str, Any]:
    """The options of a command as the program understands them."""
    assert words[0] == "serve"
    return command.make_context("serve", words[1:]).params


def test_the_service_starts_a_server() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(FOLDER.joinpath("trickbook.service").read_text("utf-8"))
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    given = served(words)
    assert program.endswith("/trickbook")
    assert given["data"] == Path("/var/lib") / unit["Service"]["StateDirectory"]
    assert given["proxy"]


def test_the_composed_servers_share_a_store_and_reach_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    services = compose()["services"]
    servers = {name: one for name, one in services.items() if name.startswith("tables-")}
    for name, one in servers.items():
        monkeypatch.setenv("TRICKBOOK_STORE", one["environment"]["TRICKBOOK_STORE"])
        given = served(one["command"])
        assert given["peers"] == name
        assert given["shared"].endswith("@postgres/trickbook")
        assert given["host"] == "0.0.0.0"  # noqa: S104 - in a network of its own
    assert {*services} == {*servers, "postgres", "nginx"}
    assert len(servers) == 3


def test_the_proxy_knows_the_composed_servers() -> None:
    services = compose()["services"]
    aliases = [one["networks"]["default"]["aliases"] for one in services.values() if "networks" in one]
    known = re.findall(r"server (\S+):23366 ", CONFIGURATION)
    assert [[name] for name in known] == aliases
    assert {*services["nginx"]["depends_on"]} == {name.partition(".")[0] for name in known}


def test_the_image_is_built_of_what_there_is() -> None:
    build = compose()["x-server"]["build"]
    folder = Path(str(FOLDER)).resolve()
    assert (folder / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    extras = re.findall(r"/trickbook\[([a-z,]+)\]", (ROOT / build["dockerfile"]).read_text("utf-8"))
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras[0].split(","))
