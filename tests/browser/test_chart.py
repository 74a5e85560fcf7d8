"""A fight of Dead Weight on its battle chart, by tapping and by the keyboard, and rerolls that all pages follow."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import faults, needs_axe
from tests.browser.people import Person, Table


@pytest.fixture
def fight(sit, server) -> Table:
    """Ann is the GM, Bo on a phone and Cy at a wide screen have adventurers, and a corpse stands before them."""
    table = Table(sit, server, "dead_weight")
    for one in (table.bo, table.cy):
        one.come(table.link)
        one.quickly("make_character")
    ann = table.ann
    for at in (0, 1):
        quick(ann, at)
    for deed in ("begin_expedition", "start_fight"):
        ann.quickly(deed)
        while asked := [one for one in table.everyone if one.ask("questions")]:
            asked[0].answer_quickly()
    table.caught_up()
    return table


def quick(ann: Person, at: int) -> None:
    """The GM gives one of the adventurers three dice of dexterity, which leaves them time to move."""
    ann.ask("act", name="set_value", who="", answers=[])
    for answer in (None, "DEX_score", 3):
        one = ann.ask("questions")[0]
        said = one["question"]["options"][at] if answer is None else answer
        ann.ask("answer", starter=one["starter"], number=one["number"], given=one["given"], answer=said)


def settle_all(table: Table) -> None:
    """Everybody answers whatever is asked until by the word of the server nothing is."""
    for _ in range(100):
        asked = [one for one in table.everyone if one.asked]
        if asked:
            asked[0].answer()
        elif any(one.ask("questions") for one in table.everyone):
            table.caught_up()
        else:
            return
    raise AssertionError("questions without end")


def until_may(table: Table, deed: str) -> Person:
    """The player whose turn it is to do this, after the enemies have acted if need be."""
    for _ in range(20):
        for one in (table.bo, table.cy):
            if one.can(deed):
                return one
        for way in ("enemies_act", "combat_skip"):
            if table.ann.can(way):
                table.ann.act(way)
                settle_all(table)
                break
    raise AssertionError(f"nobody may {deed}")


def choosing_a_square(table: Table) -> Person:
    """Somebody on the move, after what a turn may begin with, such as a test of whoever carries too much."""
    for _ in range(12):
        one = until_may(table, "combat_move")
        one.act("combat_move")
        one.tab("table")
        for _ in range(12):
            if one.page.locator("#f-question .ask button[data-chart]").count():
                one.page.locator("figure.chart .sq.legal").first.wait_for()
                return one
            asked = next((other for other in table.everyone if other.asked), None)
            if asked is None:
                break
            asked.answer()
    raise AssertionError("nobody can move")


@needs_axe
def test_a_move_by_tapping_a_square(fight):
    one = choosing_a_square(fight)
    legal = one.page.locator("figure.chart .sq.legal")
    square = legal.nth(legal.count() - 1)
    to = (square.get_attribute("data-at") or "").split(",")
    square.click()
    if square.evaluate("one => one.classList.contains('dear')"):
        expect(one.page.locator("figure.chart .way")).to_have_count(1)
        expect(one.page.locator("figure.chart .price")).to_contain_text("action")
        square.click()
    one.settle()
    settle_all(fight)
    spots = fight.ann.page.locator("figure.chart .token.party").evaluate_all(
        "tokens => tokens.map(token => `${token.dataset.x},${token.dataset.y}`)"
    )
    assert ",".join(to) in spots
    assert faults(one.page) == []


def test_a_move_by_the_keyboard_alone(fight):
    one = choosing_a_square(fight)
    page = one.page
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("c")
    here = page.locator(".sq:focus")
    expect(here).to_have_count(1)
    assert "column" in (here.get_attribute("aria-label") or "")
    foe = page.locator("figure.chart .token.foes").first
    look = f".sq[data-at='{foe.get_attribute('data-x')},{foe.get_attribute('data-y')}']"
    page.locator(look).focus()
    expect(page.locator(".sq.behind")).to_have_count(3)
    target = page.locator("figure.chart .sq.legal").last.get_attribute("data-at") or "0,0"
    x, y = map(int, target.split(","))
    for _ in range(20):
        at = (page.locator(".sq:focus").get_attribute("data-at") or "0,0").split(",")
        across, down = x - int(at[0]), y - int(at[1])
        if not across and not down:
            break
        page.keyboard.press(
            "ArrowRight" if across > 0 else "ArrowLeft" if across < 0 else "ArrowDown" if down > 0 else "ArrowUp"
        )
    page.keyboard.press("Enter")
    if page.locator(".sq.chosen").count():
        page.keyboard.press("Enter")
    one.settle()
    settle_all(fight)
    spots = page.locator("figure.chart .token.party").evaluate_all(
        "tokens => tokens.map(token => `${token.dataset.x},${token.dataset.y}`)"
    )
    assert target in spots


SHARED = """async () => {
    const { draw } = await import(document.querySelector("link[href$='/chart.js']").href);
    const [one, other] = document.querySelectorAll("figure.chart .token.foes, figure.chart .token.party");
    other.dataset.x = one.dataset.x;
    other.dataset.y = one.dataset.y;
    const card = document.createElement("article");
    card.className = "ask";
    card.innerHTML = [one, other].map((who) => `<button data-chart="pawn:${who.dataset.token}">Who</button>`).join("");
    document.querySelector("#f-question").append(card);
    draw();
    const square = document.querySelector(`.sq[data-at="${one.dataset.x},${one.dataset.y}"]`);
    square.dispatchEvent(new Event("click", {bubbles: true}));
    return [document.activeElement.dataset.chart, `pawn:${one.dataset.token}`];
}"""


def test_among_those_who_share_a_square_one_chooses_by_name(fight):
    focused, first = fight.ann.page.evaluate(SHARED)
    assert focused == first


def test_both_sides_follow_an_exchange_of_rerolls(fight):
    ann, bo, cy = fight.everyone
    ann.act("call_test")
    for _ in range(40):
        fight.caught_up()
        if ann.page.locator(".lying").count():
            break
        asked = next((one for one in (ann, bo, cy) if one.asked), None)
        if asked is None:
            ann.act("call_test")
            continue
        card = asked.page.locator("#f-question .ask").first
        if "advantage" in card.inner_text().lower() and card.locator(".options button").count() > 1:
            was = asked.asked
            card.locator(".options button").nth(1).click()
            asked.answered(was)
        else:
            asked.answer()
    for one in fight.everyone:
        expect(one.page.locator(".lying .die").first).to_be_attached()
    settle_all(fight)
    for one in fight.everyone:
        expect(one.page.locator(".lying")).to_have_count(0)


IN_SIGHT = """() => {
    const box = document.querySelector("#tab-table .chart").getBoundingClientRect();
    const at = (part) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part);
    return [0.1, 0.5, 0.9].map((part) => Boolean(at(part)?.closest(".chart")));
}"""
"""Whether the top, the middle and the foot of the chart can be tapped where they are."""


def test_on_a_phone_the_chart_is_in_sight_when_a_square_is_asked_for(fight):
    bo = fight.bo
    for _ in range(12):
        if until_may(fight, "combat_move") is bo:
            break
        fight.cy.act("combat_end_turn")
        settle_all(fight)
    bo.act("combat_move")
    bo.wait_asked()
    expect(bo.page.locator("#f-question [data-chart*=',']").first).to_be_attached()
    assert bo.page.evaluate(IN_SIGHT) == [True, True, True]
    assert bo.page.locator("#f-question h2").first.is_visible()
