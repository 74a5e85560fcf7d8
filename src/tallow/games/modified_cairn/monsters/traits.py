"""Traits of monsters: immunities, resistances and weaknesses, and special rules for dice, Armor and Guard."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.bands import engaged
from tallow.games.modified_cairn.folk import Monster, monsters
from tallow.games.modified_cairn.gear.materials import is_mirror, metal_armour, metal_weapon
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import ENHANCED, Attack, Creature, State, has, members, side_of, up
from tallow.play import Play, RuleId, rule

MAGIC = ("magic", "silver", "blessed")
"""What makes a weapon more than mundane."""


class Lean(Struct, frozen=True, gc=False):
    """How a target's traits affect an attack: it does nothing, or is Enhanced or Impaired."""

    immune: bool = False
    impaired: bool = False
    enhanced: bool = False


PLAIN = Lean()


@cache
def entry(of: RuleId) -> Monster | None:
    """The bestiary entry that a creature is made from; None without one."""
    return monsters().get(of) if of else None


@rule("modified_cairn.enemy.immunity")
def kinds(attacker: Creature, attack: Attack, of: RuleId) -> tuple[str, ...]:
    """The kinds that an attack is of; "mundane" unless magical, silvered, blessed or of a kind the entry names."""
    found = ["missile" if attack.ranged else "melee", *attack.qualities]
    if attack.quality != "VIG":
        found.append(attack.quality)
    if metal_weapon(attack):
        found += ["metal", "iron"]
    if not any(is_mirror(item) for item in attacker.items):
        found.append("facing")
    if not any(kind in attack.qualities for kind in MAGIC) and not any(kind in _named(of) for kind in found):
        found.append("mundane")
    return tuple(found)


@cache
def _named(of: RuleId) -> tuple[str, ...]:
    """The kinds of attack that an entry names, besides the general ones."""
    monster = entry(of)
    if monster is None:
        return ()
    listed = (*monster.enhanced, *monster.harmed_by, *monster.heals_by)
    return tuple(kind for kind in listed if kind not in ("melee", "missile", "facing", "mundane", "all"))


@cache
def _lean(of: RuleId, found: tuple[str, ...]) -> Lean:
    monster = entry(of)
    if monster is None:
        return PLAIN
    immune = _among(monster.immune, found) and not _among(monster.harmed_by, found)
    return Lean(
        immune or _among(monster.heals_by, found), _among(monster.impaired, found), _among(monster.enhanced, found)
    )


def _among(listed: tuple[str, ...], found: tuple[str, ...]) -> bool:
    return "all" in listed or any(kind in listed for kind in found)


@rule("modified_cairn.enemy.immunity")
def lean(attacker: Creature, attack: Attack, target: Creature) -> Lean:
    """Whether a monster is immune to an attack, or makes it Impaired or Enhanced."""
    monster = entry(target.of)
    if monster is None or not (monster.immune or monster.impaired or monster.enhanced or monster.heals_by):
        return PLAIN
    return _lean(target.of, kinds(attacker, attack, target.of))


@rule("modified_cairn.enemy.immunity")
def heals(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether an attack restores a monster's VIG instead of harming it."""
    monster = entry(target.of)
    if monster is None or not monster.heals_by:
        return False
    return _among(monster.heals_by, kinds(attacker, attack, target.of))


@rule("modified_cairn.enemy.immunity")
def proof(target: Creature, *found: str) -> bool:
    """Whether a creature is immune to all effects of these kinds, such as charm, sleep, fear, poison or fire."""
    monster = entry(target.of)
    if monster is None:
        return False
    mind = ("mind", "charm", "sleep", "fear")
    if any(kind in mind for kind in found) and (not target.spirit_max or "mind" in monster.immune):
        return True
    return _among(monster.immune, found) and not _among(monster.harmed_by, found)


@rule("modified_cairn.enemy.immunity", "modified_cairn.enemy.huge")
def withstands_magic(play: Play, caster: Creature, target: Creature, *found: str, why: RuleId) -> bool:
    """Whether magic does not affect a monster: it is immune, resists it, or the caster's Save fails."""
    if proof(target, "magic", *found):
        play.tell("trait.immune", target.name, why=why)
        return True
    monster = entry(target.of)
    if monster is None or not monster.magic:
        return False
    if monster.magic == "resists":
        return save(play, target, "SPI", why)
    return not save(play, caster, "SPI", why)


@rule("modified_cairn.enemy.immunity", "modified_cairn.monster.kobold")
def hard(attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether the target's traits make an attack Impaired."""
    return lean(attacker, attack, target).impaired


@rule("modified_cairn.enemy.immunity", "modified_cairn.monster.hobgoblin", "modified_cairn.monster.berserker")
def favoured(state: State, attacker: Creature, attack: Attack, target: Creature) -> tuple[int, ...]:
    """The bonus dice from traits of target and attacker: a weakness, a pack, the first attack of a rage."""
    more = [ENHANCED] if lean(attacker, attack, target).enhanced else []
    if has(attacker, "raging"):
        more.append(ENHANCED)
    monster = entry(attacker.of)
    if monster is not None and monster.pack_enhanced and _in_a_pack(state, attacker, target):
        more.append(ENHANCED)
    return tuple(more)


def _in_a_pack(state: State, attacker: Creature, target: Creature) -> bool:
    """Whether an ally of the attacker is Engaged with its target."""
    if state.combat is None:
        return False
    near = [who for who in engaged(state.combat, target.id) if who != attacker.id]
    return any(one.id in near and up(one) for one in members(state, side_of(state, attacker.id)))


@rule("modified_cairn.monster.giant_crab")
def armor_against(attacker: Creature, target: Creature, settings: Settings) -> int:
    """The target's Armor against this attacker: all of it, or only what is made of metal."""
    monster = entry(attacker.of)
    if monster is None or monster.past != "nonmetal":
        return armor(target, settings)
    return armor(replace(target, armor=0, items=tuple(i for i in target.items if metal_armour(i))), settings)


@rule("modified_cairn.monster.invisible_stalker")
def past_guard(attacker: Creature) -> bool:
    """Whether a creature's attacks ignore Guard."""
    monster = entry(attacker.of)
    return monster is not None and monster.past == "guard"
