"""Powers: what monsters do besides attacks: whom a power reaches, who withstands it, what it does; and their spells."""

from tallow.games.cairn.characters.boons import steadfast
from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.combat.manoeuvre import Manoeuvre
from tallow.games.cairn.folk import Monster, Power, monsters
from tallow.games.cairn.gear.ruin import in_metal, metal_at_hand, spoil
from tallow.games.cairn.harm.damage import suffer
from tallow.games.cairn.magic.casting import cast_spell
from tallow.games.cairn.magic.effects import begin, finish
from tallow.games.cairn.magic.workings import FAR, NEAR
from tallow.games.cairn.monsters.afflictions import afflict, batter
from tallow.games.cairn.monsters.kinds import FACES, withstands
from tallow.games.cairn.state import (
    Ability,
    Creature,
    Declaration,
    Effect,
    State,
    alive,
    enemies,
    up,
    use_today,
    used_today,
)
from tallow.games.deeds import Refusal
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, members, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

BESIDE = 10
CAST = "cast"
TOUCHED, EARSHOT = "all_touched", "all_earshot"
MOVED = frozenset(("away", "carried_off"))
"""Conditions of those who are moved from where they stand."""

FOR_ONE = frozenset(("one", FACES, "one_in_sight", "one_below", "one_hurt"))
"""Targets of a power whose user names one creature."""


def entry_of(creature: Creature) -> Monster | None:
    """The entry of the bestiary that a creature is made from."""
    return monsters().get(creature.of) if creature.special else None


@rule("cairn.monster.powers", "cairn.spell.nearby")
def within_power(state: State, creature: Creature, power: Power) -> tuple[Creature, ...]:
    """The enemies whom a power can reach now."""
    feet = FAR if power.target in {EARSHOT, "one_in_sight"} else BESIDE if power.target == TOUCHED else NEAR
    near = [foe for foe in enemies(state, creature) if abs(foe.at - creature.at) <= feet]
    if power.target == FACES:
        facing = state.fight.facing if state.fight else ()
        near = [foe for foe in near if (foe.id, creature.id) in facing]
    if "sound" in power.kinds:
        near = [foe for foe in near if not has(foe, "deaf")]
    if power.armour == "touched":
        near = [foe for foe in near if metal_at_hand(foe)]
    if power.condition and not power.rounds:
        near = [foe for foe in near if not has(foe, power.condition)]
    return tuple(near)


@rule("cairn.monster.powers", "cairn.combat.blast")
def swept(play: Play, state: State, creature: Creature, power: Power) -> tuple[str, ...]:
    """All whom a power for many reaches; whether its user's own friends are among them the referee says."""
    struck = [foe.id for foe in within_power(state, creature, power)]
    friends = [
        one.id
        for one in members(state, side_of(state, creature.id))
        if one.id != creature.id and up(one) and one.of != creature.of and abs(one.at - creature.at) <= NEAR
    ]
    if friends:
        whom = play.choose(REFEREE, "sweep", ("foes", "everyone"), creature.name, power.name, why=creature.of)
        struck += friends if whom == "everyone" else []
    return tuple(struck)


def usable(state: State, creature: Creature) -> tuple[Power, ...]:
    """The powers that a creature could use as its action now."""
    entry = entry_of(creature)
    if entry is None or not entry.powers:
        return ()
    return tuple(
        power
        for power in entry.powers
        if power.trigger == "action"
        and (not power.per_day or used_today(creature, power.name) < power.per_day)
        and within_power(state, creature, power)
    )


@rule("cairn.monster.powers")
def use(play: Play, state: State, who: str, power: Power, targets: tuple[str, ...]) -> State:
    """Use a power: each target withstands it, or suffers its losses and its effects."""
    user = find(state, who)
    play.tell("power", user.name, power.name, tuple(find(state, one).name for one in targets), why=user.of)
    if power.per_day:
        state = put(state, use_today(user, power.name))
    for target in targets:
        state = _strike_with(play, state, user, power, target)
    return state


def _strike_with(play: Play, state: State, user: Creature, power: Power, target: str) -> State:
    one = find(state, target)
    ability: Ability | None = None
    if power.save != "none" and not power.save_each_round:
        ability = power.save
    if power.condition in MOVED and steadfast(one):
        play.tell("power.stands", one.name, why="cairn.table.outrider_1")
        return state
    if withstands(play, one, ability, power.kinds, user.of):
        return state
    state = _losses(play, state, user, power, target)
    if not alive(find(state, target)):
        return state
    if power.armour:
        state = spoil(play, state, target, power.armour, 0, user.of)
    if power.rounds and power.then:
        return _stiffen(play, state, user, power, target)
    if power.condition or power.deprived:
        state = afflict(
            play,
            state,
            target,
            user.id,
            user.of,
            power.name,
            power.condition,
            lasts=power.lasts,
            until=power.until,
            then=power.then,
            each=power.ability if power.each else "",
            dice=power.dice if power.each else "",
            save=power.save if power.save_each_round and power.save != "none" else "",
            deprived=power.deprived,
        )
    return state


@rule("cairn.monster.powers", "cairn.loss.outside")
def _losses(play: Play, state: State, user: Creature, power: Power, target: str) -> State:
    """Roll the dice of a power, and deduct them from an ability or deal them as ordinary damage."""
    if not power.dice or not power.ability or power.trigger == "hurts":
        return state
    lost = rolled(play, power.dice, user.seat, user.of)
    if power.doubled_by_metal and in_metal(find(state, target)):
        lost *= 2
    if power.ability == "HP":
        return batter(play, state, target, lost)
    return suffer(play, state, target, power.ability, lost)


@rule("cairn.monster.basilisk")
def _stiffen(play: Play, state: State, user: Creature, power: Power, target: str) -> State:
    """Turn somebody to stone by one step for each round, wholly with the last."""
    one = find(state, target)
    so_far = next((e for e in state.effects if e.of == user.of and e.name == power.name and e.on == (target,)), None)
    steps = 1 + (so_far.steps if so_far else 0)
    play.tell("power.stiffens", one.name, steps, power.rounds, why=user.of)
    kept = (power.condition,)
    state = begin(state, Effect("", user.of, power.name, user.id, (target,), 0, kept, lasting=True, steps=steps))
    if steps < power.rounds:
        return state
    play.tell(f"affliction.{power.then}", one.name, why=user.of)
    state = finish(play, state, state.effects[-1].id)
    return put(state, gain(find(state, target), power.then))


def no_power(state: State, creature: Creature) -> Refusal | None:
    """Why a creature has no power to use."""
    return None if usable(state, creature) else Refusal("no_power", (creature.name,), "cairn.monster.powers")


@rule("cairn.monster.powers")
def declare_power(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which power to use, and upon whom if it is for one."""
    ready = usable(state, creature)
    names = tuple(power.name for power in ready)
    name = play.choose(creature.seat, "which_power", names, creature.name, why=creature.of)
    power = ready[names.index(name)]
    target = ""
    if power.target in FOR_ONE:
        options = tuple(foe.id for foe in within_power(state, creature, power))
        target = play.choose(creature.seat, "power_whom", options, creature.name, power.name, why=creature.of)
    return Declaration(creature.id, "power", target, detail=name)


@rule("cairn.monster.powers")
def resolve_power(play: Play, state: State, made: Declaration) -> State:
    """Use a declared power on its target, or on all whom it reaches."""
    creature = find(state, made.who)
    entry = entry_of(creature)
    power = next((p for p in entry.powers if p.name == made.detail), None) if entry else None
    if power is None:
        return state
    targets = (made.target,) if made.target else swept(play, state, creature, power)
    return use(play, state, creature.id, power, targets)


POWER = Manoeuvre(no_power, declare_power, resolve_power, "cairn.monster.powers", who=("monster",))


@rule("cairn.monster.casting", "cairn.cast.npcs")
def castable(creature: Creature) -> tuple[RuleId, ...]:
    """The spells that a creature of the bestiary can cast now: at will, once a day, or from the books it has."""
    entry = entry_of(creature)
    if entry is None or not entry.spells:
        return ()
    if entry.cast == "books":
        return tuple(dict.fromkeys(item.spell for item in creature.items if item.spell))
    if entry.cast == "daily" and used_today(creature, CAST):
        return ()
    return entry.spells


def no_spell(state: State, creature: Creature) -> Refusal | None:
    """Why a creature has nothing to cast."""
    return None if castable(creature) else Refusal("no_spell", (creature.name,), "cairn.monster.casting")


@rule("cairn.monster.casting")
def declare_spell(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which spell to cast; its targets are asked for when it is cast."""
    spell = play.choose(creature.seat, "which_spell", castable(creature), creature.name, why="cairn.monster.casting")
    return Declaration(creature.id, "monster_cast", detail=spell)


@rule("cairn.monster.casting", "cairn.cast.npcs")
def resolve_spell(play: Play, state: State, made: Declaration) -> State:
    """A creature casts: no Fatigue, at most one spell a turn."""
    creature = find(state, made.who)
    play.tell("power.casts", creature.name, made.detail, why="cairn.monster.casting")
    state = put(state, use_today(creature, CAST))
    return cast_spell(play, state, creature.id, made.detail)


MONSTER_CAST = Manoeuvre(no_spell, declare_spell, resolve_spell, "cairn.monster.casting", who=("monster",))
