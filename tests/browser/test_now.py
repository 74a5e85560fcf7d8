"""The place for now, and the search that finds everything: by tap and by key."""

from playwright.sync_api import expect

from tests.browser.accessibility import faults
from tests.browser.people import ready_without_a_place


def test_a_lone_referee_acts_for_everybody_from_one_place(sit, server):
    ann = sit("Ann")
    ready_without_a_place(ann, server, "Cairn")
    place = ann.page.locator(".now-place")
    for name in ("Saoirse", "Bryn"):
        expect(place.locator("h2")).to_have_text(f"What does {name} do?")
        place.get_by_role("button", name="Rest a turn").click()
        ann.settle()
        ann.answer_all()
    expect(place.locator("h2")).to_have_text("What does Sparrow do?")
    expect(place.locator(".primary")).to_have_count(1)
    own = ann.page.locator(".now-others details").filter(has_text="Warden")
    own.locator("summary").click()
    expect(own.get_by_role("button", name="Call for a save")).to_be_visible()


def test_while_something_is_asked_nothing_else_is_shown_as_if_it_could_be_done(table):
    table.ready()
    cy = table.cy
    cy.act("drop")
    cy.wait_asked()
    expect(cy.page.locator(".now-place")).to_have_count(0)
    expect(cy.page.locator(".answer-first")).to_be_visible()
    expect(cy.page.locator("#f-actions .group").first).to_be_hidden()
    cy.page.get_by_role("button", name="Take it back").click()
    expect(cy.page.locator(".now-place .firsts button").first).to_be_visible()
    expect(cy.page.locator("#f-actions .group").first).to_be_visible()


def test_the_field_of_a_note_grows_with_what_is_written(table):
    ann = table.ann
    ann.act("note")
    field = ann.page.locator("#f-question textarea")
    field.fill("\n".join(["The cellar: two rats and a chest."] * 8))
    assert field.evaluate("field => field.scrollHeight <= field.clientHeight"), "all of it is in sight"


def test_the_search_finds_actions_people_things_rules_and_pages_by_key(table):
    table.ready()
    cy, page = table.cy, table.cy.page
    palette = page.locator("#palette")

    def find(words: str) -> None:
        page.keyboard.press("Control+k")
        expect(palette.locator("input")).to_be_focused()
        page.keyboard.type(words)

    find("drop")
    expect(palette.locator("#palette-here button").first).to_contain_text("Drop")
    assert faults(page) == []
    page.keyboard.press("Enter")
    cy.wait_asked()
    page.get_by_role("button", name="Take it back").click()
    cy.settle()
    thing = page.locator("#f-sheet .thing[data-thing] .name").first.inner_text()
    find(thing)
    page.keyboard.press("ArrowDown")
    expect(palette.locator("#palette-here button").first).to_be_focused()
    page.keyboard.press("Escape")
    find(table.name_of(cy))
    expect(palette.locator("section").filter(has_text="People and creatures")).to_be_visible()
    page.keyboard.press("Escape")
    find("scar")
    expect(palette.locator("#palette-found .entry").first).to_be_visible()
    page.keyboard.press("Escape")
    find("side by side")
    page.keyboard.press("Enter")
    page.wait_for_url("**/compare")


def test_on_a_phone_the_search_is_a_button_and_lists_all_that_can_be_done(table):
    table.ready()
    bo, palette = table.bo, table.bo.page.locator("#palette")
    bo.tab("table")
    bo.page.locator(".bar .palette-open").tap()
    expect(palette.get_by_role("button", name="Drop Slots")).to_be_visible()
    assert faults(bo.page) == []
    assert bo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    palette.locator("#palette-here button").filter(has_text="Drop").first.tap()
    bo.wait_asked()
