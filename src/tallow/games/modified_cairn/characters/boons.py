"""What rows of Background tables give besides things: in travel, in want, and in a fight."""

from tallow.games.modified_cairn.gear.materials import weapon_type
from tallow.games.modified_cairn.state import Attack, Creature, State, has, side_of
from tallow.games.modified_cairn.uses import SPENT
from tallow.play import RuleId, rule

WAR = "modified_cairn.table.fletchwind_1:war"
HUNTING = "modified_cairn.table.fletchwind_1:hunting"
TOURNEYS = "modified_cairn.table.fletchwind_1:tourneys"
DRILL = "modified_cairn.table.fletchwind_1:drill"
SCOUTING = "modified_cairn.table.fletchwind_1:scouting"
FAMILY_CUSTOM = "modified_cairn.table.marchguard_1:family_custom"
WEREWOLF = "modified_cairn.table.fieldwarden_1:werewolf"
OLD_WOUND = "modified_cairn.table.bonekeeper_1:old_wound"
CANAAS = "modified_cairn.table.hexenbane_1:canaas"
POISONED = "modified_cairn.table.greenwise_1:poisoned"
GOLD_NOSE = "modified_cairn.table.aurifex_1:gold_nose"
LIMB = "modified_cairn.table.prowler_1:mock_firefly"
RHYME = "modified_cairn.table.jongleur_1:rhyme_curse"
METAL_FOOT = "modified_cairn.table.barber_surgeon_1:foot"
GREEN_SKIN = "modified_cairn.table.greenwise_1:green_skin"
PAPER_LEGS = "modified_cairn.table.half_witch_1:paper_legs"
NIGHTMARE = "modified_cairn.table.half_witch_1:living_nightmare"
HEDGE_CURSE = "modified_cairn.table.mountebank_1:hedge_curse"
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
"""The state of an archer against whom melee attacks are Impaired, until a wound."""

EMBOLDENED = SPENT.mark("fight", "valor")
UNMOVING = frozenset(("stopped", "held", "paralysed", "asleep", "stone"))
"""States in which nobody moves."""


SKULL = "Rabbit Skull"
"""The thing of a Jongleur that guards against charms."""

ELM_BOW = "Elm Bow"
"""The bow of a Fletchwind whose holder no poison harms."""


@rule("modified_cairn.table.jongleur_1")
def uncharmed(creature: Creature) -> bool:
    """Whether something that a creature carries guards it against charms."""
    return any(item.name == SKULL for item in creature.items)


@rule("modified_cairn.table.fletchwind_2", "modified_cairn.table.prowler_1")
def safe_from_poison(creature: Creature) -> bool:
    """Whether a creature holds the bow that keeps poison from it."""
    return any(item.name == ELM_BOW and item.place == "hands" for item in creature.items)


def has_boon(creature: Creature, code: str) -> bool:
    """Whether the character's history has this row; a vow gives nothing once it is broken."""
    return code in creature.life.history and not (code in VOWS and has(creature, VOW_BROKEN))


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.marchguard_1", "modified_cairn.wild.supply")
def supply_steps(creature: Creature) -> int:
    """By how many steps the character's skills raise the supply die."""
    return sum([code in creature.life.history for code in (HUNTING, FAMILY_CUSTOM)])


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.wild.lost")
def finds_the_way(creature: Creature) -> bool:
    """Whether the character lowers the chance of losing the way by 1 in 6."""
    return SCOUTING in creature.life.history


@rule("modified_cairn.table.bonekeeper_1", "modified_cairn.table.greenwise_1")
def eats_nothing(creature: Creature) -> bool:
    """Whether the character needs no Rations."""
    return OLD_WOUND in creature.life.history or GREEN_SKIN in creature.life.history


@rule("modified_cairn.table.hexenbane_2")
def selfless(creature: Creature) -> bool:
    """Whether no magic can alter the character's mind."""
    return has_boon(creature, SELFLESSNESS)


def _bow(attack: Attack) -> bool:
    return attack.ranged and weapon_type(attack.name) == "bow"


@rule("modified_cairn.table.fletchwind_1")
def first_to_attack(state: State, who: str) -> bool:
    """Whether no side has attacked before this creature's: it is round 1, and its side has the first turn."""
    combat, side = state.combat, side_of(state, who)
    if combat is None or combat.round > 1 or side not in combat.sides:
        return False
    return all(other in combat.surprised for other in combat.sides[: combat.sides.index(side)])


@rule("modified_cairn.table.fletchwind_1")
def volley(state: State, attacker: Creature, attack: Attack) -> bool:
    """Whether a bow's attack is a Blast, because the archer has this boon and is the first to attack."""
    return WAR in attacker.life.history and _bow(attack) and first_to_attack(state, attacker.id)


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.hexenbane_2")
def shelters(attack: Attack, target: Creature) -> bool:
    """Whether a boon of the target Impairs an attack on it: drilled against melee, vowed against a type of weapon."""
    if has(target, DRILLED) and not attack.ranged:
        return True
    return has_boon(target, HONESTY) and weapon_type(attack.name) == target.life.sworn


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.table.hexenbane_2")
def emboldens(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether a boon of the attacker Enhances an attack: a vow's type of weapon, or a bow on an unmoving target."""
    if has_boon(attacker, MERCY) and weapon_type(attack.name) == attacker.life.sworn:
        return True
    return TOURNEYS in attacker.life.history and _bow(attack) and not UNMOVING.isdisjoint(target.states)


@rule("modified_cairn.table.hexenbane_2")
def forbidden(creature: Creature, attack: Attack) -> bool:
    """Whether a broken vow of Mercy forbids the attack's type of weapon for good."""
    broken = MERCY in creature.life.history and has(creature, VOW_BROKEN)
    return broken and weapon_type(attack.name) == creature.life.sworn
