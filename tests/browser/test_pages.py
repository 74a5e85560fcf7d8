"""Every page in light and dark, on phones and wide screens: axe finds nothing, and nothing is wider than the screen."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import faults, needs_axe


@needs_axe
@pytest.mark.parametrize("phone", [True, False])
def test_pages_for_anybody(sit, server, phone):
    page = sit("Di", phone=phone).page
    found = {}
    for path in (
        "/",
        "/rules/cairn",
        "/rules/cairn?q=scar",
        "/rules/cairn/cairn.save.roll",
        "/rules/cairn/cairn.table.reaction",
        "/odds/cairn",
        "/odds/cairn/attack?dice=d6&hp=4",
        "/character/cairn?seed=3",
        "/rehearse/cairn",
        "/rehearse/cairn?party=Cutpurse+x3&rooms=Goblin&turns=1",
        "/verify",
        "/t/nothing",
    ):
        page.goto(server + path)
        if "rooms" in path:
            page.wait_for_selector(".often")
        page.evaluate("[...document.querySelectorAll('main details')].slice(0, 4).forEach(one => { one.open = true })")
        if wrong := faults(page):
            found[path] = wrong
    assert json.dumps(found, indent=1) == "{}"


def test_an_adventure_to_rehearse_has_rooms_of_its_own(sit, server):
    page = sit("Di", phone=True).page
    page.goto(f"{server}/rehearse/cairn")
    rooms = page.locator(".roster[data-for=rooms]")
    expect(rooms).to_be_visible()
    page.locator("select[name=adventure]").select_option("mill")
    expect(rooms).to_be_hidden()
    page.locator("select[name=adventure]").select_option("")
    expect(rooms).to_be_visible()


class Looker:
    """Looks at one page after another and keeps what is wrong."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}

    def __call__(self, what: str, page: Page) -> None:
        if wrong := faults(page):
            self.found[what] = wrong


@needs_axe
def test_pages_of_a_player(table):
    bo, look = table.bo, Looker()
    bo.page.goto(table.link)
    look("join", bo.page)
    look("empty table", table.ann.page)
    bo.join(table.link, "typed")
    bo.act("make_character")
    bo.wait_asked()
    look("many options", bo.page)
    bo.answer("Cutpurse")
    bo.answer()
    bo.wait_asked()
    look("typed dice", bo.page)
    bo.answer_all()
    for name in ("sheet", "table", "log", "rules"):
        bo.tab(name)
        look(f"phone: {name}", bo.page)
    bo.tab("log")
    bo.page.locator(".told summary").last.click()
    expect(bo.page.locator(".receipt .entry").last).to_be_visible()
    look("a line opened", bo.page)
    assert json.dumps(look.found, indent=1) == "{}"


@needs_axe
def test_pages_of_the_referee_and_of_those_who_watch(table, sit):
    ann, cy, look = table.ann, table.cy, Looker()
    cy.come(table.link)
    cy.quickly("make_character")
    ann.act("party_complete")
    cy.answer_all()
    ann.act("meet")
    ann.answer("From the bestiary")
    ann.page.locator(".find").fill("root goblin")
    ann.page.locator(".find").press("Enter")
    ann.settle()
    ann.answer("2")
    ann.answer_all()
    ann.act("start_fight")
    ann.wait_asked()
    look("the referee is asked", ann.page)
    look("a player waits", cy.page)
    eve = sit("Eve", phone=True)
    eve.page.goto(table.watching)
    expect(eve.page.locator("#f-scene")).to_contain_text("Root Goblin 1")
    look("an onlooker", eve.page)
    assert eve.page.locator("#f-actions button, #f-sheet form").count() == 0
    where = ann.page.url
    for path in ("/replay/1", "/as/player1", "/line/3"):
        ann.page.goto(where + path)
        look(path, ann.page)
    ann.page.keyboard.press("Control+k")
    ann.page.locator("#palette-q").fill("critical")
    expect(ann.page.locator("#palette-found .entry").first).to_be_visible()
    look("palette", ann.page)
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("?")
    look("help", ann.page)
    assert json.dumps(look.found, indent=1) == "{}"
