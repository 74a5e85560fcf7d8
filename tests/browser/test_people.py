"""People come back, give up their seats, and whisper."""

from playwright.sync_api import expect

from tests.browser.accessibility import faults


def test_somebody_who_lost_their_phone_comes_back_into_their_own_seat(table, sit):
    table.ready()
    ann, bo = table.ann, table.bo
    hero = bo.ask("table")["title"] and table.name_of(bo)
    bo.page.close()
    again = sit("Bo", phone=True)
    again.page.goto(table.link)
    assert faults(again.page) == []
    again.page.get_by_role("button", name="I am Bo").click()
    expect(again.page.get_by_role("status")).to_contain_text("let you back in as Bo")
    card = ann.page.locator("#f-question .ask").filter(has_text="let back into the seat of Bo")
    card.get_by_role("button", name="Let them in").click()
    again.page.get_by_role("button", name="Take my seat").click()
    again.arrived()
    expect(again.page.locator("#f-sheet .whole h2").first).to_have_text(hero)
    expect(ann.page.locator("#f-question .ask.wish")).to_have_count(0)


def test_a_freed_seat_is_offered_to_the_next_and_a_whisper_is_marked(table, sit):
    table.ready()
    ann, bo, cy = table.everyone
    hero = table.name_of(cy)
    cy.page.locator("#say-to").select_option(label="Whisper to Ann")
    cy.say("Psst.")
    expect(ann.page.locator("#f-log .line:last-child .only")).to_have_text("not for all")
    expect(cy.page.locator("#f-log .line:last-child")).to_contain_text("Cy whispers to Ann: Psst.")
    expect(bo.page.locator("#f-log")).not_to_contain_text("Psst.")
    ann.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.get_by_role("button", name="Free the seat of Cy").click()
    expect(cy.page.get_by_text("This link opens nothing.")).to_be_visible()
    di = sit("Di")
    di.page.goto(table.link)
    expect(di.page.get_by_label(hero)).to_be_checked()


def test_a_table_is_forgotten_by_two_taps_and_comes_back_by_one(table):
    page = table.ann.page
    page.goto(table.server)
    yours = page.get_by_role("region", name="Your tables")
    yours.get_by_role("button", name="Forget The Old Mill").click()
    yours.get_by_role("button", name="Forget it?").click()
    expect(yours.get_by_role("link", name="The Old Mill")).to_have_count(0)
    yours.get_by_role("button", name="Undo").click()
    expect(yours.get_by_role("link", name="The Old Mill")).to_be_visible()
