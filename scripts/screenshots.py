"""Make the README's pictures, docs/images/*.png, each light and dark, from tables that are really played.

`wide` and `phone`: a fight of Cairn as the referee and a player see it. `chart`: somebody moves on the battle chart of
Dead Weight. `compare`: the games side by side.

Run it from a checkout after `make test`: `.venv/bin/python scripts/screenshots.py`.
"""

import base64
import struct
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from tests.browser.people import GUIDED, Person  # noqa: E402
from tests.web.server_process import Process  # noqa: E402

IMAGES = ROOT / "docs" / "images"
WIDE = (1440, 900)
PHONE = (360, 740)
NARROW = (800, 912)
TURNS = 80

PALETTE = """async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height), drawing = canvas.getContext("2d");
    drawing.drawImage(image, 0, 0);
    const bytes = drawing.getImageData(0, 0, image.width, image.height).data, counts = new Map();
    const colour = (at) => bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2];
    for (let at = 0; at < bytes.length; at += 4) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1);
    const far = (one, other) => [16, 8, 0].reduce((sum, by) => sum + ((one >> by & 255) - (other >> by & 255)) ** 2, 0);
    const common = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one)), palette = [];
    for (const one of common) {
        if (palette.length < 128 && palette.every((other) => far(one, other) > 90)) palette.push(one);
    }
    const nearest = new Map(common.map((one) => {
        let best = 0;
        palette.forEach((other, at) => { if (far(one, other) < far(one, palette[best])) best = at; });
        return [one, best];
    }));
    let pixels = "";
    for (let at = 0; at < bytes.length; at += 4) pixels += String.fromCharCode(nearest.get(colour(at)));
    return [image.width, image.height, palette, btoa(pixels)];
}"""
"""The commonest colours of a picture that are not much alike, and the nearest of them for each pixel."""


class Sitting:
    """A table ready to play: Ann is the referee, Bo has the first character on a phone, the others have the rest."""

    def __init__(self, browser: Browser, server: str, game: str) -> None:
        self.ann, self.bo = Person("Ann", shown(browser, WIDE)), Person("Bo", shown(browser, PHONE))
        page = self.ann.page
        page.goto(server)
        section = page.get_by_role("region", name=game, exact=True)
        section.get_by_text("New table").first.click()
        section.get_by_label("With the ready party").check()
        section.locator("input[name=title]").fill(game)
        section.get_by_role("button", name="Open").click()
        expect(page.locator("html")).to_have_attribute("data-connection", "on")
        link = page.locator(".links li").filter(has_text="Players").locator(".url a").get_attribute("href") or ""
        free = page.locator("#f-sheet .card.head").count() - 1
        self.players = [self.bo, *(Person(name, shown(browser, WIDE)) for name in ("Cy", "Di", "Ed")[:free])]
        for one in self.players:
            one.join(link)
        self.everyone = (self.ann, *self.players)
        for one in self.everyone:
            one.others = tuple(other for other in self.everyone if other is not one)

    def answered(self) -> None:
        """Everybody answers until nothing waits."""
        for _ in range(TURNS):
            asked = next((one for one in self.everyone if one.asked), None)
            if asked is None:
                return
            asked.answer()
        raise AssertionError("questions without end")

    def meet(self, deed: str, name: str, many: int) -> None:
        """The party meets so many of a kind."""
        self.ann.act(deed)
        self.ann.answer("From the bestiary")
        self.ann.page.locator(".find").fill(name)
        self.ann.page.locator(".find").press("Enter")
        self.ann.settle()
        self.ann.answer(str(many))
        self.answered()

    def look(self, one: Person) -> None:
        """Their page as it is when nothing has changed for a while."""
        one.page.mouse.move(0, 0)
        one.page.evaluate(
            "for (const part of document.querySelectorAll('.middle, .middle .scroll')) part.scrollTo(0, 0)"
        )
        one.page.wait_for_timeout(4_500)


def shown(browser: Browser, size: tuple[int, int]) -> Page:
    """A page of this size; a phone's is drawn twice as fine."""
    width, height = size
    scale = 2 if size == PHONE else 1
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce"
    )
    context.add_init_script(GUIDED)
    page = context.new_page()
    page.set_default_timeout(120_000)
    return page


def keep(page: Page, name: str, besides: Page) -> None:
    """Take a picture, light and dark, and keep it with few colours; `besides` is a page to work them out in."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        taken = base64.b64encode(page.screenshot()).decode()
        width, height, palette, pixels = besides.evaluate(PALETTE, taken)
        (IMAGES / f"{name}-{scheme}.png").write_bytes(png(width, height, palette, base64.b64decode(pixels)))


def png(width: int, height: int, palette: list[int], pixels: bytes) -> bytes:
    """A picture with a palette."""
    rows = b"".join(b"\0" + pixels[at : at + width] for at in range(0, len(pixels), width))
    parts = (
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", b"".join(colour.to_bytes(3, "big") for colour in palette)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    made = b"\x89PNG\r\n\x1a\n"
    for kind, body in parts:
        made += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return made


def cairn(browser: Browser, server: str) -> Sitting:
    """Some rounds into a fight, to where it is Bo who must say whom to attack."""
    table = Sitting(browser, server, "Cairn")
    ann, bo = table.ann, table.bo
    table.meet("meet", "Zombie", 2)
    ann.act("start_fight")
    for turn in range(TURNS):
        table.answered()
        ready = [one for one in reversed(table.players) if one.can("attack")]
        if turn > 3 and ready == [bo]:
            bo.act("attack")
            bo.wait_asked()
            return table
        if ready:
            ready[0].act("attack")
        elif ann.can("all_attack"):
            ann.act("all_attack")
        else:
            break
    raise AssertionError("the fight ended too early")


def dead_weight(browser: Browser, server: str) -> tuple[Sitting, Person]:
    """A fight before the door, and whoever at a wide screen has to choose a square."""
    table = Sitting(browser, server, "Dead Weight")
    table.meet("start_fight", "Goblin Scrapper", 3)
    for _ in range(TURNS):
        ready = next((one for one in table.players[1:] if one.can("combat_move")), None)
        if ready is not None:
            ready.act("combat_move")
            if ready.page.locator("#f-question .ask button[data-chart]").count():
                return table, ready
        elif table.ann.can("enemies_act"):
            table.ann.act("enemies_act")
        else:
            table.ann.act("party_acts")
        table.answered()
    raise AssertionError("nobody moves")


def compare(browser: Browser, server: str) -> Page:
    """The games side by side, when all have been measured."""
    page = shown(browser, NARROW)
    page.goto(f"{server}/compare?foes=8&level=1")
    expect(page.locator("#compared[hx-get]")).to_have_count(0, timeout=600_000)
    return page


def main() -> None:
    """Play and take the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playing:
        server = Process(Path(folder))
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        besides = browser.new_page()
        for _ in range(8):
            with suppress(AssertionError):
                table = cairn(browser, server.address)
                break
        else:
            raise SystemExit("Every fight of Cairn ended too early; try again.")
        table.look(table.ann)
        keep(table.ann.page, "wide", besides)
        keep(table.bo.page, "phone", besides)
        battle, mover = dead_weight(browser, server.address)
        battle.look(mover)
        keep(mover.page, "chart", besides)
        keep(compare(browser, server.address), "compare", besides)
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
