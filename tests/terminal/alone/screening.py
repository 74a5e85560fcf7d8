"""The screen in a test: keys go in, what stands on it comes out."""

import asyncio
from collections.abc import Sequence

from textual.pilot import Pilot

from tallow.terminal.alone.playing import Playing
from tallow.terminal.alone.screen.app import AdventureScreen
from tests.terminal.alone.exploring import begun

NAMED = {" ": "space", "/": "slash", "?": "question_mark", ":": "colon"}


def seen(app: AdventureScreen) -> str:
    """All that stands on the screen, line by line."""
    return "\n".join([strip.text.rstrip() for strip in app.screen._compositor.render_strips()])


async def type_(pilot: Pilot[None], line: str) -> None:
    """Type a text, letter by letter, and Enter."""
    await pilot.press(*[NAMED.get(letter, letter) for letter in line], "enter")


def screens(
    keys: Sequence[str], playing: Playing | None = None, size: tuple[int, int] = (100, 35), *, light: bool = False
) -> list[str]:
    """The screen at first and after each of these keys; a key that begins with `=` is a line that is typed."""
    shown: list[str] = []

    async def play() -> None:
        app = AdventureScreen(playing or begun(), light=light)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown.append(seen(app))
            for key in keys:
                if key.startswith("="):
                    await type_(pilot, key[1:])
                else:
                    await pilot.press(key)
                await pilot.pause()
                if app.is_running:
                    shown.append(seen(app))

    asyncio.run(play())
    return shown
