"""The wheel holds what the checkout holds, and works from wherever it is unpacked."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = {
    "interpreter/trickbook": "trickbook",
    "rulesets": "trickbook/rulesets",
    "schema": "trickbook/schema",
    "grammar": "trickbook/grammar",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


def in_checkout() -> dict[str, bytes]:
    return {
        f"{target}/{path.relative_to(ROOT / folder).as_posix()}": path.read_bytes()
        for folder, target in PACKAGE.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".md" and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_the_package_and_its_data(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        contents = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    checkout = in_checkout()
    assert sorted(contents) == sorted(checkout)
    assert [name for name in checkout if contents[name] != checkout[name]] == []


def test_an_unpacked_wheel_finds_its_own_data(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    ask = (
        "import trickbook, trickbook.data as data\n"
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
