"""Reports: the lab's figures in pictures and tables. They need Matplotlib, from the extra ``lab``."""

from trickbook.problems import MissingError

try:
    import matplotlib as mpl  # noqa: F401 - it is only asked whether it is there
except ModuleNotFoundError as missing:
    raise MissingError("pictures need Matplotlib: run `make lab` in your clone of Trickbook") from missing
