"""Reports: the lab's figures in pictures and tables. They need Matplotlib, from the extra ``lab``."""

from trickbook.problems import needs
from trickbook.texts.message import Message

with needs(Message("pictures need Matplotlib: run `make lab` in your clone of Trickbook")):
    import matplotlib as mpl  # noqa: F401 - it is only asked whether it is there
