"""Some Macs have no wheel of OpenSpiel; there is nothing to compare with on these."""

import importlib.util
import sys

without_openspiel = sys.platform == "darwin" and importlib.util.find_spec("pyspiel") is None
collect_ignore_glob = ["test_*.py"] if without_openspiel else []
