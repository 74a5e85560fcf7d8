"""Stocking a place: its creatures, by the table for new characters, and one find, by the table of hoards."""

from functools import cache

from tallow.games.black_hack.entries import prayers, spells, tables, things, weapons
from tallow.games.black_hack.gear.things import goods, named_weapons
from tallow.games.black_hack.world.finds import RANDOM_ITEM
from tallow.games.black_hack.world.treasure import SUPPLIES, TABLE
from tallow.games.exploring import Goods
from tallow.games.stocking import Stocking, drawn
from tallow.mechanics.amounts import roll_secretly
from tallow.play import REFEREE, Play, RuleId, rule

CREATURES: RuleId = "black_hack.table.creatures_1"

JEWELS = (
    "Garnet ring", "Pearl earring", "Silver torc", "Jet brooch", "Gold chain", "Opal pin",
    "Ivory cameo", "Copper diadem",
)  # fmt: skip
"""What jewellery of a hoard may be."""


@rule("black_hack.table.creatures_1")
def creatures(play: Play) -> tuple[str, int]:
    """A row of the table for Level 1 and 2, and how many it has."""
    row = tables()[CREATURES].row(play.roll(1, 12, by=REFEREE, why=CREATURES)[0])
    return row.name, roll_secretly(play, row.number, CREATURES)


@rule("black_hack.table.treasure")
def treasure(play: Play) -> Goods:
    """One thing by the table of hoards; rows that hold nothing to carry are rolled again, of several things one lies
    there.
    """
    while True:
        (face,) = play.roll(1, 12, by=REFEREE, why=TABLE)
        if face == 2:
            return Goods("Purse of coins", coins=play.roll(1, 8, by=REFEREE, why=TABLE)[0])
        if face == 3:
            return Goods("Chest of coins", coins=sum(play.roll(2, 8, by=REFEREE, why=TABLE)) * 5)
        if face == 4:
            return _like(things()[drawn(play, TABLE, SUPPLIES)].name)
        if face in (5, 6):
            return _listed(play, "common" if face == 5 else "rare")
        if face == 7:
            return Goods("Leather armour", "leather", plain=True)
        if face in (8, 9):
            return _scroll(play, divine=face == 9)
        if face == 10:
            worth = sum(play.roll(4, 8, by=REFEREE, why=TABLE)) * 10
            return Goods(drawn(play, TABLE, JEWELS), worth=worth)
        if face == 12:
            return Goods("Something that hums when it is touched", RANDOM_ITEM)


def _like(name: str) -> Goods:
    """Goods of the lists, called as people would: "10 ft pole", not "pole, 10 ft", and one of two names."""
    thing, _, kind = name.split(" / ", maxsplit=1)[0].partition(", ")
    said = f"{kind} {thing}" if kind else thing
    return Goods(said[:1].upper() + said[1:], name, plain=True)


@cache
def _of_rarity(rarity: str) -> tuple[RuleId, ...]:
    return tuple([ref for ref in goods() if things()[ref].rarity == rarity])


def _listed(play: Play, rarity: str) -> Goods:
    """A thing of the price lists."""
    thing = things()[drawn(play, TABLE, _of_rarity(rarity))]
    ref = drawn(play, TABLE, named_weapons(thing.ref or thing.id))
    return _like(weapons()[ref].name if ref in weapons() else thing.name)


def _scroll(play: Play, *, divine: bool) -> Goods:
    """A scroll with one spell or prayer of level 1d4."""
    (level,) = play.roll(1, 4, by=REFEREE, why=TABLE)
    known = prayers() if divine else spells()
    text = known[drawn(play, TABLE, tuple([one.id for one in known.values() if one.level == level]))]
    return Goods("Prayer on a scroll" if divine else "Spell on a scroll", f"Scroll: {text.name}")


STOCKING = Stocking(
    creatures=creatures,
    mighty=("Ogre", "Troll", "Owlbear", "Minotaur", "Hill Giant", "Giant Spider"),
    person=lambda name: f"{name} HD 1",
    treasure=treasure,
    food="rations, dried",
    scores={"body": "STR", "nimble": "DEX", "mind": "WIS"},
    harm=("d4", "d6"),
    pay=15,
    coin="coins",
    xp=1,
    supplies=(Goods("Torches", "torches"), Goods("Dried rations", "rations, dried")),
)
