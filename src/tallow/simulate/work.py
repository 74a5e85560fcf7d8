"""What a simulation does again and again, a chunk at a time."""

from typing import Any

from msgspec import Struct

from tallow.games.game import Game
from tallow.play import Tables
from tallow.simulate.expeditions import Plan, expeditions
from tallow.simulate.fights import Tally, fights

CHUNK = 1_000
"""How many fights share a seed of their own; the answer depends on it, so it never changes with the machine."""

EXPEDITIONS = 50
"""The same for expeditions, each of which is many fights and turns."""


class Work(Struct, frozen=True):
    """What is done again and again: fights from a state, or with a plan expeditions."""

    game: Game[Any]
    state: Any
    seed: int
    plan: Plan | None = None

    @property
    def chunk(self) -> int:
        """How many are done upon one seed."""
        return CHUNK if self.plan is None else EXPEDITIONS

    def done(self, at: int, size: int, tables: Tables) -> Tally:
        """One chunk of it; `Cut` with what there is, if it is interrupted."""
        seed = f"{self.seed}:{at}"
        if self.plan is None:
            return fights(self.game, self.state, size, seed, tables)
        return expeditions(self.game, self.state, self.plan, size, seed, tables)
