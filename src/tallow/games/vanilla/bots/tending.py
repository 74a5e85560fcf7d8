"""How bots look after each other: salve, potions and spells that heal, and antidotes."""

from tallow.games.deeds import Action, Deeds
from tallow.games.vanilla.combat.places import in_melee_with
from tallow.games.vanilla.entries import POTION, enchantments, spells
from tallow.games.vanilla.gear import items
from tallow.games.vanilla.gear.weapons import REACH
from tallow.games.vanilla.magic import casting
from tallow.games.vanilla.magic.lasting import on
from tallow.games.vanilla.magic.spells import aim_options, mode_and_targets
from tallow.games.vanilla.magic.spells_harming import poison
from tallow.games.vanilla.state import Creature, Item, State, able, alive
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, Seat

CURES: tuple[RuleId, ...] = ("vanilla.spell.cure_cause_light_wounds", "vanilla.spell.cure_cause_serious_wounds")
ANTIDOTE: RuleId = "vanilla.spell.neutralize_poison"
WORTH = 2
"""Bots heal whoever lacks at least so much Flesh."""

DEEDS = Deeds((*items.DEEDS, *casting.DEEDS), lambda state, _: tuple(one.id for one in state.party))
"""The deeds by which bots heal."""


def care(state: State, seat: Seat | None = None) -> Action | None:
    """What somebody of a seat (of any, without one) had better do for the hurt outside a fight; None for nothing."""
    for one in state.party:
        if able(one) and one.kind != "enemy" and seat in (None, one.seat):
            if deed := first_aid(state, one):
                return Action(deed, one.id)
            if _cures_by_ritual(state, one):
                return Action("ritual", one.id)
    return None


def tended(play: Play, state: State) -> State:
    """The state after all that bots do for the hurt outside a fight, unless an encounter interrupts them."""
    while state.phase == "explore" and (action := care(state)) is not None:
        state = DEEDS.perform(play, state, action)
    return state


def first_aid(state: State, one: Creature) -> str:
    """The deed by which a creature helps itself, or whoever is out beside it, with what it carries; "" for none."""
    near = [other for other in state.party if abs(other.at - one.at) <= REACH]
    if any(_salve(item) for item in one.items) and any(needs_healing(other) for other in near):
        return "salve"
    if any(helps(state, one, item) for item in one.items):
        return "use"
    return ""


def in_a_fight(state: State, one: Creature) -> str:
    """The deed of `first_aid` in a fight: only for those near death, and out of reach of Free Attacks."""
    if one.kind == "enemy" or not any(item.ref == POTION or _salve(item) for item in one.items):
        return ""
    near = [other for other in state.party if abs(other.at - one.at) <= REACH]
    if not any(_fails(other) for other in near) or in_melee_with(state, one.id):
        return ""
    return first_aid(state, one)


def helps(state: State, one: Creature, item: Item) -> bool:
    """Whether a potion would help its owner, or somebody who is out beside them, at once."""
    if item.ref != POTION:
        return False
    if item.spell == ANTIDOTE:
        return any(poison(effect) for effect in on(state, one.id))
    near = [other for other in state.party if abs(other.at - one.at) <= REACH and has(other, "out")]
    return item.spell in CURES and any(needs_healing(other) for other in (one, *near))


def needs_healing(one: Creature) -> bool:
    """Whether healing would not be wasted on a creature."""
    return alive(one) and one.flesh_max - one.flesh >= WORTH and not has(one, "mummy_rot")


def _fails(one: Creature) -> bool:
    return needs_healing(one) and (has(one, "out") or (not one.grit and 2 * one.flesh <= one.flesh_max))


def _salve(item: Item) -> bool:
    row = enchantments().get(item.power) if item.power else None
    return row is not None and bool(row.heals)


def _cures_by_ritual(state: State, one: Creature) -> bool:
    """Whether a caster knows an uncorrupted spell that heals, and whoever it would be cast at needs it."""
    known = [source for source in casting.sources(state, one) if source[0] in ("book", "scroll") and source[1] in CURES]
    if not known or state.busy or has(one, "mute") or casting.cannot_read(state, one.id) is not None:
        return False
    spell = spells()[known[0][1]]
    options = aim_options(state, one.id, spell)
    _, targets = mode_and_targets(state, one.id, spell, options[0]) if options else ("", ())
    return any(needs_healing(find(state, target)) for target in targets)
