"""The files for those who run a server say what the program understands, and fit each other."""

from __future__ import annotations

import re
import shlex
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.server.proxies import CONFIGURATION

from trickbook.cli.serve import serve

FOLDER = files("trickbook").joinpath("server", "deployment")
ROOT = Path(__file__).parents[2]


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FOLDER.joinpath("compose.yaml").read_text("utf-8"))
    return found


def served(words: list[str]) -> dict[str, Any]:
    """The options of a command as the program understands them."""
    assert words[0] == "serve"
    return serve.make_context("serve", words[1:]).params


HARDENING = """
AmbientCapabilities=                           no child gets a right that the server lacks
CacheDirectoryMode=0700                        what was compiled is run, so nobody else writes or reads it
CapabilityBoundingSet=                         its ports lie above 1023, and all its files are its own
IPAddressAllow=localhost                       the proxy is on this machine
IPAddressDeny=any                              the limits of the proxy hold for all
LockPersonality=yes                            it never changes the meaning of system calls
NoNewPrivileges=yes                            nothing that it starts gains rights
PrivateDevices=yes                             it needs no device
PrivateMounts=yes                              it mounts nothing that others see
PrivateTmp=yes                                 other services see none of its temporary files
PrivateUsers=yes                               it needs no user but its own
ProcSubset=pid                                 it reads nothing of the machine there
ProtectClock=yes                               it sets no clock
ProtectControlGroups=yes                       it changes no control group
ProtectHome=yes                                it has nothing to do in homes
ProtectHostname=yes                            it renames no machine
ProtectKernelLogs=yes                          addresses in them would help an attacker
ProtectKernelModules=yes                       it loads no module
ProtectKernelTunables=yes                      it sets nothing in /proc and /sys
ProtectProc=invisible                          the arguments of other processes may hold passwords
ProtectSystem=strict                           it writes to its own folders only
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX   TCP to clients, sockets to its helpers
RestrictNamespaces=yes                         it makes no container
RestrictRealtime=yes                           it may not take the machine from others
RestrictSUIDSGID=yes                           no file of its own runs with the rights of another user
StateDirectoryMode=0700                        the tables hold cards that nobody may see
SystemCallArchitectures=native                 calls of other architectures pass by the filter
SystemCallErrorNumber=EPERM                    a library that tries a call goes on without it
SystemCallFilter=@system-service               what services use
SystemCallFilter=~@privileged @resources       but for what needs a right, or takes the machine from others
UMask=0077                                     backups are as private as the tables
"""
"""What the unit takes from the service, and why; `systemd-analyze security --offline=true` rates it 0.9."""

RUNNING = {
    "CacheDirectory",
    "DynamicUser",
    "Environment",
    "EnvironmentFile",
    "ExecStart",
    "LimitNOFILE",
    "Restart",
    "RestartSec",
    "StateDirectory",
    "TimeoutStopSec",
}
"""The directives by which the service runs."""


def service() -> list[tuple[str, str]]:
    """The directives of the service; some stand there twice."""
    unit = FOLDER.joinpath("trickbook.service").read_text("utf-8")
    lines = re.search(r"^\[Service\]\n(.*?)^\[", unit, re.MULTILINE | re.DOTALL)
    assert lines
    return [(key, value) for key, value in re.findall(r"^(\w+)=(.*)$", lines[1], re.MULTILINE)]


def test_the_service_starts_a_server() -> None:
    unit = dict(service())
    program, *words = shlex.split(unit["ExecStart"])
    given = served(words)
    assert program.endswith("/trickbook")
    assert given["data"] == Path("/var/lib") / unit["StateDirectory"]
    assert given["proxy"]


def test_the_service_has_no_more_rights_than_it_uses() -> None:
    """`MemoryDenyWriteExecute` is not among them: machine code could not be loaded."""
    wanted = re.findall(r"^(\w+)=(.*?) {2,}\S", HARDENING, re.MULTILINE)
    assert sorted(one for one in service() if one[0] not in RUNNING) == sorted(wanted)


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


def test_keys_and_passwords_are_named_by_the_operator() -> None:
    """They lie outside of the clone, and what the operator has not named is asked for."""
    mounts = [mount for one in compose()["services"].values() for mount in one.get("volumes", [])]
    inside = [mount for mount in mounts if mount.startswith(".")]
    assert inside == ["./nginx.conf:/etc/nginx/conf.d/default.conf:ro"]
    (keys,) = (mount for mount in mounts if "/etc/letsencrypt" in mount.rpartition(":")[0])
    source, target = re.fullmatch(r"(\$\{.*\}):(/\S+):ro", keys).groups()  # type: ignore[union-attr]
    assert source.startswith("${CERTBOT_FOLDER:?")
    assert re.findall(r"ssl_certificate(?:_key)? +(\S+)/live/\S+;", CONFIGURATION) == [target] * 2


def test_the_operator_may_fix_each_image() -> None:
    """By a digest; none is known here, and a tag is what it is without one."""
    services, build = compose()["services"], compose()["x-server"]["build"]
    images = [build["args"]["BASE"], services["postgres"]["image"], services["nginx"]["image"]]
    tags = [re.fullmatch(r"\$\{[A-Z]+_IMAGE:-(\w+:[\w.-]+)\}", image) for image in images]
    assert all(tags)
    dockerfile = (ROOT / build["dockerfile"]).read_text("utf-8")
    assert re.findall(r"^FROM (.*)", dockerfile, re.MULTILINE) == ["${BASE}"]
    assert tags[0]
    assert f"ARG BASE={tags[0][1]}\n" in dockerfile
