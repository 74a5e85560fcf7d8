"""Games side by side: each is measured in a process of its own, one after another, while tables play on."""

from functools import partial

import msgspec

from tallow.games import game
from tallow.simulate import MEASURES, Measured, comparable
from tallow.web.apart import Errands, Failed, apart

MOST_FOES, MOST_LEVEL = 12, 10
FIGHTS = 1_000

Key = tuple[str, int, int]
Known = Measured | Failed | None


class Comparisons(Errands[Key, Measured]):
    """What has been measured, by game, foes and level."""

    def ask(self, foes: int, level: int) -> dict[str, Known]:
        """What is known of each game; what is not is measured from now on, in the background."""
        known: dict[str, Known] = {}
        for name in comparable():
            four = game(name).archetypes
            key = (name, foes, min(level, four.levels if four else 1))
            self.send(key, partial(measured, *key))
            known[name] = self.found(key)
        return known


async def measured(name: str, foes: int, level: int) -> Measured:
    """What `tallow compare` finds of one game."""
    (found,) = await apart(
        "compare", "--game", name, "--foes", str(foes), "--level", str(level), "-n", str(FIGHTS), "--cores", "1"
    )
    for each in MEASURES:
        found[each]["p"] = found[each].pop("value")
    return msgspec.convert(found, Measured)
