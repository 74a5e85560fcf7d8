"""Games side by side: each is measured in another process, one after another."""

from functools import partial

from tallow.games import game
from tallow.games.optional import archetypes_of
from tallow.simulate import Measured, comparable
from tallow.web.background import tasks
from tallow.web.background.results import BackgroundResults, Failed
from tallow.web.background.work_pool import Busy, WorkPool

MOST_FOES, MOST_LEVEL = 12, 10
FIGHTS = 1_000

MOST_WAITING = 10
"""How many games may wait to be measured."""

RETRY_SECONDS = 10

Key = tuple[str, int, int]
Known = Measured | Failed | None


class Comparisons(BackgroundResults[Key, Measured]):
    """What was measured, by game, number of foes and level."""

    def __init__(self, pool: WorkPool) -> None:
        super().__init__()
        self._pool = pool

    def ask(self, foes: int, level: int) -> dict[str, Known]:
        """What is known of each game; what is not is measured from now on. `Busy` when too many games wait."""
        keys = []
        for name in comparable():
            four = archetypes_of(game(name))
            keys.append((name, foes, min(level, four.levels if four else 1)))
        if len(self) >= MOST_WAITING and any(key not in self for key in keys):
            raise Busy(RETRY_SECONDS)
        for key in keys:
            self.start(key, partial(self._pool.run, "comparisons", tasks.measure, *key, FIGHTS))
        return {key[0]: self.found(key) for key in keys}
