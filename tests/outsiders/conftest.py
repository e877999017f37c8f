"""Not every machine has wheels of these programs; without them there is nobody to play against."""

import importlib.util

wanting = [name for name in ("pyspiel", "endplay") if importlib.util.find_spec(name) is None]
collect_ignore_glob = ["test_*.py"] if wanting else []
