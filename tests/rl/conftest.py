"""Some Macs have no wheel of OpenSpiel; nothing is registered with it on these."""

import importlib.util
import sys

without_openspiel = sys.platform == "darwin" and importlib.util.find_spec("pyspiel") is None
collect_ignore = ["test_openspiel_game.py"] if without_openspiel else []
