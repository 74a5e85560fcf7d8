"""People at a browser: they look, tap and type as people do.

They wait for what they mean and never for time: `settle` until what they did has come to every page, `caught_up` until
pages show the table as the server has it.
"""

import re
from collections.abc import Callable
from functools import cached_property
from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Late

from tests.web.people import an_answer

Faces = Callable[[int, int], list[int]]

SETTLED = """() => {
    const page = document.documentElement.dataset;
    return !document.querySelector(".htmx-request") && Number(page.seen ?? 0) >= Number(page.done ?? 0);
}"""
"""Nothing is under way, and what was done here has been seen here. A page knows both by the table's versions."""

ANOTHER = """was => (document.querySelector("#f-question .ask")?.dataset.q ?? "") !== was"""
"""Another question waits, or none."""

SEEN = "version => Number(document.documentElement.dataset.seen ?? -1) >= version"

PATIENCE = 300_000
"""Milliseconds after which nothing comes any more, however busy the machine is."""

GUIDED = """for (const who of ["player", "referee"]) localStorage.setItem(`guide-${who}`, "read")"""
"""They have been at a table before: the first steps are not shown."""

HELD = """() => {
    const soon = window.setTimeout, later = [];
    window.setTimeout = (what, wait, ...more) => wait < 2000 ? soon(what, wait, ...more) : later.push(what);
    window.passTime = () => { for (const what of later.splice(0)) what(); };
}"""

HURRIED = """() => {
    const wait = window.setTimeout;
    window.setTimeout = (what, long, ...more) => wait(what, Math.min(long, 200), ...more);
}"""


def by_chance(seed: int) -> Faces:
    """Real dice."""
    chance = Random(seed)
    return lambda n, sides: [chance.randint(1, sides) for _ in range(n)]


def lucky(n: int, sides: int) -> list[int]:
    """Saves that pass, and blows that hurt."""
    return [1 if sides == 20 else sides] * n


class Person:
    """Somebody with a page open."""

    def __init__(self, name: str, page: Page) -> None:
        self.name = name
        self.page = page
        self.faces: Faces = by_chance(len(name))
        self.typed = 0
        self.others: tuple[Person, ...] = ()

    @property
    def phone(self) -> bool:
        """Whether they look at a small screen."""
        size = self.page.viewport_size
        return size is not None and size["width"] < 1000

    def tab(self, name: str) -> None:
        """To one of the four tabs of a phone."""
        if self.phone:
            self.page.locator(f".tabs a[data-tab={name}]").click()

    def join(self, link: str, dice: str = "server") -> None:
        """Sit down by a link."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.locator(f"input[name=dice][value={dice}]").check()
        self.page.get_by_role("button", name="Sit down").click()
        self.arrived()

    def come(self, link: str) -> None:
        """Sit down by a link without tapping."""
        server, token = link.rsplit("/t/", 1)
        headers = {"Authorization": f"Bearer {token}"}
        said = self.page.request.post(f"{server}/api/join", headers=headers, data={"name": self.name}, timeout=PATIENCE)
        assert said.ok, said.text()
        self.page.goto(f"{server}/t/{said.json()['token']}")
        self.arrived()

    def arrived(self) -> None:
        """Until the page of a table is connected and has been drawn by what it heard."""
        expect(self.page.locator("html[data-seen]")).to_have_attribute("data-connection", "on")

    def settle(self) -> None:
        """Until what they did has come to every page that is connected."""
        self.page.wait_for_function(SETTLED)
        done = self.page.evaluate("Number(document.documentElement.dataset.done ?? 0)")
        for other in self.others:
            if other.page.locator("html").get_attribute("data-connection") == "on":
                other.page.wait_for_function(SEEN, arg=done)

    def caught_up(self) -> None:
        """Until their page shows the table as the server has it now, whoever did something and however."""
        self.page.wait_for_function(SEEN, arg=self.ask("table")["version"])

    def hold_time(self) -> None:
        """What the page says for a while only, it says until `pass_time`; holds until the next page."""
        self.page.evaluate(HELD)

    def hurry(self) -> None:
        """The page waits for nothing longer than a moment, as before it tries again to connect."""
        self.page.evaluate(HURRIED)

    def pass_time(self) -> None:
        """Whatever the page waits for with a clock has come."""
        self.page.evaluate("passTime()")

    def can(self, deed: str) -> bool:
        """Whether they may do this now."""
        return self.page.locator(f"#f-actions button.verb[name=name][value={deed}]").count() > 0

    def act(self, deed: str) -> None:
        """Begin an action."""
        self.tab("table")
        button = self.page.locator(f"#f-actions button.verb[value={deed}]").first
        if not button.is_visible():
            inside = self.page.locator(f"button.verb[value={deed}]")
            self.page.locator("#f-actions details.group").filter(has=inside).locator("summary").click()
        button.click()
        self.settle()

    @property
    def asked(self) -> str:
        """Which question waits, or nothing."""
        card = self.page.locator("#f-question .ask").first
        return (card.get_attribute("data-q") or "") if card.count() else ""

    def wait_asked(self) -> None:
        """Until a question waits."""
        self.page.locator("#f-question .ask").first.wait_for()

    def answer(self, choice: str = "") -> None:
        """Answer the question that waits: with the option of this name, the first, or the dice that fall.

        Where dice may be thrown all at once, they are.
        """
        self.wait_asked()
        was = self.asked
        card = self.page.locator("#f-question .ask").first
        if card.locator(".keypad, .boxes").count():
            self._type_dice(card)
        elif card.locator("textarea").count():
            card.locator("textarea").fill(choice or "Something")
            card.locator(".send .primary").click()
        elif choice and card.locator(".range").count() and choice.isdecimal():
            card.locator(".range input[type=number]").fill(choice)
            card.locator(".range .primary").click()
        elif choice:
            card.locator(".options button").filter(has_text=re.compile(rf"^\s*{choice}")).first.click()
        else:
            rest = card.locator(".throw-rest")
            easiest = rest if rest.count() else card.locator(".options button, .range .primary, .send .primary")
            easiest.first.click()
        self.answered(was)

    def answered(self, was: str) -> None:
        """Until a question that they have answered is gone, here and everywhere."""
        try:
            self.page.wait_for_function(ANOTHER, arg=was)
        except Late as late:
            raise AssertionError(self.page.locator("#f-notice").inner_text()) from late
        self.settle()

    def _type_dice(self, card) -> None:
        boxes = card.locator(".box input")
        n, sides = boxes.count(), int(boxes.first.get_attribute("max"))
        for face in self.faces(n, sides):
            card.locator(f".keypad button[data-face='{face}']").click()
        expect(card.locator(".send .primary")).to_be_focused()
        card.locator(".send .primary").click()
        self.typed += n

    def answer_all(self) -> None:
        """Answer until nothing waits for them."""
        for _ in range(80):
            if not self.asked:
                return
            self.answer()
        raise AssertionError("questions without end")

    def ask(self, what: str, **body: Any) -> Any:
        """Ask the API, as a program would that has their link: what is not the test's business goes faster so."""
        server, token = self.page.url.rsplit("/t/", 1)
        headers = {"Authorization": f"Bearer {token.partition('/')[0]}"}
        request, address = self.page.request, f"{server}/api/{what}"
        said = request.fetch(
            address, method="POST" if body else "GET", headers=headers, data=body or None, timeout=PATIENCE
        )
        assert said.ok, said.text()
        return said.json()

    def quickly(self, deed: str, *answers: Any) -> None:
        """Do something without tapping, and answer what it asks of them."""
        offer = next(one for one in self.ask("offers") if one["action"]["name"] == deed)
        self.ask("act", **offer["action"], answers=list(answers))
        self.answer_quickly()

    def answer_quickly(self) -> None:
        """Answer all that waits for them without tapping, and look when that is done."""
        for _ in range(200):
            if not (waiting := self.ask("questions")):
                break
            one = waiting[0]
            told = {name: one[name] for name in ("starter", "number", "given")}
            self.ask("answer", **told, answer=an_answer(one["question"]))
        self.caught_up()
        expect(self.page.locator("#f-question .ask")).to_have_count(0)

    def say(self, text: str) -> None:
        """Say something to all."""
        self.tab("log")
        self.page.get_by_placeholder("Say something").fill(text)
        self.page.get_by_role("button", name="Say", exact=True).click()
        self.settle()

    def insist(self, text: str) -> None:
        """Say something to all, and again while it stays in the field: the server may be gone for a moment."""
        self.say(text)
        while self.page.get_by_placeholder("Say something").input_value():
            self.page.get_by_role("button", name="Say", exact=True).click()
            self.settle()

    def sees(self, text: str) -> None:
        """The log comes to say this without a reload."""
        expect(self.page.locator("#log-scroll")).to_contain_text(text)

    def number(self, label: str) -> str:
        """A number on their own sheet."""
        return self.page.locator(f"#f-sheet .whole .now[id$='-{label}']").first.inner_text()

    def set_number(self, whose: str, label: str, value: int, *, most: bool = False) -> None:
        """As the referee, set a number in its place."""
        card = self.page.locator("#f-sheet .card.head").filter(has_text=whose)
        field = card.locator(f"input[id^='{'m' if most else 'e'}-'][id$='-{label}']")
        field.fill(str(value))
        field.press("Enter")
        expect(field).to_have_attribute("value", str(value))
        self.settle()


class Table:
    """A referee at a wide screen; Bo on a phone and Cy at a wide screen are players, and come when they are needed."""

    def __init__(self, sit: Callable[..., Person], server: str, game: str = "cairn", *, tapped: bool = False) -> None:
        self.server = server
        self._sit = sit
        self._here: list[Person] = []
        self.ann = self._coming("Ann")
        if tapped:
            self._tapped()
            return
        said = self.ann.page.request.post(
            f"{server}/api/tables", data={"game": game, "title": "The Old Mill", "name": "Ann"}, timeout=PATIENCE
        )
        assert said.ok, said.text()
        tokens = said.json()
        self.link, self.watching = (f"{server}/t/{tokens[role]}" for role in ("player", "onlooker"))
        self.ann.page.goto(f"{server}/t/{tokens['referee']}")
        self.ann.arrived()

    def _tapped(self) -> None:
        """Ann opens it by hand, and reads the links on her page."""
        page = self.ann.page
        page.goto(self.server)
        opening = page.get_by_role("region", name="Cairn", exact=True)
        opening.get_by_text("New table", exact=True).click()
        opening.get_by_label("Name of the table").fill("The Old Mill")
        opening.get_by_label("Your name, as the Warden").fill("Ann")
        opening.get_by_role("button", name="Open the table").click()
        self.ann.arrived()
        self.link = page.locator(".links li").filter(has_text="Players").locator(".url a").get_attribute("href") or ""
        onlookers = page.locator(".links li").filter(has_text="Onlookers")
        onlookers.locator("summary").click()
        self.watching = onlookers.locator(".url a").get_attribute("href") or ""

    def _coming(self, name: str, *, phone: bool = False) -> Person:
        """One more of whom the others wait until they have seen what was done."""
        self._here.append(self._sit(name, phone=phone))
        for one in self._here:
            one.others = tuple(other for other in self._here if other is not one)
        return self._here[-1]

    @cached_property
    def bo(self) -> Person:
        """A player on a phone."""
        return self._coming("Bo", phone=True)

    @cached_property
    def cy(self) -> Person:
        """A player at a wide screen."""
        return self._coming("Cy")

    @property
    def everyone(self) -> tuple[Person, Person, Person]:
        """The referee first."""
        return self.ann, self.bo, self.cy

    def ready(self) -> None:
        """Both players have characters; nobody has tapped for it."""
        for one in (self.bo, self.cy):
            one.come(self.link)
            one.quickly("make_character")
        self.caught_up()

    def caught_up(self) -> None:
        """Until every page shows the table as the server has it now."""
        for one in self._here:
            one.caught_up()

    def seated(self, dice: str = "server") -> None:
        """Both players sit down and make characters by tapping."""
        for one, background in ((self.bo, "Cutpurse"), (self.cy, "Scrivener")):
            one.join(self.link, dice)
            one.act("make_character")
            one.answer(background)
            one.answer_all()
            one.tab("sheet")
            expect(self.ann.page.locator("#f-sheet .card.head").filter(has_text=self.name_of(one))).to_be_visible()

    def name_of(self, player: Person) -> str:
        """The name of a player's character."""
        return player.page.locator("#f-sheet .whole h2").first.inner_text()

    def hardened(self) -> None:
        """The referee gives both heroes 18 HP, in place, so that no luck ends the story early."""
        for one in (self.bo, self.cy):
            one.tab("sheet")
            hero = self.name_of(one)
            self.ann.set_number(hero, "hp", 18, most=True)
            self.ann.set_number(hero, "hp", 18)

    def met(self, line: str) -> None:
        """The referee has the party meet somebody of this stat line."""
        self.ann.act("meet")
        self.ann.answer("A stat line")
        self.ann.answer(line)
        self.ann.answer_all()

    def fought(self) -> None:
        """A fight from its beginning to its end."""
        self.ann.act("start_fight")
        over = self.ann.page.locator("#log-scroll").get_by_text("The fight is over")
        for _ in range(60):
            for one in self.everyone:
                one.answer_all()
            if over.count():
                return
            ways = (self.bo, "attack"), (self.cy, "attack"), (self.ann, "all_attack"), (self.ann, "attack")
            for one, deed in ways:
                if one.can(deed) and not one.asked:
                    one.act(deed)
                    one.answer_all()
                    break
        raise AssertionError("a fight without end")


def press_until(page, selector: str, key: str = "Tab", most: int = 80) -> None:
    """Press a key until something has the focus."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is out of reach")


def ready_without_a_place(person: Person, server: str, game: str) -> None:
    """Somebody referees a new table with the game's ready party, without an adventure."""
    person.page.goto(server)
    section = person.page.get_by_role("region", name=game, exact=True)
    section.get_by_text("New table").first.click()
    section.get_by_label("With the ready party").check()
    section.locator("input[name=title]").fill("A ready party")
    section.get_by_role("button", name="Open").click()
    person.arrived()
