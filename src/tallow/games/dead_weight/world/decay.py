"""Decay: the tracker of turns, and the table that every adventurer rolls on each fifth turn."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.random_draw import draw
from tallow.games.dead_weight.entries.gear import Armour, Shield, Thing, Weapon
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import HANDS, LANTERNS, entry, without
from tallow.games.dead_weight.gear.trappings import break_item
from tallow.games.dead_weight.harm.afflictions import afflict, lacking
from tallow.games.dead_weight.harm.fatigue import tire_anywhere
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.state import Adventurer, Item, State, adventurer, alive, put
from tallow.games.dead_weight.world.trackers import advance_doom, advance_settlement_doom
from tallow.play import Play, rule

TABLE = "dead_weight.table.decay"
EVERY = 5
AFFLICTS = {4: "terrified", 5: "sleepy", 6: "parched", 8: "hungry", 9: "hopeless", 10: "angry"}


@rule("dead_weight.exploration.decay", "dead_weight.tracker.decay")
def decay(play: Play, state: State) -> State:
    """Advance the tracker; at 5 it starts again, and everybody alive rolls on the table, in order."""
    if state.decay + 1 < EVERY:
        return replace(state, decay=state.decay + 1)
    play.tell("decay", why="dead_weight.exploration.decay")
    state = replace(state, decay=0)
    for one in state.party:
        state = decays(play, state, one.id)
    return state


@rule("dead_weight.table.decay", "dead_weight.exploration.decay_repeat", "dead_weight.setting.decay_repeat")
def decays(play: Play, state: State, who: str) -> State:
    """One adventurer rolls on the table; an affliction already had is rolled again, or another is chosen."""
    one = adventurer(state, who)
    if not alive(one):
        return state
    while True:
        row = sum(play.roll(2, by=one.seat, why=TABLE))
        play.tell("decay.row", one.name, tables()[TABLE].row(row).name, why=TABLE)
        name = AFFLICTS.get(row, "")
        if name not in one.afflictions:
            break
        others = lacking(state, one)
        if not others:
            return state
        if state.settings.decay_repeat == "either":
            why = "dead_weight.exploration.decay_repeat"
            other = play.choose(one.seat, "decay_again", ("again", *others), one.name, name, why=why)
            if other != "again":
                return afflict(play, state, who, other, why)
    if name:
        return afflict(play, state, who, name, TABLE)
    return _row(play, state, who, row)


@rule("dead_weight.table.decay", "dead_weight.setting.decay_wound_reducible")
def _row(play: Play, state: State, who: str, row: int) -> State:
    """Apply a row that is not an affliction: fatigue, doom, a wound, a thing ruined, or nothing."""
    if row == 3:
        return tire_anywhere(play, state, who, TABLE)
    if row == 7:
        if state.phase == "interlude":
            return advance_settlement_doom(play, state, TABLE)
        return advance_doom(play, state, TABLE)
    if row == 11:
        sure = not state.settings.decay_wound_reducible
        return suffer(play, state, who, Hit(1, pierces=sure, irresistible=sure), TABLE)[0]
    return _equipment(play, state, who) if row == 12 else state


@rule("dead_weight.table.decay", "dead_weight.setting.decay_equipment")
def _equipment(play: Play, state: State, who: str) -> State:
    """An equipped thing breaks or is lost; a carried one, if nothing is equipped."""
    one = adventurer(state, who)
    at_risk = equipped(one) or tuple(item for item in one.items if not item.broken)
    if not at_risk:
        return state
    if state.settings.decay_equipment == "player":
        which = play.choose(one.seat, "ruin", tuple(item.id for item in at_risk), one.name, why=TABLE)
        item = next(item for item in at_risk if item.id == which)
    else:
        item = draw(play, at_risk, one.seat, TABLE)
    return ruin(play, state, who, item)


def equipped(one: Adventurer) -> tuple[Item, ...]:
    """The unbroken things that somebody holds or wears."""
    return tuple(item for item in one.items if (item.place in HANDS or item.place == "worn") and not item.broken)


@rule("dead_weight.trappings.broken", "dead_weight.table.decay")
def ruin(play: Play, state: State, who: str, item: Item) -> State:
    """Weapons, armour, shields and tools break; consumables are lost, a whole stack at once."""
    if breakable(item):
        return break_item(play, state, who, item.id)
    one = adventurer(state, who)
    play.tell("item.lost", one.name, item.name, why="dead_weight.trappings.broken")
    return put(state, without(one, item.id))


def breakable(item: Item) -> bool:
    """Whether a thing can break; all others are lost instead."""
    of = entry(item.ref)
    if isinstance(of, Armour | Shield) or item.ref in LANTERNS:
        return True
    if isinstance(of, Weapon) or of is None:
        return not item.usage
    return not (item.usage or _consumed(of))


def _consumed(thing: Thing) -> bool:
    """Whether an item is used up by using it."""
    heals = thing.heals is not None or thing.removes != ()
    return heals or thing.liquid or thing.pack > 1 or "scroll" in thing.roles or "camp" in thing.tags
