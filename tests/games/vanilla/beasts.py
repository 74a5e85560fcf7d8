"""One enemy of the bestiary against two Fighters, for tests of what it does."""

from msgspec.structs import replace

from tallow.games.vanilla.gear.weapons import Way
from tallow.games.vanilla.monsters.bestiary import spawn
from tallow.mechanics.amounts import parse_amount
from tallow.mechanics.two_sides import find
from tests.games.vanilla.casters import Auto
from tests.games.vanilla.fighters import armour, fighting, somebody, table, weapon

BITE = Way("natural", "melee", "1d6", natural=True)
SWORD = weapon("medium_melee", "sword")
AT_MEETING = (
    "asleep",
    "flees",
    "leader",
    "mount",
    "noisy",
    "passive",
    "reaction",
    "stealthy",
    "surprise",
    "trader",
    "treasure",
    "variant",
    "with",
)
"""Types of powers that show when an enemy is met; all others show in a fight."""

FAILS, SAVES = Auto({20: 20}), Auto({20: 1})


def arena(monster, *, gap=5, traits=(), party=None, turn="m", **more):
    """Ann, a Fighter of level 3, and Bob beside her, against one enemy, on its go."""
    ann = somebody("ann", level=3, seat="ann", items=(SWORD, armour("light", "leather")))
    one = replace(spawn(monster, "m", at=gap), traits=traits)
    folk = party or (ann, somebody("bob", level=3, seat="bob"))
    return table(*folk, foes=(one,), combat=fighting(turn, "foes" if turn == "m" else "party"), **more)


def total(text, play):
    """What dice come to where every die shows the face of that play."""
    n, sides, plus, times = parse_amount(text)
    return (n * min(play.dice.get(sides, 1), sides) + plus) * times


def lost(before, after, who="ann"):
    """Grit and Flesh that somebody has lost."""
    was, now = find(before, who), find(after, who)
    return was.grit - now.grit + was.flesh - now.flesh


def on_go(state, who="ann"):
    """The same fight on somebody else's go."""
    return replace(state, combat=fighting(who))
