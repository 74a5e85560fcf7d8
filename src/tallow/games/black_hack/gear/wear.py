"""What wears off on its own: venom on a blade, a bubble around the head, a feather to hover with, garlic."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.gear.things import with_thing
from tallow.games.black_hack.harm.hindrances import ongoing
from tallow.games.black_hack.magic.lasting import dropped
from tallow.games.black_hack.monsters.passives import proof
from tallow.games.black_hack.state import MARKS, Character, State, character, creature, put
from tallow.play import Play, RuleId, rule

POISON: RuleId = "black_hack.item.poison"
GARLIC: RuleId = "black_hack.item.garlic_herbs"
RING: RuleId = "black_hack.magic_item.bronze_ring"
FEATHER: RuleId = "black_hack.magic_item.chromatic_feather"
VENOM = MARKS.mark("venom")
POPS = 16


@rule("black_hack.item.poison")
def venom(play: Play, state: State, who: str, target: str, weapon: str) -> State:
    """The first creature that a coated weapon hits takes Ongoing Damage; then the venom is used up."""
    one = character(state, who)
    item = next((item for item in one.items if item.id == weapon and VENOM in item.marks), None)
    if item is None:
        return state
    foe = creature(state, target)
    play.tell("venom", one.name, foe.name, why=POISON)
    clean = replace(item, marks=tuple([mark for mark in item.marks if mark != VENOM]))
    state = put(state, replace(one, items=with_thing(one.items, clean)))
    if proof(foe, "poison"):
        play.tell("immune", foe.name, "poison", why=foe.of)
        return state
    return ongoing(play, state, target, POISON, by=who, poison=True)


@rule("black_hack.item.poison")
def dried(state: State) -> State:
    """The state after a fight, with unused venom removed."""
    for one in state.party:
        if any(VENOM in item.marks for item in one.items):
            clean = [replace(item, marks=tuple([mark for mark in item.marks if mark != VENOM])) for item in one.items]
            state = put(state, replace(one, items=tuple(clean)))
    return state


def bubbled(state: State, who: str) -> bool:
    """Whether somebody breathes in a bubble."""
    return any(effect.of == RING and who in effect.on for effect in state.effects)


@rule("black_hack.magic_item.bronze_ring")
def popped(play: Play, state: State, who: str, nat: int) -> State:
    """A Defend with a face of 16 or more pops a bubble."""
    if nat < POPS:
        return state
    for effect in state.effects:
        if effect.of == RING and who in effect.on:
            play.tell("bubble.pops", character(state, who).name, why=RING)
            return dropped(state, effect.id)
    return state


@rule("black_hack.magic_item.chromatic_feather")
def hovers(one: Character) -> bool:
    """Whether somebody holds a Chromatic Feather, and so touches no ground."""
    return any(item.ref == FEATHER and item.place == "hands" for item in one.items)


@rule("black_hack.magic_item.chromatic_feather")
def hovered(play: Play, state: State, who: str) -> State:
    """Whoever holds a Chromatic Feather rolls its Usage Die with every Move."""
    one = next((one for one in state.party if one.id == who), None)
    feather = next((item for item in one.items if item.ref == FEATHER and item.place == "hands"), None) if one else None
    return state if feather is None else use_up(play, state, who, feather.id, FEATHER)


@rule("black_hack.item.garlic_herbs", "black_hack.monster.vampire")
def reeks(state: State, who: str) -> bool:
    """Whether somebody wears garlic."""
    return any(effect.of == GARLIC and who in effect.on for effect in state.effects)
