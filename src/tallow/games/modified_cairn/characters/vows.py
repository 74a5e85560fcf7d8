"""Vows of the Hexenbane: what Charity and Valor give, and what a broken vow costs."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import (
    CHARITY,
    EMBOLDENED,
    HONESTY,
    POVERTY,
    SELFLESSNESS,
    VALOR,
    VOW,
    VOW_BROKEN,
    VOWS,
    has_boon,
)
from tallow.games.modified_cairn.entries import rows
from tallow.games.modified_cairn.gear.inventory import at_ease
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.harm.conditions import strain
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.magic.effects import killed
from tallow.games.modified_cairn.state import Creature, Quality, State, alive, gain
from tallow.games.modified_cairn.uses import SPENT
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

PENALTIES: dict[str, tuple[Quality, int]] = {HONESTY: ("SPI", 4), SELFLESSNESS: ("SPI", 6), POVERTY: ("VIG", 12)}
"""The Quality that a broken vow takes from, and the sides of its die."""

DIVIDING = "modified_cairn.runeskelf.disassemble"
GIVEN = SPENT.mark("day", "charity")


@rule("modified_cairn.table.hexenbane_2")
def embolden(play: Play, creature: Creature) -> Creature:
    """Roll d4 Guard, even above the maximum, for the first Critical Wound that a keeper of Valor deals in a fight."""
    if not has_boon(creature, VALOR) or EMBOLDENED in creature.spent:
        return creature
    (gained,) = play.roll(1, 4, by=creature.seat, why=VOW)
    play.tell("vow.valor", creature.name, gained, why=VOW)
    return replace(creature, guard=creature.guard + gained, spent=(*creature.spent, EMBOLDENED))


@rule("modified_cairn.table.hexenbane_2")
def give_freely(play: Play, state: State, who: str) -> State:
    """Once a day a keeper of Charity sheds a Strain."""
    one = find(state, who)
    ordered = sorted(one.strain, key=lambda region: region != "overflow")
    one = settle(replace(one, strain=tuple(ordered[1:]), spent=(*one.spent, GIVEN)))
    play.tell("vow.charity", one.name, len(one.strain), why=VOW)
    return put(state, one)


def _charitable(state: State, who: str) -> bool:
    return at_ease(state, who) and has_boon(find(state, who), CHARITY)


def _has_given(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if GIVEN in one.spent:
        return Refusal("once_a_day", (one.name,), VOW)
    return None if one.strain else Refusal("no_strain", (one.name,), VOW)


def sworn(state: State) -> tuple[str, ...]:
    """The ids of party members who keep a vow."""
    return tuple([one.id for one in state.party if alive(one) and vow_of(one)])


def vow_of(creature: Creature) -> str:
    """The vow that the creature keeps, "" if none."""
    return next((vow for vow in VOWS if has_boon(creature, vow)), "")


@rule("modified_cairn.table.hexenbane_2")
def break_vow(play: Play, state: State, _: str) -> State:
    """The GM says that a vow is broken: its benefit ends, and its penalty applies."""
    who = play.choose(REFEREE, "vow_broken", sworn(state), why=VOW)
    one = find(state, who)
    vow = vow_of(one)
    row = rows().get(vow)
    play.tell("vow.broken", one.name, row.name if row else "", why=VOW)
    one = gain(one, VOW_BROKEN)
    if vow == POVERTY:
        one = replace(one, items=tuple([item for item in one.items if item.ref != DIVIDING]))
    state = put(state, killed(play, one, VOW) if vow == VALOR else one)
    if vow == CHARITY:
        return strain(play, state, who)
    if vow not in PENALTIES:
        return state
    which, sides = PENALTIES[vow]
    return suffer(play, state, who, which, play.roll(1, sides, by=one.seat, why=VOW)[0], VOW)


DEEDS: tuple[Deed[State], ...] = (
    Deed("give_freely", give_freely, VOW, shown=_charitable, refuse=_has_given, group="rest"),
    Deed("break_vow", break_vow, VOW, by="referee", shown=lambda state, _: bool(sworn(state)), group="attempts"),
)
