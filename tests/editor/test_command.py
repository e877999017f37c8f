"""``trickbook lsp`` says what it needs."""

import sys

import pytest
from tests.cli.conftest import Call, call

__all__ = ["call"]


def test_without_pygls_it_says_what_to_install(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("trickbook.language_server.", "pygls"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pygls", None)
    result = call("lsp")
    assert result.exit_code == 1
    assert (
        result.stderr
        == "Error: the language server needs pygls: run `make editor` in your clone of Trickbook\n"
    )
