"""The form of a place in a file, as all who ask for it get it."""

from trickbook.source.schema import ANYTHING, form, key_forms, schema


def test_a_reference_is_followed_and_what_stands_beside_it_comes_first() -> None:
    definition = schema("ruleset")["$defs"]["expression"]
    condition = form(("requires", "any_name", "that"))
    assert condition.title == definition["title"]
    assert condition.description.startswith("The condition that must hold")
    assert condition.is_expression


def test_the_forms_of_alternatives_join() -> None:
    answer = form(("steps", "bid", "answers", 0))
    assert [*answer.keys][:2] == ["levels", "by"]
    assert answer.entry
    assert not answer.is_record


def test_the_examples_of_another_file_have_the_same_form() -> None:
    here, there = (
        form(("examples", "one", "given")),
        form(("groups", 0, "examples", "one", "given"), "examples"),
    )
    assert here.schema == there.schema
    assert here.is_record


def test_of_what_is_not_in_the_schema_nothing_is_said() -> None:
    assert form(("words", "w", "nothing", "here")) is ANYTHING
    assert not ANYTHING.is_expression


def test_all_keys_are_known_by_what_may_stand_under_them() -> None:
    forms = key_forms()
    assert {"says", "note"} <= forms.texts
    assert {"extends", "source"} <= forms.lists
    assert "hand" not in forms.keys
    assert forms.sections == {*schema("ruleset")["properties"]}
