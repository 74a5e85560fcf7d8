"""The screen in a test: keys go in, what stands on it comes out."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from textual.pilot import Pilot

from tallow.terminal.alone.playing import Playing
from tallow.terminal.alone.screen.app import AdventureScreen
from tests.terminal.alone.exploring import begun

NAMED = {" ": "space", "/": "slash", "?": "question_mark"}
Plays: TypeAlias = Callable[[AdventureScreen, Pilot[bool]], Awaitable[None]]


def seen(app: AdventureScreen) -> str:
    """All that stands on the screen, line by line."""
    return "\n".join([strip.text.rstrip() for strip in app.screen._compositor.render_strips()])


def words(shown: str) -> str:
    """What stands on the screen without the frames of its parts, to find sentences in."""
    return " ".join("".join(" " if letter in "│╭╰╮╯─━╍┌┐└┘" else letter for letter in shown).split())


def sit(
    plays: Plays, playing: Playing | None = None, size: tuple[int, int] = (100, 35), *, light: bool = False
) -> None:
    """Have somebody play before a screen of this size."""

    async def whole() -> None:
        app = AdventureScreen(playing or begun(), light=light)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await plays(app, pilot)

    asyncio.run(whole())


def screens(keys: Sequence[str], playing: Playing | None = None, size: tuple[int, int] = (100, 35)) -> list[str]:
    """The screen at first and after each of these keys; a key that begins with `=` is a line that is typed."""
    shown: list[str] = []

    async def play(app: AdventureScreen, pilot: Pilot[bool]) -> None:
        shown.append(seen(app))
        for key in keys:
            typed = [*[NAMED.get(letter, letter) for letter in key[1:]], "enter"]
            await pilot.press(*(typed if key.startswith("=") else [NAMED.get(key, key)]))
            await pilot.pause()
            shown.append(seen(app))

    sit(play, playing, size)
    return shown
