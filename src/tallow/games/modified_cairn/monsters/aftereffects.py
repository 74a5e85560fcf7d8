"""Effects of a blow besides damage: monsters' Critical Wounds, and reactions of monsters that are struck."""

from collections.abc import Sequence

from msgspec.structs import replace

from tallow.games.modified_cairn.checks.tables import total
from tallow.games.modified_cairn.combat.attacks import Strike
from tallow.games.modified_cairn.combat.bands import beside, facing
from tallow.games.modified_cairn.folk import Monster
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.harm.damage import Blow, hurt, suffer
from tallow.games.modified_cairn.magic.effects import begin
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.monsters.traits import entry, heals, lean
from tallow.games.modified_cairn.state import Creature, Effect, State, alive, gain, has, members, shed, side_of, up
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, rule


@rule("modified_cairn.hurt.critical_effects", "modified_cairn.enemy.immunity")
def after_blow(
    play: Play, state: State, before: Creature, strikes: Sequence[Strike], counted: Strike | None, done: Blow
) -> State:
    """Apply the effects of the attacker whose die counted, then the special rules of the target."""
    if counted is not None and done.score and (monster := entry(find(state, counted.who).of)) is not None:
        state = _of_attacker(play, state, before, counted.who, monster, done)
    if (struck := entry(before.of)) is not None:
        state = _of_target(play, state, before, strikes, struck)
    return _without_leader(play, state, before) if has(before, "leader") else state


@rule("modified_cairn.hurt.critical_effects", "modified_cairn.monster.vampire", "modified_cairn.monster.killer_bees")
def _of_attacker(play: Play, state: State, before: Creature, by: str, monster: Monster, done: Blow) -> State:
    """Apply a monster's wound: some drain, some leave stings; a Critical Wound has the effect of its entry."""
    if monster.drains:
        drinker = find(state, by)
        play.tell("monster.drains", drinker.name, monster.drains, why=monster.id)
        state = put(state, replace(drinker, guard=min(drinker.guard_max, drinker.guard + monster.drains)))
    if monster.stings and alive(find(state, before.id)):
        play.tell("affliction.each", before.name, monster.stings, "", why=monster.id)
        effect = Effect("", monster.id, by, (before.id,), does="each", dice=monster.stings)
        state = begin(state, effect)
    if done.outcome == "critically_wounded" and monster.wound:
        play.tell("monster.critical", before.name, monster.id, why=monster.id)
        state = afflict(play, state, before.id, by, monster.wound, monster.id, lost=done.score)
    return state


def _of_target(play: Play, state: State, before: Creature, strikes: Sequence[Strike], monster: Monster) -> State:
    harmless = [s for s in strikes if lean(find(state, s.who), s.attack, before).immune]
    for strike in harmless:
        play.tell("trait.no_harm", before.name, strike.attack.name, why=monster.id)
        if heals(find(state, strike.who), strike.attack, before) and alive(find(state, before.id)):
            state = _mended(play, state, before.id, monster)
    after = find(state, before.id)
    if harmless and monster.splits and up(after):
        state = _splits(play, state, after, monster)
    if monster.burst and after.vigour < before.vigour and not has(before, "wounded"):
        state = _bursts(play, state, after, monster)
    if monster.death_blast and alive(before) and not alive(after):
        state = _explodes(play, state, after, monster)
    if monster.recall:
        _recall(play, before, after, monster)
    return state


@rule("modified_cairn.enemy.open_details")
def _recall(play: Play, before: Creature, after: Creature, monster: Monster) -> None:
    """Remind the GM of an entry's rules when they matter: as the creature falls, or is hurt."""
    fell = up(before) and not up(after)
    if fell if monster.recall == "falls" else after.vigour < before.vigour:
        play.tell("monster.recall", before.name, monster.effect, why=monster.id, seen_by=(REFEREE,))


@rule("modified_cairn.monster.iron_construct")
def _mended(play: Play, state: State, who: str, monster: Monster) -> State:
    """The monster regains all VIG from an attack that would harm others."""
    one = find(state, who)
    play.tell("monster.mended", one.name, why=monster.id)
    return put(state, replace(one, vigour=one.vigour_max))


@rule("modified_cairn.monster.black_pudding")
def _splits(play: Play, state: State, one: Creature, monster: Monster) -> State:
    """The monster splits in two, each with half its current Guard."""
    if one.guard < 2:
        return state
    play.tell("monster.splits", one.name, why=monster.id)
    state, id_ = serial(state, "c")
    half = one.guard // 2
    state = put(state, replace(one, guard=one.guard - half))
    other = replace(one, id=id_, guard=half, name=f"{one.name} ½")
    if one in state.party:
        return replace(state, party=(*state.party, other))
    return replace(state, foes=(*state.foes, other))


@rule("modified_cairn.monster.bronze_construct")
def _bursts(play: Play, state: State, one: Creature, monster: Monster) -> State:
    """When first wounded, the monster's contents burst over all who are Engaged with it."""
    for who in facing(state, one.id):
        state = suffer(play, state, who, "VIG", total(play, monster.burst, REFEREE, monster.id), monster.id)
    return state


@rule("modified_cairn.monster.phoenix")
def _explodes(play: Play, state: State, one: Creature, monster: Monster) -> State:
    """The monster explodes as it dies, over all at arm's length."""
    play.tell("monster.explodes", one.name, why=monster.id)
    for who in beside(state, one.id):
        near = find(state, who)
        dealt = max(0, total(play, monster.death_blast, REFEREE, monster.id) - armor(near, state.settings))
        state = hurt(play, state, who, dealt, monster.id)
    return state


@rule("modified_cairn.monster.bandit")
def _without_leader(play: Play, state: State, before: Creature) -> State:
    """When the leader of a band has fallen, the band flees."""
    monster = entry(before.of)
    if monster is None or monster.leader is None or up(find(state, before.id)):
        return state
    for one in members(state, side_of(state, before.id)):
        if one.of == before.of and one.id != before.id and up(one):
            play.tell("routed", one.name, why=monster.id)
            state = put(state, gain(one, "routed"))
    return state


@rule("modified_cairn.monster.berserker")
def calm(state: State, strikes: Sequence[Strike]) -> State:
    """The state after these attacks, with the attackers no longer raging: a rage lasts for one attack in a fight."""
    who = [strike.who for strike in strikes]
    spent = [shed(one, "raging") for one in everyone(state) if one.id in who and has(one, "raging")]
    return put(state, *spent) if spent else state
