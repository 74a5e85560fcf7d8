"""Mounts: mounting, dismounting, and what happens to a rider whose mount falls."""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.bands import beside, carried
from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.goods import transports
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.state import Attack, Creature, State, Transport, has, side_of, up
from tallow.mechanics.notation import parse_pool
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, RuleId, rule

HORSES: RuleId = "modified_cairn.table.outrider_2"
FALL = 4
"""The sides of the die of VIG that a fall with one's mount costs."""


@cache
@rule("modified_cairn.table.outrider_2")
def _guards() -> Mapping[str, int]:
    """The Guard of the horses of Outriders, by name."""
    return {line.name: line.gd for row in tables()[HORSES].rows for line in row.gives if line.gd}


@rule("modified_cairn.mount.riding", "modified_cairn.transport.horse")
def beast(transport: Transport, rider: Creature) -> Creature | None:
    """A pack animal as a creature that can be ridden and hurt; None for a cart."""
    entry = transports().get(transport.of)
    if entry is None or not entry.vig:
        return None
    guard = _guards().get(transport.name, entry.gd)
    return Creature(
        id=transport.id,
        name=transport.name,
        kind="hireling",
        vigour=entry.vig,
        vigour_max=entry.vig,
        clarity=entry.cla,
        clarity_max=entry.cla,
        spirit=entry.spi,
        spirit_max=entry.spi,
        guard=guard,
        guard_max=guard,
        armor=entry.armour,
        attacks=(Attack("kick", parse_pool(entry.dice, "highest")),) if entry.dice else (),
        seat=rider.seat,
        of=entry.id,
        states=("mount",),
    )


def mountable(state: State, who: str) -> tuple[str, ...]:
    """The ids of what a creature could mount: an unridden beast of its side at arm's length, or one that it keeps."""
    ridden = [one.mounted for one in everyone(state) if one.mounted]
    near = beside(state, who) if state.combat else tuple([one.id for one in state.party])
    side = side_of(state, who)
    led = [
        one for one in near if has(find(state, one), "mount") and side_of(state, one) == side and up(find(state, one))
    ]
    there = [one.id for one in everyone(state)]
    kept = [
        one.id
        for one in state.transports
        if side == "party" and one.keeper in ("", who) and one.id not in there and beast(one, find(state, who))
    ]
    return tuple([one for one in (*led, *kept) if one not in ridden])


@rule("modified_cairn.action.mount", "modified_cairn.mount.riding")
def mount(play: Play, state: State, who: str, what: str) -> State:
    """The state with a rider on a mount, at the same place."""
    rider = find(state, who)
    if what not in [one.id for one in everyone(state)]:
        animal = next(beast(one, rider) for one in state.transports if one.id == what)
        if animal is None:
            return state
        state = replace(state, party=(*state.party, animal))
    rider = replace(rider, mounted=what)
    play.tell("mount.up", rider.name, find(state, what).name, why="modified_cairn.action.mount")
    state = put(state, rider)
    return carried(state, rider) if state.combat else state


@rule("modified_cairn.gambit.dismount", "modified_cairn.action.dismount_self", "modified_cairn.mount.riding")
def unhorse(play: Play, state: State, who: str) -> State:
    """The state with a rider standing beside their mount."""
    rider = find(state, who)
    play.tell("mount.down", rider.name, why="modified_cairn.action.dismount_self")
    return put(state, replace(rider, mounted=""))


@rule("modified_cairn.mount.riding")
def thrown_off(play: Play, state: State, fallen: str) -> State:
    """If a mount has fallen, its rider dismounts and makes a CLA Save or loses d4 VIG; a fallen rider dismounts."""
    if up(find(state, fallen)):
        return state
    if find(state, fallen).mounted:
        state = unhorse(play, state, fallen)
    for who in [one.id for one in everyone(state) if one.mounted == fallen]:
        state = unhorse(play, state, who)
        rider = find(state, who)
        if not save(play, rider, "CLA", "modified_cairn.mount.riding"):
            (face,) = play.roll(1, FALL, by=rider.seat, why="modified_cairn.mount.riding")
            play.tell("mount.thrown", rider.name, face, why="modified_cairn.mount.riding")
            state = suffer(play, state, who, "VIG", face, "modified_cairn.mount.riding")
    return state
