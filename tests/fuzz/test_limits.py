"""Files that are too big, too deep or no rulesets at all are answered by the program, in little memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KILOBYTES = 100_000
"""No answer may need more memory than this, where the system knows such a limit."""
SECONDS = 300
"""What takes so long is stopped. This is no figure: it is far beyond all that was measured."""

ALIAS_BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{last}'] * 9)}]\n"
    for last, name in zip("abcdefghi", "bcdefghij", strict=True)
)
CHAIN = "trickbook: 1\nextends: hearts\nwords:\n  w0: hearts\n" + "".join(
    f"  w{n}: w{n - 1} or w{n - 1}\n" for n in range(1, 400)
)
CHAIN += "play: {odd: {keep: w399}}\n"
STAIRS = "trickbook: 1\nextends: hearts\nwords:\n  w0: trick_number > 3\n"
STAIRS += "".join(f"  w{n}: not w{n - 1}\n" for n in range(1, 1200)) + "facts:\n"
STAIRS += "".join(f"  f{n}: {{starts: no, upon: play, when: w{n}}}\n" for n in range(10, 1200, 11))
TOWER = "trickbook: 1\nextends: hearts\nwords:\n  w0: count of hand\n"
TOWER += "".join(f"  w{n}: total of players (w{n - 1})\n" for n in range(1, 9)) + "play: {odd: {most: w8}}\n"
MINUS = f"trickbook: 1\nextends: hearts\npoints: {{odd: {{player: {'-' * 500}1}}}}\n"
POWER = "trickbook: 1\nextends: hearts\npoints: {odd: {player: 9 ^ 9 ^ 9 ^ 9 ^ 9 ^ points}}\n"
NINES = f"trickbook: 1\nextends: hearts\nmatch: {{max_deals: {'9' * 3000}}}\n"

FILES: dict[str, tuple[str | bytes, str]] = {
    "ten megabytes": (b"x" * 10_000_000, "too-large"),
    "ten megabytes of nothing": (b"\0" * 10_000_000, "too-large"),
    "brackets 50,000 deep": ("[" * 50_000, "too-deep"),
    "maps 16,000 deep": ("{a: " * 16_000, "too-deep"),
    "dashes 30,000 deep": ("- " * 30_000, "too-deep"),
    "an alias bomb": (ALIAS_BOMB, "alias"),
    "32,000 items": ("a: [" + "b," * 32_000 + "]", "too-many-nodes"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9, "binary-file"),
    "nothing": (b"", "empty-document"),
    "words that rest on words": (CHAIN, "too-deep"),
    "words that rest on words understood before": (STAIRS, "too-deep"),
    "players that ask players": (TOWER, "too-costly"),
    "500 signs": (MINUS, "too-deep"),
    "a number with 3,000 figures": (NINES, "wrong-type"),
}


def validate(path: Path) -> tuple[int, str]:
    """Run the program on a file, in little memory; give its exit code and all that it wrote."""
    program = [sys.executable, "-m", "trickbook", "validate", "--quick", str(path)]
    command = ["/bin/sh", "-c", f'ulimit -v {KILOBYTES}; exec "$@"', "sh", *program]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=SECONDS, env=environment
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("name", FILES)
def test_a_file_beyond_the_limits_is_a_problem_and_no_more(name: str, tmp_path: Path) -> None:
    content, code = FILES[name]
    path = tmp_path / "game.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    exit_code, written = validate(path)
    assert exit_code == 1
    assert f": {code}: " in written
    assert "Traceback" not in written


def test_a_power_without_end_is_held(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(POWER)
    assert validate(path)[0] == 0
