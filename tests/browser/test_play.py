"""A referee and two players play from joining to a rest, on three pages, with server dice and with real ones."""

import pytest
from playwright.sync_api import expect

from tests.browser.people import Table, lucky

HP = "#f-sheet .whole .now[id$='-hp']"


@pytest.mark.parametrize("dice", ["server", "typed"])
def test_an_evening_from_joining_to_a_rest(sit, server, dice):
    table = Table(sit, server, tapped=True)
    ann, bo, cy = table.everyone
    table.seated(dice)
    table.hardened()
    bo.faces = cy.faces = lucky
    into_the_dark(table)
    interrupted(table)
    explored(table)
    table.met("2 HP, 3 STR, bite (d4)")
    table.fought()
    bo.sees("The fight is over")
    rested(table)
    undone(table)
    assert bool(bo.typed) == (dice == "typed")
    assert bool(ann.page.locator("#log-scroll .typed").count()) == (dice == "typed")
    replayed(table)


def into_the_dark(table):
    ann, bo, cy = table.everyone
    ann.act("party_complete")
    for one in table.everyone:
        one.answer_all()
    ann.act("to_dungeon")
    ann.answer_all()
    for one in (bo, cy):
        expect(one.page.locator("#f-bar .turn")).to_contain_text("Dungeon")


def interrupted(table):
    """A reload in the middle of a question, a second tab, and a connection that is lost and found."""
    _, bo, cy = table.everyone
    bo.act("drop")
    bo.wait_asked()
    asked = bo.asked
    bo.page.reload()
    bo.wait_asked()
    assert bo.asked == asked
    second = cy.page.context.new_page()
    second.goto(cy.page.url)
    cy.page.context.set_offline(True)
    expect(cy.page.locator("html")).to_have_attribute("data-connection", "off")
    bo.page.get_by_role("button", name="Take it back").click()
    bo.settle()
    bo.say("I hear something.")
    cy.page.context.set_offline(False)
    expect(cy.page.locator("html")).to_have_attribute("data-connection", "on")
    cy.sees("I hear something.")
    expect(second.locator("#log-scroll")).to_contain_text("I hear something.")
    second.close()


def explored(table):
    """A cycle of the dungeon."""
    ann, bo, cy = table.everyone
    bo.act("look_out")
    bo.answer_all()
    cy.act("dungeon_move")
    cy.answer_all()
    ann.answer()
    ann.answer_all()
    for one in table.everyone:
        one.sees("moves on")


def rested(table):
    """The referee takes HP away in place, and a rest gives them back."""
    ann, bo, _ = table.everyone
    ann.act("to_town")
    ann.answer_all()
    bo.tab("sheet")
    ann.set_number(table.name_of(bo), "hp", 5)
    expect(bo.page.locator(HP).first).to_have_text("5")
    bo.act("rest")
    for one in table.everyone:
        one.answer_all()
    bo.tab("sheet")
    expect(bo.page.locator(HP).first).to_have_text("18")


def undone(table):
    """The referee's Ctrl+Z undoes it on every page."""
    ann, bo, _ = table.everyone
    ann.page.locator("body").press("Control+z")
    ann.settle()
    expect(bo.page.locator(HP).first).to_have_text("5")
    expect(bo.page.locator("#log-scroll .line.undone")).not_to_have_count(0)


def replayed(table):
    """The replay goes forward and back by arrow keys, and nothing in it can be touched."""
    page = table.ann.page
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".bar .turn")).to_contain_text("After action 0 of")
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        expect(page.locator("html[data-ready]")).to_have_count(1)
        page.keyboard.press(key)
        expect(page.locator(".bar .turn")).to_contain_text(f"After action {at} of")
    assert page.locator("main button:enabled, main input:enabled").count() == 0
