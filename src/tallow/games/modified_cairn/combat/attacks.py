"""Attacks: which can be made with the things in hand, whom they reach, and their dice."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from tallow.games.deeds import Refusal
from tallow.games.modified_cairn.characters.boons import emboldens, forbidden, shelters, volley
from tallow.games.modified_cairn.combat.ammo import supplied
from tallow.games.modified_cairn.combat.bands import apart, beside, comrades, engaged, fight
from tallow.games.modified_cairn.magic.places import NIGHT, in_place
from tallow.games.modified_cairn.monsters.traits import favoured, hard, kinds, lean
from tallow.games.modified_cairn.state import (
    ENHANCED,
    Attack,
    Band,
    Combat,
    Creature,
    Item,
    State,
    has,
    side_of,
    up,
)
from tallow.games.modified_cairn.uses import MARKS, SPENT
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import everyone, find
from tallow.play import REFEREE, Play, RuleId, rule

UNARMED = Attack("unarmed", (4,))
IMPAIRED = (4,)
CLUB = (6,)
"""The die of a bow that serves as a club."""
FRENZIED = 12
"""The bonus die of a Frenzy."""
UNIT = 12
"""The bonus die of a Detachment against individuals."""

AS_SECOND = {"light": "light", "sling": "light", "shield": "light", "balanced": "balanced", "javelin": "balanced"}
"""What kinds of weapon count as when two are used together."""


UNFIT = frozenset(("peaceful", "bodiless"))
"""States in which nobody can attack."""

HOPE: RuleId = "modified_cairn.relic.a_blade_called_hope"
SUNLESS = SPENT.mark("day", "hope")
"""What is spent by whoever has struck with a blade called Hope, until the sun shines on it again."""

PEOPLE = "people"
"""The kind of all who are made from no entry, as wards know it."""

THIRSTY, LASHING, KEEN, HONED = "thirsty", "lashing", "keen", "honed"
"""Qualities of weapons: the next attack after a Critical Wound is Enhanced, or a Blast; it is so now; it is honed."""

HAMPERING = frozenset(("in_the_dark", "impaired", "blind", "tiny"))
"""States in which all attacks are Impaired."""

UNHARMED = frozenset(("shielded", "bodiless", "swarming"))
"""States in which some attacks do nothing."""

HARD_TO_FIND = frozenset(("displaced", "invisible"))
"""States of a target that make attacks upon it Impaired."""


class Strike(Struct, frozen=True, gc=False):
    """One attack upon one target: who makes it, how, and in what Frenzy."""

    who: str
    attack: Attack
    target: str
    frenzy: str = ""


@rule(
    "modified_cairn.attack.dual_wield",
    "modified_cairn.weapon.ranged_dual",
    "modified_cairn.weapon_class.light",
    "modified_cairn.weapon_class.balanced",
    "modified_cairn.weapon_class.great",
)
def pairs(one: Item, other: Item) -> bool:
    """Whether two weapons can be used in one attack: one is Light or a Shield, and neither needs two hands."""
    classes = (_class(one), _class(other))
    return one.ranged == other.ranged and "" not in classes and "light" in classes


def _class(item: Item) -> str:
    """The class of a weapon when two are used together; "" if it needs both hands."""
    return "" if item.size == "bulky" else AS_SECOND.get(item.kind, "")


@cached_by_identity(2_000)
@rule(
    "modified_cairn.weapon.unarmed",
    "modified_cairn.weapon.melee_classes",
    "modified_cairn.weapon.melee_slots",
    "modified_cairn.weapon.shield_bash",
    "modified_cairn.attack.dual_wield",
    "modified_cairn.attack.die_range",
    "modified_cairn.attack.one_target",
    "modified_cairn.action.dual_wield",
    "modified_cairn.action.shield_bash",
    "modified_cairn.shield.bash",
    "modified_cairn.enemy.one_attack",
    "modified_cairn.inventory.ready",
)
def ways(creature: Creature) -> tuple[Attack, ...]:
    """Every attack that a creature can make with things in hand, natural weapons, or bare hands.

    Attacks that are worse than another in every respect are left out, such as one of two daggers (unless the other is
    Impaired) or fists beside a sword. Attacking with a Shield is a choice, for it then gives no Armor. Whoever can do
    no violence has none.
    """
    if creature.states and not UNFIT.isdisjoint(creature.states):
        return ()
    if not creature.items:
        own = creature.attacks or (() if creature.of else (UNARMED,))
        return (*own, UNARMED) if own and all(one.ranged for one in own) else own
    arms = [item for item in creature.items if item.place == "hands" and item.dice and item.kind]
    arms += [item for item in creature.items if item.place == "body" and (item.kind == "bomb" or _on_foot(item))]
    swung = [item for item in arms if not item.ranged]
    shot = [item for item in arms if item.ranged]
    thrown = [item for item in swung if "thrown" in item.qualities]
    blades = [item for item in swung if item.kind != "shield"]
    shields = [item for item in swung if item.kind == "shield"]
    found = [*_ways(creature, blades), *creature.attacks]
    found += [_both(one, other) for one in blades for other in shields if pairs(one, other)]
    if not blades and shields:
        found += _ways(creature, shields)
    if not found:
        found.append(UNARMED)
    found += [Attack(item.name, CLUB, items=(item.id,)) for item in shot if "club" in item.qualities]
    found += _ways(creature, shot)
    found += [_with(item, thrown=True) for item in thrown]
    if creature.life.sworn:
        found = [one for one in found if not forbidden(creature, one)] or [UNARMED]
    return tuple(found)


@rule("modified_cairn.table.kettlewright_2")
def _on_foot(item: Item) -> bool:
    """Whether a weapon is worn on the feet, and kicks."""
    return bool(item.dice) and "worn" in item.qualities


def _ways(creature: Creature, arms: list[Item]) -> list[Attack]:
    """Pairs of weapons that may be used together, and weapons in no pair, or only in one with an Impaired weapon."""
    found: list[Attack] = []
    paired: list[str] = []
    for at, one in enumerate(arms):
        for other in arms[at + 1 :]:
            if pairs(one, other):
                found.append(_both(one, other))
                if not hampered(creature, one.id) and not hampered(creature, other.id):
                    paired += [one.id, other.id]
    return found + [_with(item) for item in arms if item.id not in paired]


def _with(item: Item, *, thrown: bool = False) -> Attack:
    qualities = [quality for quality in item.qualities if quality != "thrown" or thrown]
    if item.kind == "bomb":
        qualities.append("bomb")
    if item.kind in ("great", "shield"):
        qualities.append("cramped" if item.kind == "great" else "bash")
    return Attack(
        item.name,
        item.dice,
        thrown or item.ranged,
        item.reach,
        item.blast,
        "ignores_armor" in item.qualities,
        items=(item.id,),
        qualities=tuple(qualities),
    )


def _both(one: Item, other: Item) -> Attack:
    first, second = _with(one), _with(other)
    return Attack(
        f"{one.name} + {other.name}",
        tuple(sorted((*first.dice, *second.dice))),
        one.ranged,
        items=(one.id, other.id),
        qualities=tuple(dict.fromkeys((*first.qualities, *second.qualities))),
    )


def hampered(creature: Creature, what: str) -> bool:
    """Whether an Impair Gambit affects this weapon or power."""
    return bool(creature.marks) and MARKS.mark("impaired", what) in creature.marks


@rule("modified_cairn.gambit.impair")
def held_back(play: Play, creature: Creature, what: str) -> bool:
    """Whether an Impair Gambit on a power or a Runeskelf stops its use; the GM decides."""
    if not hampered(creature, what):
        return False
    why = "modified_cairn.gambit.impair"
    return play.choose(REFEREE, "hampered_power", ("fails", "works"), creature.name, what, why=why) == "fails"


@rule(
    "modified_cairn.attack.melee_range",
    "modified_cairn.attack.ranged_range",
    "modified_cairn.attack.ranged_not_engaged",
    "modified_cairn.weapon.ranged_not_engaged",
    "modified_cairn.weapon.crossbow_reload",
    "modified_cairn.action.attack_melee",
    "modified_cairn.action.attack_ranged",
    "modified_cairn.ammo.out",
)
def reaches(
    state: State, who: str, attack: Attack, target: str, *, still: bool = True, band: Band | None = None
) -> Refusal | None:
    """Why an attack cannot reach a target, from here or from `band`; `still`: without a Move this turn."""
    combat = fight(state)
    band = band or apart(combat, who, target)
    if not attack.ranged and kept_off(state, who, target):
        return Refusal("warded", (attack.name,), "modified_cairn.runeskelf.ward")
    if not attack.ranged:
        if band == "engaged" or (band == "nearby" and attack.reach):
            return None
        return Refusal("out_of_reach", (attack.name, band), "modified_cairn.attack.melee_range")
    if "bomb" in attack.qualities and band in ("engaged", "nearby"):
        return None
    if who in combat.tied:
        return Refusal("engaged", (attack.name,), "modified_cairn.attack.ranged_not_engaged")
    if band == "engaged" or (band != "nearby" and ("thrown" in attack.qualities or "bomb" in attack.qualities)):
        return Refusal("out_of_reach", (attack.name, band), "modified_cairn.attack.ranged_range")
    shooter = find(state, who)
    for item in shooter.items:
        if item.id in attack.items:
            if not supplied(shooter, item):
                return Refusal("out_of_ammunition", (item.name,), "modified_cairn.ammo.out")
            if not item.loaded and (not still or has(shooter, "stopped")):
                return Refusal("not_loaded", (item.name,), "modified_cairn.weapon.crossbow_reload")
    return None


@rule("modified_cairn.runeskelf.ward", "modified_cairn.magic.known")
def kept_off(state: State, who: str, target: str) -> bool:
    """Whether a ward keeps a creature's kind away from its target."""
    marks = find(state, target).marks
    return bool(marks) and MARKS.mark("warded", kind_of(find(state, who))) in marks


def kind_of(creature: Creature) -> str:
    """The kind of a creature as wards know it: its entry of the bestiary, or people."""
    return creature.of or PEOPLE


@rule(
    "modified_cairn.modifier.blast",
    "modified_cairn.detachment.bonus_out",
    "modified_cairn.feat.frenzy_blast",
    "modified_cairn.enemy.huge",
)
def blasts(state: State, strike: Strike) -> bool:
    """Whether an attack is a Blast, which hits all who are close together."""
    attacker = find(state, strike.who)
    if strike.attack.blast or strike.frenzy == "blast" or attacker.detachment or has(attacker, "raging"):
        return True
    if attacker.life.history and volley(state, attacker, strike.attack):
        return True
    if strike.attack.items and whetted(attacker, strike.attack, LASHING):
        return True
    combat = fight(state)
    return bool(combat.marks) and any(mark.who == strike.who and mark.kind == "blast" for mark in combat.marks)


@rule("modified_cairn.modifier.blast", "modified_cairn.attack.one_target", "modified_cairn.setting.blast_friends")
def certain(state: State, strike: Strike) -> tuple[str, ...]:
    """Whom an attack certainly falls on: one target, or with a Blast all of its side who stand close to it.

    By a setting others who are Engaged with the target are hit as well, friend or foe.
    """
    if not _spreads(state, strike):
        return (strike.target,)
    close = beside if state.settings.blast_friends == "caught" else comrades
    spared = (strike.who, find(state, strike.who).mounted)
    return (strike.target, *[one for one in close(state, strike.target) if one not in spared])


@rule("modified_cairn.detachment.bonus_out")
def _spreads(state: State, strike: Strike) -> bool:
    """Whether an attack is a Blast; that of a Detachment on another Detachment is not one for that reason alone."""
    if not blasts(state, strike):
        return False
    attacker = find(state, strike.who)
    return not attacker.detachment or strike.attack.blast or not find(state, strike.target).detachment


@rule("modified_cairn.modifier.blast", "modified_cairn.distance.close")
def doubtful(state: State, strike: Strike, sure: Sequence[str]) -> tuple[str, ...]:
    """Whom a Blast may hit besides: all others at arm's length of its target, and the target's allies Nearby."""
    combat, side = fight(state), side_of(state, strike.target)
    spared = (*sure, strike.who, find(state, strike.who).mounted)
    near = engaged(combat, strike.target)
    others = [one.id for one in everyone(state) if one.id not in spared and up(one)]
    return tuple(
        [one for one in others if one in near or (side_of(state, one) == side and _about(combat, strike, one))]
    )


def _about(combat: Combat, strike: Strike, one: str) -> bool:
    return apart(combat, strike.target, one) == "nearby"


@rule("modified_cairn.modifier.blast", "modified_cairn.setting.blast_friends")
def caught(play: Play, state: State, strike: Strike) -> tuple[str, ...]:
    """Whom an attack falls on; the GM decides for each doubtful one whether a Blast hits them."""
    if not _spreads(state, strike):
        return (strike.target,)
    found = certain(state, strike)
    names = (find(state, strike.who).name, find(state, strike.target).name)
    while left := doubtful(state, strike, found):
        one = play.choose(REFEREE, "blast_also", ("nobody", *left), *names, why="modified_cairn.modifier.blast")
        if one == "nobody":
            break
        found = (*found, one)
    return found


@rule(
    "modified_cairn.modifier.impaired_distant",
    "modified_cairn.modifier.impaired_confined",
    "modified_cairn.modifier.impaired_when",
    "modified_cairn.detachment.impaired_in",
    "modified_cairn.weapon.ranged_sight",
    "modified_cairn.gambit.impair",
    "modified_cairn.light.too_few",
)
def impaired(state: State, strike: Strike, attacker: Creature, target: Creature) -> bool:
    """Whether an attack is Impaired."""
    combat, attack = fight(state), strike.attack
    if attacker.states and not HAMPERING.isdisjoint(attacker.states):
        return True
    if attacker.marks and any(hampered(attacker, what) for what in (attack.items or (attack.name,))):
        return True
    if state.effects and not has(attacker, "true_sight") and _unseen(state, target):
        return True
    if target.detachment and not attacker.detachment and not blasts(state, strike):
        return True
    if attack.ranged and (apart(combat, strike.who, strike.target) == "distant" or in_smoke(state)):
        return True
    if combat.confined and "cramped" in attack.qualities:
        return True
    if target.of and hard(attacker, attack, target):
        return True
    if target.life.history and shelters(attack, target):
        return True
    return bool(combat.marks) and any(mark.who == strike.who and mark.kind == "impaired" for mark in combat.marks)


@rule("modified_cairn.magic.known")
def _unseen(state: State, target: Creature) -> bool:
    """Whether magic keeps the target from being seen where it is: it seems elsewhere, or it is night in the place."""
    return not HARD_TO_FIND.isdisjoint(target.states) or in_place(state, NIGHT)


@rule("modified_cairn.magic.known", "modified_cairn.enemy.immunity")
def harmless(state: State, strike: Strike, attacker: Creature, target: Creature) -> bool:
    """Whether an attack does nothing: the target is immune, shielded or bodiless against it, or a swarm."""
    if lean(attacker, strike.attack, target).immune:
        return True
    if not target.states or UNHARMED.isdisjoint(target.states):
        return False
    if has(target, "swarming") and not blasts(state, strike):
        return True
    return not has(target, "swarming") and "mundane" in kinds(attacker, strike.attack, target.of)


@rule(
    "modified_cairn.modifier.enhanced",
    "modified_cairn.modifier.enhanced_bigger",
    "modified_cairn.detachment.bonus_out",
    "modified_cairn.feat.frenzy_bonus",
    "modified_cairn.convert.modifiers",
)
def bonus(state: State, strike: Strike, attacker: Creature, target: Creature) -> tuple[int, ...]:
    """The bonus dice of an attack: one for each advantage."""
    marks = fight(state).marks
    more = [mark.sides for mark in marks if mark.who == strike.who and mark.kind == "enhanced"]
    if strike.frenzy == "bonus":
        more.append(FRENZIED)
    if attacker.detachment and not target.detachment:
        more.append(UNIT)
    if attacker.life.history and emboldens(attacker, strike.attack, target):
        more.append(ENHANCED)
    if strike.attack.items and (sunlit(attacker, strike.attack) or whetted(attacker, strike.attack, THIRSTY)):
        more.append(ENHANCED)
    if strike.attack.items and _honed(attacker, strike.attack):
        more.append(ENHANCED)
    if attacker.of or target.of:
        more += favoured(state, attacker, strike.attack, target)
    return tuple(more)


@rule("modified_cairn.relic.a_blade_called_hope")
def sunlit(attacker: Creature, attack: Attack) -> bool:
    """Whether an attack is the first with a blade called Hope since sunlight touched it."""
    if SUNLESS in attacker.spent:
        return False
    return any(item.ref == HOPE and item.id in attack.items for item in attacker.items)


@rule("modified_cairn.table.fieldwarden_1", "modified_cairn.table.fieldwarden_2")
def whetted(attacker: Creature, attack: Attack, quality: str) -> bool:
    """Whether a weapon of this quality has dealt a Critical Wound, and not attacked since."""
    return any({quality, KEEN} <= {*item.qualities} for item in attacker.items if item.id in attack.items)


@rule("modified_cairn.table.outrider_1")
def _honed(attacker: Creature, attack: Attack) -> bool:
    """Whether a weapon of an attack is honed, and has cost nobody VIG since."""
    return any(HONED in item.qualities for item in attacker.items if item.id in attack.items)


@rule("modified_cairn.item.smokebomb")
def in_smoke(state: State) -> bool:
    """Whether the place of the fight is full of smoke."""
    return bool(state.effects) and any(effect.does == "smoke" for effect in state.effects)


@rule("modified_cairn.modifier.impaired", "modified_cairn.modifier.enhanced", "modified_cairn.attack.die_range")
def dice(state: State, strike: Strike) -> tuple[int, ...]:
    """The dice of an attack upon its target: a single d4 if Impaired, else those of the weapons and the bonus."""
    attacker, target = find(state, strike.who), find(state, strike.target)
    if impaired(state, strike, attacker, target):
        return IMPAIRED
    more = bonus(state, strike, attacker, target)
    return tuple(sorted((*strike.attack.dice, *more))) if more else strike.attack.dice


@cache
def mean(sides: tuple[int, ...]) -> float:
    """The average of the highest of these dice."""
    most = max(sides)
    total = 0.0
    for face in range(1, most + 1):
        below = 1.0
        for many in sides:
            below *= min((face - 1) / many, 1)
        total += 1 - below
    return total
