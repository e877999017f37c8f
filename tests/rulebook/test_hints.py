"""Hints: the last chapter of every game's rulebook; they are inherited, and count in no digest."""

from pathlib import Path

import trickbook


def test_hints_close_the_rulebook() -> None:
    english = trickbook.load("hearts").rulebook("md")
    assert english.split("\n## ")[-1].startswith("Hints\n\n- Pass the queen of spades")


def test_a_list_replaces_the_inherited_hints_and_no_digest_changes(tmp_path: Path) -> None:
    whole = "trickbook: 1\nname: Mine\nfits: hearts\nhints: [Smile at the table.]\n"
    (tmp_path / "mine.yaml").write_text(whole.replace("fits", "extends"), "utf-8")
    (tmp_path / "house.yaml").write_text(whole, "utf-8")
    hearts = trickbook.load("hearts")
    extended = trickbook.load(tmp_path / "mine.yaml")
    for rules in (extended, trickbook.load("hearts", house=[str(tmp_path / "house.yaml")])):
        chapter = rules.rulebook("md").split("\n## ")[-1]
        assert chapter.count("\n- ") == 1
        assert "Smile at the table." in chapter
        assert rules.digest == hearts.digest
