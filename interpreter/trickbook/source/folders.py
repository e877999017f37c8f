"""Where the data folders lie: the rulesets, the schema, the grammar."""

from importlib.resources import files
from pathlib import Path

_CHECKOUT = Path(__file__).parents[3]


def folder(name: str) -> Path:
    """A data folder lies inside the installed package, or else beside it in the checkout.

    Raises FileNotFoundError if it lies in neither: the installation is not whole.
    """
    places = Path(str(files("trickbook"))) / name, _CHECKOUT / name
    for place in places:
        if place.is_dir():
            return place
    expected = " nor ".join(map(str, places))
    raise FileNotFoundError(f"Trickbook's folder '{name}' is missing: neither {expected} is there.")
