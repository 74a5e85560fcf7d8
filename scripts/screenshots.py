"""Make docs/images/phone.png and docs/images/wide.png: a fight on a player's phone and on the referee's screen.

Run it from a checkout after `make`: `.venv/bin/python scripts/screenshots.py`.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.conftest import ARGUMENTS, CHROMIUM  # noqa: E402
from tests.browser.people import Person, Table  # noqa: E402

IMAGES = ROOT / "docs" / "images"


def play(table: Table) -> None:
    """Into a fight, to where a question waits on the phone."""
    ann, bo, cy = table.everyone
    table.seated()
    table.hardened()
    ann.act("party_complete")
    for one in table.everyone:
        one.answer_all()
    ann.act("to_dungeon")
    ann.answer_all()
    ann.act("meet")
    ann.answer("From the bestiary")
    ann.page.locator(".find").fill("ogre")
    ann.page.locator(".find").press("Enter")
    ann.answer("2")
    ann.answer_all()
    ann.act("start_fight")
    for _ in range(30):
        for one in table.everyone:
            one.answer_all()
        if bo.can("attack") and not cy.can("attack"):
            break
        for one, deed in ((cy, "attack"), (ann, "all_attack")):
            if one.can(deed):
                one.act(deed)
                one.answer_all()
                break
    if bo.can("attack"):
        bo.act("attack")
        bo.page.wait_for_timeout(600)
    ann.page.wait_for_timeout(600)


def main() -> None:
    """Play it and take the pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playing:
        command = [sys.executable, "-m", "tallow", "serve", "--host", "127.0.0.1", "--port", "0", "--no-qr"]
        running = subprocess.Popen(  # noqa: S603
            [*command, "--database", f"sqlite:///{folder}/tables.sqlite"], stdout=subprocess.PIPE, text=True
        )
        assert running.stdout is not None  # noqa: S101
        said = running.stdout.readline()
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))

        def sit(name: str, *, phone: bool = False, **_: Any) -> Person:
            size = {"width": 360, "height": 740} if phone else {"width": 1440, "height": 900}
            context = browser.new_context(
                viewport=size,  # type: ignore[arg-type]
                color_scheme="dark",
                device_scale_factor=2 if phone else 1,
                reduced_motion="reduce",
            )
            return Person(name, context.new_page())

        table = Table(sit, said[said.index("http://") :].strip())
        play(table)
        table.ann.page.mouse.move(0, 0)
        table.ann.page.wait_for_timeout(5_000)
        table.bo.page.screenshot(path=IMAGES / "phone.png")
        table.ann.page.screenshot(path=IMAGES / "wide.png")
        browser.close()
        running.terminate()
        running.wait(10)


if __name__ == "__main__":
    main()
