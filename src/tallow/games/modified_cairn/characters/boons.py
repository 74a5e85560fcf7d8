"""What the rows of a life give besides things: on the road, in want, and in a fight."""

from tallow.games.modified_cairn.gear.materials import weapon_type
from tallow.games.modified_cairn.state import Attack, Creature, State, has, side_of
from tallow.play import RuleId, rule

WAR = "modified_cairn.table.fletchwind_1:war"
HUNTING = "modified_cairn.table.fletchwind_1:hunting"
TOURNEYS = "modified_cairn.table.fletchwind_1:tourneys"
DRILL = "modified_cairn.table.fletchwind_1:drill"
SCOUTING = "modified_cairn.table.fletchwind_1:scouting"
FAMILY_CUSTOM = "modified_cairn.table.marchguard_1:family_custom"
WEREWOLF = "modified_cairn.table.fieldwarden_1:werewolf"
OLD_WOUND = "modified_cairn.table.bonekeeper_1:old_wound"
GREEN_SKIN = "modified_cairn.table.greenwise_1:green_skin"
HONESTY = "modified_cairn.table.hexenbane_2:honesty"
POVERTY = "modified_cairn.table.hexenbane_2:poverty"
SELFLESSNESS = "modified_cairn.table.hexenbane_2:selflessness"
MERCY = "modified_cairn.table.hexenbane_2:mercy"
CHARITY = "modified_cairn.table.hexenbane_2:charity"
VALOR = "modified_cairn.table.hexenbane_2:valor"
VOWS = (HONESTY, POVERTY, SELFLESSNESS, MERCY, CHARITY, VALOR)

VOW: RuleId = "modified_cairn.table.hexenbane_2"
VOW_BROKEN = "vow_broken"
DRILLED = "drilled"
"""The state of an archer whom melee attacks do not get at, until a wound."""

EMBOLDENED = "fight:valor"
UNMOVING = frozenset(("stopped", "held", "paralysed", "asleep", "stone"))
"""States in which nobody moves."""


def has_boon(creature: Creature, code: str) -> bool:
    """Whether a life has this row, and no vow of it was broken."""
    return code in creature.life.history and not (code in VOWS and has(creature, VOW_BROKEN))


# ---------------------------------------------------------------- on the road and in want


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.marchguard_1", "modified_cairn.wild.supply")
def supply_steps(creature: Creature) -> int:
    """By how many steps somebody's skill makes the supply die better."""
    return sum([code in creature.life.history for code in (HUNTING, FAMILY_CUSTOM)])


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.wild.lost")
def finds_the_way(creature: Creature) -> bool:
    """Whether the chance of losing the way is 1 in 6 less with somebody."""
    return SCOUTING in creature.life.history


@rule("modified_cairn.table.bonekeeper_1", "modified_cairn.table.greenwise_1")
def eats_nothing(creature: Creature) -> bool:
    """Whether somebody needs no Rations."""
    return OLD_WOUND in creature.life.history or GREEN_SKIN in creature.life.history


@rule("modified_cairn.table.hexenbane_2")
def selfless(creature: Creature) -> bool:
    """Whether no magic alters somebody's mind."""
    return has_boon(creature, SELFLESSNESS)


# ---------------------------------------------------------------- in a fight


def _bow(attack: Attack) -> bool:
    return attack.ranged and weapon_type(attack.name) == "bow"


@rule("modified_cairn.table.fletchwind_1")
def first_to_attack(state: State, who: str) -> bool:
    """Whether nobody has attacked before the side of this creature: round 1, and it is the first that has a turn."""
    combat, side = state.combat, side_of(state, who)
    if combat is None or combat.round > 1 or side not in combat.sides:
        return False
    return all(other in combat.surprised for other in combat.sides[: combat.sides.index(side)])


@rule("modified_cairn.table.fletchwind_1")
def volley(state: State, attacker: Creature, attack: Attack) -> bool:
    """Whether a bow's attack is a Blast because an archer who has been to war is the first to attack."""
    return WAR in attacker.life.history and _bow(attack) and first_to_attack(state, attacker.id)


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.hexenbane_2")
def shelters(attack: Attack, target: Creature) -> bool:
    """Whether a boon of the target Impairs an attack upon it: drilled against melee, vowed against a type of weapon."""
    if has(target, DRILLED) and not attack.ranged:
        return True
    return has_boon(target, HONESTY) and weapon_type(attack.name) == target.life.sworn


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.hexenbane_2")
def emboldens(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether a boon of the attacker Enhances an attack: a vow's type of weapon, a bow upon what cannot move."""
    if has_boon(attacker, MERCY) and weapon_type(attack.name) == attacker.life.sworn:
        return True
    return TOURNEYS in attacker.life.history and _bow(attack) and not UNMOVING.isdisjoint(target.states)


@rule("modified_cairn.table.hexenbane_2")
def forbidden(creature: Creature, attack: Attack) -> bool:
    """Whether a broken vow of Mercy bars a type of weapon for good."""
    broken = MERCY in creature.life.history and has(creature, VOW_BROKEN)
    return broken and weapon_type(attack.name) == creature.life.sworn
