"""The work of a simulation, in chunks."""

from typing import Any

from msgspec import Struct

from tallow.adventures import Document
from tallow.games.game import Game
from tallow.play import Tables
from tallow.simulate.expeditions import Plan, expeditions
from tallow.simulate.fights import Tally, fights
from tallow.simulate.journeys import journeys
from tallow.simulate.players.player import Players, fights_of

CHUNK = 1_000
"""How many fights share a seed. Results depend on it, so it is the same on every machine."""

EXPEDITIONS = 50
"""The same for expeditions, which take longer."""


class Work(Struct, frozen=True):
    """What is simulated: fights from a state or, with a plan or a place, expeditions; by `players`, or by bots."""

    game: Game[Any]
    state: Any
    seed: int
    plan: Plan | None = None
    place: Document | None = None
    players: Players | None = None

    @property
    def chunk(self) -> int:
        """How many share a seed."""
        return CHUNK if self.plan is None and self.place is None and self.players is None else EXPEDITIONS

    def done(self, at: int, size: int, tables: Tables) -> Tally:
        """Do one chunk; raises `Cut` with what was done if it is interrupted."""
        seed = f"{self.seed}:{at}"
        if self.place is not None:
            return journeys(self.game, self.state, self.place, size, seed, tables)
        if self.players is not None:
            return fights_of(self.game, self.state, size, seed, self.players)
        if self.plan is None:
            return fights(self.game, self.state, size, seed, tables)
        return expeditions(self.game, self.state, self.plan, size, seed, tables)
