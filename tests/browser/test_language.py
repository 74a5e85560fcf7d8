"""Japanese in the browser: chosen by it or by the switch, beside somebody who reads English, and axe finds nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import faults, needs_axe


def tried(person, server):
    """A table of The Black Hack ready to play, with this person as its GM; gives the players' link."""
    page = person.page
    page.goto(server)
    page.locator('section[aria-labelledby="game-black_hack"] .try button').click()
    person.arrived()
    return page.locator(".links .url a").first.get_attribute("href")


@needs_axe
@pytest.mark.parametrize("phone", [True, False])
def test_pages_in_japanese(sit, server, phone):
    person = sit("花子", phone=phone, locale="ja-JP")
    page, found = person.page, {}
    tried(person, server)
    table = page.url
    for path in (
        "/",
        table,
        "/rules/black_hack/black_hack.test.roll_below",
        "/odds/black_hack/test?score=12",
        "/verify",
    ):
        page.goto(path if path == table else server + path)
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        if wrong := faults(page):
            found[path] = wrong
    assert found == {}


def test_two_at_one_table_read_two_languages_and_the_switch_is_worked_by_keys(sit, server):
    ann, bo = sit("Ann"), sit("花子", phone=True, locale="ja-JP")
    link = tried(ann, server)
    bo.page.goto(link)
    bo.page.get_by_label("あなたの名前").fill("花子")
    bo.page.get_by_role("button", name="席に着く").click()
    expect(bo.page.locator("#f-actions h2")).to_have_text("できること")
    expect(ann.page.locator("#f-actions h2")).to_have_text("What you can do")
    expect(ann.page.locator("#f-log")).to_contain_text("花子 sits down.")
    bo.page.locator(".source button[value=typed]").click()
    expect(bo.page.locator("#f-log")).to_contain_text("花子はこれから本物のダイスを振る。")
    expect(ann.page.locator("#f-log")).to_contain_text("花子 throws real dice from now on.")

    switch = ann.page.get_by_role("form", name="Language")
    switch.get_by_role("button", name="日本語").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("html")).to_have_attribute("lang", "ja")
    expect(ann.page.locator("#f-actions h2")).to_have_text("できること")
    expect(ann.page.locator("#f-log")).to_contain_text("花子はこれから本物のダイスを振る。")
    current = ann.page.get_by_role("form", name="言語").locator("[aria-current=true]")
    expect(current).to_have_text("日本語")
