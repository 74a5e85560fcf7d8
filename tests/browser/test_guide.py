"""The first table in a browser: hints that point at what they speak of, by tap and by key, and only once."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import faults
from tests.browser.people import Person, Table, press_until

RINGED = """() => {
    const { left, top, width, height } = document.querySelector(".guide-ring").getBoundingClientRect();
    const [step] = document.querySelectorAll("#guide li:not([hidden])");
    const there = step.dataset.pointsTo.split(", ").flatMap((one) => [...document.querySelectorAll(one)]);
    const around = there.find((one) => one.getClientRects().length).getBoundingClientRect();
    return width > 0 && height > 0 && left <= around.left && top <= around.top && left + width >= around.left;
}"""
"""Whether the ring is around what the step speaks of."""


AROUND_THE_QUESTION = """async () => {
    await Promise.all(document.getAnimations().map((one) => one.finished));
    await new Promise(requestAnimationFrame);
    const ring = document.querySelector(".guide-ring").getBoundingClientRect();
    const asked = document.querySelector("#now-asked").getBoundingClientRect();
    return Math.abs(ring.top - asked.top) < 8 && Math.abs(ring.bottom - asked.bottom) < 8;
}"""
"""Whether the ring is around the question where it has come to rest."""


def hints(one: Person, steps: int) -> None:
    """Go through all hints, and see that they are over."""
    guide, page = one.page.locator("#guide"), one.page
    expect(guide.locator("li:visible")).to_have_count(1)
    assert faults(page) == []
    for _ in range(steps):
        assert page.evaluate(RINGED)
        guide.locator("[data-guide-next]").click()
    expect(guide).to_be_hidden()
    expect(page.locator(".guide-ring")).to_have_count(0)
    page.reload()
    one.arrived()
    expect(guide).to_be_hidden()


def test_a_referee_and_a_player_are_shown_round_once(sit, server):
    ann = sit("Ann", first=True)
    ann.page.goto(server)
    ann.page.get_by_role("region", name="Cairn", exact=True).get_by_role("button", name="Be the referee").click()
    ann.arrived()
    link = ann.page.locator(".links li").filter(has_text="Players").locator(".url a").get_attribute("href") or ""
    hints(ann, 5)
    bo = sit("Bo", phone=True, first=True)
    bo.join(link)
    hints(bo, 4)


def test_hints_do_not_lie_over_what_a_newcomer_is_asked(sit, server):
    ann = sit("Ann", phone=True, first=True)
    ann.page.goto(f"{server}/play")
    ann.page.get_by_role("region", name="The mill at Sallow Weir").get_by_role("button", name="Play this").click()
    ann.arrived()
    expect(ann.page.locator("#guide")).to_be_visible()
    ann.page.locator(".firsts button").filter(has_text="Buy").click()
    ann.wait_asked()
    ann.page.locator("#f-question .options button").first.click(trial=True)
    assert ann.page.evaluate(AROUND_THE_QUESTION)


@pytest.mark.parametrize("key", ["Escape", "Enter"])
def test_it_is_skipped_by_key_and_stays_away_from_other_tables(sit, server, key):
    cy = sit("Cy", first=True)
    for at, shown in enumerate((True, False)):
        cy.come(Table(sit, server).link)
        guide = cy.page.locator("#guide")
        expect(guide).to_be_visible(visible=shown)
        if at == 0:
            press_until(cy.page, "[data-guide-skip]")
            cy.page.keyboard.press(key)
            expect(guide).to_be_hidden()


def test_hints_are_in_the_language_of_the_reader(sit, server):
    di = sit("Di", phone=True, first=True, locale="ja")
    di.come(Table(sit, server, "black_hack").link)
    expect(di.page.locator("#guide")).to_contain_text("今できることは、いつもここにあります")
