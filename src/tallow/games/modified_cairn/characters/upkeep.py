"""Upkeep: what some rows of Backgrounds ask for at every dawn."""

from tallow.games.modified_cairn.characters.boons import GOLD_NOSE, LIMB, METAL_FOOT, RHYME
from tallow.games.modified_cairn.gear.inventory import mark, spent, with_item, without
from tallow.games.modified_cairn.gear.light import OIL
from tallow.games.modified_cairn.gear.things import RATIONS
from tallow.games.modified_cairn.harm.conditions import deprive, relieve
from tallow.games.modified_cairn.state import DAY, Creature, Item, State, alive
from tallow.mechanics.two_sides import put
from tallow.play import Play, RuleId, rule

SNUFF, THESAURUS = "Tin of Snuff", "Thesaurus"
NEEDS: tuple[tuple[str, str, RuleId], ...] = (
    (GOLD_NOSE, "snuff", "modified_cairn.table.aurifex_1"),
    (METAL_FOOT, "oil", "modified_cairn.table.barber_surgeon_1"),
    (LIMB, "oil", "modified_cairn.table.prowler_1"),
)
"""The rows that ask for something every day, what it is, and their tables."""

PETS: dict[str, tuple[int, RuleId]] = {
    "Glowsnail": (2, "modified_cairn.table.fungal_forager_2"),
    "Carrion Cat": (1, "modified_cairn.table.kettlewright_2"),
}
"""Beasts in the pack, with every how many days they eat a Ration, and their tables."""


def dawn(play: Play, state: State) -> State:
    """The state after all that a new day asks of the party's things and bodies."""
    return put(state, *(_dawn(play, state, one) for one in state.party if alive(one)))


def _dawn(play: Play, state: State, creature: Creature) -> Creature:
    for row, need, why in NEEDS if creature.life.history else ():
        if row in creature.life.history:
            creature = _daily(play, state, creature, need, why)
    if RHYME in creature.life.history:
        creature = _rhyming(play, state, creature)
    return _fed(play, state, creature)


@rule("modified_cairn.table.aurifex_1", "modified_cairn.table.barber_surgeon_1", "modified_cairn.table.prowler_1")
def _daily(play: Play, state: State, creature: Creature, need: str, why: RuleId) -> Creature:
    """A pinch of snuff, or a drop of oil, is used; without any the character is Deprived."""
    used = next((item for item in creature.items if _serves(item, need) and not spent(item)), None)
    if used is None:
        return deprive(play, creature, need, state.clock)
    left = mark(used)
    play.tell("upkeep", creature.name, used.name, used.uses - used.dots - 1, why=why)
    return relieve(play, creature if left is None else with_item(creature, left), need)


def _serves(item: Item, need: str) -> bool:
    return item.ref == OIL if need == "oil" else item.name == SNUFF


@rule("modified_cairn.table.jongleur_1")
def _rhyming(play: Play, state: State, creature: Creature) -> Creature:
    """Whoever speaks only in rhyme is Deprived without the thesaurus, until it is there again."""
    if any(item.name == THESAURUS for item in creature.items):
        return relieve(play, creature, "rhyme")
    return deprive(play, creature, "rhyme", state.clock)


@rule("modified_cairn.table.fungal_forager_2", "modified_cairn.table.kettlewright_2")
def _fed(play: Play, state: State, creature: Creature) -> Creature:
    """Beasts in the pack eat of the Rations, or go hungry."""
    for name, (days, why) in PETS.items():
        if (state.clock // DAY) % days or not any(item.name == name for item in creature.items):
            continue
        ration = next((item for item in creature.items if item.ref == RATIONS), None)
        play.tell("pet.eats" if ration else "pet.hungry", creature.name, name, why=why)
        if ration is not None:
            left = mark(ration)
            creature = without(creature, ration.id) if left is None else with_item(creature, left)
    return creature
