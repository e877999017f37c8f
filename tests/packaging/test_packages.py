"""Source archive and wheel hold what a user needs, nothing else, and work wherever they are unpacked."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = {
    "interpreter/trickbook": "trickbook",
    "rulesets": "trickbook/rulesets",
    "schema": "trickbook/schema",
    "grammar": "trickbook/grammar",
}
FOLDERS = ("interpreter", "rulesets", "schema", "grammar")
BESIDE = {"README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml"}
BUNDLE = "trickbook/server/page/bundle/"
MADE = {"PKG-INFO", ".gitignore"}
"""What the builder lays beside: what the package is, and what a builder must not take up."""

NEEDED = {
    "trickbook/__main__.py",
    "trickbook/py.typed",
    "trickbook/rulesets/hearts.yaml",
    "trickbook/rulesets/house/omnibus.yaml",
    "trickbook/rulesets/parts/trick-taking.yaml",
    "trickbook/rulesets/text/zh/house/omnibus.yaml",
    "trickbook/schema/ruleset.schema.json",
    "trickbook/texts/zh/analysis.yaml",
    "trickbook/texts/zh/messages.yaml",
    "trickbook/texts/zh/schema.yaml",
    "trickbook/grammar/expression.lark",
}


def build(what: str, of: Path, into: Path) -> Path:
    """Build a package with what is installed here, from nowhere else."""
    command = [sys.executable, "-m", "build", f"--{what}", "--no-isolation", "--outdir", str(into), str(of)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, unpacked."""
    archive = build("sdist", ROOT, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("source")
    with tarfile.open(archive) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, _path: member)
        packed.extractall(folder)  # noqa: S202 - ours; Python 3.11.0 to 3.11.3 has no filter
    (root,) = folder.iterdir()
    return root


@pytest.fixture(scope="module", params=["checkout", "source"])
def wheel(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, source: Path) -> Path:
    """The wheel, built from the checkout, and built from the source archive."""
    of = ROOT if request.param == "checkout" else source
    return build("wheel", of, tmp_path_factory.mktemp("wheel"))


def files(root: Path, folders: tuple[str, ...]) -> dict[str, bytes]:
    """What lies in some folders, but for what was made there, and for what is for editors."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "editors", "bundle"} & set(path.parts)
    }


def packaged() -> dict[str, bytes]:
    """What a wheel is to hold; guides are for those who have the source."""
    return {
        f"{target}/{name.removeprefix(folder).lstrip('/')}": data
        for folder, target in PACKAGE.items()
        for name, data in files(ROOT, (folder,)).items()
        if not name.endswith(".md")
    }


def test_the_source_archive_holds_what_is_packaged_and_its_guides(source: Path) -> None:
    found, wanted = files(source, (".",)), files(ROOT, FOLDERS)
    assert sorted(found) == sorted({*wanted, *BESIDE, *MADE})
    assert [name for name in wanted if found[name] != wanted[name]] == []
    assert {"rulesets/README.md", "rulesets/SOURCES.md", "interpreter/jack-of-diamonds.svg"} < set(found)


def test_the_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" not in name and BUNDLE not in name]
        contents = {name: archive.read(name) for name in names}
    wanted = packaged()
    assert sorted(contents) == sorted(wanted)
    assert [name for name in wanted if contents[name] != wanted[name]] == []
    assert set(contents) > NEEDED


def test_the_wheel_holds_the_editor_of_the_desk_with_its_licences_where_npm_is_there(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if BUNDLE in name]
        made = {name.partition(BUNDLE)[2]: archive.read(name) for name in names}
    assert set(made) == ({"editor.js", "licences.txt"} if shutil.which("npm") else set())
    licences = made.get("licences.txt", b"")
    assert licences.count(b"Permission is hereby granted") == licences.count(b": MIT\n")


def test_the_wheel_tells_what_it_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        told = {Path(name).name: archive.read(name) for name in archive.namelist() if ".dist-info/" in name}
    assert set(told) == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE"}
    assert told["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    about = message_from_bytes(told["METADATA"])
    assert about["Description-Content-Type"] == "text/markdown"
    readme = about.get_payload(decode=True)
    assert isinstance(readme, bytes)
    assert readme.decode().strip() == (ROOT / "README.md").read_text("utf-8").strip()


def test_an_unpacked_wheel_finds_its_own_data(wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(wheel, tmp_path, "zip")
    ask = (
        "import trickbook, trickbook.source.files as data\n"
        "print(trickbook.__file__)\n"
        "for name in ('rulesets', 'schema', 'grammar'): print(data.folder(name))"
    )
    done = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tmp_path.parent,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    home = tmp_path / "trickbook"
    found = [Path(line) for line in done.stdout.splitlines()]
    assert found == [home / "__init__.py", home / "rulesets", home / "schema", home / "grammar"]
