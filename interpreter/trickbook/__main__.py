"""``python -m trickbook`` is the command ``trickbook``."""

from trickbook.cli import command

command()
