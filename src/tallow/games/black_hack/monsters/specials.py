"""Specials of foes: what follows from a failed Defend, and from Attacks on them."""

from msgspec.structs import replace

from tallow.games.black_hack.characters.levels import drained
from tallow.games.black_hack.checks.attribute_tests import Result, attempt
from tallow.games.black_hack.checks.temporary import lend
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.ranges import band, farther, order, set_band, set_bands, shift
from tallow.games.black_hack.entries import Line, Special, impediments, monsters
from tallow.games.black_hack.harm.damage import damage, foe_damage, heal, out_of_action, rolled
from tallow.games.black_hack.harm.hindrances import AILING, PETRIFYING, hinder, ongoing
from tallow.games.black_hack.harm.victims import charmed, dread, turned
from tallow.games.black_hack.magic.lasting import proof_against_poison
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.state import (
    MARKS,
    Character,
    Creature,
    Effect,
    Item,
    State,
    able,
    alive,
    character,
    creature,
    find,
    hindered,
    put,
    with_marks,
)
from tallow.mechanics import step_down
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, Stake, rule

TEST: RuleId = "black_hack.bestiary.test"
SOFT = ("staff", "bow", "sling", "unarmed")
"""Tags of weapons that are not of metal."""


def specials_of(foe: Creature, *when: str) -> tuple[Special, ...]:
    """The specials of a foe that apply at one of these times."""
    known = monsters().get(foe.of)
    return tuple([special for special in known.specials if special.when in when]) if known is not None else ()


@rule("black_hack.bestiary.when")
def riders(play: Play, state: State, foe: str, who: str, line: Line, result: Result, lost: int) -> State:
    """What a failed Defend brings besides damage: always, on an odd face, or if HP were really lost."""
    attacker = creature(state, foe)
    when = ["hit"]
    when += ["hit_odd"] if result.nat % 2 else []
    when += ["damage"] if lost else []
    for special in specials_of(attacker, *when):
        one = find(state, who)
        if alive(one) and _rides(state, foe, one, line, special):
            state = afflict(play, state, foe, who, special, lost)
    return state


def _rides(state: State, foe: str, one: object, line: Line, special: Special) -> bool:
    """Whether a special applies to this attack."""
    if "half_if_defended" in special.does:
        return False
    if special.line:
        return line.name == special.line
    if "charges" in special.does:
        combat = state.combat
        return combat is not None and combat.turn == foe and not combat.move and not hindered(find(state, foe), "stuck")
    if "bites_helpless" in special.does:
        return isinstance(one, Character) and (
            hindered(one, "paralysed") or hindered(one, "stuck") or under_charm(state, one.id)
        )
    return True


def under_charm(state: State, who: str) -> bool:
    """Whether somebody is charmed."""
    return any(effect.of == "black_hack.spell.charm" and who in effect.on for effect in state.effects)


@rule("black_hack.bestiary.test", "black_hack.setting.oofa_specials")
def afflict(play: Play, state: State, foe: str, who: str, special: Special, lost: int = 0) -> State:
    """Apply a special to somebody, unless they pass the test that it names."""
    attacker = creature(state, foe)
    one = find(state, who)
    if state.settings.oofa_specials == "spared" and has(one, "out_of_action"):
        return state
    attribute = special.test if isinstance(one, Character) else ""
    code = "special.test" if attribute else "special"
    play.tell(code, attacker.name, special.name, one.name, special.effect, why=attacker.of or TEST)
    if special.poison and proof_against_poison(state, who):
        play.tell("immune", one.name, "poison", why="black_hack.prayer.neutralise_poison")
        return state
    if attribute:
        state, result = attempt(
            play, state, who, attribute, TEST, about=_about(special), against=attacker, resists="foe"
        )
        if result.success:
            return state
    return suffer(play, state, foe, who, special, lost)


def _about(special: Special) -> str:
    """The subject of the test against a special."""
    if "lures" in special.does:
        return "song"
    if len(special.fail) == 1 and special.fail[0] in impediments():
        return special.fail[0]
    return "poison" if special.poison else "harm"


@rule("black_hack.bestiary.test", "black_hack.ongoing.source", "black_hack.hindrance.action_cost")
def suffer(play: Play, state: State, foe: str, who: str, special: Special, lost: int = 0) -> State:
    """What a special does to one who has not avoided it."""
    attacker = creature(state, foe)
    ends, by, action = special.ends or None, special.lifted_by, special.by_action
    for fail in special.fail:
        if fail in impediments():
            left = rolled(play, special.lasts, REFEREE, TEST) if special.lasts else 0
            state = hinder(
                play,
                state,
                who,
                fail,
                TEST,
                ends=ends,
                by=by,
                left=left,
                hd=attacker.hd,
                action=action,
                evil="evil" in attacker.tags,
                poison=special.poison,
            )
            state = put(state, gain(find(state, who), AILING[by])) if by else state
        elif fail == "ongoing":
            state = ongoing(play, state, who, TEST, ends=ends or "CON", action=action, poison=special.poison)
        elif fail == "oofa":
            state = out_of_action(play, state, who, by=foe)
        elif fail == "thrown":
            state = shift(state, who, foe, farther)
        elif fail == "level":
            state = drained(play, state, who, "black_hack.spell.level_drain")
        elif fail == "charm":
            state = charmed(play, state, foe, who)
        elif fail == "flee":
            state = dread(play, state, foe, who)
        elif fail == "curse":
            state = put(state, gain(find(state, who), "lycanthropy"))
        elif fail == "damage":
            amount = rolled(play, special.damage, REFEREE, TEST)
            state = damage(play, state, who, amount, TEST, by=foe)[0]
    return _besides(play, state, foe, who, special, lost)


def _besides(play: Play, state: State, foe: str, who: str, special: Special, lost: int) -> State:
    """Additional effects of single specials."""
    does, one, why = special.does, find(state, who), creature(state, foe).of
    if "petrifies" in does and alive(one):
        return put(state, gain(one, PETRIFYING))
    if "squeezes" in does:
        return ongoing(play, state, who, TEST, ends="STR")
    if "clings" in does:
        return put(state, with_marks(creature(state, foe), MARKS.mark("clings", who)))
    if "pulls" in does:
        return set_band(state, foe, who, "close")
    if "lures" in does:
        return put(state, with_marks(one, MARKS.mark("lured", foe)))
    if "saps_strength" in does:
        return _weaker(play, state, foe, who)
    if "rots" in does:
        return put(state, gain(one, "rotting"))
    if "feasts" in does or special.heals:
        return heal(play, state, foe, special.heals or lost, why)
    return _catches_fire(play, state, who) if "sets_alight" in does else state


@rule("black_hack.monster.shadow")
def _weaker(play: Play, state: State, foe: str, who: str) -> State:
    """A shadow takes a point of STR until a Day of rest; who has none left to lose is Out of Action."""
    why: RuleId = "black_hack.monster.shadow"
    one = character(state, who)
    if one.strength > 1:
        state = lend(state, who, "STR", -1, Effect("", why, by=foe))
        one = character(state, who)
        play.tell("attribute", one.name, "STR", one.strength, why=why)
    return out_of_action(play, state, who, by=foe) if one.strength <= 1 else state


@rule("black_hack.monster.daemon_cinder_imp")
def _catches_fire(play: Play, state: State, who: str) -> State:
    """Something of paper, rope or cloth burns: its Usage Die is rolled, or it is lost."""
    why: RuleId = "black_hack.monster.daemon_cinder_imp"
    one = find(state, who)
    if not isinstance(one, Character):
        return state
    burns = [item for item in one.items if not item.mode and not item.av and not item.dice]
    if not burns:
        return state
    which = play.choose(REFEREE, "catches_fire", tuple([item.id for item in burns]), one.name, why=why)
    item = next(item for item in burns if item.id == which)
    play.tell("burns", one.name, item.name, why=why)
    if item.usage:
        return use_up(play, state, who, which, why)
    return _without(state, who, which)


def _without(state: State, who: str, which: str) -> State:
    one = character(state, who)
    return put(state, replace(one, items=tuple([item for item in one.items if item.id != which])))


@rule("black_hack.monster.giant_slug")
def defended(play: Play, state: State, foe: str, who: str, line: Line) -> State:
    """What a foe does even to one who has Defended: spit that burns costs half its damage."""
    attacker = creature(state, foe)
    spits = [special for special in specials_of(attacker, "hit") if "half_if_defended" in special.does]
    if not any(special.line == line.name for special in spits):
        return state
    amount = foe_damage(play, attacker.hd, state.settings, line.damage) // 2
    return damage(play, state, who, amount, "black_hack.monster.giant_slug", by=foe)[0]


@rule("black_hack.monster.dragon", "black_hack.monster.chimera", "black_hack.monster.wyvern")
def breathed(play: Play, state: State, foe: str, line: Line) -> State:
    """Roll the Usage Die of breath after its use; when it is used up there is no more. A Close attack ends flying."""
    attacker = creature(state, foe)
    if line.range == "close" and has(attacker, "flying"):
        return put(state, shed(attacker, "flying"))
    first = next((special.breath for special in specials_of(attacker, "action") if special.breath), 0)
    if not line.breath or not first:
        return state
    left = MARKS.number(attacker.spent, "breath", first)
    (face,) = play.roll(1, left, by=REFEREE, why=attacker.of, stake=Stake(3, above=True, means="usage"))
    now = step_down(left) if face < 3 else left
    if now != left:
        play.tell("breath" if now else "breath.gone", attacker.name, now, why=attacker.of)
    return put(state, replace(attacker, spent=MARKS.instead(attacker.spent, "breath", now)))


@rule("black_hack.monster.hobgoblin", "black_hack.monster.blink_dog")
def stopped(play: Play, state: State, foe: str) -> tuple[State, bool]:
    """Whether something of a foe undoes an Attack that has hit it: a spare shield, twice, or a blink, once."""
    one = creature(state, foe)
    if has_trait(one, "spare_shields") and len(MARKS.parts(one.spent, "shield")) < 2:
        play.tell("shield_breaks", one.name, why=one.of)
        return put(state, replace(one, spent=(*one.spent, MARKS.mark("shield")))), True
    if has_trait(one, "blinks") and not MARKS.any(one.spent, "blink"):
        play.tell("blinks", one.name, why=one.of)
        state = put(state, replace(one, spent=(*one.spent, MARKS.mark("blink"))))
        return set_bands(state, foe, {other.id: "nearby" for other in state.party + state.allies}), True
    return state, False


@rule("black_hack.monster.elemental_fire", "black_hack.monster.black_pudding")
def struck(play: Play, state: State, who: str, foe: str, tags: tuple[str, ...], arm: str = "") -> State:
    """What a foe does to whoever has hit it: 1 damage by flames if Close; a metal weapon begins to melt."""
    one = creature(state, foe)
    if has_trait(one, "burns_attackers") and band(state, who, foe) == "close":
        state = damage(play, state, who, 1, one.of, by=foe)[0]
    if has_trait(one, "melts_metal") and not any(tag in SOFT for tag in tags):
        hero = character(state, who)
        state = put(state, replace(hero, items=tuple([_melting(item, arm) for item in hero.items])))
    return state


def _melting(item: Item, arm: str) -> Item:
    melts = item.id == arm and item.mode != "ranged"
    return replace(item, marks=(*item.marks, MARKS.mark("melting"))) if melts else item


@rule("black_hack.monster.gelatinous_cube", "black_hack.monster.daemon_mirror_face")
def missed(play: Play, state: State, who: str, foe: str, melee: bool = True) -> State:
    """What a foe does to whoever has missed it: jelly that numbs, and a blow that finds a friend."""
    one = creature(state, foe)
    if has_trait(one, "afflicts_attackers") and melee:
        special = next(special for special in specials_of(one, "hit") if "afflicts_attackers" in special.does)
        return afflict(play, state, foe, who, special)
    if has_trait(one, "turns_aside"):
        others = [other for other in state.party if other.id != who and able(other)]
        others.sort(key=lambda other: order(band(state, who, other.id)))
        if others:
            return turned(play, state, who, others[0].id, one.of)
    return state
