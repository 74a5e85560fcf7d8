"""The end of a fight: how it ended, what remains, and which Hit Dice count for XP."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.vanilla.characters.experience import find_gold
from tallow.games.vanilla.characters.overcome import noted
from tallow.games.vanilla.entries import MAGIC_USER, monsters
from tallow.games.vanilla.gear.inventory import spellbook
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.monsters import encounters
from tallow.games.vanilla.state import MARKS, Creature, Ended, State, alive, up
from tallow.games.vanilla.world import time
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, put
from tallow.play import Play, rule

How: TypeAlias = Literal["foes_down", "foes_fled", "party_down", "party_fled", "called_off"]
LAPSES = ("prone", "held", "unaware", "fleeing")
"""Conditions that end with a fight; those caused by magic last as long as their effect."""


@rule("vanilla.combat.end")
def ending(state: State) -> How | None:
    """How a fight has ended, because nobody on one side is up and present; None while it goes on."""
    for foe in state.foes:
        if not foe.conditions or (up(foe) and not has(foe, "charmed")):
            break
    else:
        return "foes_fled" if any(has(foe, "fled") for foe in state.foes) else "foes_down"
    for one in state.party:
        if not one.conditions or up(one):
            return None
    return "party_fled" if any(has(one, "fled") for one in state.party) else "party_down"


@rule("vanilla.combat.end", "vanilla.phase.round_end", "vanilla.xp.monsters")
def finish(play: Play, state: State, how: How) -> State:
    """End a fight: its conditions end, its time passes, and overcome foes are noted for XP."""
    combat = state.combat
    if combat is None:
        return state
    play.tell("combat.over", how, combat.round, why="vanilla.combat.end")
    for one in everyone(state):
        state = put(state, unengaged(one))
    ended = Ended(
        how,
        combat.round,
        sum([has(one, "out") for one in state.party]),
        sum([has(foe, "dead") for foe in state.foes]),
        sum([has(foe, "fled") for foe in state.foes]),
        tuple(dict.fromkeys([foe.of for foe in state.foes if foe.of in monsters()])),
    )
    state = time.fight_over(play, effects.fight_ends(play, state) if state.effects else state)
    state = loot(noted(state, *[foe for foe in state.foes if has(foe, "dead") or has(foe, "fled")]))
    state = replace(
        state,
        phase=combat.back_to,
        combat=None,
        ended=ended,
        foes=tuple([foe for foe in state.foes if alive(foe)]),
        party=tuple([shed(one, "fled") if one.conditions else one for one in own(state)]),
    )
    state = _heard(play, effects.pruned(state)) if state.effects else state
    return replace(state, phase="encounter") if how == "party_down" and victors(state) else state


@rule("vanilla.combat.end", "vanilla.phase.encounter")
def victors(state: State) -> bool:
    """Whether the foes who won the last fight are still there."""
    lost = state.ended is not None and state.ended.how in ("party_down", "party_fled")
    return lost and state.combat is None and any(up(foe) for foe in state.foes)


def own(state: State) -> list[Creature]:
    """The party, living or dead, without called-up creatures that are gone."""
    return [one for one in state.party if alive(one) or "no_xp" not in one.traits]


@rule("vanilla.monster.subterranean_locust", "vanilla.time.encounter")
def _heard(play: Play, state: State) -> State:
    """Roll the encounter die after a loud fight."""
    kept = tuple([effect for effect in state.effects if effect.mode != "noise"])
    noisy = len(kept) < len(state.effects)
    state = replace(state, effects=kept)
    return encounters.meet(play, state) if noisy and encounters.met(play, state) else state


@rule("vanilla.combat.end", "vanilla.action.pick_up", "vanilla.monster.arms", "vanilla.item.spellbook")
def loot(state: State) -> State:
    """The state with the belongings of dead enemies on the ground: things, coins, and spellbooks."""
    dead = [foe for foe in state.foes if has(foe, "dead")]
    things = [replace(item, place="ground", at=0) for foe in dead for item in foe.items]
    for foe in dead:
        if foe.of == MAGIC_USER and foe.book:
            state, id_ = serial(state, "i")
            things.append(replace(spellbook(foe.book), id=id_, place="ground"))
    coins = sum([foe.coins for foe in dead])
    state = find_gold(state, coins)
    return replace(state, ground=(*state.ground, *things), ground_coins=state.ground_coins + coins)


@rule("vanilla.combat.end")
def unengaged(one: Creature) -> Creature:
    """The creature without the conditions that end with a fight."""
    marks = MARKS.without(one.marks, "grappled")
    kept = ("unaware",) if has(one, "out") else ()
    one = shed(one, *[condition for condition in LAPSES if condition not in kept]) if one.conditions else one
    return replace(one, at=0, hurt=False, frees=0, moved=False, cast=False, marks=marks)
