"""Encounters: who is met, number, distance, surprise and mood; signs of encounters, and treasure."""

from typing import Any

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.checks.tables import look, total
from tallow.games.modified_cairn.entries import Row, tables
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.inventory import laid_down
from tallow.games.modified_cairn.gear.things import fresh, sides
from tallow.games.modified_cairn.magic.relics import random_relic
from tallow.games.modified_cairn.magic.runes import random_shard
from tallow.games.modified_cairn.monsters.bestiary import band
from tallow.games.modified_cairn.monsters.traits import entry
from tallow.games.modified_cairn.state import Dungeon, Foretold, Item, Size, State, alive
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.ids import serial
from tallow.mechanics.names import newcomers
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

ENCOUNTER: RuleId = "modified_cairn.action.ref_encounter"
TORCH: RuleId = "modified_cairn.item.torch"
TREASURE: RuleId = "modified_cairn.table.treasure"
HOARD = {"shallow": "1d4", "middle": "1d6", "deep": "1d8"}
ONLY_GM = (REFEREE,)


def place(state: State) -> Dungeon:
    """The dungeon that the party is in; an empty one if there is none."""
    return state.dungeon or Dungeon()


def table_of(depth: str) -> RuleId:
    """The id of the encounter table for a depth."""
    return f"modified_cairn.table.encounter_{depth}"


@rule("modified_cairn.event.encounter_depth", "modified_cairn.event.sign_of", "modified_cairn.action.ref_encounter")
def encounter(play: Play, state: State) -> State:
    """A Wandering Encounter, foretold or rolled for the depth: number, distance, surprise and mood.

    If an adventure says who comes, only the distance and the surprise are rolled.
    """
    dungeon = place(state)
    if dungeon.peopled:
        play.tell("event.comes", why="modified_cairn.event.encounter_depth", seen_by=ONLY_GM)
        return replace(state, dungeon=replace(dungeon, met=(_how_far(play, state), _surprised(play, state, ""))))
    found = _foretold(dungeon) or Foretold(dungeon.depth, *drawn(play, dungeon.depth))
    row, number = tables()[table_of(dungeon.depth)].row(found.row), found.number
    later = tuple([one for one in dungeon.foretold if one.depth != dungeon.depth])
    state = _arrive(state, row.ref, number)
    far = _how_far(play, state)
    surprised = _surprised(play, state, row.ref)
    mood = look(play, "modified_cairn.table.mood", REFEREE, "modified_cairn.event.mood", hidden=True)
    why = "modified_cairn.event.encounter_depth"
    play.tell("encounter", row.ref, number, why=why)
    play.tell("encounter.details", row.effect, far, surprised, mood.name, mood.effect, why=why, seen_by=ONLY_GM)
    if state.dungeon is None:
        return state
    return replace(state, dungeon=replace(dungeon, foretold=later, met=(far, surprised)))


@rule("modified_cairn.event.encounter_depth")
def drawn(play: Play, depth: str) -> tuple[str, int]:
    """Roll on the table of a depth; gives the row and how many are met."""
    why = "modified_cairn.event.encounter_depth"
    row = look(play, table_of(depth), REFEREE, why, hidden=True)
    return row.on, roll_secretly(play, row.number or "1", why)


def _arrive(state: State, ref: RuleId, number: int) -> State:
    """The state with this many of a kind among the foes, each with its own name, or as one Detachment."""
    ids = [f"c{state.serial + at + 1}" for at in range(max(2, number))]
    come = band(monsters()[ref], number, ids)
    return replace(state, foes=(*state.foes, *newcomers(state.foes, come)), serial=state.serial + len(ids))


@rule("modified_cairn.event.encounter_depth")
def _how_far(play: Play, state: State) -> str:
    """Roll the distance: Nearby on an odd die, Far on an even one; one band closer in the dark."""
    (face,) = play.roll(1, 6, by=REFEREE, why="modified_cairn.event.encounter_depth", hidden=True)
    dark = any("in_the_dark" in one.states for one in state.party)
    return ("engaged" if dark else "nearby") if face % 2 else ("nearby" if dark else "far")


@rule("modified_cairn.event.encounter_depth", "modified_cairn.activity.watch", "modified_cairn.monster.ettin")
def _surprised(play: Play, state: State, ref: RuleId) -> str:
    """Roll who is surprised on a d6: the party on a 1 unless it keeps watch, the foes on a 6 unless immune to it."""
    if aware(state, ref, "nobody") == "party":
        return "party"
    (face,) = play.roll(1, 6, by=REFEREE, why="modified_cairn.event.encounter_depth", hidden=True)
    return aware(state, ref, {1: "party", 6: "foes"}.get(face, "nobody"))


@rule("modified_cairn.activity.watch", "modified_cairn.monster.ettin")
def aware(state: State, ref: RuleId, surprised: str) -> str:
    """Who is really surprised, considering the monster's special rules and whether the party keeps watch."""
    watched, monster = any(what == "watch" for _, what in place(state).declared), entry(ref)
    if surprised == "foes" and monster is not None and monster.never_surprised:
        return "nobody"
    if surprised == "party" or (monster is not None and monster.surprises):
        return "nobody" if watched else "party"
    return surprised


@rule("modified_cairn.event.sign_of", "modified_cairn.action.ref_sign", "modified_cairn.table.sign")
def sign(play: Play, state: State) -> State:
    """A sign, and the encounter that it foretells, kept secret; an encounter foretold before is kept.

    If an adventure says who comes, it also says what is seen of them.
    """
    why = "modified_cairn.event.sign_of"
    if place(state).peopled:
        play.tell("event.sign", why=why)
        return state
    row = look(play, "modified_cairn.table.sign", REFEREE, why, hidden=True)
    play.tell("event.row", row.name, row.effect, why=why, seen_by=ONLY_GM)
    dungeon = place(state)
    if state.dungeon is None:
        return state
    found = _foretold(dungeon)
    if found is None:
        found = Foretold(dungeon.depth, *drawn(play, dungeon.depth))
        dungeon = replace(dungeon, foretold=(*dungeon.foretold, found))
    ref = tables()[table_of(dungeon.depth)].row(found.row).ref
    play.tell("sign.of", ref, found.number, why=why, seen_by=ONLY_GM)
    return replace(state, dungeon=dungeon)


def _foretold(dungeon: Dungeon) -> Foretold | None:
    """The encounter foretold for this depth; None if none is."""
    return next((one for one in dungeon.foretold if one.depth == dungeon.depth), None)


@rule("modified_cairn.event.step_down")
def stirred(state: State) -> State:
    """The state with the Event Die one size smaller, at least a d6."""
    return replace(state, dungeon=replace(place(state), die=max(6, place(state).die - 2)))


@rule("modified_cairn.action.ref_altered", "modified_cairn.table.altered")
def altered(play: Play, state: State) -> State:
    """Altered circumstances: a draught puts out torches, an alarm steps the die down; the GM describes the rest."""
    why = "modified_cairn.action.ref_altered"
    if place(state).peopled:
        play.tell("event.altered", why=why)
    row = look(play, "modified_cairn.table.altered", REFEREE, why, hidden=True)
    play.tell("event.row", row.name, row.effect, why=why, seen_by=ONLY_GM)
    if row.code == "draught":
        for one in state.party:
            out = tuple([replace(item, lit=False) if item.ref == TORCH else item for item in one.items])
            if out != one.items:
                play.tell("light.draught", one.name, why=why)
                state = put(state, replace(one, items=out))
    if row.code == "alarm" and state.dungeon is not None:
        state = stirred(state)
    return shade(state)


@rule("modified_cairn.action.ref_treasure", "modified_cairn.table.treasure")
def treasure(play: Play, state: State, _who: str = "") -> State:
    """Roll treasure, once or for a hoard of the depth; things lie on the ground, coins go to whoever takes them."""
    how = play.choose(REFEREE, "treasure", ("one", "hoard"), why=TREASURE)
    rolls = total(play, HOARD[place(state).depth], REFEREE, TREASURE) if how == "hoard" else 1
    for _ in range(rolls):
        row = look(play, TREASURE, REFEREE, TREASURE)
        state = _found(play, state, row)
    return state


def _found(play: Play, state: State, row: Row) -> State:
    if row.coins_of:
        return coins(play, state, row.coins_of, row.times * total(play, row.value, REFEREE, TREASURE))
    if row.code == "relic":
        state, thing = fresh(state, random_relic(play))
        return _lies(play, state, thing)
    if row.code in ("runeskelf", "scroll"):
        state, id_ = serial(state, "i")
        return _lies(play, state, random_shard(play, REFEREE, id_, scroll=row.code == "scroll"))
    value = row.times * total(play, row.value, REFEREE, TREASURE)
    size: Size = "bulky" if row.slots == 2 else "normal" if row.slots else "petty"
    state, id_ = serial(state, "i")
    thing = Item(id_, row.name, size=size, price=value, effect=row.effect)
    if row.dice:
        thing = replace(thing, kind="light", dice=sides(row.dice))
    return _lies(play, state, thing)


def _lies(play: Play, state: State, thing: Item) -> State:
    play.tell("treasure", thing.name, thing.price, why=TREASURE)
    return laid_down(state, thing)


def coins(play: Play, state: State, coin: str, number: int) -> State:
    """Coins are found: a party member takes them, or they are left."""
    people = tuple([one.id for one in state.party if alive(one) and one.kind == "pc"])
    play.tell("treasure.coins", number, coin, why=TREASURE)
    to: Any = play.choose(REFEREE, "coins_to", (*people, "nobody"), number, coin, why=TREASURE)
    if to == "nobody":
        return state
    one = find(state, to)
    more = {coin: getattr(one.wealth, coin) + number}
    return put(state, replace(one, wealth=replace(one.wealth, **more)))


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "roll_encounter",
        lambda play, state, _: encounter(play, state),
        ENCOUNTER,
        by="referee",
        shown=lambda state, _: state.combat is None and state.phase in ("dungeon", "free", "journey"),
        group="dungeon",
    ),
    Deed(
        "roll_altered",
        lambda play, state, _: altered(play, state),
        "modified_cairn.action.ref_altered",
        by="referee",
        shown=lambda state, _: state.phase == "dungeon",
        group="dungeon",
    ),
    Deed(
        "roll_sign",
        lambda play, state, _: sign(play, state),
        "modified_cairn.action.ref_sign",
        by="referee",
        shown=lambda state, _: state.phase == "dungeon",
        group="dungeon",
    ),
    Deed(
        "roll_treasure",
        treasure,
        "modified_cairn.action.ref_treasure",
        by="referee",
        shown=lambda state, _: state.combat is None and state.phase != "creation",
        group="dungeon",
    ),
)
