"""Damage by Hit Dice or otherwise, what happens at 0 HP, and healing."""

from functools import cache

from msgspec.structs import replace

from tallow.games.black_hack.combat.armour import offered
from tallow.games.black_hack.combat.morale import watch
from tallow.games.black_hack.entries import tables
from tallow.games.black_hack.monsters.passives import marked, melts
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import (
    MARKS,
    Being,
    Character,
    Creature,
    Die,
    State,
    alive,
    character,
    find,
    put,
    without_marks,
)
from tallow.mechanics import SUM, Expression, parse, total
from tallow.mechanics.conditions import gain, has, shed
from tallow.play import REFEREE, Play, RuleId, Seat, rule

METAL = ("mail", "plate", "small_shield", "large_shield", "helmet")
"""Kinds of armour that are of metal."""

CLINGING = "clinging"
"""Ongoing Damage whose test costs the Action."""

AFIRE = MARKS.mark("hurt_by", "fire")
"""Ongoing Damage that is fire, for those to whom that matters."""

POISONED = "poisoned"
"""Ongoing Damage that is poison."""

MUST_ROLL = "must_roll"
"""Healed in time, but the table still waits for when the danger has passed."""


@rule("black_hack.table.damage_per_hd", "black_hack.gm.damage_by_hd")
@cache
def dice_by_hd(hd: int) -> tuple[str, int]:
    """The damage of something with this many Hit Dice: its dice, and the fixed number."""
    rows = tables()["black_hack.table.damage_per_hd"].rows
    row = rows[min(max(hd, 1), len(rows)) - 1]
    beyond = max(0, hd - len(rows))
    return (f"{row.effect}+{beyond}" if beyond else row.effect), row.average + beyond


@cache
def _dice(text: str) -> Expression:
    return parse(text, SUM)


def rolled(play: Play, dice: str, by: Seat, why: RuleId) -> int:
    """Damage in dice or a number, rolled."""
    return int(dice) if dice.isdecimal() else total(play, _dice(dice), by, why)


@rule(
    "black_hack.gm.damage_by_hd",
    "black_hack.gm.damage_roll_or_average",
    "black_hack.action.gm_damage",
    "black_hack.setting.damage_mode",
)
def foe_damage(play: Play, hd: int, settings: Settings, dice: str = "by_hd", average: int = 0) -> int:
    """The damage of a foe or hazard of this many Hit Dice: rolled by the GM, or the fixed number, by a setting."""
    by_hd = dice_by_hd(hd)
    if dice in ("by_hd", by_hd[0]):
        dice, average = by_hd
    mode = settings.damage_mode
    if mode != "roll" and not dice.isdecimal():
        average = average or _mean(dice)
        if mode == "average":
            return average
        ways = (("rolled", dice), ("fixed", average))
        how, _ = play.choose(REFEREE, "damage_ask", ways, why="black_hack.gm.damage_roll_or_average")
        if how == "fixed":
            return average
    return rolled(play, dice, REFEREE, "black_hack.gm.damage_roll_or_average")


@cache
def _mean(dice: str) -> int:
    """The mean of dice, rounded down."""
    twice = 0
    for part in dice.split("+"):
        many, _, sides = part.partition("d")
        twice += int(many or 1) * (int(sides) + 1) if sides else 2 * int(part)
    return twice // 2


@rule(
    "black_hack.damage.subtract",
    "black_hack.attack.damage",
    "black_hack.armour.break_to_ignore",
    "black_hack.action.break_armour_die",
)
def damage(
    play: Play,
    state: State,
    who: str,
    amount: int,
    why: RuleId,
    *,
    by: str = "",
    kind: str = "",
    armour: bool = True,
) -> tuple[State, int]:
    """Damage to anybody; gives the HP lost. A character may break an Armour Die and ignore all of it.

    `by` is who deals it; `kind` is its kind ("fire"), for those to whom that matters.
    """
    one = find(state, who)
    if amount < 1 or not alive(one) or has(one, "stone") or has(one, "frozen"):
        return state, 0
    if armour and isinstance(one, Character):
        state, ignored = offered(play, state, who, amount, _name(state, by))
        if ignored:
            play.tell("damage.ignored", one.name, amount, why="black_hack.armour.break_to_ignore")
            return eaten_at(state, one) if melts(state, by) else state, 0
    if isinstance(one, Creature) and one.of:
        state = put(state, marked(one, kind))
    return lose(play, state, who, amount, why, by=by)


@rule("black_hack.monster.black_pudding")
def eaten_at(state: State, before: Character) -> State:
    """The state with the just Broken die of metal armour permanently Broken."""
    was = {item.id: item.dice.count("broken") for item in before.items}
    now = character(state, before.id)
    struck = [item.id for item in now.items if item.kind in METAL and item.dice.count("broken") > was[item.id]]
    items = [replace(item, dice=worse(item.dice)) if item.id in struck else item for item in now.items]
    return put(state, replace(now, items=tuple(items)))


def worse(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """The dice with the first Broken one permanently Broken."""
    at = dice.index("broken")
    return (*dice[:at], "gone", *dice[at + 1 :])


def _name(state: State, who: str) -> str:
    return find(state, who).name if who else ""


@rule("black_hack.hp.zero", "black_hack.damage.subtract")
def lose(play: Play, state: State, who: str, amount: int, why: RuleId, *, by: str = "") -> tuple[State, int]:
    """Lose HP, by damage or without it, not below 0; sleepers wake. Gives the HP lost."""
    one = find(state, who)
    lost = min(one.hp, amount)
    if not alive(one) or amount < 1:
        return state, 0
    if isinstance(one, Character):
        play.tell("damage", one.name, amount, one.hp - lost, why=why)
    else:
        play.tell("damage.foe", one.name, amount, why=why)
    state = put(state, shed(replace(one, hp=one.hp - lost), "asleep"))
    state = out_of_action(play, state, who, by=by) if one.hp == lost else state
    return watch(play, state) if isinstance(one, Creature) else state, lost


@rule(
    "black_hack.hp.zero",
    "black_hack.damage.zero_character",
    "black_hack.damage.zero_monster",
    "black_hack.oofa.no_turn",
)
def out_of_action(play: Play, state: State, who: str, *, by: str = "") -> State:
    """A character or NPC is Out of Action, a Monster is removed; Ongoing Damage ends."""
    one = find(state, who)
    if not alive(one) or has(one, "out_of_action"):
        return state
    monster = isinstance(one, Creature) and not one.person
    spent = shed(without_marks(replace(one, hp=0, ongoing=""), AFIRE), "asleep", CLINGING, POISONED)
    fallen = gain(spent, "removed" if monster else "out_of_action")
    why = "black_hack.damage.zero_monster" if monster else "black_hack.damage.zero_character"
    play.tell("removed" if monster else "out_of_action", one.name, why=why)
    state = put(state, fallen)
    if state.combat is not None:
        state = replace(state, combat=replace(state.combat, used=(*state.combat.used, MARKS.mark("fell", who, by))))
    return watch(play, state) if isinstance(one, Creature) else state


@rule(
    "black_hack.heal.cap",
    "black_hack.hp.no_overheal",
    "black_hack.heal.oofa",
    "black_hack.heal.sources",
    "black_hack.setting.oofa_healed",
)
def heal(play: Play, state: State, who: str, amount: int, why: RuleId) -> State:
    """Heal HP, up to the maximum; somebody Out of Action who has not rolled yet can act again."""
    one = find(state, who)
    if not alive(one) or amount < 1:
        return state
    if has(one, "rotting"):
        play.tell("heal.rot", one.name, why=why)
        return state
    hp = min(one.hp_max, one.hp + amount)
    if isinstance(one, Character):
        play.tell("heals", one.name, hp - one.hp, hp, why=why)
    else:
        play.tell("heals.foe", one.name, hp - one.hp, why=why)
    healed: Being = replace(one, hp=hp)
    if has(one, "out_of_action") and hp:
        healed = shed(healed, "out_of_action")
        play.tell("up_again", one.name, why="black_hack.heal.oofa")
        if isinstance(healed, Character) and state.settings.oofa_healed == "roll":
            healed = gain(healed, MUST_ROLL)
    return put(state, healed)
