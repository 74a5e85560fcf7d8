"""Kinds of harm: what monsters are immune to, hard or weak against, and what kinds an attack or an effect is of."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import charm_proof, mind_proof, poison_proof
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.entries import relics, things
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import armor
from tallow.games.cairn.gear.weapon_names import named_for_metal
from tallow.games.cairn.state import Ability, Attack, Creature
from tallow.play import Play, RuleId, rule

FACES = "one_facing"
METAL = "metal weapons"
"""The kind of attacks that are made with metal."""


@cache
def _of(which: str, monster: RuleId) -> frozenset[str]:
    entry = monsters().get(monster)
    if entry is None:
        return frozenset()
    if which == "listed":
        return frozenset((*entry.weak, *entry.harmed_by, *entry.heals_by, *entry.immune, *entry.hard))
    listed: tuple[str, ...] = getattr(entry, which)
    return frozenset(listed)


@rule("cairn.monster.kinds")
def attack_kinds(attacker: Creature, attack: Attack, target: RuleId) -> tuple[str, ...]:
    """The kinds that an attack is of, for this monster: more than mundane by its stuff only if the entry names that."""
    kinds = ["missile" if attack.ranged else "melee", *attack.qualities]
    if "magic" not in attack.qualities and _of("listed", target).isdisjoint(attack.qualities):
        kinds.append("mundane")
    by_name = attacker.kind == "monster" or not attack.items
    if by_name and METAL not in attack.qualities and named_for_metal(attack.name):
        kinds.append(METAL)
    if faces(attacker):
        kinds.append("facing")
    return tuple(kinds)


def faces(attacker: Creature) -> bool:
    """Whether an attacker looks at its target: all do who have no mirror."""
    return not any(_is_mirror(item.ref) for item in attacker.items if item.ref)


@cache
def _is_mirror(ref: RuleId) -> bool:
    entry = things().get(ref) or relics().get(ref)
    return entry is not None and entry.mirror


@cache
def gazes(monster: RuleId) -> bool:
    """Whether a monster has a power over those who face it."""
    entry = monsters().get(monster)
    return entry is not None and any(power.target == FACES for power in entry.powers)


@rule("cairn.monster.kinds")
def against(which: str, monster: RuleId, kinds: tuple[str, ...]) -> bool:
    """Whether a monster is immune, hard, weak … against any of these kinds."""
    found = _of(which, monster)
    if not found:
        return False
    return "all" in found or not found.isdisjoint(kinds)


@cache
@rule("cairn.monster.kinds")
def ignores_non_metal_armour(monster: RuleId) -> bool:
    """Whether only armour of metal helps against a monster's attacks."""
    entry = monsters().get(monster)
    return entry is not None and entry.ignores_non_metal_armour


@cache
@rule("cairn.monster.kinds")
def straight_to_str(monster: RuleId) -> bool:
    """Whether a monster's attacks skip HP."""
    entry = monsters().get(monster)
    return entry is not None and entry.straight_to_str


@cache
@rule("cairn.monster.kinds")
def fights_in_packs(monster: RuleId) -> bool:
    """Whether a monster's attack is enhanced where an ally attacks the same target."""
    entry = monsters().get(monster)
    return entry is not None and entry.pack_enhanced


@rule("cairn.monster.kinds")
def immune(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether an attack can do nothing to a target."""
    return shrugs_off(target, attack_kinds(attacker, attack, target.of))


@rule("cairn.monster.kinds")
def shrugs_off(target: Creature, kinds: tuple[str, ...]) -> bool:
    """Whether nothing of these kinds, attack or effect, can do anything to a target."""
    if target.items or target.life.boons:
        if mind_proof(target) and ("mind" in kinds or "charm" in kinds):
            return True
        if "poison" in kinds and poison_proof(target):
            return True
        if "charm" in kinds and charm_proof(target):
            return True
    if not target.special:
        return False
    return against("immune", target.of, kinds) and not against("harmed_by", target.of, kinds)


@rule("cairn.monster.kinds")
def heals(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether an attack gives a target its lost STR back instead of harming it."""
    return against("heals_by", target.of, attack_kinds(attacker, attack, target.of))


@rule("cairn.monster.kinds", "cairn.save.npcs")
def withstands(
    play: Play, target: Creature, ability: Ability | None, kinds: tuple[str, ...], why: RuleId, *, again: bool = False
) -> bool:
    """Whether a target escapes an effect of these kinds: immune, by its save, or by resisting it.

    Without an `ability` there is no save, but whoever resists these kinds makes a WIL save. With one, they pass the
    first save against each effect without a roll; `again`: this is not the first.
    """
    if shrugs_off(target, kinds):
        play.tell("kinds.immune", target.name, why="cairn.monster.kinds")
        return True
    resists = target.special and against("resists", target.of, kinds)
    if resists and ability is not None and not again:
        play.tell("kinds.resists", target.name, why="cairn.monster.kinds")
        return True
    if ability is None and not resists:
        return False
    return save(play, target, ability or "WIL", why)


@rule("cairn.armor.subtract", "cairn.armor.cap")
def armor_against(attacker: Creature, attack: Attack, target: Creature) -> int:
    """What the target's Armor takes off this attack: all, none, or only what is of metal."""
    if attack.ignores_armor:
        return 0
    if attacker.special and ignores_non_metal_armour(attacker.of):
        return armor(replace(target, armor=0, items=tuple(i for i in target.items if "metal" in i.qualities)))
    return armor(target)
