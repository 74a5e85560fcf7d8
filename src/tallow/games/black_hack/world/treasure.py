"""Treasure: coins that creatures carry, and the hoards of lairs."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import prayers, spells, tables, things
from tallow.games.black_hack.gear.burden import give
from tallow.games.black_hack.gear.found import wonder
from tallow.games.black_hack.gear.things import goods, made, named_weapons
from tallow.games.black_hack.monsters.spoils import beaten, spoils
from tallow.games.black_hack.referee.judgements import owed
from tallow.games.black_hack.state import MARKS, Creature, Item, State, alive, character, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

TREASURE: RuleId = "black_hack.action.gm_treasure"
TABLE: RuleId = "black_hack.table.treasure"
COINS: RuleId = "black_hack.treasure.coins"
LOOTED = MARKS.mark("looted")
POOR = ("beast", "mindless", "elemental")
"""Tags of those who have no use for money."""

SUPPLIES: tuple[RuleId, ...] = ("black_hack.item.rations_dried", "black_hack.item.torches")


@rule("black_hack.treasure.coins")
def carries(foe: Creature) -> bool:
    """Whether a foe has a use for money: no beast, nothing mindless, no servant."""
    return not foe.commander and not any(tag in POOR for tag in foe.tags)


@rule("black_hack.treasure.coins")
def purse(play: Play, foe: Creature) -> int:
    """The coins of a foe: 1d6 for each Hit Die."""
    return sum(play.roll(foe.hd, 6, by=REFEREE, why=COINS)) if carries(foe) else 0


@rule("black_hack.table.treasure")
def rolls(hd: int) -> int:
    """How many rolls a lair gets, by the Hit Dice of its keeper."""
    return 3 if hd >= 9 else 2 if hd >= 5 else 1


def _coins(play: Play, state: State, who: str, coins: int) -> State:
    one = character(state, who)
    play.tell("treasure.coins", one.name, coins, why=TREASURE)
    if coins:
        state, false = owed(state, "coins")
        if false:
            play.tell("treasure.false", coins, why="black_hack.table.fail_forward", seen_by=(REFEREE,))
    return put(state, replace(one, coins=one.coins + coins)) if coins else state


def _thing(play: Play, state: State, who: str, ref: RuleId, **more: object) -> State:
    state, id_ = serial(state, "i")
    return _handed(play, state, who, replace(made(ref, id_, state.settings), **more))


def _handed(play: Play, state: State, who: str, item: Item) -> State:
    play.tell("treasure.thing", character(state, who).name, item.ref or item.name, why=TREASURE)
    return give(play, state, who, item)


@rule("black_hack.table.treasure")
def hoard(play: Play, state: State, who: str) -> State:
    """One roll for a lair; whoever found it takes it."""
    row = tables()[TABLE].row(play.roll(1, 12, by=REFEREE, why=TABLE)[0])
    play.tell("treasure", row.name, row.effect, why=TABLE)
    if row.on == "2":
        return _coins(play, state, who, play.roll(1, 8, by=REFEREE, why=TABLE)[0])
    if row.on == "3":
        return _coins(play, state, who, sum(play.roll(2, 8, by=REFEREE, why=TABLE)) * 5)
    if row.on == "4":
        for ref in SUPPLIES:
            state = _thing(play, state, who, ref)
        return state
    if row.on == "5":
        for _ in range(play.roll(1, 4, by=REFEREE, why=TABLE)[0]):
            state = _some(play, state, who, "common")
        return state
    if row.on == "6":
        return _some(play, state, who, "rare")
    if row.on == "7":
        return _armour(play, state, who)
    if row.on in ("8", "9"):
        return scroll(play, state, who, divine=row.on == "9")
    if row.on == "10":
        worth = sum(play.roll(4, 8, by=REFEREE, why=TABLE)) * 10
        state, id_ = serial(state, "i")
        return _handed(play, state, who, Item(id_, "jewellery", value=worth))
    if row.on == "12":
        state, id_ = serial(state, "i")
        return _handed(play, state, who, wonder(play, REFEREE, id_, state.settings))
    return state


def _some(play: Play, state: State, who: str, rarity: str) -> State:
    """A thing of this rarity at random, and no work on armour; the GM names a weapon."""
    listed = [things()[ref] for ref in goods() if things()[ref].rarity == rarity]
    thing = listed[play.roll(1, len(listed), by=REFEREE, why=TABLE)[0] - 1]
    named = named_weapons(thing.ref or thing.id)
    return _thing(play, state, who, play.choose(REFEREE, "which_weapon", named, thing.ref, why=TABLE))


def _armour(play: Play, state: State, who: str) -> State:
    """Leather armour, or a shield and a helmet, with one die Broken."""
    if play.choose(REFEREE, "armour_found", ("leather", "shield_helmet"), why=TABLE) == "leather":
        return _thing(play, state, who, "black_hack.armour.leather", dice=("broken", "whole"))
    state = _thing(play, state, who, "black_hack.armour.shield", dice=("broken",))
    return _thing(play, state, who, "black_hack.armour.helmet")


@rule("black_hack.table.treasure")
def scroll(play: Play, state: State, who: str, *, divine: bool) -> State:
    """A scroll with one spell or prayer of level 1d4, at random."""
    (level,) = play.roll(1, 4, by=REFEREE, why=TABLE)
    known = prayers() if divine else spells()
    listed = [text.id for text in known.values() if text.level == level]
    ref = listed[play.roll(1, len(listed), by=REFEREE, why=TABLE)[0] - 1]
    state, id_ = serial(state, "i")
    return _handed(play, state, who, Item(id_, "Scroll", spells=(ref,)))


def fallen(state: State) -> tuple[Creature, ...]:
    """The fallen foes here whose purses were not taken."""
    return tuple([foe for foe in beaten(state) if LOOTED not in foe.spent])


@rule("black_hack.action.gm_treasure", "black_hack.treasure.coins", "black_hack.table.treasure")
def gm_treasure(play: Play, state: State, _: str) -> State:
    """The GM has treasure rolled: the purses of the fallen, or what a lair holds, and says who takes it."""
    unsearched = fallen(state)
    options = ("fallen", "lair") if unsearched else ("lair",)
    what = play.choose(REFEREE, "treasure_of", options, why=TREASURE)
    present = tuple([one.id for one in state.party if alive(one)])
    who = play.choose(REFEREE, "treasure_to", present, why=TREASURE)
    if what == "fallen":
        coins = 0
        for foe in unsearched:
            coins += purse(play, foe)
            state = put(state, replace(foe, spent=(*foe.spent, LOOTED)))
        return spoils(play, _coins(play, state, who, coins))
    keeper = play.choose(REFEREE, "lair_of", ("small", "great", "ancient"), why=TABLE)
    for _lot in range({"small": rolls(1), "great": rolls(5), "ancient": rolls(9)}[keeper]):
        state = hoard(play, state, who)
    return state


def _calm(state: State, _: str) -> bool:
    return state.combat is None and state.phase != "creation"


def _nobody(state: State, _: str) -> Refusal | None:
    return None if any(alive(one) for one in state.party) else Refusal("no_party", (), TREASURE)


DEEDS: tuple[Deed[State], ...] = (
    Deed("gm_treasure", gm_treasure, TREASURE, by="referee", shown=_calm, refuse=_nobody, group="giving", rank=-1),
)
