"""Stocking a place: rolls for its inhabitants, on the table of dungeon level 1, and for a find of a medium hoard."""

from tallow.games.exploring import Goods
from tallow.games.stocking import Stocking, drawn
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.entries import monsters, tables
from tallow.games.vanilla.monsters.encounters import NUMBER, TABLES
from tallow.games.vanilla.world.treasure import SIZE, TABLE, found_scroll, minor_item
from tallow.mechanics.amounts import roll_secretly
from tallow.play import REFEREE, Play, RuleId, rule

LEVEL: RuleId = "vanilla.table.encounter_dungeon_1"
JEWELS = (
    "Amber beads", "Carnelian seal", "Electrum clasp", "Enamelled locket", "Filigree comb", "Jade bangle",
    "Moonstone brooch", "Niello bracelet", "Tourmaline ring",
)  # fmt: skip
"""What jewelry of a hoard may be."""

CASES = ("Case of bone", "Sheepskin tube", "Roll in oiled silk", "Leather cylinder", "Reed with a wax stopper")
"""What scrolls lie in."""

HUMS = ("in a velvet bag", "in a plain box", "under a cloth", "in a glove", "wrapped in lead")
"""How a minor magic thing is found."""


@rule("vanilla.table.encounter_dungeon_1", "vanilla.encounter.number")
def creatures(play: Play) -> tuple[str, int]:
    """Roll on the table of dungeon level 1; gives the monster and how many appear."""
    monster = monsters()[tables()[LEVEL].row(roll_secretly(play, "1d12", TABLES)).effect]
    return monster.name, roll_secretly(play, monster.number, NUMBER)


@rule("vanilla.table.hoard", "vanilla.table.hoard_size", "vanilla.treasure.hoard")
def treasure(play: Play) -> Goods:
    """Roll one line of a medium hoard, again if it holds nothing."""
    dice = tables()[SIZE].row("mid").dice
    row = tables()[TABLE].row(rolled(play, dice, REFEREE, TABLE))
    while not (row.gp or row.scrolls or row.minor_items):
        row = tables()[TABLE].row(rolled(play, dice, REFEREE, TABLE))
    jewelry, scroll = "jewelry", "scroll"
    if row.or_scrolls:
        what = drawn(play, TABLE, (jewelry, scroll))
    elif row.minor_items:
        what = drawn(play, TABLE, ("minor", scroll))
    else:
        return Goods("Purse of coins", coins=rolled(play, row.gp, REFEREE, TABLE))
    if what == jewelry:
        return Goods(drawn(play, TABLE, JEWELS), worth=rolled(play, row.gp, REFEREE, TABLE))
    if what == scroll:
        return Goods(drawn(play, TABLE, CASES), found_scroll(play).name)
    return Goods(f"Something that hums, {drawn(play, TABLE, HUMS)}", f"Magic: {minor_item(play).power}")


STOCKING = Stocking(
    creatures=creatures,
    mighty=("Ogre", "Troll", "Owl Bear", "Minotaur", "Hill Giant", "Black Pudding"),
    person=lambda name: f"{name} HD 1 AC 0",
    treasure=treasure,
    food="rations",
    scores={"body": "Strength", "nimble": "Dexterity", "mind": "Wisdom"},
    harm=("d4", "d6"),
    pay=25,
    coin="gp",
    xp=150,
)
