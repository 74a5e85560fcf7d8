"""Attacks: always a hit; what dice are rolled against a target, and what impairs or enhances them."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import enhances, forbidden, impairs, second_attack
from tallow.games.cairn.gear.inventory import FAST, OWN, find_item, hands, put_away, sealed, take_in_hand
from tallow.games.cairn.gear.materials import strikes_with_metal
from tallow.games.cairn.monsters.kinds import METAL, against, attack_kinds, fights_in_packs
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Attack, Creature, Item, Mark, State
from tallow.games.deeds import Refusal
from tallow.mechanics.conditions import has
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.statline import dice
from tallow.play import Play, Pool, Stake, rule

MOVE = 40
FAR = 120
UNARMED = Attack("unarmed", (4,))
WEAKENED = frozenset(("panicked", "impaired", "foamed", "hindered"))
STRENGTHENED = frozenset(("enhanced", "next_enhanced", "raging"))
ONCE = ("next_enhanced", "raging", "sunlit")
"""What strengthens the next attack only."""


@cache
def mean(dice: tuple[int, ...]) -> float:
    """The highest of these dice on average."""
    below = [1.0] * (max(dice) + 1)
    for sides in dice:
        below = [chance * min(face / sides, 1) for face, chance in enumerate(below)]
    return sum(face * (below[face] - below[face - 1]) for face in range(1, len(below)))


@rule("cairn.combat.unarmed", "cairn.combat.dual", "cairn.monster.attacks", "cairn.weapon.unarmed")
def attacks(creature: Creature) -> tuple[Attack, ...]:
    """Every attack that a creature could make: its own, with each weapon it carries, with two at once, unarmed."""
    if creature.was:
        return creature.attacks or (UNARMED,)
    if creature.kind == "monster" or not creature.items:
        return _of_a_creature(creature.attacks, creature.items) or (UNARMED,)
    ways = (*_with_what_is_carried(creature.items, hands(creature)), *creature.attacks)
    if creature.life.boons:
        ways = tuple(attack for attack in ways if not forbidden(creature, attack))
    return ways or (UNARMED,)


@cached_by_identity(5_000)
@rule("cairn.combat.dual")
def _with_what_is_carried(items: tuple[Item, ...], free: int) -> tuple[Attack, ...]:
    """The attacks with each weapon for which so many hands are enough, and with each two that are held in one hand."""
    carried = [item for item in items if item.damage and item.place in OWN and not sealed(item)]
    usable = [item for item in carried if item.hands <= free and not ("reload" in item.qualities and not item.charges)]
    armed = [_with(item) for item in usable]
    armed += [other for item in usable if (other := second_attack(item))]
    if free < 2:
        return tuple(armed)
    single = [item for item in carried if item.hands == 1 and item.range == "melee" and item.place != "worn"]
    return (*armed, *(_both(a, b) for at, a in enumerate(single) for b in single[at + 1 :]))


@cached_by_identity(5_000)
@rule("cairn.monster.attacks")
def _of_a_creature(own: tuple[Attack, ...], items: tuple[Item, ...]) -> tuple[Attack, ...]:
    """A creature's own attacks, as far as it still has what they are made with, and with other weapons that it has."""
    ready = [item for item in items if item.damage and not sealed(item)]
    held = [item.id for item in ready]
    listed = [item for attack in own for item in attack.items]
    ways = [attack for attack in own if all(item in held for item in attack.items)]
    return (*ways, *(_with(item) for item in ready if item.id not in listed))


def _with(item: Item) -> Attack:
    return Attack(
        item.name,
        dice(item.damage),
        item.blast,
        ranged=item.range == "ranged",
        items=(item.id,),
        qualities=(*item.qualities, METAL) if strikes_with_metal(item) else item.qualities,
    )


def _both(one: Item, other: Item) -> Attack:
    name = f"{one.name} + {other.name}"
    qualities = tuple(dict.fromkeys((*one.qualities, *other.qualities)))
    both = tuple(sorted((*dice(one.damage), *dice(other.damage))))
    return Attack(name, both, items=(one.id, other.id), qualities=qualities)


@rule("cairn.inventory.swap", "cairn.combat.dual")
def draw(creature: Creature, attack: Attack) -> Creature:
    """Have the weapons of an attack in hand, as part of the move."""
    for item in attack.items:
        if find_item(creature, item).place == "pack":
            creature = take_in_hand(creature, item)
    if len(attack.items) > 1:
        creature = replace(
            creature,
            items=tuple(
                replace(i, place="hands") if i.id in attack.items else put_away(i) if i.place == "hands" else i
                for i in creature.items
            ),
        )
    return creature


@rule("cairn.combat.ranged", "cairn.combat.ammo")
def reaches(attacker: Creature, attack: Attack, target: Creature) -> Refusal | None:
    """Whether an attack can be made over this distance; a melee attack has a move of 40 feet before it."""
    apart = abs(attacker.at - target.at)
    if attack.ranged:
        return Refusal("too_far", (apart, FAR), "cairn.combat.ranged") if apart > FAR else None
    step = stride(attacker) if attacker.conditions else MOVE
    return Refusal("too_far", (apart, step), "cairn.combat.turn") if apart > step else None


@rule(
    "cairn.combat.turn",
    "cairn.condition.hamstrung",
    "cairn.scar.hamstrung",
    "cairn.action.move",
    "cairn.table.outrider_2",
)
def stride(creature: Creature) -> int:
    """How far somebody can still move on this turn, in feet."""
    if not creature.conditions:
        return MOVE
    if any(has(creature, one) for one in ("moved", "immobile", "netted", "warded")):
        return 0
    if has(creature, "racing"):
        return 4 * MOVE
    if has(creature, "hasted") or has(creature, FAST):
        return 3 * MOVE
    return 10 if has(creature, "hamstrung") else MOVE


@rule(
    "cairn.combat.impaired",
    "cairn.combat.ranged",
    "cairn.detachment.vs",
    "cairn.panic.effect",
    "cairn.scar.broken_limb",
)
def impaired(state: State, attacker: Creature, attack: Attack, target: Creature) -> bool:
    """Whether the attack is made from a position of weakness."""
    if target.detachment and not attacker.detachment and not attack.blast:
        return True
    if attack.ranged and abs(attacker.at - target.at) > MOVE:
        return True
    if attacker.conditions and not WEAKENED.isdisjoint(attacker.conditions):
        return True
    if target.conditions and has(target, "displaced") and not has(attacker, "true_sighted"):
        return True
    if attack.ranged and (has(attacker, "fogged") or has(target, "fogged")):
        return True
    if target.life.boons and impairs(attack, target):
        return True
    if attacker.scars and any(s.open and s.part in {"Rib", "Skull"} for s in attacker.scars):
        return True
    marks = state.fight.marks if state.fight else ()
    if marks and (Mark(attacker.id, "impaired") in marks or Mark(target.id, "sheltered") in marks):
        return True
    return target.special and against("hard", target.of, attack_kinds(attacker, attack, target.of))


@rule("cairn.combat.enhanced", "cairn.detachment.attacks", "cairn.monster.kinds")
def enhanced(state: State, attacker: Creature, attack: Attack, target: Creature, allies: int) -> bool:
    """Whether the attack is made from a position of advantage; `allies`: how many others attack the same target."""
    if attacker.detachment and not target.detachment:
        return True
    if attacker.conditions and not STRENGTHENED.isdisjoint(attacker.conditions):
        return True
    marks = state.fight.marks if state.fight else ()
    if marks and (Mark(attacker.id, "enhanced") in marks or Mark(target.id, "still") in marks):
        return True
    if target.conditions and has(target, "exposed"):
        return True
    if (attacker.life.boons or attack.qualities) and enhances(state, attacker, attack, target):
        return True
    if attacker.special and allies and fights_in_packs(attacker.of):
        return True
    return target.special and against("weak", target.of, attack_kinds(attacker, attack, target.of))


@rule(
    "cairn.combat.impaired",
    "cairn.combat.enhanced",
    "cairn.combat.both_modifiers",
    "cairn.combat.unarmed",
    "cairn.setting.impaired_and_enhanced",
    "cairn.setting.unarmed_enhanced",
    "cairn.setting.two_weapons_modified",
)
def modified(sides: tuple[int, ...], settings: Settings, weak: bool, strong: bool, unarmed: bool) -> tuple[int, ...]:
    """The dice of an attack once it is impaired, enhanced, both or neither."""
    if weak and strong:
        weak = settings.impaired_and_enhanced == "impaired"
        strong = settings.impaired_and_enhanced == "enhanced"
    many = len(sides) if settings.two_weapons_modified == "each_die" else 1
    if weak:
        return (4,) * many
    if strong and not (unarmed and settings.unarmed_enhanced == "d4"):
        return (12,) * many
    return sides


def throw(state: State, attacker: Creature, attack: Attack, target: Creature, allies: int) -> tuple[int, ...]:
    """The dice that an attack adds to the pool against a target."""
    weak = impaired(state, attacker, attack, target)
    strong = enhanced(state, attacker, attack, target, allies)
    if not weak and not strong:
        return attack.dice
    return modified(attack.dice, state.settings, weak, strong, attack == UNARMED)


@rule("cairn.combat.auto_hit", "cairn.combat.multiple", "cairn.combat.dual")
def highest(play: Play, dice: tuple[int, ...], by: str, stake: Stake | None = None) -> int:
    """Roll all dice of an attack and keep the highest; `stake` is what a die of it needs to do more than tire."""
    if len(dice) == 1:
        return play.roll(1, dice[0], by=by, why="cairn.combat.auto_hit", stake=stake)[0]
    best = 0
    for sides, many in _grouped(dice):
        pool: Pool = play.roll(many, sides, by=by, why="cairn.combat.multiple", stake=stake)
        best = max(best, pool[-1])
    return best


def _grouped(dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple((sides, dice.count(sides)) for sides in sorted(set(dice)))
