"""What rows of Background tables give besides things: in travel, in want, and in a fight."""

from functools import cache

from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.gear.materials import metal_armour, weapon_type
from tallow.games.modified_cairn.state import Attack, Creature, Item, State, able, has, side_of
from tallow.games.modified_cairn.uses import SPENT
from tallow.mechanics.two_sides import everyone, find
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
MADE_EYE = "modified_cairn.table.barber_surgeon_1:eye"
PULSE = "modified_cairn.table.beast_handler_2:hunter_s_pulse"
KNOWN_LAND = "modified_cairn.table.beast_handler_2:known_land"
SENTRIES = "modified_cairn.table.beast_handler_2:wild_sentries"
CONTRAPTIONS = "modified_cairn.table.kettlewright_1:contraptions"
PERFORMANCE = "modified_cairn.table.rill_runner_2:performance"
SAILORS = "modified_cairn.table.rill_runner_2:sailors"
GHOST_BEAST = "modified_cairn.table.bond:ghost_beast"
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

INSTRUMENTS = frozenset(("modified_cairn.item.compass", "modified_cairn.item.sextant"))
"""Things that help to keep the way."""

MAP = "Map"
"""The thing of a Rill Runner that shows the next journey."""

DANDY, COB, LINDEN, FOGGER = "Blacklegged Dandy", "Piebald Cob", "Linden White", "Stray Fogger"
"""Horses of an Outrider: sure-footed, wary, never caught, fast."""

FIDDLE = "Black Rose Fiddle"
"""An instrument that only those who have learned to play can use."""

HELMET: RuleId = "modified_cairn.armour.helmet"
JONGLEUR: RuleId = "modified_cairn.background.jongleur"
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


@rule("modified_cairn.table.fletchwind_1", "modified_cairn.item.compass", "modified_cairn.item.sextant")
def finds_the_way(creature: Creature) -> bool:
    """Whether the character lowers the chance of losing the way by 1 in 6: a scout, or by an instrument."""
    return SCOUTING in creature.life.history or any(item.ref in INSTRUMENTS for item in creature.items)


@rule("modified_cairn.table.rill_runner_2")
def map_of(creature: Creature) -> str:
    """The id of the map that shows the character's next journey; "" without one."""
    return next((item.id for item in creature.items if item.name == MAP), "")


@rule("modified_cairn.table.beast_handler_2")
def at_home(creature: Creature) -> bool:
    """Whether the character knows the land where certain animals live, if the GM says that it is this one."""
    return KNOWN_LAND in creature.life.history


@rule("modified_cairn.table.beast_handler_2", "modified_cairn.table.outrider_2")
def senses(state: State, creature: Creature) -> str:
    """What may warn a creature of an ambush, if the GM says that it fits: a row of its history, or its horse's name."""
    for row in (PULSE, SENTRIES):
        if row in creature.life.history:
            return row
    return COB if keeps(state, creature, COB) else ""


@rule("modified_cairn.table.outrider_2")
def keeps(state: State, creature: Creature, horse: str) -> bool:
    """Whether a creature has this horse."""
    return any(one.name == horse and one.keeper == creature.id for one in state.transports)


@rule("modified_cairn.table.outrider_2", "modified_cairn.mount.riding")
def rides(state: State, creature: Creature, horse: str) -> bool:
    """Whether a creature sits on this horse."""
    return bool(creature.mounted) and find(state, creature.mounted).name == horse


@rule("modified_cairn.table.barber_surgeon_1", "modified_cairn.table.outrider_2", "modified_cairn.wild.terrain")
def eases(state: State, creature: Creature, terrain: str) -> bool:
    """Whether this terrain is a step easier for a creature: Tough by a metal foot or fast horse, any by a sure one."""
    tough = METAL_FOOT in creature.life.history or keeps(state, creature, FOGGER)
    return keeps(state, creature, DANDY) or (terrain == "tough" and tough)


@cache
def _off_the_head() -> frozenset[str]:
    """The names of armour that is as a helmet is, and not worn on the head."""
    lines = [line for table in tables().values() for row in table.rows for line in row.gives]
    return frozenset(line.name for line in lines if not line.head)


@rule("modified_cairn.table.barber_surgeon_1")
def bars(creature: Creature, item: Item) -> bool:
    """Whether a creature cannot wear something: metal on the head of whoever has a made eye."""
    helmet = item.ref == HELMET and item.name not in _off_the_head()
    return helmet and MADE_EYE in creature.life.history and metal_armour(item)


@rule("modified_cairn.table.half_witch_1", "modified_cairn.table.rill_runner_2")
def plays_music(creature: Creature) -> bool:
    """Whether a creature can play an instrument that not everybody can."""
    return creature.life.background == JONGLEUR or PERFORMANCE in creature.life.history


@rule("modified_cairn.table.bond", "modified_cairn.table.fungal_forager_2")
def without_fear(state: State, creature: Creature) -> bool:
    """Whether no fear takes hold of a creature: steeled, or alone with the ghost of a beast that it alone sees."""
    if has(creature, "steeled"):
        return True
    return GHOST_BEAST in creature.life.bonds and not any(
        able(one) and side_of(state, one.id) == side_of(state, creature.id) and one.id != creature.id
        for one in everyone(state)
    )


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
