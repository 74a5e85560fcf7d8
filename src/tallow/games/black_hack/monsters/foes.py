"""The Turns of foes and of creatures on the party's side: the GM's deeds, and those that let a bot act."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.acting import acts_now, turn_deed
from tallow.games.black_hack.combat.defence import ATTACKED, assailed
from tallow.games.black_hack.combat.morale import holds
from tallow.games.black_hack.combat.moving import go, heading
from tallow.games.black_hack.combat.ranges import ORDER, band, bands_from, nearer, order, within
from tallow.games.black_hack.combat.rounds import can_move, end_turn, fought, settled, spend, take_turn
from tallow.games.black_hack.entries import Line
from tallow.games.black_hack.gear.wear import GARLIC, reeks
from tallow.games.black_hack.harm.damage import damage, dice_by_hd, foe_damage, rolled
from tallow.games.black_hack.magic import effects
from tallow.games.black_hack.monsters.bestiary import lines
from tallow.games.black_hack.monsters.passives import has_trait
from tallow.games.black_hack.monsters.specials import breathed
from tallow.games.black_hack.state import (
    MARKS,
    Attribute,
    Being,
    Character,
    Creature,
    State,
    able,
    alive,
    creature,
    find,
    put,
)
from tallow.games.deeds import Deed, Refusal
from tallow.play import REFEREE, Play, RuleId, meanwhile, rule

ATTACK: RuleId = "black_hack.action.gm_npc_turn"
SERVANT: RuleId = "black_hack.servant.attacks"
UNTOUCHABLE = frozenset(("out_of_action", "stone", "frozen", "mist"))
"""Conditions in which nobody is attacked."""


def enemies(state: State, who: str) -> tuple[Being, ...]:
    """Those whom a creature fights: the party and its friends, or for one of these the foes."""
    mine = any(foe.id == who for foe in state.foes)
    side: tuple[Being, ...] = state.party + state.allies if mine else state.foes
    return tuple([one for one in side if attackable(one)])


def attackable(one: Being) -> bool:
    """Whether somebody can be attacked: alive, and in no condition that prevents it."""
    return not one.conditions or (alive(one) and UNTOUCHABLE.isdisjoint(one.conditions))


def attacked(state: State) -> list[str]:
    """The ids of those attacked by opponents in this Moment, once for each attack."""
    used = state.combat.used if state.combat is not None else ()
    return [str(parts[1]) for parts in MARKS.parts(used, "moment") if parts[0] == ATTACKED]


def in_reach(state: State, who: str, line: Line) -> tuple[str, ...]:
    """The ids of those in reach of a line of attack: the least attacked in this Moment first, then the nearest."""
    far, most = bands_from(state, who), ORDER[line.range]
    there = [(ORDER[far.get(one.id, "nearby")], one) for one in enemies(state, who)]
    there = [found for found in there if found[0] <= most]
    if len(there) > 1:
        pressed = attacked(state)
        there.sort(key=lambda found: (pressed.count(found[1].id), found[0], found[1].hp))
    return tuple([one.id for _, one in there])


def usable(state: State, who: str) -> dict[Line, tuple[str, ...]]:
    """The lines of attack that reach anybody, each with the ids of those in reach."""
    found = [(line, in_reach(state, who, line)) for line in lines(creature(state, who))]
    return {line: reached for line, reached in found if reached}


@rule("black_hack.attack.npc", "black_hack.action.gm_npc_turn", "black_hack.gm_turn.npcs_respond")
def attack(play: Play, state: State, who: str) -> State:
    """A creature uses one line of its attacks on as many targets as it allows, whom its player names."""
    one = creature(state, who)
    reached = usable(state, who)
    open_ = {line.name: line for line in reached}
    line = open_[play.choose(one.seat, "foe_line", tuple(open_), one.name, why=ATTACK)]
    left = list(reached[line])
    number = rolled(play, line.targets, REFEREE, "black_hack.attack.npc")
    for at in range(min(number, len(left))):
        options: tuple[str, ...] = tuple(left) if not at else (*left, "enough")
        target = play.choose(one.seat, "foe_target", options, one.name, line.name, why=ATTACK)
        if target == "enough":
            break
        left.remove(target)
        if able(find(state, who)):
            state = assail(play, state, who, target, line)
    return _has_attacked(play, state, who, line)


@rule("black_hack.spell.invisibility")
def _has_attacked(play: Play, state: State, who: str, line: Line) -> State:
    """After an attack: roll for a creature's breath, and make it visible again."""
    state = breathed(play, state, who, line)
    return effects.attacked(play, state, who) if state.effects else state


def assail(play: Play, state: State, who: str, target: str, line: Line) -> State:
    """One attack of a creature: a character Defends; between creatures `clash` decides."""
    if isinstance(find(state, target), Character):
        return assailed(play, state, who, target, line)
    return clash(play, state, who, target, line)


@rule(
    "black_hack.servant.attacks",
    "black_hack.action.servant_attack",
    "black_hack.setting.servant_attacks",
    "black_hack.test.gm_judgement",
    "black_hack.action.gm_judge",
)
def clash(play: Play, state: State, who: str, target: str, line: Line) -> State:
    """A creature attacks a creature: the commander of a servant tests in its place, and else the GM judges."""
    one, other = creature(state, who), creature(state, target)
    play.tell("foe.attacks", one.name, other.name, line.name, why=SERVANT)
    leader = next((of for of in (one, other) if of.commander and _leads(state, of.commander)), None)
    if leader is None:
        hit = play.choose(
            REFEREE, "judge_hit", ("hit", "miss"), one.name, other.name, why="black_hack.test.gm_judgement"
        )
        return _fixed(play, state, one, target) if hit == "hit" else state
    if state.settings.servant_attacks == "fixed_damage":
        return _fixed(play, state, one, target)
    attacks = leader is one
    state, result = attempt(
        play,
        state,
        leader.commander,
        by_nature(leader),
        SERVANT,
        purpose="attack" if attacks else "defend",
        against=other if attacks else one,
        level=leader.hd,
    )
    if result.success != attacks:
        return state
    amount = foe_damage(play, one.hd, state.settings, line.damage)
    amount *= 2 if result.nat == (1 if attacks else 20) else 1
    return damage(play, state, target, amount, SERVANT, by=who)[0]


def _leads(state: State, who: str) -> bool:
    return any(one.id == who and able(one) for one in state.party)


def _fixed(play: Play, state: State, one: Creature, target: str) -> State:
    return damage(play, state, target, dice_by_hd(one.hd)[1], SERVANT, by=one.id)[0]


@rule("black_hack.servant.attacks")
def by_nature(servant: Creature) -> Attribute:
    """What is tested for a servant: INT if a spell made it, WIS for a prayer, else CHA."""
    return "INT" if "spell" in servant.tags else "WIS" if "prayer" in servant.tags else "CHA"


def _no_attack(state: State, who: str) -> Refusal | None:
    return None if usable(state, who) else Refusal("nobody_in_reach", (find(state, who).name,), ATTACK)


@rule("black_hack.action.gm_npc_turn", "black_hack.move.one_step")
def move(play: Play, state: State, who: str) -> State:
    """A creature Moves one band nearer to somebody, or farther."""
    one = creature(state, who)
    whither = play.choose(one.seat, "move_whither", heading(state, one), one.name, why="black_hack.move.one_step")
    return approach(play, state, who, whither)


@rule(
    "black_hack.option.blocking",
    "black_hack.action.block",
    "black_hack.setting.blocking",
    "black_hack.setting.reach_weapons",
    "black_hack.item.garlic_herbs",
)
def approach(play: Play, state: State, who: str, whither: tuple[str, str]) -> State:
    """A creature's Move, which somebody may block, or garlic; coming Close is noted where long weapons help."""
    way, whom = whither
    comes = way == "towards" and nearer(band(state, who, whom)) == "close"
    if comes and state.settings.blocking and isinstance(find(state, whom), Character):
        state, whom = _blocked(play, state, who, whom)
    if comes and has_trait(creature(state, who), "fears_garlic") and reeks(state, whom):
        state, dares = _dares(play, state, who, whom)
        if not dares:
            return state
    state = go(play, state, who, (way, whom))
    if has_trait(creature(state, who), "swift") and band(state, who, whom) not in ("close", "distant"):
        state = go(play, state, who, (way, whom))
    if comes and state.settings.reach_weapons and state.combat is not None:
        used = (*state.combat.used, MARKS.mark("came", who, whom))
        state = replace(state, combat=replace(state.combat, used=used))
    return state


@rule("black_hack.item.garlic_herbs", "black_hack.monster.vampire", "black_hack.morale.test")
def _dares(play: Play, state: State, who: str, whom: str) -> tuple[State, bool]:
    """Whether a vampire comes Close to somebody with garlic: by Morale; once passed, it minds it no more."""
    one = creature(state, who)
    if MARKS.any(one.spent, "garlic"):
        return state, True
    if not play.call(holds, one.hd, ""):
        play.tell("garlic.keeps_off", one.name, find(state, whom).name, why=GARLIC)
        return state, False
    play.tell("garlic.dared", one.name, find(state, whom).name, why=GARLIC)
    return put(state, replace(one, spent=(*one.spent, MARKS.mark("garlic")))), True


def _blocked(play: Play, state: State, who: str, whom: str) -> tuple[State, str]:
    """Whoever kept a Move may spend it to block: gives the id of whom the creature then moves to."""
    used = fought(state).used
    kept = [one for one in state.party if MARKS.mark("moment", "kept", one.id) in used and one.id != whom]
    for one in kept:
        if able(one) and within(state, one.id, who, "nearby"):
            names = (one.name, find(state, who).name, find(state, whom).name)
            if play.choose(one.seat, "block", ("no", "yes"), *names, why="black_hack.option.blocking") == "yes":
                play.tell("blocks", *names, why="black_hack.option.blocking")
                combat = fought(state)
                used = tuple([use for use in combat.used if use != MARKS.mark("moment", "kept", one.id)])
                return replace(state, combat=replace(combat, used=used)), one.id
    return state, whom


def _nowhere(state: State, who: str) -> Refusal | None:
    one = creature(state, who)
    return None if heading(state, one) else Refusal("nowhere", (one.name,), "black_hack.move.one_step")


def _alone(play: Play, state: State, who: str) -> State:
    """A whole Turn by a bot: attack whoever is in reach, else go nearer and attack if that is enough."""
    state = take_turn(play, state, who)
    for _ in range(3):
        combat = state.combat
        if combat is None or combat.turn != who:
            return state
        one = creature(state, who)
        reached = usable(state, who)
        if combat.action and reached:
            state = settled(play, _attack_alone(play, spend(state, "action"), who, reached))
        elif not reached and (combat.move or combat.action) and (whither := _nearest(state, one)):
            state = settled(play, approach(play, spend(state, "move" if combat.move else "action"), who, whither))
        else:
            break
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


def _attack_alone(play: Play, state: State, who: str, reached: dict[Line, tuple[str, ...]]) -> State:
    """Attack with the line that reaches the most targets, in the order of `reached`."""
    line = max(reached, key=lambda line: len(reached[line]) if line.targets != "1" else 1)
    number = rolled(play, line.targets, REFEREE, "black_hack.attack.npc")
    for target in reached[line][:number]:
        if able(find(state, who)) and attackable(find(state, target)):
            state = assail(play, state, who, target, line)
    return _has_attacked(play, state, who, line)


def _nearest(state: State, one: Creature) -> tuple[Any, ...]:
    """Towards the nearest enemy that is not Close already, if it can Move."""
    far = [other for other in enemies(state, one.id) if band(state, one.id, other.id) != "close"]
    if not far or not can_move(one):
        return ()
    return "towards", min(far, key=lambda other: (order(band(state, one.id, other.id)), other.hp)).id


@rule("black_hack.action.gm_npc_turn", "black_hack.phase.opponents")
def foe_acts(play: Play, state: State, who: str) -> State:
    """Let a bot take a creature's Turn."""
    return _alone(play, state, who)


@rule("black_hack.phase.opponents", "black_hack.init.fail_after")
def foes_act(play: Play, state: State, _: str = "") -> State:
    """Let bots take the Turns of all opponents who have still to act."""
    moment = fought(state).moment
    meanwhile(play, state, combat=replace(fought(state), turn="", due=()))
    while True:
        combat = state.combat
        if combat is None or combat.step != "opponents" or combat.moment != moment:
            return state
        who = combat.turn or next((other for other in combat.due if able(find(state, other))), "")
        if not who:
            return state
        state = _alone(play, state, who)


def is_creature(state: State, who: str) -> bool:
    """Whether this is an NPC or Monster."""
    return any(one.id == who for one in state.foes + state.allies)


def _may_act(state: State, who: str) -> bool:
    return is_creature(state, who) and acts_now(state, who)


def _opponents(state: State, _: str) -> bool:
    return state.combat is not None and state.combat.step == "opponents"


DEEDS: tuple[Deed[State], ...] = (
    turn_deed("foe_attack", "action", attack, ATTACK, shown=is_creature, refuse=_no_attack, group="foes_turn"),
    turn_deed("foe_move", "move", move, ATTACK, shown=is_creature, refuse=_nowhere, group="foes_turn"),
    turn_deed(
        "foe_extra_move",
        "action",
        move,
        "black_hack.turn.extra_move",
        shown=is_creature,
        refuse=_nowhere,
        group="foes_turn",
    ),
    Deed("foe_acts", foe_acts, ATTACK, shown=_may_act, group="foes_turn"),
    Deed("foes_act", foes_act, "black_hack.phase.opponents", by="referee", shown=_opponents, group="foes_turn"),
)
