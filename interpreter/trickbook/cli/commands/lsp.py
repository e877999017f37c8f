"""``trickbook lsp``: the language server for editors."""

from __future__ import annotations

import click

from trickbook.problems import needs


@click.command("lsp")
def command() -> None:
    """Serve an editor by standard input and output, as the Language Server Protocol has it.

    Editors start it by themselves.
    """
    with needs("the language server needs pygls: run `make editor` in your clone of Trickbook"):
        from trickbook.language_server.requests import run
    run()
