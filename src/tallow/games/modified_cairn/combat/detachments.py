"""Detachments: the SPI Save against rout at half strength."""

from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.state import State, able, gain, has, members, side_of
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, rule


@rule("modified_cairn.detachment.leader")
def leader(state: State, unit: str) -> str:
    """The id of the creature whose SPI counts: the leader while present and up, else the unit itself."""
    mine = members(state, side_of(state, unit))
    who = state.combat.leader if state.combat else ""
    who = who or next((one.id for one in mine if has(one, "leader") and one.of == find(state, unit).of), "")
    if not who or side_of(state, who) != side_of(state, unit) or not able(find(state, who)):
        return unit
    return who


@rule("modified_cairn.detachment.rout", "modified_cairn.setting.detachment_rout", "modified_cairn.enemy.huge")
def rout(play: Play, state: State, unit: str, before: int) -> State:
    """A Detachment that falls to half its VIG makes a SPI Save or flees; `before` is its VIG before the damage."""
    one = find(state, unit)
    if not one.detachment or not one.vigour or one.vigour >= before or 2 * one.vigour > one.vigour_max:
        return state
    if state.settings.detachment_rout == "first_drop" and 2 * before <= one.vigour_max:
        return state
    if has(one, "fearless"):
        return state
    if save(play, find(state, leader(state, unit)), "SPI", "modified_cairn.detachment.rout"):
        return state
    play.tell("routed", one.name, why="modified_cairn.detachment.rout")
    return put(state, gain(one, "routed"))
