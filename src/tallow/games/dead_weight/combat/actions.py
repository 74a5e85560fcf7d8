"""Combat actions that everybody has: attack, recover, catch breath, defend, dodge, help, reload and freeform."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.acting import acts_now, combat_deed, unable
from tallow.games.dead_weight.combat.attack import strike
from tallow.games.dead_weight.combat.chart import close_to
from tallow.games.dead_weight.combat.rounds import end_turn, fought, spend, take_turn
from tallow.games.dead_weight.combat.weapon_attacks import attack, manners, manners_against, targets
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.gear import weapons
from tallow.games.dead_weight.gear.inventory import (
    MOST_SHIELDS,
    carries,
    needs_loading,
    shield_in_hand,
    shield_tokens,
    weapons_in_hand,
    with_item,
)
from tallow.games.dead_weight.harm.conditions import unbound
from tallow.games.dead_weight.harm.fatigue import recover, recover_each, tired
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Item,
    State,
    able,
    adventurer,
    enemy,
    put,
    score,
)
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, rule

ACTION = "dead_weight.action.combat_"
ATTACK: RuleId = ACTION + "attack"
RECOVER: RuleId = ACTION + "recover"
BREATH: RuleId = ACTION + "catch_breath"
DEFEND: RuleId = ACTION + "defend"
DODGE: RuleId = ACTION + "dodge"
HELP: RuleId = ACTION + "help"
RELOAD: RuleId = ACTION + "reload"
FREEFORM: RuleId = ACTION + "freeform"

STAFF_USED = SPENT.mark("turn", "staff")
HALF_LOADED = "half_loaded"
UNARMED = Attack("STR", 1, 0, ("N",))
"""What is suggested for an attack without a weapon."""


@rule("dead_weight.action.combat_attack", "dead_weight.combat.attack_range")
def attack_somebody(play: Play, state: State, who: str) -> State:
    """Attack: choose a target in range, and in what manner if there are several."""
    one = adventurer(state, who)
    target = play.choose(one.seat, "attack_whom", targets(state, one), one.name, why=ATTACK)
    ways = {manner.option: manner for manner in manners_against(state, one, enemy(state, target))}
    how = play.choose(one.seat, "attack_with", tuple(ways), one.name, enemy(state, target).name, why=ATTACK)
    return attack(play, state, who, target, ways[how])


def _no_attack(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if targets(state, one):
        return None
    if manners(state, one):
        return Refusal("no_target", (one.name,), "dead_weight.combat.attack_range")
    return Refusal("no_weapon", (one.name,), ATTACK)


@rule("dead_weight.action.combat_recover", "dead_weight.token.stun", "dead_weight.affliction.parched")
def recover_self(play: Play, state: State, who: str) -> State:
    """Recover: one stun token off, and one shield or dodge token for one fatigue, if there is any of either."""
    one = adventurer(state, who)
    trades: tuple[Any, ...] = tuple(_trades(one))
    if trades and (one.stun or "bound" in one.conditions):
        trades = ("keep", *trades)
    if one.stun:
        play.tell("stun.less", one.name, one.stun - 1, why=RECOVER)
        one = replace(one, stun=one.stun - 1)
    if trades:
        how = play.choose(one.seat, "recover", trades, one.name, why=RECOVER)
        if how != "keep":
            one = _traded(play, one, *how)
    state = put(state, one)
    return unbound(play, state, who) if "bound" in one.conditions else state


def _trades(one: Adventurer) -> Iterator[tuple[str, str]]:
    """Every pair of a token to give up and an attribute to recover a fatigue of."""
    if "parched" in one.afflictions:
        return
    for token in ("shield", "dodge"):
        if getattr(one, token):
            for attribute in ATTRIBUTES:
                if score(one, attribute).fatigue:
                    yield token, attribute


def _traded(play: Play, one: Adventurer, token: str, attribute: Any) -> Adventurer:
    play.tell("token.traded", one.name, token, attribute, why=RECOVER)
    if token == "shield":  # noqa: S105
        return recover(replace(one, shield=one.shield - 1), attribute)
    return recover(replace(one, dodge=one.dodge - 1, late=min(one.late, one.dodge - 1)), attribute)


def _nothing_to_recover(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if one.stun or "bound" in one.conditions or any(True for _ in _trades(one)):
        return None
    return Refusal("nothing_to_recover", (one.name,), RECOVER)


@rule("dead_weight.action.combat_catch_breath", "dead_weight.affliction.shaken")
def catch_breath(play: Play, state: State, who: str) -> State:
    """Catch breath: one fatigue off each attribute."""
    one = adventurer(state, who)
    play.tell("catches_breath", one.name, why=BREATH)
    return put(state, recover_each(one))


@rule("dead_weight.affliction.shaken", "dead_weight.affliction.parched")
def _breathless(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    for affliction in ("shaken", "parched"):
        if affliction in one.afflictions:
            return Refusal("cannot_catch_breath", (one.name, f"dead_weight.affliction.{affliction}"), BREATH)
    return None if tired(one) else Refusal("not_tired", (one.name,), BREATH)


@rule(
    "dead_weight.action.combat_defend",
    "dead_weight.combat.shield_max",
    "dead_weight.skill.shield_master",
    "dead_weight.skill.aegis",
    "dead_weight.token.shield",
)
def defend(play: Play, state: State, who: str) -> State:
    """Defend: as many shield tokens as the shield gives, more with the skill for it, never above 5."""
    one = adventurer(state, who)
    shield = shield_in_hand(one)
    skills = one.life.skills
    more = 2 if "aegis" in skills else int("shield_master" in skills)
    tokens = min(MOST_SHIELDS, one.shield + (shield_tokens(shield) if shield else 1) + more)
    play.tell("defends", one.name, tokens, why=DEFEND)
    return put(state, replace(one, shield=tokens))


def _no_defence(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if shield_in_hand(one) is None:
        return Refusal("no_shield", (one.name,), DEFEND)
    if one.shield >= MOST_SHIELDS:
        return Refusal("shields_full", (one.name,), "dead_weight.combat.shield_max")
    return None


@rule("dead_weight.action.combat_dodge", "dead_weight.token.dodge", "dead_weight.weapon.quarterstaff")
def dodge(play: Play, state: State, who: str) -> State:
    """Dodge: a DEX test for one dodge token, two on a great success, and one more with a staff once a turn."""
    state, reading = attempt(play, state, who, "DEX", DODGE)
    if not reading.success:
        return state
    return gain_dodge(play, state, who, 2 if reading.great else 1)


@rule("dead_weight.weapon.quarterstaff", "dead_weight.combat.cleanup_dodge")
def gain_dodge(play: Play, state: State, who: str, tokens: int) -> State:
    """Give dodge tokens to an adventurer; one who holds a quarterstaff gets one more, once a turn."""
    one = adventurer(state, who)
    spent = one.spent
    staff = any(weapons()[item.ref].special == "extra_dodge_token" for item in weapons_in_hand(one))
    if staff and STAFF_USED not in spent:
        tokens += 1
        spent = (*spent, STAFF_USED)
    late = tokens if state.combat is not None and state.combat.step == "slow" else 0
    play.tell("dodges", one.name, one.dodge + tokens, why=DODGE)
    return put(state, replace(one, dodge=one.dodge + tokens, late=one.late + late, spent=spent))


def _helpable(state: State, one: Adventurer) -> Iterator[str]:
    """The ids of those who can be helped: an ally Close who is able, accepts help, and has none yet."""
    helped = [whom for whom, _ in fought(state).helping]
    for other in close_to(state, one.at, state.party):
        free = other.id != one.id and other.id not in helped and able(other)
        if free and isinstance(other, Adventurer) and "paranoid" not in other.life.traumas:
            yield other.id


@rule("dead_weight.action.combat_help", "dead_weight.help.die", "dead_weight.affliction.sleepy")
def help_another(play: Play, state: State, who: str) -> State:
    """Help another: in their next turn every test of an ally Close has one die of the helper."""
    one = adventurer(state, who)
    whom = play.choose(one.seat, "help_whom", tuple(_helpable(state, one)), one.name, why=HELP)
    play.tell("helps", one.name, adventurer(state, whom).name, why=HELP)
    combat = fought(state)
    return replace(state, combat=replace(combat, helping=(*combat.helping, (whom, who))))


def _no_help(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if "sleepy" in one.afflictions:
        return Refusal("sleepy", (one.name,), "dead_weight.affliction.sleepy")
    if not any(True for _ in _helpable(state, one)):
        return Refusal("nobody_to_help", (one.name,), HELP)
    return None


def _unloaded(one: Adventurer) -> Item | None:
    return next((item for item in weapons_in_hand(one) if needs_loading(item)), None)


@rule("dead_weight.action.combat_reload", "dead_weight.weapon.crossbow")
def reload(play: Play, state: State, who: str) -> State:
    """Reload: the first of two actions draws the crossbow, the second loads it, in the same turn or a later one."""
    one = adventurer(state, who)
    crossbow = _unloaded(one)
    if crossbow is None:
        return state
    if HALF_LOADED not in crossbow.marks:
        play.tell("reloads", one.name, why=RELOAD)
        return put(state, with_item(one, replace(crossbow, marks=(*crossbow.marks, HALF_LOADED))))
    play.tell("reloaded", one.name, why=RELOAD)
    marks = tuple(mark for mark in crossbow.marks if mark != HALF_LOADED)
    return put(state, with_item(one, replace(crossbow, loaded=True, marks=marks)))


def _no_bolts(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    weapon = _unloaded(one)
    if weapon is None or carries(one, weapons()[weapon.ref].ammunition):
        return None
    return Refusal("no_bolts", (one.name,), RELOAD)


@rule("dead_weight.combat.freeform", "dead_weight.action.combat_freeform")
def freeform(play: Play, state: State, who: str) -> State:
    """Freeform: the player says what, the GM whether, at what cost and with which test; bare hands are freeform too."""
    one = adventurer(state, who)
    what = play.write(one.seat, "freeform", one.name, why=FREEFORM)
    costs: tuple[int | str, ...] = (*range(1, min(2, fought(state).actions) + 1), "no")
    cost = play.choose(REFEREE, "freeform_cost", costs, one.name, what, why=FREEFORM)
    if cost == "no":
        play.tell("combat.freeform_no", one.name, what, why=FREEFORM)
        return state
    play.tell("combat.freeform", one.name, what, why=FREEFORM)
    close = tuple(foe.id for foe in close_to(state, one.at, state.enemies))
    tests = ("none", *ATTRIBUTES, "unarmed") if close else ("none", *ATTRIBUTES)
    test = play.choose(REFEREE, "freeform_test", tests, one.name, what, why=FREEFORM)
    if test == "unarmed":
        target = play.choose(one.seat, "attack_whom", close, one.name, why=FREEFORM)
        state, _ = strike(play, state, who, target, UNARMED, FREEFORM)
    elif test in ATTRIBUTES:
        state, _ = attempt(play, state, who, test, FREEFORM)
    return spend(state, int(cost)) if state.combat is not None else state


@rule("dead_weight.combat.player_turn")
def finish_turn(play: Play, state: State, who: str) -> State:
    """End the adventurer's own turn; unused actions are lost."""
    state = take_turn(play, state, who)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


def _not_free(state: State, who: str) -> Refusal | None:
    return unable(state, who, "combat_freeform", 1)


def _holds_unloaded(state: State, who: str) -> bool:
    return _unloaded(adventurer(state, who)) is not None


DEEDS: tuple[Deed[State], ...] = (
    combat_deed("combat_attack", 1, attack_somebody, ATTACK, refuse=_no_attack, rank=-1),
    combat_deed("combat_recover", 1, recover_self, RECOVER, refuse=_nothing_to_recover, stunned=True),
    combat_deed("combat_catch_breath", 1, catch_breath, BREATH, refuse=_breathless),
    combat_deed("combat_defend", 1, defend, DEFEND, refuse=_no_defence),
    combat_deed("combat_dodge", 2, dodge, DODGE),
    combat_deed("combat_help", 2, help_another, HELP, refuse=_no_help),
    combat_deed("combat_reload", 1, reload, RELOAD, refuse=_no_bolts, shown=_holds_unloaded),
    replace(combat_deed("combat_freeform", 0, freeform, FREEFORM, refuse=_not_free, rank=1), cost="1 or 2 actions"),
    Deed("combat_end_turn", finish_turn, "dead_weight.combat.player_turn", shown=acts_now, group="fight", rank=1),
)
