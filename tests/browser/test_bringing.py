"""A character from a file or pasted, by tapping and by the keyboard alone; and a player's own way back."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.accessibility import faults, needs_axe
from tests.browser.people import press_until

GOLDEN = Path(__file__).parents[1] / "exchange" / "golden"


@needs_axe
def test_a_file_is_chosen_on_a_phone_and_a_text_pasted_by_keyboard(table):
    ann, bo, cy = table.ann, table.bo, table.cy
    bo.come(table.link)
    bo.act("bring_character")
    card = bo.page.locator("#f-question .ask.document")
    expect(card.locator("input[type=file]")).to_be_visible()
    assert faults(bo.page) == []
    bo.hold_time()
    card.locator("input[type=file]").set_input_files(
        {"name": "wrong.json", "mimeType": "application/json", "buffer": json.dumps({"name": "<b>X</b>"}).encode()}
    )
    card.get_by_role("button", name="Bring").click()
    expect(bo.page.locator("#f-notice")).to_contain_text("cannot be brought")
    card.locator("input[type=file]").set_input_files(GOLDEN / "foundry-1.json")
    card.get_by_role("button", name="Bring").click()
    bo.settle()
    ann.sees("Hestia joins the party, brought from elsewhere.")
    expect(bo.page.locator("#f-question .ask")).to_have_count(0)

    page = cy.page
    cy.come(table.link)
    page.keyboard.press("a")
    press_until(page, ".verb[value=bring_character]")
    page.keyboard.press("Enter")
    expect(page.locator("#f-question textarea[name=document]")).to_be_focused()
    page.keyboard.insert_text((GOLDEN / "line-1.txt").read_text("utf-8").replace("Hestia", "Ottilie"))
    press_until(page, "#f-question .send .primary")
    page.keyboard.press("Enter")
    ann.sees("Ottilie joins the party")


@needs_axe
def test_a_player_goes_back_with_a_key_and_else_asks_the_referee(table):
    ann, cy = table.ann, table.cy
    page = cy.page
    cy.come(table.link)
    cy.act("bring_character")
    cy.page.locator("textarea[name=document]").fill((GOLDEN / "tallow-1.json").read_text("utf-8"))
    cy.page.locator("#f-question .send .primary").click()
    cy.settle()
    hero = page.locator("#f-sheet h2").first.inner_text()
    thing = page.locator("[data-zone=hands] .thing[data-thing]").first.get_attribute("data-thing")
    page.locator(f"[data-thing='{thing}'] summary").click()
    page.locator(f"[data-thing='{thing}'] button[value=pack]").click()
    expect(page.locator(f"[data-zone=pack] [data-thing='{thing}']")).to_be_visible()
    cy.settle()
    page.keyboard.press("Control+z")
    expect(page.locator(f"[data-zone=hands] [data-thing='{thing}']")).to_be_visible()
    ann.sees("Cy takes back the last thing they did.")

    ann.act("party_complete")
    ann.answer_all()
    cy.act("dare")
    ann.answer_all()
    cy.answer_all()
    ann.answer_all()
    expect(page.locator("#undo-button")).to_contain_text("Ask to take back")
    page.locator("h1").click()
    page.keyboard.press("Control+z")
    wish = ann.page.locator("#f-question .wish")
    expect(wish).to_contain_text("Cy asks to take back")
    assert faults(ann.page) == []
    wish.get_by_role("button", name="Let it stand").click()
    cy.sees("did stands.")
    page.locator("#undo-button").click()
    wish.get_by_role("button", name="Undo it").click()
    cy.sees("Undone, the last 1.")
    expect(wish).to_have_count(0)
    assert page.locator("#f-sheet h2").first.inner_text() == hero
