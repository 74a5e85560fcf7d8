"""Vows of the Hexenbane: who keeps one, and what breaking it brings."""

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import (
    CHARITY,
    HONESTY,
    POVERTY,
    SELFLESSNESS,
    VALOR,
    VOW_BROKEN,
    VOWS,
    has_boon,
)
from tallow.games.cairn.entries import rows
from tallow.games.cairn.gear.inventory import load
from tallow.games.cairn.harm.damage import die, suffer
from tallow.games.cairn.state import Ability, Creature, State, alive
from tallow.games.deeds import Deed
from tallow.mechanics.conditions import gain
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, rule

PENALTIES: dict[str, tuple[Ability, int]] = {HONESTY: ("WIL", 4), SELFLESSNESS: ("WIL", 6), POVERTY: ("STR", 12)}
"""The ability that a broken vow takes from, and the sides of its die."""


def sworn(state: State) -> tuple[str, ...]:
    """Those of the party who keep a vow."""
    return tuple(one.id for one in state.party if alive(one) and _keeps_a_vow(one))


@cached_by_identity(2_000)
def _keeps_a_vow(creature: Creature) -> bool:
    return any(has_boon(creature, vow) for vow in VOWS)


@rule("cairn.table.hexenbane_2")
def break_vow(play: Play, state: State, _: str) -> State:
    """The referee says that a vow is broken: what it gave ends, and what it threatened comes."""
    why = "cairn.table.hexenbane_2"
    who = play.choose(REFEREE, "vow_broken", sworn(state), why=why)
    creature = find(state, who)
    vow = next(vow for vow in VOWS if has_boon(creature, vow))
    play.tell("vow.broken", creature.name, rows()[vow].name, why=why)
    creature = gain(creature, VOW_BROKEN)
    if vow == POVERTY:
        kept = tuple(item for item in creature.items if item.spell != "cairn.spell.disassemble")
        creature = replace(creature, items=kept)
    if vow == CHARITY:
        creature = load(play, replace(creature, burden=creature.burden + 1), state.settings, state.clock)
    if vow == VALOR:
        creature = die(play, creature)
    state = put(state, creature)
    if vow not in PENALTIES:
        return state
    ability, sides = PENALTIES[vow]
    return suffer(play, state, who, ability, play.roll(1, sides, by=creature.seat, why=why)[0])


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "break_vow",
        break_vow,
        "cairn.table.hexenbane_2",
        "referee",
        shown=lambda state, _: bool(sworn(state)),
        group="saves",
        rank=1,
    ),
)
