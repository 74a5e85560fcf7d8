"""Shots: which weapons were used, and the time that loading a crossbow takes."""

from collections.abc import Sequence

from msgspec.structs import replace

from tallow.games.modified_cairn.combat import ammo
from tallow.games.modified_cairn.combat.aims import can_walk, chosen
from tallow.games.modified_cairn.combat.bands import fight
from tallow.games.modified_cairn.gear.inventory import item_of, with_item
from tallow.games.modified_cairn.gear.things import RELOAD
from tallow.games.modified_cairn.state import Creature, Declaration, State, able
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule


@rule("modified_cairn.weapon.crossbow_reload", "modified_cairn.phase.combat_setup")
def all_loaded(creature: Creature) -> Creature:
    """The creature with all its crossbows loaded, as they are when a fight begins."""
    if all(item.loaded for item in creature.items):
        return creature
    return replace(creature, items=tuple([replace(item, loaded=True) for item in creature.items]))


@rule("modified_cairn.weapon.crossbow_reload", "modified_cairn.action.attack_ranged")
def shot(play: Play, state: State, made: Declaration) -> tuple[State, tuple[str, ...]]:
    """Note the ranged weapons that were used; their crossbows are no longer loaded.

    Gives the state, and the ids of those whose crossbow was not loaded before: the time of a Move went into this shot.
    """
    shooter, attack, combat = find(state, made.who), chosen(state, made), fight(state)
    if attack is None:
        return state, ()
    crossbows = [item for item in shooter.items if item.id in attack.items and RELOAD in item.qualities]
    for item in crossbows:
        shooter = with_item(shooter, replace(item, loaded=False))
    if "bomb" in attack.qualities:
        return put(state, ammo.thrown_away(play, shooter, attack.items[0])), ()
    used = tuple([which for which in attack.items if which not in combat.shot])
    state = replace(put(state, shooter), combat=replace(combat, shot=combat.shot + used))
    return state, tuple([item.id for item in crossbows if not item.loaded])


@rule("modified_cairn.weapon.crossbow_reload")
def loads(play: Play, state: State, declared: Sequence[Declaration], spanned: Sequence[str]) -> State:
    """Load the crossbow in hand of everybody who made no Move, whatever else they did this turn."""
    for made in declared:
        one = find(state, made.who)
        if made.move or not can_walk(one) or not able(one):
            continue
        for item in one.items:
            empty = RELOAD in item.qualities and not item.loaded and item.id not in spanned
            if empty and item.place == "hands" and ammo.supplied(one, item):
                one = loaded(play, one, item.id)
                state = put(state, one)
    return state


def loaded(play: Play, creature: Creature, which: str) -> Creature:
    """The creature with this crossbow loaded; the table is told."""
    crossbow = item_of(creature, which)
    play.tell("reloaded", creature.name, crossbow.name, why="modified_cairn.weapon.crossbow_reload")
    return with_item(creature, replace(crossbow, loaded=True))
