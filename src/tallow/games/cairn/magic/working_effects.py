"""What workings do, by kind. The list of kinds is closed; content names them in `does`."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import find_item, put_away, receive, without
from tallow.games.cairn.gear.ruin import eaten_away, made_whole
from tallow.games.cairn.harm.damage import restore, suffer, to_whom
from tallow.games.cairn.magic.effects import begin, ends_in, fall, finish, in_world
from tallow.games.cairn.magic.working_things import (
    absorb,
    catch,
    cure,
    destroy,
    fitting,
    greed,
    hatred,
    loosen,
    push_pull,
    rekindle,
    scare,
    seal,
    slay,
    species,
    take_pain,
    warm,
)
from tallow.games.cairn.magic.workings import (
    OTHER,
    Working,
    bearer_of,
    fiction,
    group,
    still_there,
    taken,
)
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.state import (
    HOUR,
    SCORE,
    Ability,
    Cause,
    Creature,
    Effect,
    Hazard,
    Pay,
    State,
    Target,
    World,
    opponents,
    use_today,
    used_today,
)
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import EVERYONE, REFEREE, Play, rule

Rule: TypeAlias = Callable[[Play, State, str, Working, tuple[Any, ...], str], State]
"""`(play, state, who works it, the working, whom it affects, what it is done with)`.

Those affected are ids, or where a working is aimed at things, ids of each bearer and thing.
"""

ON_SOMEBODY = ("wearies", "deprives", "regrows")
"""What an effect does to those under it other than by a condition."""

WEATHERS = ("nice", "fair", "unpleasant", "inclement", "extreme", "catastrophic")
LASTING = ("condition", "world", "hazard", "again", "fits")
"""Kinds without a rule of their own: `work` and `_keep` read them."""


@rule("cairn.spell.list", "cairn.spell.nearby", "cairn.spell.duration", "cairn.monster.powers")
def work(play: Play, state: State, user: str, working: Working, targets: tuple[Target, ...]) -> State:
    """Apply a working: see which targets withstand it, then run the rule of each thing that it does."""
    affected: list[Target] = []
    for target in [one for one in targets if still_there(state, one)]:
        if target == OTHER:
            continue
        state, took = taken(play, state, user, working, bearer_of(target))
        if took:
            affected.append(target)
    if any(does.kind == "fits" for does in working.does):
        affected = fitting(play, state, working, affected)
    missed = bool(targets) and not affected and OTHER not in targets
    told = tuple(find(state, bearer_of(target)).name for target in affected)
    play.tell("working.upon" if told else "working", find(state, user).name, working.name, told, why=working.of)
    if missed:
        return state
    for does in working.does:
        if does.kind not in LASTING:
            state = RULES[does.kind](play, state, user, working, tuple(affected), does.what)
    if not working.does or OTHER in targets:
        fiction(play, working, working.text)
    if any(does.kind in WITH_OWN_EFFECT for does in working.does):
        return state
    return _keep(play, state, user, working, tuple(bearer_of(target) for target in affected))


@rule("cairn.spell.duration")
def _keep(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...]) -> State:
    """Begin the effect of a working that lasts: conditions, a change of the world, hazards, or its text alone."""
    conditions = [does for does in working.does if does.kind == "condition"]
    again = working.save if any(does.kind == "again" for does in working.does) else ""
    again = next((save for save in (again, *(does.save for does in conditions)) if save), "")
    ends = lasts(play, state, user, working)
    if not ends and not working.until:
        return state
    personal = any(does.kind == "world" and does.what in ON_SOMEBODY for does in working.does)
    upon = affected if not working.does or conditions or personal else ()
    effect = Effect(
        "",
        working.of,
        working.name,
        user,
        upon,
        ends,
        tuple(does.what for does in conditions),
        save=again,
        until=(working.until,) if working.until else (),
        lasting=working.lasting,
        dice=working.dice,
        world=tuple(convert(does.what, World) for does in working.does if does.kind == "world"),
        hazards=tuple(convert(does, Hazard, from_attributes=True) for does in working.does if does.kind == "hazard"),
    )
    return begin(state, effect)


def lasts(play: Play, state: State, user: str, working: Working) -> int:
    """The moment when a working ends, or 0; dampened magic lasts half as long."""
    seconds = working.seconds
    if working.hours:
        seconds = HOUR * rolled(play, working.hours, find(state, user).seat, working.of)
    if not seconds:
        return 0
    return ends_in(state, -(-seconds // 2) if dampened(state, working) else seconds)


@rule("cairn.spell.magic_dampener")
def dampened(state: State, working: Working) -> bool:
    """Whether magic at work here has half its effect."""
    return "magic" in working.kinds and in_world(state, "dampened")


def amount(play: Play, state: State, user: str, working: Working) -> int:
    """The dice of a working; half, rounded up, where magic is dampened."""
    total = rolled(play, working.dice, find(state, user).seat, working.of)
    return (total + 1) // 2 if dampened(state, working) else total


@rule("cairn.spell.cure_wounds", "cairn.ability.current", "cairn.deprived.no_ability")
def heal(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], ability: str) -> State:
    """Restore an ability by the dice, once a day for each creature; not that of the deprived."""
    for who in affected:
        one = find(state, who)
        if used_today(one, working.of):
            play.tell("heal.once_a_day", one.name, working.of, why=working.of)
        elif one.deprived:
            play.tell("heal.deprived", one.name, why="cairn.deprived.no_ability")
        else:
            one = recover(play, one, ability, amount(play, state, user, working), working)  # type: ignore[arg-type]
            state = put(state, use_today(one, working.of))
    return state


def recover(play: Play, one: Creature, ability: Ability, points: int, working: Working) -> Creature:
    """Give points of an ability back, up to the maximum."""
    healed = restore(one, ability, points)
    had, has = getattr(one, SCORE[ability]), getattr(healed, SCORE[ability])
    known = to_whom(one)
    if has <= had:
        play.tell("heal.in_vain", one.name, ability, why=working.of)
        return healed
    play.tell("heal", one.name, ability, has - had, has, why=working.of, seen_by=known)
    if known != EVERYONE:
        play.tell("heal.foe", one.name, ability, why=working.of)
    return healed


@rule("cairn.loss.outside", "cairn.spell.pit")
def harm(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], ability: str) -> State:
    """Deduct the dice from an ability, not from HP."""
    for who in affected:
        points = amount(play, state, user, working)
        state = suffer(play, state, who, ability, points)  # type: ignore[arg-type]
    return state


@rule("cairn.spell.spellsaw")
def harm_plants(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], arg: str) -> State:
    """As `harm`, to creatures that are plants only."""
    return harm(play, state, user, working, tuple(w for w in affected if group(find(state, w), "plant")), arg)


@rule("cairn.spell.earthquake")
def collapse(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], ability: str) -> State:
    """Ask the referee whether something comes down; if so, deduct the dice from those affected."""
    if affected and play.choose(REFEREE, "collapse", ("no", "yes"), working.of, why=working.of) == "yes":
        return harm(play, state, user, working, affected, ability)
    return state


@rule("cairn.spell.earthquake")
def fallen(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Those affected fall."""
    return fall(play, state, working.of, user, affected)


@rule("cairn.spell.body_swap")
def body_swap(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Two trade bodies for a time; if one of them dies, so does the other."""
    if not affected:
        return state
    pair, ends = (user, affected[0]), lasts(play, state, user, working)
    return begin(state, Effect("", working.of, working.name, user, pair, ends, world=("swapped",)))


@rule("cairn.relic.nightstone")
def refresh(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """All Fatigue and deprivation are gone."""
    for who in affected:
        one = find(state, who)
        play.tell("refreshed", one.name, working.of, why=working.of)
        state = put(state, replace(shed(one, "collapsed"), fatigue=0, deprived=()))
    return state


@rule("cairn.relic.phoenix_ash")
def revive(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """The dead return in full health, without memory."""
    for who in affected:
        one = find(state, who)
        play.tell("revived", one.name, working.of, why=working.of)
        whole = replace(
            one,
            hp=one.hp_max,
            strength=one.strength_max,
            dexterity=one.dexterity_max,
            willpower=one.willpower_max,
            fatigue=0,
            deprived=(),
            dies_at=0,
            conditions=("forgetful",),
        )
        state = put(state, whole)
    return state


@rule("cairn.relic.leycap")
def leycap(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """The user loses one Fatigue; after a failed WIL save they are addicted, and deprived until the next dose."""
    one = find(state, user)
    causes = tuple(cause for cause in one.deprived if cause.name != working.of)
    if not save(play, one, "WIL", working.of):
        play.tell("addicted", one.name, working.of, why=working.of)
        causes = (*causes, Cause(working.of, state.clock))
    return put(state, replace(one, fatigue=max(0, one.fatigue - 1), deprived=causes))


@rule("cairn.relic.moth_mirror")
def leave(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """The user goes to another place, and so has left any fight."""
    one = find(state, user)
    play.tell("working.away", one.name, working.of, why=working.of)
    return put(state, gain(one, "fled")) if state.fight else state


@rule("cairn.spell.shuffle")
def swap_places(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Two by two they change places; one left over stays."""
    for first, second in zip(affected[::2], affected[1::2], strict=False):
        one, two = find(state, first), find(state, second)
        state = put(state, replace(one, at=two.at), replace(two, at=one.at))
        play.tell("swapped", one.name, two.name, why=working.of)
    return state


@rule("cairn.spell.teleport")
def teleport(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Move each of those affected to a place within the spell's range that the caster chooses."""
    seat = find(state, user).seat
    for who in affected:
        one = find(state, who)
        away = tuple(one.at + sign * feet for feet in range(working.area, 0, -10) for sign in (1, -1))
        at = play.choose(seat, "teleport_to", away, one.name, one.at, why=working.of)
        state = put(state, replace(one, at=at))
        play.tell("teleported", one.name, at, why=working.of)
    return state


@rule("cairn.spell.filch")
def filch(
    play: Play, state: State, user: str, working: Working, affected: tuple[tuple[str, str], ...], _: str
) -> State:
    """A thing that somebody carries is in the caster's hands, or at their feet if there is no room."""
    for owner, which in affected:
        item = find_item(find(state, owner), which)
        state = put(state, without(find(state, owner), which))
        state, id_ = serial(state, "i")
        state = receive(play, state, user, replace(put_away(item), id=id_))
        play.tell("filched", find(state, user).name, item.name, find(state, owner).name, why=working.of)
    return state


@rule("cairn.spell.skillful_repair")
def repair(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """A piece of armour that was eaten away is whole again; of anything else the referee says what is mended."""
    worn = tuple((one.id, which) for one in everyone(state) for which in eaten_away(one))
    options: tuple[tuple[str, ...], ...] = (*worn, (OTHER,))
    pair = play.choose(find(state, user).seat, "repair_what", options, working.of, why=working.of)
    if pair == (OTHER,):
        fiction(play, working, working.text)
        return state
    return put(state, made_whole(play, find(state, pair[0]), pair[1], working.of))


@rule("cairn.spell.control_weather")
def weather(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """The weather changes by as many steps as the caster likes, until the spell ends."""
    others = tuple(name for name in WEATHERS if name != state.weather)
    name = play.choose(find(state, user).seat, "weather_to", others, state.weather, why=working.of)
    effect = Effect("", working.of, working.name, user, ends=lasts(play, state, user, working), was=state.weather)
    play.tell("weather", name, why=working.of)
    return replace(begin(state, effect), weather=name)


@rule("cairn.spell.elemental_wall")
def wall(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """A wall of ice, or of fire that burns whoever goes through."""
    walls: tuple[World, ...] = ("fire", "ice")
    of = play.choose(find(state, user).seat, "wall_of", walls, working.of, why=working.of)
    burns = (Hazard("harm"),) if of == "fire" else ()
    ends = lasts(play, state, user, working)
    made = Effect("", working.of, working.name, user, (), ends, dice=working.dice, world=(of,), hazards=burns)
    return begin(state, made)


@rule("cairn.spell.ward")
def ward(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], what: str) -> State:
    """Opponents of one kind that the caster names, of two with time and safety, are kept off until the spell ends."""
    seat = find(state, user).seat
    ends = lasts(play, state, user, working)
    for at in range(2 if working.enhanced else 1):
        others = [one for one in opponents(state, side_of(state, user)) if not has(one, "warded")]
        kinds = tuple(dict.fromkeys(species(one) for one in others))
        if not kinds:
            fiction(play, working, working.text)
            return state if at else begin(state, Effect("", working.of, working.name, user, (), ends))
        kind = play.choose(seat, "ward_against", kinds, working.of, why=working.of)
        kept = tuple(one.id for one in others if species(one) == kind)
        play.tell("warded", kind, why=working.of)
        state = begin(state, Effect("", working.of, working.name, user, kept, ends, ("warded",)))
    return state


@rule("cairn.spell.snuff")
def snuff(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Every flame in sight goes out; with time and safety the lights of magic too."""
    dark = [replace(one, items=tuple(replace(item, lit=False) for item in one.items)) for one in everyone(state)]
    state = put(replace(state, ground=tuple(replace(item, lit=False) for item in state.ground)), *dark)
    play.tell("snuffed", why=working.of)
    for effect in state.effects:
        if working.enhanced and "light" in effect.world:
            state = finish(play, state, effect.id)
    return state


@rule("cairn.spell.knock", "cairn.spell.sleep", "cairn.dungeon.event_when")
def noise(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """A loud noise ends magical sleep, and in a dungeon calls for an event. With time and safety there is none."""
    if working.enhanced:
        return state
    play.tell("noise", working.of, why=working.of)
    for effect in state.effects:
        if "asleep" in effect.conditions and effect.of == "cairn.spell.sleep":
            state = finish(play, state, effect.id)
    if state.dungeon is None:
        return state
    return replace(state, dungeon=replace(state.dungeon, triggers=(*state.dungeon.triggers, "noise")))


@rule("cairn.spell.raise_dead", "cairn.relic.jar_of_ants", "cairn.relic.sponge_army", "cairn.relic.homunculus_nail")
def summon(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], monster: str) -> State:
    """Creatures come and serve on the side of whoever called them, until destroyed or until the time is over."""
    one = find(state, user)
    for _ in range(working.targets):
        state, id_ = serial(state, "s")
        made = spawn(monsters()[monster], id_, seat=one.seat, at=one.at)
        if side_of(state, user) == "party":
            state = replace(state, party=(*state.party, replace(made, pay=Pay(user))))
        else:
            state = replace(state, foes=(*state.foes, made))
            if state.fight is not None:
                state = replace(state, fight=replace(state.fight, foes_at_start=state.fight.foes_at_start + 1))
        play.tell("summoned", one.name, made.name, why=working.of)
        ends = lasts(play, state, user, working)
        state = begin(
            state,
            Effect("", working.of, working.name, user, (id_,), ends, lasting=working.lasting, world=("summoned",)),
        )
    return state


@rule("cairn.relic.staff_of_silence")
def silence(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """No magic works here for a time: spells end, except those that last without their caster, and none can be cast."""
    for effect in state.effects:
        if effect.of.startswith("cairn.spell.") and not effect.lasting:
            state = finish(play, state, effect.id)
    ends = lasts(play, state, user, working)
    return begin(state, Effect("", working.of, working.name, user, (), ends, lasting=True, world=("silence",)))


@rule("cairn.relic.coin_of_the_father")
def coins(play: Play, state: State, user: str, working: Working, affected: tuple[str, ...], _: str) -> State:
    """Roll and tell the number of illusory gold pieces."""
    play.tell("coins", find(state, user).name, amount(play, state, user, working), why=working.of)
    return state


RULES: dict[str, Rule] = {
    "heal": heal,
    "harm": harm,
    "harm_plants": harm_plants,
    "collapse": collapse,
    "fall": fallen,
    "body_swap": body_swap,
    "refresh": refresh,
    "revive": revive,
    "leycap": leycap,
    "leave": leave,
    "swap_places": swap_places,
    "teleport": teleport,
    "filch": filch,
    "repair": repair,
    "weather": weather,
    "wall": wall,
    "ward": ward,
    "snuff": snuff,
    "noise": noise,
    "summon": summon,
    "silence": silence,
    "coins": coins,
    "push_pull": push_pull,
    "seal": seal,
    "destroy": destroy,
    "catch": catch,
    "absorb": absorb,
    "greed": greed,
    "hatred": hatred,
    "scare": scare,
    "cure": cure,
    "loosen": loosen,
    "warm": warm,
    "slay": slay,
    "take_pain": take_pain,
    "rekindle": rekindle,
}

WITH_OWN_EFFECT = ("summon", "weather", "wall", "ward", "silence", "body_swap", "seal", "greed", "hatred")
"""Kinds whose rule begins the effect that goes on."""
