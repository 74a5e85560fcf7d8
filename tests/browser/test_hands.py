"""By the keyboard alone, by dragging, without a script, and what others see of it."""

import re

from playwright.sync_api import expect

from tests.browser.people import press_until


def test_the_keyboard_alone(table):
    ann, cy = table.ann, table.cy
    page = cy.page
    page.goto(table.link)
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Cy")
    press_until(page, "button.primary")
    page.keyboard.press("Enter")
    cy.arrived()
    page.keyboard.press("a")
    expect(page.locator(".firsts button").filter(has_text="Make a character")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".find")).to_be_focused()
    page.keyboard.type("cutp")
    page.keyboard.press("Enter")
    for _ in range(12):
        cy.settle()
        if not cy.asked:
            break
        expect(page.locator("#f-question :focus")).to_have_count(1)
        if page.locator(".find").count():
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("1")
    hero = table.name_of(cy)

    # a thing is put away and taken in hand again, and one goes further back in the pack
    held = page.locator("[data-zone=hands] .thing[data-thing]").first
    thing = held.get_attribute("data-thing")
    page.keyboard.press("s")
    press_until(page, f"[data-thing='{thing}'] summary")
    page.keyboard.press("Enter")
    press_until(page, f"[data-thing='{thing}'] button[value=pack]")
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-zone=pack] [data-thing='{thing}']")).to_be_visible()
    ann.sees(f"{hero} puts Twin daggers away")
    order = "() => [...document.querySelectorAll('[data-zone=pack] .thing[data-thing]')].map(one => one.dataset.thing)"
    before = page.evaluate(order)
    page.locator(f"[data-zone=pack] [data-thing='{before[1]}'] summary").focus()
    page.keyboard.press("Alt+ArrowUp")
    assert page.evaluate(order)[:2] == [before[1], before[0]]
    page.reload()
    assert page.evaluate(order)[:2] == [before[1], before[0]]

    # rules, a refusal and its reason
    page.keyboard.press("Control+k")
    page.keyboard.type("deprived")
    expect(page.locator("#palette-found .entry").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("#f-actions details").evaluate_all("all => all.forEach((one) => { one.open = true })")
    refused = page.locator(".refused .verb").first
    refused.focus()
    expect(page.locator(".refused .reason:visible")).to_have_count(1)


def test_a_thing_is_dragged(table):
    cy = table.cy
    cy.come(table.link)
    cy.act("make_character")
    cy.answer("Cutpurse")
    cy.answer_all()
    page = cy.page
    cy.hold_time()
    held = page.locator("[data-zone=hands] .thing[data-thing]").first
    thing = held.get_attribute("data-thing")
    held.drag_to(page.locator("[data-zone=pack]").first, target_position={"x": 40, "y": 60})
    expect(page.locator(f"[data-zone=pack] [data-thing='{thing}']")).to_be_visible()
    cy.settle()
    page.locator(f"[data-zone=pack] [data-thing='{thing}']").drag_to(page.locator("[data-zone=hands]"))
    expect(page.locator(f"[data-zone=hands] [data-thing='{thing}']")).to_be_visible()
    cy.settle()
    page.locator(f"[data-thing='{thing}']").drag_to(page.locator("[data-zone=worn]"))
    expect(page.locator("#f-notice p")).to_be_visible()
    expect(page.locator(f"[data-zone=hands] [data-thing='{thing}']")).to_be_visible()


def test_without_a_script(table, sit):
    cy = sit("Cy", script=False)
    page = cy.page
    page.goto(table.link)
    page.get_by_label("Your name").fill("Cy")

    def tap(what):
        with page.expect_navigation():
            what.click()

    tap(page.get_by_role("button", name="Sit down"))
    tap(page.locator(".verb[value=make_character]"))
    tap(page.locator("#f-question .options button").first)
    for _ in range(10):
        if not page.locator("#f-question .ask").count():
            break
        tap(page.locator("#f-question .options button, #f-question .primary").first)
    expect(page.locator("#f-sheet .whole h2").first).to_have_text(re.compile(r"\w+"))
    page.locator(".told a").first.wait_for(state="attached")
    page.get_by_placeholder("Say something").fill("<b>No</b> script.")
    page.get_by_role("button", name="Say", exact=True).click()
    table.ann.sees("<b>No</b> script.")


UP = """log => new Promise((done) => {
    log.addEventListener("scroll", done, {once: true});
    log.scrollTop = 0;
})"""
"""To the top, until the page has noticed."""


def test_the_log_follows_filters_and_keeps_what_falls_out(table):
    ann, cy = table.ann, table.cy
    cy.come(table.link)
    for at in range(25):
        cy.say(f"Word {at}.")
        cy.sees(f"Word {at}.")
    ann.sees("Word 24.")
    ann.sees("Word 0.")
    gap = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
    assert ann.page.locator("#log-scroll").evaluate(gap) < 5
    ann.page.locator("#log-scroll").evaluate(UP)
    cy.say("Below.")
    ann.sees("Below.")
    assert ann.page.locator("#log-scroll").evaluate(gap) > 100
    ann.page.get_by_label("Person").select_option("Cy")
    ann.page.get_by_role("checkbox", name="Dice").check()
    expect(ann.page.locator("#log-scroll .told:visible")).to_have_count(0)
    ann.page.get_by_role("checkbox", name="Dice").uncheck()
    expect(ann.page.locator("#log-scroll .told:visible")).to_have_count(27)
    ann.page.set_viewport_size({"width": 1280, "height": 900})
    assert ann.page.locator(".filters").evaluate("row => row.scrollWidth <= row.clientWidth"), "all of it is in sight"


def test_what_is_undone_is_struck_through_however_far_back(table):
    ann = table.ann
    for at in range(1, 19):
        ann.act("fate")
        expect(ann.page.locator(f"#log-scroll .line[data-action='{at}']")).to_be_attached()
    ann.page.get_by_label("Actions to go back").fill("17")
    ann.page.get_by_role("button", name="Undo so many").click()
    expect(ann.page.locator("#log-scroll .line.undone")).to_have_count(17)
    expect(ann.page.locator("#log-scroll .line[data-action='1']")).not_to_have_class("line undone")


DRAWN_ANEW = """(kind) => {
    const old = document.createElement(kind);
    Object.assign(old, {id: "anew", value: "old"});
    document.body.append(old);
    old.focus();
    const anew = kind === "button" ? "<button id=anew value=anew>Light</button>" : "<input id=anew value=anew>";
    Idiomorph.morph(old, anew);
    const now = document.getElementById("anew");
    return [now.value, now.textContent, document.activeElement === now];
}"""


def test_a_button_with_the_focus_is_drawn_anew_and_what_somebody_types_is_not(sit, server):
    """A refused action that was tapped to read why can be done once it is allowed."""
    page = sit("Di").page
    page.goto(server)
    assert page.evaluate(DRAWN_ANEW, "button") == ["anew", "Light", True]
    page.reload()
    assert page.evaluate(DRAWN_ANEW, "input")[0] == "old"
