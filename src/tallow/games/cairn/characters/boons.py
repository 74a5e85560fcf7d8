"""Boons: what the rows of backgrounds and the bonds of a character do all the time, as questions that rules ask.

A character keeps a boon, a bond or an omen as a code, `<table>:<key of the row>`, with `:<choice>` behind it where the
row leaves one. What a boon does when it is used is in boon_use.py.
"""

from msgspec.structs import replace

from tallow.games.cairn.entries import Row, rows, things
from tallow.games.cairn.folk import roles
from tallow.games.cairn.gear.weapon_names import weapon_type
from tallow.games.cairn.state import Attack, Creature, Item, Mark, State
from tallow.games.cairn.uses import SPENT
from tallow.mechanics.conditions import has
from tallow.play import RuleId, rule

GOLD_NOSE = "cairn.table.aurifex_1:gold_nose"
MADE_EYE = "cairn.table.barber_surgeon_1:eye"
MADE_EARS = "cairn.table.barber_surgeon_1:ears"
METAL_FOOT = "cairn.table.barber_surgeon_1:foot"
SIGIL_CHEST = "cairn.table.barber_surgeon_1:chest"
MORTAL_WOUND = "cairn.table.bonekeeper_1:mortal_wound"
BLOOD_PAIL = "cairn.table.bonekeeper_1:blood_pail"
WEREWOLF = "cairn.table.fieldwarden_1:werewolf"
WAR = "cairn.table.fletchwind_1:war"
TOURNAMENTS = "cairn.table.fletchwind_1:tournaments"
TRAINING = "cairn.table.fletchwind_1:training"
GREEN_SKIN = "cairn.table.greenwise_1:green_skin"
POISONED = "cairn.table.greenwise_1:poisoned"
NIGHTMARE = "cairn.table.half_witch_1:living_nightmare"
CANAAS = "cairn.table.hexenbane_1:canaas"
HONESTY = "cairn.table.hexenbane_2:honesty"
POVERTY = "cairn.table.hexenbane_2:poverty"
SELFLESSNESS = "cairn.table.hexenbane_2:selflessness"
MERCY = "cairn.table.hexenbane_2:mercy"
CHARITY = "cairn.table.hexenbane_2:charity"
VALOR = "cairn.table.hexenbane_2:valor"
VOWS = (HONESTY, POVERTY, SELFLESSNESS, MERCY, CHARITY, VALOR)
RHYME_CURSE = "cairn.table.jongleur_1:a_curse"
WILD_MAGIC = "cairn.table.mountebank_1:curse"
PERFORMANCE = "cairn.table.rill_runner_2:performance"
FOGGER = "cairn.table.outrider_2:stray_fogger"
SAILORS_FRIEND = "cairn.table.rill_runner_2:sailor_s_friend"
SPIRIT = "cairn.table.bond:mischievous_spirit"
GHOST_BEAST = "cairn.table.bond:ghost_beast"
STONE_HEART = "cairn.table.bond:stone_heart"
HUNT = "cairn.table.beast_handler_2:the_hunt"
WARNING = "cairn.table.beast_handler_2:warning"
PAPER_LEGS = "cairn.table.half_witch_1:paper_legs"
MIRACLES = "cairn.table.mountebank_1:miracles"
APOTHECARY = "cairn.table.foundling_1:an_apothecary"
SMELTER = "cairn.table.kettlewright_1:smelter"
CONTRAPTIONS = "cairn.table.kettlewright_1:contraptions"
BARBER_SURGEON: RuleId = "cairn.background.barber_surgeon"
JONGLEUR: RuleId = "cairn.background.jongleur"
BLACKSMITH: RuleId = "cairn.hireling.blacksmith"

SUNLIT = "sunlit"
HELM: RuleId = "cairn.relic.parliaments_promise"

VOW_BROKEN = "vow_broken"
ABSORBED = SPENT.mark("day", "spirit")
GUARDED = "guarded"


def rows_of(creature: Creature) -> tuple[Row, ...]:
    """The rows of all boons and bonds of a creature."""
    return tuple([rows()[id_] for id_ in (*creature.life.boons, *creature.life.bonds)])


def has_boon(creature: Creature, boon: str) -> bool:
    """Whether a creature has this boon or bond, and has not thrown it away."""
    if boon in creature.life.bonds:
        return True
    return boon in creature.life.boons and not (boon in VOWS and has(creature, VOW_BROKEN))


def _steps(creature: Creature, field: str) -> int:
    found = sum(getattr(row, field) for row in rows_of(creature)) if creature.life.boons else 0
    role = roles().get(creature.of)
    return found + (getattr(role, field) if role else 0)


@rule("cairn.table.fletchwind_1", "cairn.table.marchguard_1", "cairn.hireling.trapper")
def supply_step(creature: Creature) -> int:
    """By how many steps a creature's skill makes the supply die better."""
    return _steps(creature, "supply_step")


@rule("cairn.item.fishing_rod")
def supply_gear(creature: Creature) -> int:
    """By how many steps a creature's things make the supply die better, near water."""
    return max((things()[item.ref].supply_step for item in creature.items if item.ref in things()), default=0)


@rule("cairn.table.beast_handler_2", "cairn.hireling.local_guide", "cairn.hireling.navigator", "cairn.item.compass")
def lost_step(creature: Creature) -> int:
    """What a creature's skill and its best instrument add to the chance of getting lost, in sixths."""
    carried = min((things()[item.ref].lost_step for item in creature.items if item.ref in things()), default=0)
    return _steps(creature, "lost_step") + carried


@rule("cairn.table.barber_surgeon_1", "cairn.table.outrider_2")
def terrain_step(creature: Creature, terrain: str) -> int:
    """By how many steps such ground is easier for a creature: by its mount, Tough ground also by a metal foot."""
    mount = sum(row.terrain_step for row in rows_of(creature))
    tough = terrain == "tough" and (has_boon(creature, METAL_FOOT) or has_boon(creature, FOGGER))
    return mount or (-1 if tough else 0)


@rule("cairn.table.bonekeeper_1", "cairn.table.greenwise_1")
def eats_nothing(creature: Creature) -> bool:
    """Whether a creature needs no rations."""
    return has_boon(creature, MORTAL_WOUND) or has_boon(creature, GREEN_SKIN)


@rule("cairn.table.bonekeeper_1")
def breathes_nothing(creature: Creature) -> bool:
    """Whether a creature needs no air."""
    return has_boon(creature, MORTAL_WOUND)


@rule("cairn.table.greenwise_1", "cairn.table.bonekeeper_1", "cairn.table.aurifex_1")
def smells(creature: Creature) -> bool:
    """Whether foul air does anything to a creature: it has a nose, and wears no mask against it."""
    if has_boon(creature, POISONED) or has_boon(creature, GOLD_NOSE):
        return False
    return not any("against fumes" in item.qualities and item.place == "worn" for item in creature.items)


@rule("cairn.table.bonekeeper_1", "cairn.spell.fish_lung", "cairn.table.greenwise_2", "cairn.item.air_bladder")
def cannot_drown(creature: Creature) -> bool:
    """Whether a creature breathes under water, or needs no air."""
    return breathes_nothing(creature) or has(creature, "breathing_water")


@rule("cairn.table.beast_handler_2", "cairn.table.prowler_1")
def forewarned(creature: Creature) -> bool:
    """Whether a creature knows of danger before it comes."""
    if any("forewarns" in item.qualities for item in creature.items):
        return True
    return bool(creature.life.boons) and (has_boon(creature, HUNT) or has_boon(creature, WARNING))


@rule("cairn.table.jongleur_1")
def charm_proof(creature: Creature) -> bool:
    """Whether no charm works upon a creature."""
    return any("against charms" in item.qualities for item in creature.items)


@rule("cairn.table.outrider_1")
def steadfast(creature: Creature) -> bool:
    """Whether nothing moves a creature from where it stands: it holds a buckler that stays where it is."""
    return any("steadfast" in item.qualities and item.place == "hands" for item in creature.items)


@rule("cairn.relic.parliaments_promise", "cairn.table.barber_surgeon_1")
def sees_in_the_dark(creature: Creature) -> bool:
    """Whether a creature sees in the dark: by the owl helm, or a little by a made eye."""
    return has_boon(creature, MADE_EYE) or any(i.ref == HELM and i.place == "worn" for i in creature.items)


@rule("cairn.spell.spider_climb", "cairn.spell.gravity_shift", "cairn.table.cutpurse_2", "cairn.table.half_witch_1")
def falls_unhurt(creature: Creature) -> bool:
    """Whether no fall does anything to a creature: it clings to walls, chooses what is down, or weighs nothing."""
    if creature.conditions and has(creature, "sure_footed"):
        return True
    return bool(creature.life.boons) and has_boon(creature, PAPER_LEGS)


@rule("cairn.table.fletchwind_2")
def poison_proof(creature: Creature) -> bool:
    """Whether no poison harms a creature: the elm bow in hand."""
    return any("against poison" in item.qualities and item.place == "hands" for item in creature.items)


@rule("cairn.table.hexenbane_2")
def mind_proof(creature: Creature) -> bool:
    """Whether no magic alters a creature's mind."""
    return has_boon(creature, SELFLESSNESS)


@rule(
    "cairn.heal.ability_help", "cairn.background.barber_surgeon", "cairn.table.mountebank_1", "cairn.table.foundling_1"
)
def knows_healing(creature: Creature) -> bool:
    """Whether a creature's skill is as good as a healer for a week of rest."""
    taught = has_boon(creature, MIRACLES) or has_boon(creature, APOTHECARY)
    return taught or creature.life.background == BARBER_SURGEON


@rule("cairn.table.kettlewright_1", "cairn.hireling.blacksmith")
def mends_armour(creature: Creature) -> bool:
    """Whether a creature can make damaged armour whole, given time and materials."""
    return has_boon(creature, SMELTER) or creature.of == BLACKSMITH


@rule("cairn.table.kettlewright_1")
def contrives(creature: Creature) -> bool:
    """Whether a creature makes what opens nearly any door, given time and materials."""
    return bool(creature.life.boons) and has_boon(creature, CONTRAPTIONS)


@rule("cairn.table.half_witch_1", "cairn.table.rill_runner_2")
def plays_music(creature: Creature) -> bool:
    """Whether a creature can play an instrument that not everybody can."""
    return creature.life.background == JONGLEUR or has_boon(creature, PERFORMANCE)


@rule("cairn.table.bond", "cairn.table.fungal_forager_2")
def no_panic(creature: Creature, *, alone: bool) -> bool:
    """Whether a creature cannot panic: steeled by milkflower, or who sees the ghost beast, while acting alone."""
    return has(creature, "steeled") or (alone and has_boon(creature, GHOST_BEAST))


@rule("cairn.table.mountebank_1")
def wild_magic(creature: Creature) -> bool:
    """Whether magic by or upon a creature asks for a WIL save of whoever works it."""
    return has_boon(creature, WILD_MAGIC)


@rule("cairn.table.bond")
def absorbs(creature: Creature) -> bool:
    """Whether something takes up a Fatigue in the bearer's stead: the spirit, the first of each day."""
    return bool(creature.life.bonds) and SPIRIT in creature.life.bonds and ABSORBED not in creature.spent


def _metal(creature: Creature) -> bool:
    return any(item.armor and item.place in {"worn", "hands"} and "metal" in item.qualities for item in creature.items)


@rule("cairn.table.barber_surgeon_1")
def natural_armor(creature: Creature) -> int:
    """The Armor of a creature's own body: sigils on the chest work only without metal armour."""
    if creature.life.boons and has_boon(creature, SIGIL_CHEST) and not _metal(creature):
        return max(creature.armor, 1)
    return creature.armor


@rule("cairn.table.barber_surgeon_1")
def no_metal_on_head(creature: Creature) -> bool:
    """Whether nothing of metal may sit on the head."""
    return has_boon(creature, MADE_EYE)


@rule("cairn.table.fletchwind_2")
def second_attack(item: Item) -> Attack | None:
    """The other way to fight with a thing: a bow that is also a club."""
    if "club" not in item.qualities:
        return None
    return Attack(item.name, (6,), items=(item.id,))


@rule("cairn.table.hexenbane_2")
def forbidden(creature: Creature, attack: Attack) -> bool:
    """Whether a broken vow of Mercy bars an attack of this type for good."""
    return has(creature, VOW_BROKEN) and (MERCY, weapon_type(attack.name)) in creature.life.chosen


@rule("cairn.table.fletchwind_1", "cairn.table.hexenbane_2")
def impairs(attack: Attack, target: Creature) -> bool:
    """Whether a boon of the target impairs an attack upon it."""
    if not attack.ranged and has(target, GUARDED) and target.strength >= target.strength_max:
        return True
    return has_boon(target, HONESTY) and (HONESTY, weapon_type(attack.name)) in target.life.chosen


@rule("cairn.table.fletchwind_1", "cairn.table.hexenbane_2", "cairn.table.fieldwarden_1", "cairn.table.outrider_1")
def enhances(state: State, attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether a boon or a weapon of the attacker enhances an attack."""
    if attack.qualities:
        if "whetted" in attack.qualities:
            return True
        if "thirsting" in attack.qualities and "primed" in attack.qualities:
            return True
        if SUNLIT in attack.qualities and has(attacker, SUNLIT):
            return True
    if not attacker.life.boons:
        return False
    if has_boon(attacker, MERCY) and (MERCY, weapon_type(attack.name)) in attacker.life.chosen:
        return True
    marks = state.fight.marks if state.fight else ()
    return bow(attack) and has_boon(attacker, TOURNAMENTS) and Mark(target.id, "unmoving") in marks


def bow(attack: Attack) -> bool:
    """Whether an attack is made with a bow."""
    return attack.ranged and weapon_type(attack.name) == "bow"


@rule("cairn.table.fieldwarden_2")
def spared(creature: Creature) -> Creature | None:
    """Whoever wears an Everbloom band passes a failed critical damage save once; its flowers are dust then."""
    band = next((i for i in creature.items if "everbloom" in i.qualities and i.place == "worn"), None)
    if band is None:
        return None
    return replace(creature, items=tuple(item for item in creature.items if item.id != band.id))


@rule("cairn.table.fletchwind_1", "cairn.table.fieldwarden_2")
def as_blast(attacker: Creature, attack: Attack, *, first: bool) -> Attack:
    """The attack as it is made: some become blasts. `first`: no foe has had a turn yet."""
    if first and attacker.life.boons and bow(attack) and has_boon(attacker, WAR):
        return replace(attack, blast=True)
    if "lashing" in attack.qualities and "primed" in attack.qualities:
        return replace(attack, blast=True)
    return attack


@rule("cairn.creation.background")
def companions(creature: Creature) -> tuple[RuleId, ...]:
    """The allies and beasts that join with a character."""
    gained = [rows()[id_] for id_ in creature.life.boons]
    return tuple(row.creature for row in gained if row.creature and not row.creature_called)
