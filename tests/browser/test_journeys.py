"""Five journeys in each game, as somebody makes them who presses what stands out: how many taps each takes.

To join and make a character; a round of a fight of four against three; to explore, search and rest; to buy and sell;
to take back a mistake. On the way axe finds nothing, and neither the referee's wide page nor a player's phone jumps in
the fight. Letters that are typed are no taps.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import faults
from tests.browser.people import Person, Table, press_until

COUNTED = """addEventListener("pointerdown", (event) => {
    if (event.isTrusted) sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps") ?? 0) + 1);
}, true)"""
"""Every tap on a page of this browser."""

SHIFTS = """() => {
    let [since, last, sum] = [0, 0, 0];
    window.shifted = 0;
    new PerformanceObserver((seen) => {
        for (const one of seen.getEntries()) {
            if (one.hadRecentInput) continue;
            if (one.startTime - last > 1000 || one.startTime - since > 5000) [since, sum] = [one.startTime, 0];
            last = one.startTime;
            sum += one.value;
            window.shifted = Math.max(window.shifted, sum);
        }
    }).observe({ type: "layout-shift" });
}"""
"""The layout shift of a page from now on, as browsers measure it: the worst five seconds."""

MOST_SHIFT = 0.05

FOES = {
    "cairn": ("meet", "bestiary", "cairn.monster.goblin", 3),
    "dead_weight": ("start_fight", "bestiary", "dead_weight.monster.goblin_scrapper", 3, "no"),
    "modified_cairn": ("add_foes", "modified_cairn.monster.goblin", 3),
    "black_hack": ("add_foes", ["of_hd", "black_hack.monster.goblin", 1], 3),
    "vanilla": ("add_foes", "vanilla.monster.goblin", 3),
}
"""How the referee has three goblins come: the action and its first answers. In Dead Weight that begins the fight."""

ROUND = "document.querySelector('#f-scene :is([id$=-round], [id$=-moment])')?.textContent.trim() ?? ''"
"""Which round or Moment of a fight it is, in the games whose page tells it."""

BEGIN = ("start_fight", "start_combat")
SELDOM = ("place.let_be", "place.withdraw")
RESTS = ("place.rest", "set_up_camp", "night_rest", "place.wait")
MISTAKES = ("drop", "drop_item")

MOST = {
    "cairn": {"join": 3, "fight": 11, "explore": 8, "trade": 5, "take back": 3},
    "dead_weight": {"join": 3, "fight": 12, "explore": 6, "take back": 3},
    "modified_cairn": {"join": 3, "fight": 16, "explore": 5, "trade": 4, "take back": 3},
    "black_hack": {"join": 3, "fight": 19, "explore": 8, "trade": 6, "take back": 3},
    "vanilla": {"join": 3, "fight": 15, "explore": 4, "trade": 4, "take back": 3},
}
"""The most taps of each journey; the fight is one round of four people, by all of them together."""


MOST_BOUGHT, MOST_SOLD = 3, 8
"""The most taps to buy something in Dead Weight, and to sell it."""


class Walker:
    """Somebody whose taps are counted."""

    def __init__(self, one: Person) -> None:
        self.one, self.page = one, one.page
        self._counted = 0
        one.page.add_init_script(COUNTED)

    def taps(self) -> int:
        """How many since they were last asked for."""
        total = int(self.page.evaluate("sessionStorage.getItem('taps') ?? 0"))
        since, self._counted = total - self._counted, total
        return since

    def press(self, button: Locator) -> None:
        """One tap, and until everybody has seen what came of it."""
        button.click()
        self.one.settle()

    def button(self, deed: str) -> Locator:
        """What begins an action: a large button if it is one of those, or else where all actions are."""
        large = self.page.locator(f".now-place .firsts form:has(input[name=name][value='{deed}']) button")
        return large.first if large.count() else self.page.locator(f"#f-actions button.verb[value='{deed}']").first

    def can(self, *deeds: str) -> str:
        """The first of these that can be begun, or nothing."""
        return next((deed for deed in deeds if self.button(deed).count()), "")

    def do(self, *deeds: str) -> None:
        """Begin the first of these that is offered, unfolding its group if it must be, and answer what is asked."""
        self.begin(*deeds)
        self.one.answer_all()

    def begin(self, *deeds: str) -> None:
        """Begin the first of these that is offered, unfolding its group if it must be."""
        deed = self.can(*deeds) or deeds[0]
        button = self.button(deed)
        if not button.is_visible():
            inside = self.page.locator(f"button.verb[value='{deed}']")
            self.page.locator("#f-actions details.group").filter(has=inside).locator("summary").first.click()
        self.press(button)

    def step(self) -> bool:
        """Answer what is asked, or press what stands out; whether there was anything."""
        self.one.caught_up()
        if self.one.asked:
            self.one.answer()
            return True
        next_step = self.page.locator(".now-place .firsts .primary")
        if not next_step.count():
            return False
        self.press(next_step.first)
        return True


def joined(bo: Walker, link: str) -> int:
    """Somebody comes by a link on a phone, sits down as somebody new and has a character made."""
    bo.page.goto(link)
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_text("Somebody new").click()
    bo.page.get_by_role("button", name="Sit down").click()
    bo.one.arrived()
    bo.press(bo.page.locator("#by-chance"))
    bo.one.answer_all()
    expect(bo.page.locator("#f-vitals .own")).to_have_count(1)
    return bo.taps()


def fought(ann: Walker, bo: Walker, foes: tuple[Any, ...]) -> int:
    """Three goblins come; until all have had their turn or the fight is over, the referee and a player together."""
    ann.one.quickly(*foes)
    bo.one.caught_up()
    ann.taps()
    bo.taps()
    if ann.can(*BEGIN):
        ann.do(*BEGIN)
    while bo.one.asked or ann.one.asked:
        bo.one.answer_all()
        ann.one.answer_all()
    for one in (ann, bo):
        one.page.evaluate(SHIFTS)
    shifts = {}
    for _ in range(80):
        if ann.page.evaluate(ROUND) == "2" or not ann.page.locator(".foe").count():
            break
        shifts = {one.one.name: one.page.evaluate("shifted") for one in (ann, bo)}
        if not bo.step() and not ann.step():
            break
    else:
        raise AssertionError("a round without end")
    assert {name: most for name, most in shifts.items() if most > MOST_SHIFT} == {}
    return ann.taps() + bo.taps()


def explored(cy: Walker) -> int:
    """Out of town into the first room: they look for what is hidden there, and rest."""
    cy.do("place.set_out")
    while meeting := cy.can(*SELDOM):
        cy.do(meeting)
    cy.do("place.search")
    while meeting := cy.can(*SELDOM):
        cy.do(meeting)
    cy.do(*RESTS)
    return cy.taps()


def traded(cy: Walker) -> int:
    """Something is bought, and something sold."""
    cy.do("buy")
    cy.do("sell")
    return cy.taps()


def taken_back(cy: Walker) -> int:
    """Something is nearly dropped."""
    cy.begin(*MISTAKES)
    cy.one.wait_asked()
    cy.page.get_by_role("button", name="Take it back").click()
    cy.one.settle()
    expect(cy.page.locator("#f-question .ask")).to_have_count(0)
    return cy.taps()


@pytest.mark.parametrize("name", MOST)
def test_journeys_take_few_taps_and_nothing_is_wrong_on_the_way(sit, server, name):
    taken, wrong = {}, {}
    ann, bo, cy = Walker(sit("Ann")), Walker(sit("Bo", phone=True)), Walker(sit("Cy", phone=True))
    ann.page.goto(server)
    region = ann.page.locator(f"section.game:has(input[name=game][value={name}])")
    region.get_by_role("button", name="Be the referee").click()
    ann.one.arrived()
    link = ann.page.locator(".links li").filter(has_text="Players").locator(".url a").get_attribute("href") or ""
    taken["join"] = joined(bo, link)
    wrong["a new character"] = faults(bo.page)
    ann.one.others, bo.one.others = (bo.one,), (ann.one,)
    ann.one.caught_up()
    if "fight" in MOST[name]:
        taken["fight"] = fought(ann, bo, FOES[name])
        wrong["the referee in a fight"], wrong["a player in a fight"] = faults(ann.page), faults(bo.page)
    cy.page.goto(server)
    cy.page.locator(f"section.game:has(input[name=game][value={name}])").get_by_role("button", name="Play now").click()
    cy.one.arrived()
    cy.taps()
    taken["take back"] = taken_back(cy)
    if "trade" in MOST[name]:
        taken["trade"] = traded(cy)
    wrong["in town"] = faults(cy.page)
    taken["explore"] = explored(cy)
    wrong["in a place"] = faults(cy.page)
    assert json.dumps({where: found for where, found in wrong.items() if found}, indent=1) == "{}"
    many = {journey: taps for journey, taps in taken.items() if taps > MOST[name][journey]}
    assert many == {}, taken


def test_in_dead_weight_one_buys_before_the_first_mission_and_sells_on_a_day_in_town(sit, server):
    """Where buying and selling are a day's work each, both are counted with the word that one spends the day so."""
    table = Table(sit, server, "dead_weight")
    bo = Walker(table.bo)
    table.bo.come(table.link)
    table.bo.quickly("make_character")
    table.caught_up()
    table.ann.ask("act", name="set_value", who="", answers=[])
    for answer in (None, "silver", 40):
        asked = table.ann.ask("questions")[0]
        which = {name: asked[name] for name in ("starter", "number", "given")}
        table.ann.ask("answer", **which, answer=answer or asked["question"]["options"][0])
    bo.page.reload()
    bo.one.arrived()
    bo.taps()
    bo.do("buy")
    bought = bo.taps()
    table.bo.sees(" buys ")
    for one, deed in ((table.ann, "begin_expedition"), (table.bo, "exit"), (table.bo, "interlude_sleep")):
        one.quickly(deed)
        while asked := [other for other in (table.ann, table.bo) if other.ask("questions")]:
            asked[0].answer_quickly()
        table.caught_up()
    bo.taps()
    bo.do("interlude_sell")
    bo.do("sell")
    sold = bo.taps()
    assert bought <= MOST_BOUGHT, bought
    assert sold <= MOST_SOLD, sold
    assert faults(bo.page) == []


def test_a_journey_by_keys_alone(sit, server):
    """Somebody without a pointer sits down in an adventure, sets out and searches the first room."""
    di = sit("Di")
    di.page.goto(f"{server}/play")
    press_until(di.page, "main form button.primary")
    di.page.keyboard.press("Enter")
    di.arrived()
    for deed in ("place.set_out", "place.search"):
        press_until(di.page, f".firsts form:has(input[value='{deed}']) button, button.verb[value='{deed}']", most=200)
        di.page.keyboard.press("Enter")
        di.settle()
        while di.asked:
            was = di.asked
            press_until(di.page, "#f-question .options button, #f-question .primary")
            di.page.keyboard.press("Enter")
            di.answered(was)
    expect(di.page.locator("#log-scroll")).to_contain_text("Searched")
