"""Games side by side: each is measured in another process, one after another, at first roughly and then well."""

from functools import partial

from msgspec import Struct

from tallow.games import game
from tallow.games.optional import archetypes_of
from tallow.simulate import Measured, comparable
from tallow.web.background import tasks
from tallow.web.background.results import BackgroundResults, Failed
from tallow.web.background.work_pool import Busy, WorkPool

MOST_FOES, MOST_LEVEL = 12, 10
FIRST_FIGHTS, FIGHTS = 100, 1_000
"""How many fights measure a game roughly, and how many well."""

MOST_WAITING = 10
"""How many games may wait to be measured."""

RETRY_SECONDS = 10

Key = tuple[str, int, int, int]


class Known(Struct, frozen=True):
    """What is known of a game, None if nothing is yet; `final` when no more will be."""

    measured: Measured | Failed | None
    final: bool


class Comparisons(BackgroundResults[Key, Measured]):
    """What was measured, by game, number of foes, level and number of fights."""

    def __init__(self, pool: WorkPool) -> None:
        super().__init__()
        self._pool = pool

    def ask(self, foes: int, level: int) -> dict[str, Known]:
        """What is known of each game; what is not is measured from now on. `Busy` when too many games wait.

        A game that is measured roughly is measured well when it is asked about again.
        """
        keys = []
        for name in comparable():
            four = archetypes_of(game(name))
            about = (name, foes, min(level, four.levels if four else 1))
            rough = self.found((*about, FIRST_FIGHTS))
            keys.append((*about, FIGHTS if isinstance(rough, Measured) else FIRST_FIGHTS))
        if len(self) >= MOST_WAITING and any(key not in self for key in keys):
            raise Busy(RETRY_SECONDS)
        for key in keys:
            self.start(key, partial(self._pool.run, "comparisons", tasks.measure, *key))
        return {key[0]: self._known(key) for key in keys}

    def _known(self, key: Key) -> Known:
        found = self.found(key)
        if found is None and key[-1] == FIGHTS:
            return Known(self.found((*key[:-1], FIRST_FIGHTS)), final=False)
        return Known(found, final=found == "failed" or (found is not None and key[-1] == FIGHTS))
