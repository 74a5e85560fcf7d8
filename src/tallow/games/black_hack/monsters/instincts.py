"""Instincts: what foes do automatically in their Turns, when somebody falls, and at the end of a Moment."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.usage import drop_step
from tallow.games.black_hack.combat.ranges import band, within
from tallow.games.black_hack.entries import Special
from tallow.games.black_hack.gear.things import without
from tallow.games.black_hack.harm.damage import heal, lose
from tallow.games.black_hack.magic.lasting import lay, sunlit
from tallow.games.black_hack.monsters.kin import claimed
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.monsters.specials import afflict, specials_of
from tallow.games.black_hack.state import (
    MARKS,
    Character,
    Creature,
    State,
    able,
    alive,
    character,
    creature,
    find,
    hindered,
    put,
    without_marks,
)
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, rule


@rule("black_hack.bestiary.when", "black_hack.monster.giant_leech", "black_hack.monster.elemental_water")
def turn_starts(play: Play, state: State, foe: str) -> State:
    """What happens at the start of a foe's Turn."""
    if has_trait(creature(state, foe), "burns_in_sun") and sunlit(state):
        state = _burns_in_sun(play, state, foe)
    for special in specials_of(creature(state, foe), "turn_start"):
        if "regenerates" in special.does:
            state = _knits(play, state, foe)
        elif "quenches" in special.does:
            state = _quench(play, state, foe)
        elif "gazes" in special.does:
            state = _gaze(play, state, foe, special)
        elif "drains_held" in special.does:
            held = [one.id for one in state.party if MARKS.mark("clings", one.id) in creature(state, foe).marks]
            for who in held:
                if hindered(character(state, who), "stuck") and able(character(state, who)):
                    state = afflict(play, state, foe, who, special)
                else:
                    state = put(state, without_marks(creature(state, foe), MARKS.mark("clings", who)))
        else:
            for one in state.party:
                if able(one) and not one.ongoing and band(state, foe, one.id) == "close":
                    state = afflict(play, state, foe, one.id, special)
    return state


@rule("black_hack.monster.vampire", "black_hack.prayer.daylight", "black_hack.magic_item.sun_drill")
def _burns_in_sun(play: Play, state: State, foe: str) -> State:
    """In sunlight a vampire loses HP equal to its Hit Dice in each Turn; no test ends it, only the dark."""
    one = creature(state, foe)
    play.tell("burns_in_sun", one.name, why=one.of)
    return lose(play, state, foe, one.hd, one.of)[0]


@rule("black_hack.monster.troll")
def _knits(play: Play, state: State, foe: str) -> State:
    """A troll regains 3 HP unless it was burnt since its last Turn."""
    one = creature(state, foe)
    if has(one, "burnt"):
        return put(state, shed(one, "burnt"))
    return heal(play, state, foe, 3, one.of) if one.hp < one.hp_max else state


@rule("black_hack.monster.elemental_water")
def _quench(play: Play, state: State, foe: str) -> State:
    """The Usage Die of every light Close to a water elemental drops by one step."""
    for one in state.party:
        if alive(one) and band(state, foe, one.id) == "close":
            for item in one.items:
                if item.lit:
                    state = drop_step(play, state, one.id, item.id, "black_hack.monster.elemental_water")
    return state


@rule("black_hack.monster.medusa", "black_hack.monster.basilisk")
def _gaze(play: Play, state: State, foe: str, special: Special) -> State:
    """Whoever is near enough tests, or looks away, which makes fighting harder until the next gaze."""
    combat = state.combat
    one = creature(state, foe)
    if combat is None:
        return state
    mine = [MARKS.mark("averted", foe, one.id) for one in state.party]
    used = tuple([use for use in combat.used if use not in mine])
    state = replace(state, combat=replace(combat, used=used))
    for each in state.party:
        if not able(each) or hindered(each, "paralysed") or not within(state, foe, each.id, special.reach):
            continue
        looks = play.choose(each.seat, "gaze", ("look_away", "look"), each.name, one.name, why=one.of)
        if looks == "look":
            state = afflict(play, state, foe, each.id, special)
        elif state.combat is not None:
            used = (*state.combat.used, MARKS.mark("averted", foe, each.id))
            state = replace(state, combat=replace(state.combat, used=used))
    return state


@rule("black_hack.monster.black_pudding")
def turn_ends(play: Play, state: State, who: str) -> State:
    """At the end of a Turn weapons that a pudding has corroded are ruined."""
    one = find(state, who)
    if not isinstance(one, Character):
        return state
    for item in one.items:
        if MARKS.any(item.marks, "melting"):
            play.tell("melts", one.name, item.name, why="black_hack.monster.black_pudding")
            now = character(state, who)
            state = put(state, replace(now, items=without(now.items, item.id)))
    return state


@rule("black_hack.bestiary.when", "black_hack.daemon.common")
def fallen(play: Play, state: State, who: str, by: str) -> State:
    """What happens when somebody has been brought to 0 HP, by somebody or nobody."""
    one = find(state, who)
    if isinstance(one, Creature):
        return _falls(play, state, one, by)
    foe = next((foe for foe in state.foes if foe.id == by), None)
    if foe is None:
        return state
    combat = state.combat
    if has_trait(foe, "blood_up") and combat is not None:
        used = (*combat.used, MARKS.mark("blood_up", combat.moment, foe.group))
        state = replace(state, combat=replace(combat, used=used))
    for special in specials_of(foe, "zero_hp"):
        if "curse" in special.fail:
            state = afflict(play, state, by, who, special)
        elif "makes_kin" in special.does:
            play.tell("special", foe.name, special.name, one.name, special.effect, why=foe.of, seen_by=(REFEREE,))
            state = claimed(state, by, who)
    return state


def _falls(play: Play, state: State, one: Creature, by: str) -> State:
    """What the fall of a foe causes."""
    if "daemon" in one.tags:
        play.tell("goes_back", one.name, why="black_hack.daemon.common")
    if has_trait(one, "gets_up") and not MARKS.any(one.spent, "rose") and not _for_good(one):
        state = put(state, gain(one, "rising"))
    if has_trait(one, "regenerates") and not has(one, "burnt"):
        state = put(state, gain(one, "rising_later"))
    for special in specials_of(one, "zero_hp"):
        if "afflicts_slayer" in special.does and any(other.id == by and able(other) for other in state.party):
            state = afflict(play, state, one.id, by, special)
        elif special.reforms:
            days = roll_secretly(play, special.reforms, one.of)
            play.tell("reforms", one.name, days, special.effect, why=one.of, seen_by=(REFEREE,))
            state = lay(state, one.of, "day", by=one.id, left=days)[0]
    return state


@rule("black_hack.monster.zombie")
def _for_good(one: Creature) -> bool:
    """Whether the last damage was fire, a natural 1 or a Banishing, after which a zombie stays down."""
    return any(MARKS.mark("last", kind) in one.marks for kind in ("fire", "critical", "banish"))


@rule("black_hack.monster.zombie", "black_hack.monster.troll")
def moment_ends(play: Play, state: State) -> State:
    """What foes do at the end of a Moment: zombies rise once with 1 HP, trolls a Moment later with 3."""
    for foe in state.foes:
        if has(foe, "rising"):
            hp = 3 if has_trait(foe, "regenerates") else 1
            up = shed(foe, "rising", "removed", "out_of_action")
            play.tell("rises", foe.name, why=foe.of)
            spent = foe.spent if hp > 1 else (*foe.spent, MARKS.mark("rose"))
            state = put(state, replace(up, hp=min(hp, foe.hp_max), spent=spent))
        elif has(foe, "rising_later"):
            state = put(state, gain(shed(foe, "rising_later"), "rising"))
    return state
