"""Defence: a character Defends against an attack, and a failure means damage; shields can strike back."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import Heeded, Result, attempt
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.combat.armour import offered, shield
from tallow.games.black_hack.combat.attacks import LARGE
from tallow.games.black_hack.entries import Line, monsters
from tallow.games.black_hack.gear.tools import salved
from tallow.games.black_hack.gear.weapons import held, wields_large, wields_unlisted, wild
from tallow.games.black_hack.gear.wear import bubbled, popped
from tallow.games.black_hack.harm.damage import damage, eaten_at, foe_damage
from tallow.games.black_hack.monsters import specials
from tallow.games.black_hack.monsters.passives import melts
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
)
from tallow.play import Play, RuleId, rule

DEFEND: RuleId = "black_hack.action.defend"
BASH: RuleId = "black_hack.ability.warrior_shield_bash"
MOST_BASHED = 5
ATTACKED = "attacked"
"""The mark of a Moment that says who was attacked by whom."""


@rule(
    "black_hack.defend.trigger",
    "black_hack.defend.test",
    "black_hack.large.defend",
    "black_hack.attack.melee_str",
    "black_hack.attack.ranged_dex",
    "black_hack.setting.paralysed_defend",
    "black_hack.option.reach",
    "black_hack.setting.reach_weapons",
    "black_hack.action.defend",
)
def defence(play: Play, state: State, foe: str, who: str, line: Line) -> tuple[State, Result]:
    """The test to Defend, free and without limit; those asleep or down fail without a roll."""
    one, attacker = character(state, who), creature(state, foe)
    paralysed = hindered(one, "paralysed")
    if not able(one) or (paralysed and state.settings.paralysed_defend == "fails"):
        play.tell("helpless", one.name, why="black_hack.defend.test")
        return state, Result(0, 0, False)
    bad = ["paralysed"] if paralysed and state.settings.paralysed_defend == "disadvantage" else []
    bad += ["unlisted_weapon"] if wields_unlisted(state, one) else []
    state, good = _reach(state, foe, one)
    if state.effects:
        good = (*good, *salved(state, one, attacker, line))
    return attempt(
        play,
        state,
        who,
        line.attribute,
        DEFEND,
        additions=(LARGE,) if wields_large(one) else (),
        advantages=good,
        disadvantages=tuple(bad),
        purpose="defend",
        against=attacker,
        heed=_heeded(state, one, attacker, line),
    )


@rule("black_hack.ability.warrior_shield_bash", "black_hack.bestiary.when", "black_hack.magic_item.bronze_ring")
def _heeded(state: State, one: Character, foe: Creature, line: Line) -> tuple[Heeded, ...]:
    """The faces that matter besides success: for a shield bash, a foe's odd rolls, a bubble that pops."""
    known = monsters().get(foe.of)
    odd = known is not None and any(special.when == "hit_odd" for special in known.specials)
    found: list[Heeded] = ["low"] if _bashes(one, line) else []
    found += ["odd"] if odd else []
    return (*found, "high") if state.effects and bubbled(state, one.id) else tuple(found)


@rule("black_hack.option.reach", "black_hack.setting.reach_weapons")
def _reach(state: State, foe: str, one: Character) -> tuple[State, tuple[str, ...]]:
    """The reasons for Advantage from a long weapon, against the first attack of a foe that has just come Close."""
    combat = state.combat
    came = MARKS.mark("came", foe, one.id)
    if combat is None or came not in combat.used:
        return state, ()
    used = tuple([use for use in combat.used if use != came])
    long = any("long" in item.tags for item in held(one))
    return replace(state, combat=replace(combat, used=used)), ("reach",) if long else ()


@rule(
    "black_hack.attack.npc",
    "black_hack.defend.test",
    "black_hack.critical.defend",
    "black_hack.damage.subtract",
    "black_hack.setting.armour_die_timing",
    "black_hack.test.gm_never_rolls",
)
def assailed(play: Play, state: State, foe: str, who: str, line: Line) -> State:
    """A foe attacks a character, who Defends; a failure means damage, doubled by a natural 20, and its specials."""
    one, attacker = character(state, who), creature(state, foe)
    play.tell("foe.attacks", attacker.name, one.name, line.name, why="black_hack.attack.npc")
    state = _noted(state, foe, who)
    state, result = defence(play, state, foe, who, line)
    if state.effects:
        state = popped(play, state, who, result.nat)
    if result.success:
        play.tell("defends", one.name, attacker.name, why="black_hack.defend.test")
        state = specials.defended(play, state, foe, who, line)
        return bash(play, state, foe, who, line, result)
    state, lost = _hurt(play, state, attacker, who, line, result)
    state = specials.riders(play, state, foe, who, line, result, lost)
    return bash(play, state, foe, who, line, result)


def _hurt(play: Play, state: State, foe: Creature, who: str, line: Line, result: Result) -> tuple[State, int]:
    """The damage of a failed Defend, and the HP that it cost."""
    if line.damage == "0":
        return state, 0
    before = state.settings.armour_die_timing == "before"
    if before:
        one = character(state, who)
        state, ignored = offered(play, state, who, -1, foe.name)
        if ignored:
            play.tell("damage.spared", one.name, why="black_hack.armour.break_to_ignore")
            return eaten_at(state, one) if melts(state, foe.id) else state, 0
    known = monsters().get(foe.of)
    average = known.damage_average if known is not None and known.damage == line.damage else 0
    amount = foe_damage(play, foe.hd, state.settings, line.damage, average)
    if result.nat == 20:
        amount *= 2
        play.tell("critical", foe.name, amount, why="black_hack.critical.defend")
    return damage(play, state, who, amount, "black_hack.attack.npc", by=foe.id, armour=not before)


def _noted(state: State, foe: str, who: str) -> State:
    """Note for the rest of the Moment who was attacked by whom."""
    combat = state.combat
    if combat is None:
        return state
    return replace(state, combat=replace(combat, used=(*combat.used, MARKS.mark("moment", ATTACKED, who, foe))))


def _bashes(one: Character, line: Line) -> bool:
    """Whether a Warrior attacked in this way holds a shield to strike back with."""
    return calling(one) == "warrior" and line.range == "close" and shield(one) is not None and not wild(one)


@rule("black_hack.ability.warrior_shield_bash", "black_hack.setting.shield_bash")
def bash(play: Play, state: State, foe: str, who: str, line: Line, result: Result) -> State:
    """A Warrior with a shield, attacked in melee, deals the Level in damage on a roll of 1 to 5."""
    one = character(state, who)
    if not _bashes(one, line) or not able(one):
        return state
    how = state.settings.shield_bash
    face = result.total if how == "total" else result.nat
    if not 1 <= face <= MOST_BASHED or (how == "natural_success" and not result.success):
        return state
    if not alive(find(state, foe)):
        return state
    play.tell("bash", one.name, find(state, foe).name, one.level, why=BASH)
    return damage(play, state, foe, one.level, BASH, by=who)[0]
