"""A referee's table for an adventure: the room is a card, and everything on it a button."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.people import Person


def spot(person: Person, said: str) -> Locator:
    """Something on the referee's card, opened."""
    found = person.page.locator("#f-notes details").filter(has_text=said).first
    if not found.get_attribute("open"):
        found.locator("summary").click()
    return found


def press(person: Person, thing: str, verb: str) -> None:
    spot(person, thing).get_by_role("button", name=verb).first.click()
    person.settle()


def test_a_referee_leads_a_party_through_the_mill_by_the_cards_buttons(sit, server) -> None:
    ann, bo = sit("Ann"), sit("Bo", phone=True)
    ann.page.goto(server)
    ann.page.get_by_role("region", name="Cairn", exact=True).get_by_role("button", name="Be the referee").click()
    ann.arrived()
    expect(ann.page).to_have_title(re.compile("The mill at Sallow Weir"))
    notes, scene = ann.page.locator("#f-notes"), ann.page.locator("#f-scene")
    expect(notes).to_contain_text("Known to the referee alone")
    expect(notes).not_to_contain_text("THE MILL AT SALLOW WEIR")

    link = ann.page.locator("#f-links a[href*='/t/']").first.get_attribute("href")
    bo.join(link)
    bo.arrived()

    press(ann, "2. Grinding floor", "Put the party in: Grinding floor")
    expect(scene).to_contain_text("Grinding floor")
    expect(notes).to_contain_text("What everybody sees")
    expect(bo.page.locator("#f-scene")).to_contain_text("Grinding floor")
    expect(bo.page.locator("body")).not_to_contain_text("Known to the referee alone")

    press(ann, "What everybody sees", "Read the room aloud")
    expect(bo.page.locator("#log-scroll")).to_contain_text("Grinding floor")
    press(ann, "Evening and rain", "Move on: Evening and rain")
    expect(notes).to_contain_text("Evening and rain 1/3")
    press(ann, "Off the map", "Take the party off the map")
    expect(bo.page.locator("#f-scene")).not_to_contain_text("Known to")
    expect(ann.page.locator("#f-scene")).to_contain_text("Town")
