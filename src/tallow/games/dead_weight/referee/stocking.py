"""Stocking a place: its creatures, by family and level of the bestiary, and the kinds of loot of the Mausoleum.

The book has no table for either; its sample dungeon shows how many appear together, and what can be found.
"""

from functools import cache

from tallow.games.dead_weight.entries.monsters import Monster, monsters
from tallow.games.dead_weight.entries.places import rooms
from tallow.games.dead_weight.gear.inventory import entry
from tallow.games.dead_weight.gear.trappings import total
from tallow.games.exploring import Goods
from tallow.games.stocking import Stocking, Valuable, drawn, valuable
from tallow.play import REFEREE, Play, RuleId, rule

BESTIARY: RuleId = "dead_weight.enemy.bestiary"
LOOT: RuleId = "dead_weight.action.explore_loot"

TOGETHER = {1: "1d4", 2: "1d3", 3: "1d2", 4: "1"}
"""How many of a level come together, against new adventurers; who has a higher level is not drawn."""

NOBODYS = "Allies"
"""The family of those who are met on no expedition."""

OF_THE_MAUSOLEUM = ("dead_weight.item.old_grimoire", "dead_weight.item.binding_necklace")
"""What lies nowhere else."""

VALUABLES: tuple[Valuable, ...] = (
    ("Silver spoon", 4, 0),
    ("Pewter chalice", 6, 1),
    ("Coral comb", 8, 0),
    ("Golden ring", 10, 0),
    ("Ship's chronometer", 12, 1),
    ("Amber piece", 12, 1),
    ("Enamelled reliquary", 15, 1),
    ("Whalebone figure of a saint", 20, 2),
)
"""Their prices are in silver."""

TORCH = Goods("Torch", "Torch")


@cache
def families() -> tuple[tuple[Monster, ...], ...]:
    """The monsters that new adventurers can meet, grouped by the families of the bestiary."""
    fit = [one for one in monsters().values() if one.level in TOGETHER and one.group != NOBODYS]
    groups = dict.fromkeys(one.group for one in fit)
    return tuple([tuple([one for one in fit if one.group == group]) for group in groups])


@cache
def loot() -> tuple[str, ...]:
    """The names of the listed things that are loot in the rooms of the sample dungeon, each once."""
    listed = dict.fromkeys(one.ref for room in rooms().values() for one in room.loot)
    return tuple([of.name for ref in listed if ref not in OF_THE_MAUSOLEUM and (of := entry(ref)) is not None])


@rule("dead_weight.enemy.bestiary", "dead_weight.adventure.mausoleum")
def creatures(play: Play) -> tuple[str, int]:
    """A monster of a random family, and a number that fits its level."""
    found = drawn(play, BESTIARY, drawn(play, BESTIARY, families()))
    dice = TOGETHER[found.level]
    return found.name, int(dice) if dice.isdigit() else total(play, dice, REFEREE, BESTIARY)


@rule("dead_weight.action.explore_loot", "dead_weight.item.silver_coin")
def treasure(play: Play) -> Goods:
    """Silver, a valuable or something useful, with equal chances."""
    (face,) = play.roll(1, 6, by=REFEREE, why=LOOT)
    if face <= 2:
        return Goods("Purse of coins", coins=total(play, "2d6", REFEREE, LOOT))
    if face <= 4:
        return valuable(play, LOOT, VALUABLES)
    found = drawn(play, LOOT, loot())
    return Goods(found, found, plain=True)


STOCKING = Stocking(
    creatures=creatures,
    mighty=("Giant Spider", "Unsatiable Dead", "Bloated Screamer"),
    person=lambda name: f"{name}: level 1, wounds 2, movement 4, knife STR 1",
    treasure=treasure,
    food="Ration",
    scores={"body": "STR", "nimble": "DEX", "mind": "PRE"},
    harm=("1", "2"),
    pay=16,
    coin="silver",
    supplies=(TORCH, Goods("Camping supply", "Camping supply"), TORCH, TORCH, Goods("Ration", "Ration"), TORCH),
)
