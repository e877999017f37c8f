"""How much work whole commands are, from the shell and back, beside `trickbook --help`.

The seconds are those of the processor, user and system. `own.yaml` has six lines and extends Hearts; where it
is `changed.yaml`, it is another file for each run, so that no verdict on it is known.
"""

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import click

import trickbook

RUNS = 7
OWN = "# {}\ntrickbook: 1\nname: Omnibus\nextends: hearts\nworth:\n  bonus_jack: {{cards: JD, is: -10}}\n"
GAMES = [name for name, path in trickbook.shipped().items() if path.parent.name == "rulesets"]
ONE_DEAL = ("--deals", "1", "--seed", "7")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("list",),
    ("validate", "--quick", "own.yaml"),
    ("validate", "--quick", "changed.yaml"),
    ("validate", "own.yaml"),
    ("validate", "changed.yaml"),
    ("validate", "hearts"),
    ("rulebook", "own.yaml"),
    ("rulebook", "hearts"),
    ("diff", "hearts", "own.yaml"),
    ("test", "own.yaml"),
    ("test", "hearts"),
    ("play", "own.yaml", *ONE_DEAL),
    ("play", "hearts", *ONE_DEAL),
    *(("validate", "--quick", name) for name in GAMES),
)


def seconds(command: tuple[str, ...], folder: Path, number: int) -> float:
    """How much processor one run takes."""
    (folder / "changed.yaml").write_text(OWN.format(number), "utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "trickbook", *command], check=True, capture_output=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Run every command by turns with help; the first run of each, which may be cold, does not count."""
    click.echo(f"Seconds of processor: median (range) of {RUNS} runs; median ratio to `trickbook --help`")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "own.yaml").write_text(OWN.format("own"), "utf-8")
        for command in COMMANDS:
            pairs = [
                (seconds(("--help",), folder, run), seconds(command, folder, run)) for run in range(RUNS + 1)
            ][1:]
            runs, ratio = [own for _, own in pairs], statistics.median(own / base for base, own in pairs)
            told = f"{statistics.median(runs):6.3f}  ({min(runs):.3f}–{max(runs):.3f})  {ratio:5.1f}"
            click.echo(f"{' '.join(('trickbook', *command)):46}{told}")


if __name__ == "__main__":
    main()
