"""What comes after a blow besides its damage: critical effects of monsters, and what striking some of them brings."""

from msgspec.structs import replace

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.strikes import Struck, reached, strike
from tallow.games.cairn.entries import tables
from tallow.games.cairn.folk import Aftermath, Monster, monsters
from tallow.games.cairn.gear.ruin import for_good, spoil
from tallow.games.cairn.harm.damage import die, let_fall, suffer
from tallow.games.cairn.magic.workings import NEAR
from tallow.games.cairn.monsters.afflictions import afflict
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.monsters.kinds import withstands
from tallow.games.cairn.monsters.powers import swept, use
from tallow.games.cairn.state import MINUTE, Attack, Creature, Scar, State, alive, score, up
from tallow.mechanics.conditions import gain
from tallow.mechanics.ids import serial
from tallow.mechanics.statline import dice
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, rule

LIFELESS = frozenset(("undead", "construct"))


@rule("cairn.critical.effects", "cairn.combat.procedure")
def after_blow(play: Play, state: State, before: Creature, struck: Struck) -> State:
    """Apply the effects of the attacker whose die counted, then the special rules of the target."""
    if struck.by is not None and struck.by[0].special:
        state = _of_attacker(play, state, struck.by[0], before, struck)
    return _of_target(play, state, before, struck) if before.special else state


def _of_attacker(play: Play, state: State, attacker: Creature, before: Creature, struck: Struck) -> State:
    entry = monsters().get(attacker.of)
    if entry is None:
        return state
    lost = before.strength - struck.target.strength
    if entry.heals_hp and struck.outcome != "no_harm" and _lives(before):
        state = _drinks(play, state, attacker.id, entry)
    for power in entry.powers:
        if power.trigger == "hurts" and lost > 0 and alive(find(state, before.id)):
            state = use(play, state, attacker.id, power, (before.id,))
    if struck.outcome == "critical":
        state = critical_effect(play, state, attacker.id, entry, before.id, lost)
    return state


def _lives(creature: Creature) -> bool:
    entry = monsters().get(creature.of)
    return entry is None or LIFELESS.isdisjoint(entry.group)


@rule("cairn.monster.vampire")
def _drinks(play: Play, state: State, who: str, entry: Monster) -> State:
    """A bite on the living gives HP back."""
    drinker = find(state, who)
    hp = min(drinker.hp_max, drinker.hp + entry.heals_hp)
    if hp == drinker.hp or not alive(drinker):
        return state
    play.tell("critical.drinks", drinker.name, hp - drinker.hp, why=entry.id)
    return put(state, replace(drinker, hp=hp))


@rule("cairn.critical.effects", "cairn.monster.critical_dice")
def critical_effect(play: Play, state: State, by: str, entry: Monster, who: str, lost: int) -> State:
    """All that a critical effect does to one who has failed the critical damage save; `lost`: the STR just lost."""
    if entry.critical == "none":
        return state
    play.tell("critical.effect", find(state, who).name, entry.id, why=entry.id)
    after = entry.aftermath or Aftermath()
    if after.feeds:
        state = _feeds(play, state, by, entry)
    if not alive(find(state, who)):
        return state
    again = after.then == "again"
    if entry.critical_save and not again and save(play, find(state, who), entry.critical_save, entry.id):
        return state
    if entry.critical_dice is not None and not entry.critical_each_round:
        takes = entry.critical_dice
        amount = rolled(play, takes.dice, REFEREE, entry.id)
        state = suffer(play, state, who, takes.ability, amount, permanent=takes.permanent)
        if after.rises and score(find(state, who), takes.ability) == 0:
            return _rises(play, state, who, after.rises, entry)
    if after.armour:
        state = spoil(play, state, who, after.armour, lost, entry.id)
    if after.for_good:
        state = put(state, for_good(play, find(state, who), lost, entry.id))
    if after.kills:
        state = put(state, die(play, find(state, who)))
        return _rises(play, state, who, after.rises, entry) if after.rises else state
    return _maimed(play, state, by, entry, who, after) if alive(find(state, who)) else state


def _maimed(play: Play, state: State, by: str, entry: Monster, who: str, after: Aftermath) -> State:
    """Apply the parts of a critical effect that do not kill at once."""
    if after.part:
        state = _part(play, state, who, after.part, entry)
    if after.judged:
        state = _judged(play, state, who, entry)
    if after.bleeds:
        state = _bleeds(play, state, who)
    if not (after.condition or after.deprived or entry.critical_each_round) or not alive(find(state, who)):
        return state
    if after.kinds and withstands(play, find(state, who), None, after.kinds, entry.id):
        return state
    takes = entry.critical_dice if entry.critical_each_round else None
    return afflict(
        play,
        state,
        who,
        by,
        entry.id,
        "critical",
        after.condition,
        lasts=after.lasts,
        until=after.until,
        then=after.then,
        each=takes.ability if takes else "",
        dice=takes.dice if takes else "",
        deprived=after.deprived,
    )


@rule("cairn.monster.red_cap")
def _feeds(play: Play, state: State, who: str, entry: Monster) -> State:
    """The victim's blood gives lost STR back."""
    eater = find(state, who)
    play.tell("critical.feeds", eater.name, why=entry.id)
    return put(state, replace(eater, strength=eater.strength_max)) if alive(eater) else state


@rule("cairn.table.lost_part")
def _part(play: Play, state: State, who: str, part: str, entry: Monster) -> State:
    """A limb is lost, or broken."""
    creature = find(state, who)
    if part == "limb":
        broken = play.choose(REFEREE, "limb", ("Arm", "Leg"), creature.name, why=entry.id)
        play.tell("critical.broken", creature.name, broken, why=entry.id)
        return put(state, replace(creature, scars=(*creature.scars, Scar(entry.id, broken, True, state.clock))))
    table = tables()["cairn.table.lost_part"]
    (face,) = play.roll(1, 6, by=creature.seat, why=table.id)
    lost = table.row(face).name
    play.tell("critical.part", creature.name, lost, why=table.id)
    if lost == "Head":
        return put(state, die(play, creature))
    state = put(state, replace(creature, scars=(*creature.scars, Scar(table.id, lost, False, state.clock))))
    return let_fall(play, state, who) if lost == "Arm" else state


@rule("cairn.monster.bleeding")
def _bleeds(play: Play, state: State, who: str) -> State:
    """Ten minutes to live instead of an hour."""
    creature = find(state, who)
    play.tell("critical.bleeds", creature.name, why="cairn.monster.bleeding")
    return put(state, replace(creature, dies_at=state.clock + 10 * MINUTE)) if creature.dies_at else state


@rule("cairn.critical.effects")
def _judged(play: Play, state: State, who: str, entry: Monster) -> State:
    """An effect that no rule describes: the referee says what comes of it."""
    creature = find(state, who)
    comes = play.choose(REFEREE, "aftermath", ("nothing_more", "bleeds", "dies"), creature.name, entry.id, why=entry.id)
    if comes == "dies":
        return put(state, die(play, creature))
    return _bleeds(play, state, who) if comes == "bleeds" else state


@rule("cairn.critical.effects")
def _rises(play: Play, state: State, who: str, becomes: str, entry: Monster) -> State:
    """Whom it kills rises as its thrall or as one of its kind: the referee says when."""
    creature = find(state, who)
    if alive(creature):
        creature = die(play, creature)
        state = put(state, creature)
    if alive(creature):
        return state
    play.tell(f"critical.rises_{becomes}", creature.name, entry.id, why=entry.id)
    when = play.choose(REFEREE, "rises", ("later", "now"), creature.name, entry.id, why=entry.id)
    if when == "later" or any(one.id == who for one in state.foes):
        return state
    if becomes != "thrall":
        return joined(state, spawn(entry, "", creature.name, at=creature.at))
    risen = replace(creature, kind="monster", seat=REFEREE, hp=0, strength=creature.strength_max, dies_at=0)
    return joined(state, replace(risen, conditions=("fearless",), items=(), deprived=(), scars=()))


@rule("cairn.morale.half")
def joined(state: State, creature: Creature) -> State:
    """One more among the foes, under a new id; reinforcements count for morale."""
    state, id_ = serial(state, "c")
    fight = state.fight and replace(state.fight, foes_at_start=state.fight.foes_at_start + 1)
    return replace(state, foes=(*state.foes, replace(creature, id=id_)), fight=fight)


def _of_target(play: Play, state: State, before: Creature, struck: Struck) -> State:
    entry = monsters().get(before.of)
    if entry is None:
        return state
    after = find(state, before.id)
    lost = before.strength - after.strength
    if struck.by is None:
        return _splits(play, state, after, entry) if entry.splits and after.strength == before.strength else state
    for power in entry.powers:
        if power.trigger == "hurt" and lost > 0:
            state = use(play, state, before.id, power, swept(play, state, after, power))
    fell = alive(before) and not alive(after)
    if entry.host_loses and before.host:
        state = _host(play, state, before, entry, lost, fell=fell)
    if entry.death_blast and fell:
        state = _bursts(play, state, after, entry)
    return state


@rule("cairn.monster.black_pudding")
def _splits(play: Play, state: State, creature: Creature, entry: Monster) -> State:
    """An attack that cannot harm it splits it in two, which share its HP and STR."""
    if creature.strength < 2:
        return state
    play.tell("critical.splits", creature.name, why=entry.id)
    hp, strength = creature.hp // 2, creature.strength // 2
    other = replace(creature, hp=hp, strength=strength, name=f"{creature.name} ½")
    state = put(state, replace(creature, hp=creature.hp - hp, strength=creature.strength - strength))
    if any(one.id == creature.id for one in state.foes):
        return joined(state, other)
    state, id_ = serial(state, "c")
    return replace(state, party=(*state.party, replace(other, id=id_)))


@rule("cairn.monster.phoenix", "cairn.combat.blast")
def _bursts(play: Play, state: State, creature: Creature, entry: Monster) -> State:
    """It bursts as it dies, over all who are near."""
    burst = Attack("burst", dice(entry.death_blast), blast=True, qualities=("fire",))
    near = [one.id for one in everyone(state) if up(one) and abs(one.at - creature.at) <= NEAR]
    play.tell("critical.bursts", creature.name, why=entry.id)
    for who in reached(play, creature, burst, near[0], near) if near else ():
        struck = strike(play, state, find(state, who), [(creature, burst)])
        state = put(state, struck.target)
        if struck.outcome == "critical":
            state = let_fall(play, state, who)
    return state


@rule("cairn.monster.ally_homunculus", "cairn.monster.ally_blood_servant", "cairn.monster.ally_living_nightmare")
def _host(play: Play, state: State, creature: Creature, entry: Monster, lost: int, *, fell: bool) -> State:
    """Deduct what its harm or its fall costs the creature that it is bound to."""
    loses = entry.host_loses
    host = next((one for one in everyone(state) if one.id == creature.host), None)
    if loses is None or host is None or not alive(host):
        return state
    if loses.when == "fallen":
        amount = rolled(play, loses.dice, host.seat, entry.id) if fell else 0
        if fell and entry.copies_host:
            state = put(state, gain(find(state, creature.id), "gone"))
    else:
        amount = lost
    return suffer(play, state, host.id, loses.ability, amount, permanent=loses.permanent) if amount else state
