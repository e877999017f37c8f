"""The extension's folder, and what npm has installed there: `make test-web` sees to that."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schema" / "ruleset.schema.json"
FOLDER = ROOT / "schema" / "editors" / "vscode"
MODULES = FOLDER / "node_modules"
NODE = shutil.which("node", path=str(ROOT / ".venv" / "bin")) or "node"
