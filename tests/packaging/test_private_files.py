"""Keys, certificates, passwords and the tables of a server stay in a clone, wherever they lie in it."""

import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec
from tests.packaging.test_packages import ROOT, build

PRIVATE = (
    "ca.cer",
    "cards.crt",
    "cards.csr",
    "trickbook.env",
    "cards.jks",
    "cards.key",
    "cards.p12",
    "privkey.pem",
    "cards.pfx",
    "certificates/fullchain",
    "tables.sqlite",
    "tables.sqlite-journal",
    "backups/tables-000001",
    "data/lock",
    "tables/lock",
)
FOLDERS = ("", "interpreter/trickbook/server/deployment/", "rulesets/", "schema/", "grammar/")
PLACES = [f"{folder}{name}" for folder in FOLDERS for name in PRIVATE]
CONTENT = "for nobody else"
PUBLIC = "for all"
OPEN = [f"rulesets/{folder}/suits.yaml" for folder in ("backups", "data", "tables")]
"""Files of the project in folders that are called as those of a server."""

NEEDED = "interpreter/trickbook/server/deployment/compose.yaml"


def git(folder: Path, *words: str) -> str:
    """What git answers in a folder."""
    program = shutil.which("git")
    assert program
    return subprocess.run(
        [program, "-C", str(folder), *words], capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that git keeps, with private ones beside them; the bundle of the desk needs no npm then."""
    root = tmp_path_factory.mktemp("clone")
    for name in ("interpreter", "rulesets", "schema", "grammar"):
        shutil.copytree(
            ROOT / name, root / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__", "editors")
        )
    for name in (".gitignore", "CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    (root / "interpreter" / "codemirror" / "bundle.py").write_text("", "utf-8")
    for place in PLACES:
        path = root / place
        path.parent.mkdir(exist_ok=True)
        path.write_text(CONTENT, "utf-8")
    for place in OPEN:
        (root / place).write_text(PUBLIC, "utf-8")
    return root


def test_the_wheel_holds_none(clone: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", clone, tmp_path)) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    assert NEEDED.removeprefix("interpreter/") in held
    assert [name for name, data in held.items() if data == CONTENT.encode()] == []
    assert sorted(name for name, data in held.items() if data == PUBLIC.encode()) == [
        f"trickbook/{place}" for place in OPEN
    ]


def test_the_source_archive_holds_none(clone: Path, tmp_path: Path) -> None:
    with tarfile.open(build("sdist", clone, tmp_path)) as archive:
        held = {member.name.partition("/")[2] for member in archive.getmembers()}
    assert {NEEDED, *OPEN} <= {*held}
    assert sorted(held & {*PLACES}) == []


def test_git_takes_none(clone: Path) -> None:
    git(clone, "init", "--quiet")
    held = git(clone, "ls-files", "--others", "--exclude-standard").splitlines()
    assert {NEEDED, *OPEN} <= {*held}
    assert sorted({*held} & {*PLACES}) == []


def test_the_image_is_built_of_none(clone: Path) -> None:
    """A pattern of Docker is one of git's that begins at the root."""
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line]
    rooted = [f"!/{line[1:]}" if line[0] == "!" else f"/{line}" for line in lines if line[0] != "#"]
    ignored = GitIgnoreSpec.from_lines(rooted)
    held = {
        path.relative_to(clone).as_posix()
        for path in clone.rglob("*")
        if path.is_file() and not ignored.match_file(path.relative_to(clone))
    }
    assert {NEEDED, *OPEN, "pyproject.toml", "README.md", "rulesets/hearts.yaml"} < held
    assert sorted(held & {*PLACES}) == []


def test_what_git_keeps_is_not_private() -> None:
    """No pattern takes away what belongs to the project."""
    assert git(ROOT, "ls-files", "--cached", "--ignored", "--exclude-standard") == ""
