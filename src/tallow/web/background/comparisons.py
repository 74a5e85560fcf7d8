"""Games side by side: each is measured in a process of its own, one after another, while tables play on."""

from functools import partial

import msgspec

from tallow.games import game
from tallow.games.optional import archetypes_of
from tallow.simulate import MEASURES, Measured, comparable
from tallow.web.background.subprocess_json import Errands, Failed, apart
from tallow.web.background.work_pool import Busy

MOST_FOES, MOST_LEVEL = 12, 10
FIGHTS = 1_000
WAITING = 10
AGAIN = 10
"""So many games may wait to be measured; after so many seconds there may be room again."""

Key = tuple[str, int, int]
Known = Measured | Failed | None


class Comparisons(Errands[Key, Measured]):
    """What has been measured, by game, foes and level."""

    def ask(self, foes: int, level: int) -> dict[str, Known]:
        """What is known of each game; what is not is measured from now on, in the background."""
        keys = []
        for name in comparable():
            four = archetypes_of(game(name))
            keys.append((name, foes, min(level, four.levels if four else 1)))
        if len(self) >= WAITING and any(key not in self for key in keys):
            raise Busy(AGAIN)
        for key in keys:
            self.send(key, partial(measured, *key))
        return {key[0]: self.found(key) for key in keys}


async def measured(name: str, foes: int, level: int) -> Measured:
    """What `tallow compare` finds of one game."""
    (found,) = await apart(
        "compare", "--game", name, "--foes", str(foes), "--level", str(level), "-n", str(FIGHTS), "--cores", "1"
    )
    for each in MEASURES:
        found[each]["p"] = found[each].pop("value")
    return msgspec.convert(found, Measured)
