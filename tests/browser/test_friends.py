"""Friends in an adventure without a referee: they join by link, move on together, and change devices."""

from playwright.sync_api import expect

from tests.browser.people import Person


def tap(person: Person, said: str) -> None:
    """A large button of the page."""
    person.page.locator(".firsts button").filter(has_text=said).first.click()
    person.settle()


def test_two_friends_agree_to_move_on_and_one_goes_on_from_another_device(sit, server) -> None:
    ann, bo = sit("Ann"), sit("Bo", phone=True)
    ann.page.goto(f"{server}/play")
    ann.page.get_by_role("region", name="The mill at Sallow Weir").get_by_role("button", name="Play this").click()
    ann.arrived()
    link = ann.page.locator("#f-links a[href*='/t/']").first.get_attribute("href")
    bo.join(link)

    # Bo takes over one of the party
    tap(bo, "Play somebody of the party")
    bo.answer("Bryn")
    expect(bo.page.locator("#f-vitals")).to_contain_text("Bryn")

    # Ann proposes, Bo agrees with a tap
    tap(ann, "Set out")
    expect(bo.page.locator("#f-question")).to_contain_text("Set out")
    expect(ann.page.locator("#f-question")).to_contain_text("You have proposed: Set out")
    expect(ann.page.locator("#f-question")).to_contain_text("waits for Bryn")
    bo.answer("Agreed")
    for one in (ann, bo):
        expect(one.page.locator("#f-scene")).to_contain_text("Yard and step")

    # Bo proposes, and Ann refuses
    tap(bo, "The mill door")
    expect(bo.page.locator("#f-question .firsts")).to_have_count(0)
    expect(ann.page.locator("#f-question")).to_contain_text("The mill door")
    ann.answer("Rather not")
    expect(bo.page.locator("#f-question .firsts")).to_have_count(1)

    # What was proposed can be taken back
    tap(bo, "The mill door")
    bo.page.get_by_role("button", name="Take it back").click()
    bo.settle()
    expect(ann.page.locator("#f-question .ask")).to_have_count(0)
    expect(bo.page.locator("#f-scene")).to_contain_text("Yard and step")

    # Ann's own link on another device is the same game
    elsewhere = sit("Ann elsewhere", phone=True)
    elsewhere.page.goto(ann.page.url)
    elsewhere.arrived()
    expect(elsewhere.page.locator("#f-scene")).to_contain_text("Yard and step")
    tap(elsewhere, "Look: The cart")
    expect(bo.page.locator("#log-scroll")).to_contain_text("The cart")
