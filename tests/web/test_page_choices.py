"""The options and house rules of a new table: in groups, with a search, on two screens."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.games import GAMES
from tests.selection import QUARTERS, broad
from tests.web.conftest import Visit

from trickbook.seat.house_rule_choice import MOST_FIRST, house_rule_conflicts, house_rule_groups

TWO_SCREENS = 1600


def form(visit: Visit, lang: str = "en", game: str = "hearts", **looks: object) -> Page:
    """Open the form of a new table of a game."""
    page = visit(f"?lang={lang}#new", **looks)
    page.locator(".rulebook h2").wait_for()
    select(page, game)
    return page


def select(page: Page, game: str) -> None:
    """Select a game, and wait until its form is drawn."""
    shown = page.locator("#game").input_value() == game
    if not shown:
        with page.expect_response("**/api/form"):
            page.locator("#game").select_option(game)
    expect(page.locator(".book:not([aria-busy]) h2").first).to_be_visible()


def hits(page: Page) -> Locator:
    """The fields that a search found."""
    return page.locator(".choices > .option")


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("part", broad(range(QUARTERS), but=lambda _: False))
def test_two_screens_hold_the_form_of_every_game(visit: Visit, lang: str, part: int) -> None:
    page, heights = form(visit, lang), dict[str, int]()
    for game in GAMES[part::QUARTERS]:
        select(page, game)
        heights[game] = page.evaluate("document.documentElement.scrollHeight")
    assert {game: height for game, height in heights.items() if height > TWO_SCREENS} == {}


def with_longest_first(route: Route) -> None:
    """Let the house rules with the longest titles be those to show first."""
    answer = route.fetch()
    found = answer.json()
    longest = sorted(found["house"], key=lambda one: -len(one["title"]))[:MOST_FIRST]
    found["first"] = {"counted": True, "house": [one["name"] for one in longest]}
    route.fulfill(response=answer, json=found)


@pytest.mark.parametrize("game", ["cancellation-hearts", "royal-hearts"])
def test_two_screens_hold_the_longest_titles_first(visit: Visit, game: str) -> None:
    page = visit()
    page.route("**/api/form", with_longest_first)
    page.evaluate("location.hash = 'new'")
    page.locator(".rulebook h2").wait_for()
    select(page, game)
    expect(page.locator(".first")).to_contain_text("Most played on this server")
    assert page.evaluate("document.documentElement.scrollHeight") <= TWO_SCREENS


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_house_rules_stand_in_the_groups_of_the_guide(visit: Visit, lang: str) -> None:
    page = form(visit, lang)
    fitting = {name for name, reason in house_rule_conflicts("hearts").items() if reason is None}
    groups = house_rule_groups().groups
    titles = [group.title[lang] for group in groups if fitting.intersection(group.house_rules)]
    expect(page.locator(".choices summary")).to_have_count(len(titles) + 1)
    summaries = page.locator(".choices summary").all_inner_texts()[1:]
    assert [re.split(r"\s*[(\uff08]", text)[0] for text in summaries] == titles
    page.locator("#group-passing").click()
    shown = page.locator(".choices details[open] .option")
    expect(page.locator("#group-passing")).to_contain_text(str(shown.count()))


def test_what_fits_the_choice_comes_first_in_its_group(visit: Visit) -> None:
    page = form(visit)
    page.locator("#group-moon").click()
    page.locator("#house-no-moon").check()
    expect(page.locator("#group-moon")).to_contain_text("No moon")
    switches = page.locator("details:has(#group-moon) input")
    enabled = switches.evaluate_all("all => all.map((one) => !one.disabled)")
    assert enabled == sorted(enabled, reverse=True)
    assert not all(enabled)
    expect(page.locator("#house-no-moon")).to_be_focused()
    expect(page.locator("#house-new-moon-says")).to_contain_text("do not go together")
    page.keyboard.press("Space")
    expect(switches.and_(page.locator(":disabled"))).to_have_count(0)


def test_the_first_ones_are_chosen_with_one_press(visit: Visit) -> None:
    page = form(visit)
    buttons = page.locator(".first button")
    expect(buttons).to_have_count(10)
    buttons.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".rulebook h2")).to_contain_text(buttons.first.inner_text())
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    expect(buttons.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(buttons.first).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".rulebook h2")).to_have_text("Hearts")


@pytest.mark.parametrize(("lang", "query"), [("en", "MOON"), ("zh", "moon"), ("zh", "全收"), ("en", "全收")])
def test_a_search_finds_titles_and_sentences_of_both_languages(visit: Visit, lang: str, query: str) -> None:
    page = form(visit, lang)
    page.locator("#search").fill(query)
    expect(page.locator("#house-new-moon")).to_be_visible()
    expect(page.locator("#option-moon")).to_be_visible()
    expect(page.locator("#house-no-passing")).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text(
        re.compile(rf"\b{hits(page).count()}|到{hits(page).count()}")
    )


def test_a_search_by_keys_alone(visit: Visit) -> None:
    page = form(visit)
    page.locator("#group-moon").click()
    page.locator("#search").focus()
    page.keyboard.type("threshold moon")
    expect(hits(page)).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("1 found")
    page.keyboard.press("Enter")
    expect(page.locator("#house-threshold-moon")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(".rulebook h2")).to_contain_text("Threshold moon")
    expect(page.locator("#house-threshold-moon")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status")).to_have_text("")
    expect(page.locator("details:has(#group-moon)")).to_have_attribute("open", "")
    expect(page.locator("#group-moon")).to_contain_text("Threshold moon")
    page.keyboard.type("nothing of the kind")
    expect(page.get_by_role("status")).to_have_text("0 found")


def test_a_search_may_begin_before_the_form_is_there(visit: Visit) -> None:
    page, held = visit(), list[Route]()
    page.route("**/api/form", lambda route: held.append(route))  # noqa: PLW0108 - it takes no other
    with page.expect_request("**/api/form"):
        page.evaluate("location.hash = 'new'")
    page.locator("#search").fill("moon")
    expect(page.get_by_role("status")).to_be_empty()
    held[0].continue_()
    expect(page.locator("#house-new-moon")).to_be_visible()


def test_the_search_is_not_hidden_behind_the_button(visit: Visit) -> None:
    page = form(visit)
    page.locator("#search").focus()
    bottom = page.evaluate("document.activeElement.getBoundingClientRect().bottom")
    assert bottom <= page.evaluate("document.querySelector('.bottom').getBoundingClientRect().top")


def test_options_that_are_changed_are_named_while_folded(visit: Visit) -> None:
    page = form(visit)
    page.locator("#options").click()
    title = page.locator("label[for=option-target]").inner_text()
    page.locator("#option-target").fill("37")
    page.locator("#option-target").press("Tab")
    expect(page.locator("#options")).to_contain_text(title)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_holds_all_groups(visit: Visit, scheme: str) -> None:
    page = form(visit, viewport={"width": 375, "height": 720}, color_scheme=scheme)
    for summary in page.locator(".choices summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
