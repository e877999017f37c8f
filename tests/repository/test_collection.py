"""Tests are collected quickly, in each worker: what takes long waits for the tests that need it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests import caches

from trickbook.source.cache import cache_folder, keep, known

MOST_RULESETS = 80  # each game once, after the laws or the rules have changed
LARGE = {"endplay", "open_spiel", "pyspiel", "torch"}


def test_few_rulesets_are_read_to_collect_the_tests(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.stash[caches.COLLECTED].rulesets <= MOST_RULESETS


def test_no_large_package_is_imported_to_collect_the_tests(pytestconfig: pytest.Config) -> None:
    assert not LARGE & pytestconfig.stash[caches.COLLECTED].packages


def test_the_caches_of_the_tests_are_their_own() -> None:
    assert cache_folder().is_relative_to(caches.OWN)
    assert not sys.dont_write_bytecode


def test_shipped_files_are_read_once_for_all_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    read: list[str] = []
    monkeypatch.setattr("trickbook.loading.resolve", read.append)
    monkeypatch.setattr(caches, "REMEMBERING", ())
    for _ in range(2):
        caches.warm_caches()
    assert len(read) == len({*read})
    assert "hearts" in read


def test_what_is_remembered_is_computed_once_for_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    computed: list[int] = []

    def give() -> list[int]:
        computed.append(len(computed))
        return [*computed]

    assert [caches.remembered("number", key, give) for key in (1, 1, 2)] == [[0], [0], [0, 1]]
    keep("tests.number", "odd")
    assert caches.remembered("number", 2, give) == [0, 1, 2]
    assert known("tests.number")
