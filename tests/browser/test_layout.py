"""Nothing jumps and nothing is covered, whatever is done in a fight."""

from playwright.sync_api import expect

from tests.browser.people import Person, Table, lucky, ready_without_a_place

WATCHED = """() => {
    window.shifted = 0;
    new PerformanceObserver((seen) => {
        for (const one of seen.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
    }).observe({ type: "layout-shift" });
}"""
"""The layout shift of a page from now on, as browsers measure it."""

MOST = 0.05

COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    if (!width || left < 0 || left + width > innerWidth) return false;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return over && !one.contains(over) && !over.contains(one);
}).map((one) => one.textContent.trim())"""


HARM = """() => {
    const one = document.body.appendChild(document.createElement("i"));
    one.style.color = "var(--bad)";
    return getComputedStyle(one).color;
}"""


def answered(table: Table) -> None:
    """Everybody answers until nothing waits."""
    while asked := [one for one in table.everyone if one.asked]:
        asked[0].answer()


def act_first(one: Person) -> None:
    """The first of the large actions, and the first answer to all that it asks."""
    one.tab("table")
    one.page.locator(".now-place .firsts button").first.click()
    one.settle()
    one.answer_all()


def test_nothing_jumps_during_a_fight_and_no_notice_covers_vitals_or_buttons(sit, server):
    table = Table(sit, server)
    table.ready()
    table.hardened()
    ann, bo, cy = table.ann, table.bo, table.cy
    for one in table.everyone:
        one.faces = lucky
    ann.quickly("party_complete")
    table.met("18 HP, 18 STR, club (d4)")
    answered(table)
    ann.act("start_fight")
    answered(table)
    for one in table.everyone:
        one.page.evaluate(WATCHED)
    for _ in range(2):
        for one in (bo, cy, ann):
            if one.page.locator(".now-place .firsts .primary").count():
                act_first(one)
                answered(table)
            covered = [other.page.evaluate(COVERED, ".vitals li, .firsts button, .bar .turn") for other in (bo, ann)]
            assert covered == [[], []]
    for one in table.everyone:
        expect(one.page.locator("#f-vitals li").first).to_be_attached()
        assert one.page.evaluate("shifted") < MOST, one.name


def test_zero_wounds_are_not_red_and_foes_are_not_drawn_as_harm(sit, server):
    ann = sit("Ann")
    ready_without_a_place(ann, server, "Dead Weight")
    ann.quickly("start_fight")
    colour = "one => getComputedStyle(one).color"
    harm = ann.page.evaluate(HARM)
    wounds = ann.page.locator(".foe input[id$='-wounds']").first
    assert wounds.input_value() == "0"
    assert wounds.evaluate(colour) != harm
    edges = [
        ann.page.locator(f".token.{side} :is(circle, path)").first.evaluate("one => getComputedStyle(one).stroke")
        for side in ("party", "foes")
    ]
    assert edges[0] != edges[1]
    assert harm not in edges
