"""Play now on a phone: a whole adventure by the page's own large buttons."""

from playwright.sync_api import expect

from tests.browser.people import Person

MOST_TAPS = 80

ENOUGH = 45
"""After so many taps the party turns back, whether the stone is stopped or not."""

WANTED = (
    "Be done with it", "Throw the brake", "Study the gearing", "Look: The millstones", "The mill door", "Make light",
)  # fmt: skip
"""What somebody looks for who has heard that the stone must be stopped."""

RATION = "Eat a ration"
"""Rather than to tire."""

HOMEWARDS = ("Be done with it", "Leave for home", "Go back towards the way out", "Make light")


def tap(person: Person, wanted: tuple[str, ...]) -> None:
    """The first large button of those that are wanted, or else the one that stands out; or an answer."""
    if person.asked:
        ration = person.page.locator("#f-question .options button").filter(has_text=RATION)
        person.answer(RATION if ration.count() else "")
        return
    large = person.page.locator(".firsts button")
    found = [large.filter(has_text=said) for said in wanted]
    next((one for one in found if one.count()), large).first.click()
    person.settle()


def test_the_mill_from_its_first_room_to_an_end_in_fewer_than_eighty_taps(sit, server) -> None:
    ann = sit("Ann", phone=True)
    ann.page.goto(f"{server}/play")
    mill = ann.page.get_by_role("region", name="The mill at Sallow Weir")
    mill.get_by_role("button", name="Play this").click()
    ann.arrived()
    tap(ann, ("Set out",))
    expect(ann.page.locator("#f-scene")).to_contain_text("Yard and step")
    log, over = ann.page.locator("#log-scroll"), ann.page.locator("#f-scene").get_by_text("It is over")
    for taps in range(MOST_TAPS):
        if over.count():
            assert taps > 5, "that was no adventure"
            return
        stopped = "stone slows, shudders, and stands" in (log.text_content() or "")
        tap(ann, HOMEWARDS if stopped or taps > ENOUGH else WANTED)
    raise AssertionError(ann.page.locator("#f-question").inner_text())
