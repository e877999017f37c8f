"""The command in a process of its own that waits long for a server: ``python -m tests.terminal.process``."""

from tests.server.patience import patient

from trickbook.cli.program import program

if __name__ == "__main__":
    with patient():
        program(prog_name="trickbook")
