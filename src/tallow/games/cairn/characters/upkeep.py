"""Upkeep: what some boons and things ask for at every dawn."""

from tallow.games.cairn.characters.boons import GOLD_NOSE, METAL_FOOT, has_boon
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.inventory import spend
from tallow.games.cairn.harm.deprivation import deprive, relieve
from tallow.games.cairn.state import DAY, Creature, State, alive
from tallow.mechanics.two_sides import put
from tallow.play import Play, RuleId, rule

OIL, RATIONS = "cairn.item.oil", "cairn.item.rations"
SNUFF = "Tin of snuff"
PETS = {"Glowsnail": "cairn.table.fungal_forager_2", "Carrion cat": "cairn.table.kettlewright_2"}
"""Beasts in the pack that eat, with the tables that give them."""


def dawn(play: Play, state: State) -> State:
    """Everything that a new day asks of the party's things and bodies."""
    return put(state, *(_dawn(play, state, one) for one in state.party if alive(one)))


def _dawn(play: Play, state: State, creature: Creature) -> Creature:
    if creature.life.boons:
        creature = _daily(play, state, creature, GOLD_NOSE, "snuff", "cairn.table.aurifex_1")
        creature = _daily(play, state, creature, METAL_FOOT, "oil", "cairn.table.barber_surgeon_1")
    return _fed(play, state, creature)


@rule("cairn.table.aurifex_1", "cairn.table.barber_surgeon_1")
def _daily(play: Play, state: State, creature: Creature, boon: str, need: str, why: RuleId) -> Creature:
    """A pinch of snuff or a drop of oil a day keeps deprivation away."""
    if not has_boon(creature, boon):
        return creature
    used = next((i for i in creature.items if i.uses and (i.ref == OIL if need == "oil" else i.name == SNUFF)), None)
    if used is None:
        return deprive(play, creature, need, state.clock)
    play.tell("upkeep", creature.name, used.name, used.uses - 1, why=why)
    return relieve(play, spend(creature, used.id), need)


@rule("cairn.table.fungal_forager_2", "cairn.table.kettlewright_2")
def _fed(play: Play, state: State, creature: Creature) -> Creature:
    """Beasts in the pack eat of the rations, or go hungry."""
    for name, why in PETS.items():
        hungry = (state.clock // DAY) % named_gear()[name].eats_every == 0
        if not hungry or not any(item.name == name for item in creature.items):
            continue
        ration = next((item for item in creature.items if item.ref == RATIONS and item.uses), None)
        play.tell("pet.eats" if ration else "pet.hungry", creature.name, name, why=why)
        creature = spend(creature, ration.id) if ration else creature
    return creature
