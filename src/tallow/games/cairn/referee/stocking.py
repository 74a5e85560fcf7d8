"""Stocking a place: who lives there, drawn by kind, and what they hoard, of which the book has no table."""

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.entries import relics
from tallow.games.cairn.monsters.encounters import by_chance, how_many
from tallow.games.cairn.world.exploring import RANDOM_SCROLL
from tallow.games.exploring import Goods
from tallow.games.stocking import Stocking, Valuable, drawn, valuable
from tallow.play import REFEREE, Play, RuleId, rule

HOARD: RuleId = "cairn.phase.dungeon"

VALUABLES: tuple[Valuable, ...] = (
    ("Silver candlestick", 15, 1),
    ("Ivory flute", 20, 1),
    ("Roll of brocade", 25, 2),
    ("Garnet brooch", 30, 0),
    ("Book with gilt edges", 35, 1),
    ("String of river pearls", 40, 0),
    ("Bronze lion", 50, 2),
    ("Gold arm ring", 60, 0),
)
"""Their prices are in gp."""


@rule("cairn.table.monster_group", "cairn.monster.number")
def creatures(play: Play) -> tuple[str, int]:
    """A kind of creature on the d20, one of that kind, and as many as its entry has it."""
    monster = by_chance(play)
    return monster.name, how_many(play, monster)


@rule("cairn.growth.how", "cairn.relic.what")
def treasure(play: Play) -> Goods:
    """Coins as often as not; else a valuable, a scroll, or once in ten a relic."""
    (face,) = play.roll(1, 10, by=REFEREE, why=HOARD)
    if face <= 5:
        return Goods("Purse of coins", coins=5 * rolled(play, "2d6", REFEREE, HOARD))
    if face <= 8:
        return valuable(play, HOARD, VALUABLES)
    if face == 9:
        return Goods("Rolled parchment", RANDOM_SCROLL)
    relic = drawn(play, "cairn.relic.what", tuple(relics().values()))
    return Goods(relic.name, relic.name)


STOCKING = Stocking(
    creatures=creatures,
    mighty=("Ogre", "Troll", "Owlbear", "Minotaur", "Black Pudding"),
    person=lambda name: f"{name}: 3 HP, 8 STR, knife (d6)",
    treasure=treasure,
    food="Rations",
    scores={"body": "STR", "nimble": "DEX", "mind": "WIL"},
    harm=("d4", "d6"),
    pay=20,
    coin="gp",
)
