"""What makes a table easy to sit at: the way back, the way in, what has happened, whose turn it is, what is wrong."""

from playwright.sync_api import expect

from tests.browser.accessibility import faults, needs_axe


@needs_axe
def test_the_start_page_leads_back_to_the_tables_of_this_browser(table):
    page, here = table.ann.page, table.ann.page.url
    page.goto(table.server)
    yours = page.get_by_role("region", name="Your tables")
    expect(yours.get_by_role("link")).to_have_text(["The Old Mill"])
    assert faults(page) == []
    yours.get_by_role("link").click()
    expect(page).to_have_url(here)
    page.goto(f"{table.server}/t/nothing")
    page.get_by_role("link", name="To the start page").click()
    yours.get_by_role("button", name="Forget The Old Mill").click()
    yours.get_by_role("button", name="Forget it?").click()
    page.reload()
    expect(yours).to_be_hidden()


def test_a_link_that_opens_nothing_any_more_is_forgotten(table):
    cy = table.cy
    cy.come(table.link)
    mine = cy.page.url
    table.ann.page.reload()
    back = table.ann.page.locator(".links li").filter(has_text="Cy, back to the seat")
    back.locator("summary").click()
    back.get_by_role("button", name="Revoke").click()
    expect(back).to_have_count(0)
    cy.page.goto(table.server)
    expect(cy.page.locator(".yours a")).to_have_count(1)
    cy.page.goto(mine)
    cy.page.goto(table.server)
    expect(cy.page.locator(".yours")).to_be_hidden()


def test_the_link_is_copied(table):
    page = table.ann.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.ann.hold_time()
    button = page.locator(".links [data-copy]").first
    said = button.inner_text()
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == table.link
    table.ann.pass_time()
    expect(button).to_have_text(said)


def test_a_phone_says_what_has_just_happened_and_leads_to_the_log(table):
    ann, bo, cy = table.everyone
    for one in (bo, cy):
        one.come(table.link)
    bo.tab("table")
    bo.hold_time()
    latest = bo.page.locator(".latest")
    cy.say("A mouse.")
    expect(latest).to_have_text("Cy: A mouse.")
    bo.pass_time()
    expect(latest).to_be_hidden()
    cy.say("A rat!")
    expect(latest).to_have_text("Cy: A rat!")
    expect(ann.page.locator(".latest")).to_be_hidden()
    latest.click()
    expect(bo.page.locator("#tab-log")).to_be_visible()
    expect(latest).to_be_hidden()


def test_whoever_is_to_act_sees_it_and_a_fight_is_seen_from_its_top(table):
    ann, bo, cy = table.everyone
    table.ready()
    ann.act("party_complete")
    for one in table.everyone:
        one.answer_all()
    table.met("2 HP, 3 STR, bite (d4)")
    bo.tab("table")
    bo.page.locator("#tab-table").evaluate("one => { one.scrollTop = one.scrollHeight; }")
    ann.act("start_fight")
    for _ in range(9):
        for one in table.everyone:
            one.answer_all()
    if "Fight" in ann.page.locator("#f-bar .turn").inner_text():
        due = (ann.page.locator("#f-bar .turn").get_attribute("data-due") or "").split()
        for one in (bo, cy):
            mine = one.page.locator("body").get_attribute("data-seat") in due
            expect(one.page.locator("html")).to_have_attribute("data-turn", "mine" if mine else "")
    assert bo.page.locator("#tab-table").evaluate("one => one.scrollTop") == 0


def test_a_number_that_cannot_be_is_explained_and_not_left_standing(table):
    ann = table.ann
    table.ready()
    ann.hold_time()
    field = ann.page.locator("#f-sheet .card.head input[id^='e-'][id$='-hp']").first
    before = field.input_value()
    for wrong in ("999", "-5"):
        field.fill(wrong)
        field.press("Enter")
        expect(ann.page.locator("#f-notice")).to_contain_text(f"It cannot be {wrong}: from 0 to")
        expect(field).to_have_value(before)


def test_a_rule_is_opened_to_read_and_closed_with_a_tap_and_the_rules_tab_has_all_of_them(table):
    bo = table.bo
    table.ready()
    page, palette = bo.page, bo.page.locator("#palette")
    bo.tab("sheet")
    page.locator("#f-sheet a.why").first.click()
    expect(palette.locator("#palette-found h1, #palette-found h2").first).to_be_visible()
    expect(palette).to_be_focused()
    palette.get_by_role("button", name="Close").click()
    expect(palette).to_be_hidden()
    bo.tab("rules")
    page.locator("#rules-found nav a").filter(has_text="Scars").first.click()
    expect(page.locator("#rules-found")).to_contain_text("brings a PC's HP to exactly 0")


def test_the_keyboard_is_back_where_it_began_and_a_refusal_does_not_outlive_what_is_done_next(table):
    table.ready()
    bo, cy = table.bo, table.cy
    cy.page.locator("#f-actions details").evaluate_all("all => all.forEach((one) => { one.open = true })")
    drop = cy.page.locator("#f-actions button.verb[value=drop]")
    drop.focus()
    cy.page.keyboard.press("Enter")
    cy.settle()
    cy.wait_asked()
    cy.page.keyboard.press("Enter")
    cy.settle()
    expect(drop).to_be_focused()
    cy.page.locator("#f-notice").evaluate("notice => { notice.innerHTML = '<p>Not now.</p>' }")
    cy.say("So be it.")
    expect(cy.page.locator("#f-notice p")).to_have_count(0)
    bo.sees("So be it.")


AGO = """(hours) => {
    const key = `read-${document.body.dataset.table}`;
    window.addEventListener("pagehide", () => {
        const read = JSON.parse(localStorage.getItem(key));
        localStorage.setItem(key, JSON.stringify({ ...read, began: 0, at: Date.now() - hours * 3600000 }));
    });
}"""


def test_whoever_comes_back_another_evening_is_told_what_happened_and_reads_the_log_as_a_story(table):
    table.ready()
    ann, page = table.ann, table.cy.page
    ann.act("party_complete")
    for one in table.everyone:
        one.answer_all()
    table.met("2 HP, 3 STR, bite (d4)")
    expect(page.locator("#log-scroll .told.scene").first).to_be_visible()
    page.evaluate(AGO, 1)
    page.reload()
    table.cy.arrived()
    expect(page.locator("#recap")).to_have_count(0)
    page.evaluate(AGO, 9)
    page.reload()
    expect(page.locator("#recap li").first).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="On with it").click()
    expect(page.locator("#recap")).to_have_count(0)
