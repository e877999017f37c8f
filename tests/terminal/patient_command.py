"""The command in a process of its own that waits long for a server.

Run it with ``python -m tests.terminal.patient_command``.
"""

from tests.server.timeouts import patient

from trickbook.cli.program import program

if __name__ == "__main__":
    with patient():
        program(prog_name="trickbook")
