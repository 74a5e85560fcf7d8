"""Games side by side: each is measured in a process of its own, one after another, while tables play on."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Literal

import msgspec

from tallow.games import game
from tallow.simulate import MEASURES, Measured, comparable
from tallow.web.apart import apart

MOST_FOES, MOST_LEVEL = 12, 10
FIGHTS = 1_000

Key = tuple[str, int, int]
Known = Measured | Literal["failed"] | None

log = logging.getLogger("tallow.web")


class Comparisons:
    """What has been measured, by game, foes and level; what is asked for anew is measured once, whoever asks."""

    def __init__(self) -> None:
        self._found: dict[Key, Measured | Literal["failed"]] = {}
        self._asked: dict[Key, asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    def ask(self, foes: int, level: int) -> dict[str, Known]:
        """What is known of each game; what is not is measured from now on, in the background."""
        known: dict[str, Known] = {}
        for name in comparable():
            four = game(name).archetypes
            key = (name, foes, min(level, four.levels if four else 1))
            known[name] = self._found.get(key)
            if known[name] is None and key not in self._asked:
                self._asked[key] = asyncio.create_task(self._measure(key))
        return known

    async def _measure(self, key: Key) -> None:
        name, foes, level = key
        words = ["--game", name, "--foes", str(foes), "--level", str(level), "-n", str(FIGHTS), "--cores", "1"]
        try:
            async with self._one:
                self._found[key] = msgspec.convert(await _measured(*words), Measured)
        except (ValueError, OSError, TimeoutError, msgspec.MsgspecError) as fault:
            log.error("%s could not be measured", name, exc_info=fault)  # noqa: TRY400
            self._found[key] = "failed"
        finally:
            del self._asked[key]

    async def close(self) -> None:
        """Nobody waits any more."""
        for task in list(self._asked.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def _measured(*words: str) -> Any:
    """What `tallow compare` finds of one game."""
    (found,) = await apart("compare", *words)
    for name in MEASURES:
        found[name]["p"] = found[name].pop("value")
    return found
