"""Stocking a place: rolls for its inhabitants, on the table of shallow zones, and for its treasure."""

from tallow.games.exploring import Goods
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.goods import relics, things
from tallow.games.modified_cairn.monsters.encounters import TREASURE, drawn, table_of
from tallow.games.modified_cairn.world.finds import RANDOM_RUNESKELF, SCROLL
from tallow.games.stocking import Stocking
from tallow.play import REFEREE, Play, rule

DEPTH = "shallow"

PER_GOLD = {"copper": 100, "silver": 10, "gold": 1}
"""How many coins of each metal are worth a Golden Mark."""


@rule("modified_cairn.table.encounter_shallow")
def creatures(play: Play) -> tuple[str, int]:
    """Roll on the table of shallow zones; gives the monster and how many there are."""
    on, number = drawn(play, DEPTH)
    return tables()[table_of(DEPTH)].row(on).name, number


@rule("modified_cairn.table.treasure")
def treasure(play: Play) -> Goods:
    """One roll for treasure."""
    row = look(play, TREASURE, REFEREE, TREASURE)
    if row.code == "relic":
        listed = tuple(relics().values())
        (at,) = play.roll(1, len(listed), by=REFEREE, why=TREASURE)
        return Goods(listed[at - 1].name, listed[at - 1].name)
    if row.code in {"scroll", "runeskelf"}:
        return Goods(row.name, things()[SCROLL if row.code == "scroll" else RANDOM_RUNESKELF].name)
    value = row.times * total(play, row.value, REFEREE, TREASURE)
    if row.coins_of:
        return Goods(row.name, coins=max(1, value // PER_GOLD[row.coins_of]))
    return Goods(row.name, worth=value, size=row.slots)


STOCKING = Stocking(
    creatures=creatures,
    mighty=("Ogre", "Troll", "Owlbear", "Minotaur", "Black Pudding"),
    person=lambda name: f"{name}: 2 GD, 9 VIG, knife (d4)",
    treasure=treasure,
    food="Rations",
    scores={"body": "VIG", "nimble": "CLA", "mind": "SPI"},
    harm=("d4", "d6"),
    pay=15,
    coin="Golden Marks",
)
