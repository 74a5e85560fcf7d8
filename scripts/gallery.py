"""Make a picture of every page at 360 and 1,440 pixels, light and dark, to be looked at before a change is done.

`python scripts/gallery.py FOLDER` makes all; `--only start odds-cairn` those whose names begin so; `--language ja` in
Japanese. Each picture is FOLDER/NAME-WIDTH-SCHEME.png. Run it from a checkout after `make test`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from tests.browser.people import Person  # noqa: E402
from tests.web.server_process import Process  # noqa: E402

from tallow.games import game, names  # noqa: E402
from tallow.wording.rulebook_entry import heading  # noqa: E402

SIZES = {360: 780, 1440: 900}
SCHEMES = ("light", "dark")
LONGEST = 2600
"""Pixels of a page that goes on: what is below is more of the same."""

ANYBODY = {"start": "/", "play": "/play", "compare": "/compare", "verify": "/verify", "lost": "/t/nothing"}
PER_GAME = {
    "rules": "/rules/{game}",
    "chapter": "/rules/{game}?chapter={chapter}",
    "search": "/rules/{game}?q=rest",
    "odds": "/odds/{game}",
    "character": "/character/{game}?seed=4",
    "rehearse": "/rehearse/{game}",
}
TABS = ("sheet", "table", "log", "rules")


class Gallery:
    """Where the pictures go, and which of them are wanted."""

    def __init__(self, folder: Path, only: list[str]) -> None:
        self.folder, self.only = folder, only
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        """Whether a page is among those asked for, or some page of it."""
        return not self.only or any(name.startswith(one) or one.startswith(name) for one in self.only)

    def take(self, page: Page, name: str, *, whole: bool = True) -> None:
        """A page as it stands, at its width, light and dark."""
        if self.only and not any(name.startswith(one) for one in self.only):
            return
        width = (page.viewport_size or {"width": 0})["width"]
        height = page.evaluate("document.documentElement.scrollHeight") if whole else 0
        clip = {"x": 0, "y": 0, "width": width, "height": min(height, LONGEST)}
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            where = self.folder / f"{name}-{width}-{scheme}.png"
            if whole:
                page.screenshot(path=where, full_page=True, clip=clip)  # type: ignore[arg-type]
            else:
                page.screenshot(path=where)


def opened(browser: Browser, width: int, language: str) -> Page:
    """A page of this width."""
    size = {"width": width, "height": SIZES[width]}
    page = browser.new_context(viewport=size, reduced_motion="reduce", locale=language).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    return page


def pages_for_anybody(gallery: Gallery, page: Page, server: str, language: str) -> None:
    """All that needs no table."""
    named = {**ANYBODY}
    for name in names():
        chapter = quote(heading(list(game(name, language).book.entries().values())[-1], language))
        named |= {f"{kind}-{name}": path.format(game=name, chapter=chapter) for kind, path in PER_GAME.items()}
    for name, path in named.items():
        if not gallery.wants(name):
            continue
        page.goto(server + path)
        expect(page.locator("[hx-trigger^='load delay']")).to_have_count(0, timeout=600_000)
        gallery.take(page, name)


def at_tables(gallery: Gallery, open_page: Callable[[int], Page], server: str, language: str) -> Iterator[None]:
    """The referee's, a player's and an onlooker's pages of each game: before anything, in a fight, and alone."""
    for name in names():
        if not gallery.wants(f"table-{name}"):
            continue
        for width in SIZES:
            ann, bo, eve = (Person(one, open_page(width)) for one in ("Ann", "Bo", "Eve"))
            ann.page.goto(server)
            title = game(name, language).title
            ann.page.locator("section.game").filter(has_text=title).locator("form.try button").first.click()
            ann.arrived()
            look(gallery, ann, f"table-{name}-referee")
            link = ann.page.locator("#f-links .url a").first.get_attribute("href") or ""
            bo.page.goto(link)
            gallery.take(bo.page, f"table-{name}-join")
            bo.come(link)
            bo.caught_up()
            look(gallery, bo, f"table-{name}-player")
            fight(ann, bo)
            for one, who in ((ann, "referee"), (bo, "player")):
                look(gallery, one, f"table-{name}-fight-{who}")
            ann.page.keyboard.press("Control+k")
            gallery.take(ann.page, f"table-{name}-palette", whole=False)
            eve.page.goto(ann.page.url.split("#")[0] + "/replay/0")
            gallery.take(eve.page, f"table-{name}-replay")
            for one in (ann, bo, eve):
                one.page.context.close()
        yield


def look(gallery: Gallery, one: Person, name: str) -> None:
    """Each tab of a phone, or the whole of a wide page."""
    if not one.phone:
        gallery.take(one.page, name, whole=False)
        return
    for tab in TABS:
        one.tab(tab)
        gallery.take(one.page, f"{name}-{tab}", whole=False)
    one.tab("table")


def fight(ann: Person, bo: Person) -> None:
    """A fight begins, and everybody has answered what it asks first."""
    deeds = {one["action"]["name"] for one in ann.ask("offers")}
    for deed in ("meet", "start_fight", "begin_fight", "encounter"):
        if deed in deeds:
            ann.quickly(deed)
            bo.answer_quickly()
            ann.answer_quickly()
            deeds = {one["action"]["name"] for one in ann.ask("offers")}


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--language", default="en")
    given = parser.parse_args()
    gallery, language = Gallery(given.folder, given.only), given.language
    with TemporaryDirectory() as folder, sync_playwright() as playing:
        server = Process(Path(folder), seeded=True)
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        for width in SIZES:
            pages_for_anybody(gallery, opened(browser, width, language), server.address, language)
        for _ in at_tables(gallery, lambda width: opened(browser, width, language), server.address, language):
            pass
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
