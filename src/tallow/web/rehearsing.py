"""Expeditions rehearsed for a referee: each in a process of its own, one after another, while tables play on."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tallow.games.game import Game
from tallow.mechanics.memory import Recent
from tallow.simulate import Plan
from tallow.simulate.expeditions import checked, way
from tallow.web.apart import apart

EXPEDITIONS = 500
MOST_ROOMS, MOST_TURNS, LONGEST = 12, 50, 500
WAITING = 6
"""So many may be asked for at once."""

KNOWN = 200
"""So many are remembered."""

NOBODY = "-"

log = logging.getLogger("tallow.web")


class Rehearsal(Struct, frozen=True):
    """Who sets out, with what, and where to."""

    game: str
    party: str
    pack: str
    plan: Plan

    def check(self, played: Game[Any]) -> None:
        """Raise `Unknown` or `Malformed` for what is wrong with it."""
        checked(played, way(played).begin(self.party, self.pack, played.settings()), self.plan)

    def words(self) -> list[str]:
        """The words of `tallow expedition` for it; every value stands behind its `=`, whatever it begins with."""
        plan = self.plan
        given = [f"--party={self.party}", f"--pack={self.pack}", f"--wandering={plan.wandering}"]
        given += [f"--room={room or NOBODY}" for room in plan.rooms]
        rest = [] if plan.rests else ["--no-rest"]
        return ["expedition", self.game, *given, *rest, f"--turns={plan.turns}", f"-n={EXPEDITIONS}", "--cores=1"]


Known: TypeAlias = dict[str, Any] | Literal["failed"] | None


class Busy(Exception):
    """Too many rehearsals are waiting."""


class Rehearsals:
    """What has been rehearsed; what is asked for anew is rehearsed once, whoever asks."""

    def __init__(self) -> None:
        self._found: Recent[dict[str, Any] | Literal["failed"]] = Recent(KNOWN)
        self._asked: dict[Rehearsal, asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    def ask(self, what: Rehearsal) -> Known:
        """What is known of it: what `tallow expedition --json` found, or None while it is under way."""
        known = self._found.get(what)
        if known is None and what not in self._asked:
            if len(self._asked) >= WAITING:
                raise Busy
            self._asked[what] = asyncio.create_task(self._rehearse(what))
        return known

    async def _rehearse(self, what: Rehearsal) -> None:
        try:
            async with self._one:
                self._found.put(what, await apart(*what.words()))
        except (ValueError, OSError, TimeoutError) as fault:
            log.error("%s could not be rehearsed", what, exc_info=fault)  # noqa: TRY400
            self._found.put(what, "failed")
        finally:
            del self._asked[what]

    async def close(self) -> None:
        """Nobody waits any more."""
        for task in list(self._asked.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
