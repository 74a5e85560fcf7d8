"""Combat: the first round, turns of whole sides, declaring, working it all out at once, and the end of a fight."""

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.cairn.characters.boons import as_blast
from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.combat.aftermath import after_strike, calmed, loosed
from tallow.games.cairn.combat.attacks import ONCE, attacks, draw, mean, reaches, stride
from tallow.games.cairn.combat.manoeuvres import MANOEUVRES, declared_attack, manoeuvres, otherwise, refused
from tallow.games.cairn.combat.morale import morale
from tallow.games.cairn.combat.moving import cannot_move, move
from tallow.games.cairn.combat.readiness import in_the_sun, readiness, unaware
from tallow.games.cairn.combat.strikes import Strike, Struck, reached, strike
from tallow.games.cairn.gear.inventory import tell_lights_out
from tallow.games.cairn.harm.damage import let_fall
from tallow.games.cairn.magic.effects import STILL, finish, lapse, moved, turn_begins
from tallow.games.cairn.magic.workings import NEAR
from tallow.games.cairn.monsters.afflictions import each_round, fight_over
from tallow.games.cairn.monsters.bestiary import armed, equipped
from tallow.games.cairn.monsters.criticals import after_blow
from tallow.games.cairn.monsters.kinds import faces, gazes
from tallow.games.cairn.state import (
    ROUND,
    RULED,
    Attack,
    Creature,
    Declaration,
    Ended,
    Ending,
    Fight,
    Mark,
    Phase,
    Side,
    State,
    able,
    enemies,
    fighting,
    in_sight,
    up,
)
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, find, members, put, side_of
from tallow.play import REFEREE, Play, meanwhile, rule

FIGHT_ONLY = (
    "fled", "routed", "held", "stunned", "away", "next_enhanced", "foamed", "raging", "moved", "ready", "unaware",
    "sunlit",
)  # fmt: skip
"""Conditions of those still with the party that lapse with the fight."""

SPELLBOUND = frozenset(("netted", "pacified", "phobic", "charmed", "frenzied", "greedy", "hating"))
"""Conditions that change whom somebody attacks, if anyone."""

LONG = 40
"""How many turns may pass in which nobody acts."""

Aim: TypeAlias = tuple[Creature, Attack, Creature]
"""Who attacks, how, and whom."""


@rule("cairn.phase.first_round", "cairn.combat.first_round", "cairn.combat.no_save_needed", "cairn.combat.round")
def begin(play: Play, state: State) -> State:
    """A fight begins: who of the party can act in the first round."""
    state = replace(state, foes=tuple([equipped(foe) if foe.of else foe for foe in state.foes]))
    for foe in state.foes:
        if foe.special:
            state = armed(play, state, foe.id)
    foes = fighting(state.foes)
    state = replace(
        state,
        phase="fight",
        ended=None,
        fight=Fight(
            foes_at_start=len(foes),
            leader=next((foe.id for foe in state.foes if foe.conditions and has(foe, "leader")), ""),
            unaware=tuple([foe.id for foe in state.foes if foe.conditions and unaware(foe)]),
            back_to=state.phase if state.phase not in {"encounter", "fight"} else whence(state),
        ),
    )
    play.tell("fight.begins", tuple([foe.name for foe in foes]), why="cairn.phase.first_round")
    acting, late, rest = [], [], ""
    calm = [one for one in state.party if able(one) and not has(one, "panicked")]
    for at, creature in enumerate(calm, 1):
        how = readiness(play, state, creature, at < len(calm), rest)
        if how == "all_save":
            rest = how = "save"
        if how == "ready" or (how == "save" and save(play, creature, "DEX", "cairn.combat.first_round")):
            acting.append(creature.id)
        elif how == "save":
            late.append(creature.id)
    for effect in state.effects:
        if "alarm" in effect.world:
            state = finish(play, state, effect.id)
    state = in_the_sun(state)
    state = replace(state, fight=replace(_fight(state), acting=tuple(acting), late=tuple(late)))
    if not acting:
        play.tell("fight.nobody_first", why="cairn.combat.first_round")
        return next_turn(play, state)
    play.tell("fight.first_round", tuple(acting), why="cairn.combat.first_round")
    return state


def whence(state: State) -> Phase:
    """Where the party is when nobody is met: in a dangerous place, on the road, or simply out in the world."""
    return "dungeon" if state.dungeon else "wilderness" if state.journey else "explore"


def _fight(state: State) -> Fight:
    if state.fight is None:
        raise ValueError("there is no fight")
    return state.fight


@rule("cairn.combat.simultaneous", "cairn.combat.turn", "cairn.phase.pc_turn", "cairn.phase.enemy_turn")
def declare(play: Play, state: State, who: str, move: str) -> State:
    """One member of a side says what they will do; when all have, everything happens at once."""
    made = MANOEUVRES[move].declare(play, state, find(state, who))
    fight = _fight(state)
    state = replace(state, fight=replace(fight, declared=(*fight.declared, made)))
    return state if undeclared(state) else resolve(play, state)


@rule("cairn.combat.simultaneous", "cairn.combat.telegraph")
def turn(play: Play, state: State, side: str) -> State:
    """Everyone of a side who has not yet declared does so, one after another, and the side acts."""
    fight = _fight(state)
    declared = list(fight.declared)
    for who in undeclared(state):
        creature = find(state, who)
        options = manoeuvres(state, creature)
        move = play.choose(creature.seat, "declare", options, creature.name, fight.round, why="cairn.combat.turn")
        made = MANOEUVRES[move].declare(play, state, creature)
        declared.append(made)
        state = replace(state, fight=replace(fight, declared=tuple(declared)))
    return resolve(play, state)


@rule("cairn.combat.simultaneous", "cairn.action.attack")
def all_attack(play: Play, state: State, side: str) -> State:
    """Everyone of a side who has not yet declared attacks with what comes first to hand, spread out evenly."""
    fight = _fight(state)
    foes, due = in_sight(state, fight.side), undeclared(state)
    doing: list[Aim | Declaration] = []
    if fight.declared:
        doing, foes = _said(state), _least_aimed_at(foes, fight.declared)
    for creature in members(state, fight.side):
        if creature.id in due:
            bound = _otherwise(state, creature) if creature.conditions else None
            doing.append(bound or _next_in_line(creature, foes) or _advance(creature, foes))
    return _at_once(play, state, doing)


def _least_aimed_at(foes: list[Creature], declared: tuple[Declaration, ...]) -> list[Creature]:
    """These, first whom the fewest have said to attack."""
    aimed = [said.target for said in declared]
    return sorted(foes, key=lambda foe: aimed.count(foe.id))


def _next_in_line(creature: Creature, foes: list[Creature]) -> Aim | None:
    """An attack on the first of these within reach, who goes to the end of the line, with what does most to them."""
    ways = attacks(creature)
    if len(ways) > 1:
        ways = _strongest_first(ways)
    for foe in foes:
        for attack in ways:
            if reaches(creature, attack, foe) is None:
                foes.remove(foe)
                foes.append(foe)
                return creature, attack, foe
    return None


@cache
def _strongest_first(ways: tuple[Attack, ...]) -> tuple[Attack, ...]:
    """Attacks in the order of what they do on average, a blast to several."""
    return tuple(sorted(ways, key=lambda attack: -mean(attack.dice) * (1.5 if attack.blast else 1)))


def _otherwise(state: State, creature: Creature) -> Aim | Declaration | None:
    """What somebody does who cannot simply attack the other side."""
    if has(creature, "agony") or has(creature, "panicked"):
        return Declaration(creature.id, "calm")
    if RULED.isdisjoint(creature.conditions) and SPELLBOUND.isdisjoint(creature.conditions):
        return None
    return _next_in_line(creature, list(enemies(state, creature))) or otherwise(state, creature)


def _advance(creature: Creature, foes: Sequence[Creature]) -> Declaration:
    """Towards the nearest of those out of reach, if there is any way to go."""
    if not foes or not stride(creature):
        return Declaration(creature.id, "wait")
    nearest = min(foes, key=lambda foe: abs(foe.at - creature.at))
    return Declaration(creature.id, "move_again", nearest.id)


def undeclared(state: State) -> tuple[str, ...]:
    """Who of the acting side has still to say what they do."""
    fight = state.fight
    if fight is None or not fight.declared:
        return fight.acting if fight else ()
    said = [made.who for made in fight.declared]
    return tuple([who for who in fight.acting if who not in said])


@rule("cairn.combat.simultaneous")
def resolve(play: Play, state: State) -> State:
    """A side does all that it has declared."""
    return _at_once(play, state, _said(state))


def _said(state: State) -> list[Aim | Declaration]:
    """What has been declared, attacks with those whom they concern."""
    said: list[Aim | Declaration] = []
    for made in _fight(state).declared:
        if made.move == "attack":
            attacker = find(state, made.who)
            said.append((attacker, declared_attack(attacker, made), find(state, made.target)))
        else:
            said.append(made)
    return said


@rule("cairn.combat.procedure", "cairn.combat.simultaneous")
def _at_once(play: Play, state: State, doing: list[Aim | Declaration]) -> State:
    """Everything that a side does happens at the same time; nobody of it says anything more."""
    fight = _fight(state)
    meanwhile(play, state, fight=replace(fight, acting=(), declared=()))
    there = {creature.id: creature for creature in everyone(state)}
    pools, facing, simple = _pools(play, state, doing, there)
    blows: list[tuple[Creature, Struck]] = []
    for who, strikes in pools.items():
        before = there[who]
        struck = strike(play, state, before, strikes)
        there[who] = struck.target
        if before.items or before.special or struck.odd:
            blows.append((before, struck))
    now, party = tuple(there.values()), len(state.party)
    state = replace(state, party=now[:party], foes=now[party:])
    if facing or fight.facing:
        mine = [one.id for one in members(state, fight.side)]
        kept = [pair for pair in fight.facing if pair[0] not in mine]
        state = replace(state, fight=replace(fight, facing=(*kept, *facing)))
    for before, struck in blows:
        if struck.outcome == "critical":
            state = let_fall(play, state, before.id)
    for before, struck in blows:
        if before.special or struck.odd:
            state = after_strike(play, after_blow(play, state, before, struck), struck)
    if state.effects or not simple:
        state = _besides(play, state, doing)
    if fight.side == "party":
        state = morale(play, state)
    return next_turn(play, state)


def _besides(play: Play, state: State, doing: list[Aim | Declaration]) -> State:
    """What a side does besides attacking, and what an attack puts an end to."""
    for one in doing:
        if isinstance(one, Declaration):
            state = MANOEUVRES[one.move].resolve(play, state, one)
            if state.effects and one.move not in STILL:
                state = moved(play, state, one.who)
            continue
        if one[0].conditions:
            state = put(state, shed(find(state, one[0].id), *ONCE))
        if state.effects:
            state = moved(play, state, one[0].id)
    return state


def _pools(
    play: Play, state: State, doing: list[Aim | Declaration], there: dict[str, Creature]
) -> tuple[dict[str, list[Strike]], list[tuple[str, str]], bool]:
    """All attacks upon each target, who faces a gaze, and whether that is all; those `there` close in."""
    fight = _fight(state)
    pools: dict[str, list[Strike]] = {}
    facing: list[tuple[str, str]] = []
    simple = True
    for one in doing:
        if isinstance(one, Declaration):
            simple = False
            continue
        attacker, attack, aimed = one
        if attacker.life.boons or attack.qualities:
            attack = as_blast(attacker, attack, first=not fight.opened)
        if attacker.conditions or fight.marks:
            simple = False
            if Mark(attacker.id, "impossible") in fight.marks:
                continue
            if has(attacker, "raging") or Mark(attacker.id, "blast") in fight.marks:
                attack = replace(attack, blast=True)
        if aimed.special and gazes(aimed.of) and faces(attacker):
            facing.append((attacker.id, aimed.id))
        if attacker.at != aimed.at or (attack.items and attacker.kind != "monster"):
            attacker = there[attacker.id] = _close_in(play, attacker, attack, aimed, first=not fight.opened)
        if not attack.blast and not attacker.detachment:
            pools.setdefault(aimed.id, []).append((attacker, attack))
            continue
        for target in targets(play, state, attacker, attack, aimed.id):
            pools.setdefault(target, []).append((attacker, attack))
    return pools, facing, simple


def _close_in(play: Play, attacker: Creature, attack: Attack, target: Creature, *, first: bool) -> Creature:
    """Weapons in hand, and for a melee attack beside the target."""
    if attack.items and attacker.kind != "monster":
        armed = draw(attacker, attack)
        tell_lights_out(play, attacker, armed)
        attacker = loosed(armed, attack, first=first)
    if target.at != attacker.at and not attack.ranged:
        return replace(attacker, at=target.at)
    return attacker


@rule("cairn.combat.blast", "cairn.combat.blast_count", "cairn.detachment.attacks", "cairn.detachment.one")
def targets(play: Play, state: State, attacker: Creature, attack: Attack, aimed: str) -> Sequence[str]:
    """Whom a blast or a detachment's attack reaches: the one aimed at, or all in its area."""
    swarm = attacker.detachment and not find(state, aimed).detachment
    if not swarm and not attack.blast:
        return (aimed,)
    centre = find(state, aimed).at
    near = [c.id for c in enemies(state, attacker) if abs(c.at - centre) <= NEAR and not (swarm and c.detachment)] or [
        aimed
    ]
    if swarm:
        return near
    mixed = [
        c.id
        for c in members(state, side_of(state, attacker.id))
        if c.at == centre and c.id not in near and c.id != attacker.id and up(c)
    ]
    if mixed:
        whom = play.choose(REFEREE, "sweep", ("foes", "everyone"), attacker.name, attack.name, why="cairn.combat.blast")
        near += mixed if whom == "everyone" else []
    return reached(play, attacker, attack, aimed, near)


@rule("cairn.phase.round_end", "cairn.combat.end", "cairn.setting.first_round")
def next_turn(play: Play, state: State) -> State:
    """The other side's turn, or the next round, or the end; if for long nobody can act, the referee must say."""
    fight = _fight(state)
    if fight.moved:
        state = put(state, *(shed(find(state, who), "moved") for who in fight.moved))
        fight = replace(fight, moved=())
    for _ in range(LONG):
        if state.effects:
            state = lapse(play, state)
        if how := decided(state):
            return end(play, state, how)
        if fight.side == "party":
            state, ready = _ready(play, state, "foes")
            if fight.unaware and fight.round == 1:
                ready = tuple([who for who in ready if who not in fight.unaware])
            fight = replace(fight, side="foes", acting=ready, declared=(), marks=(), opened=True)
        elif fight.late and state.settings.first_round == "act_after" and fight.round == 1:
            waited = tuple(who for who in fight.late if able(find(state, who)))
            fight = replace(fight, side="party", acting=waited, late=(), declared=(), marks=())
        else:
            state = pass_time(play, state, ROUND)
            if state.effects:
                state = each_round(play, state)
            state, ready = _ready(play, state, "party")
            fight = replace(
                fight,
                side="party",
                round=fight.round + 1,
                acting=ready,
                late=(),
                declared=(),
                marks=(),
            )
            play.tell("fight.round", fight.round, why="cairn.phase.round_end")
        state = replace(state, fight=fight)
        if fight.acting:
            return state
    return state


def _ready(play: Play, state: State, side: Side) -> tuple[State, tuple[str, ...]]:
    """Who of a side acts on its turn, after the saves with which it begins for those under some effect."""
    if not state.effects:
        return state, acting(state, side)
    state, lost = turn_begins(play, state, side)
    return state, tuple([who for who in acting(state, side) if who not in lost])


def acting(state: State, side: Side) -> tuple[str, ...]:
    """Who of a side can act."""
    return tuple([one.id for one in members(state, side) if not one.conditions or able(one)])


@rule("cairn.combat.end")
def decided(state: State) -> Ending | None:
    """How the fight has ended, if it has."""
    for foe in state.foes:
        if not foe.conditions or up(foe):
            break
    else:
        return "foes_fled" if any(has(foe, "fled") for foe in state.foes) else "foes_down"
    for one in state.party:
        if not one.conditions or up(one):
            return None
    return "party_fled" if any(has(one, "fled") for one in state.party) else "party_down"


@rule("cairn.combat.end", "cairn.phase.round_end")
def end(play: Play, state: State, how: Ending) -> State:
    """The fight is over: its conditions lapse."""
    fight = _fight(state)
    play.tell("fight.ends", how, fight.round, why="cairn.combat.end")
    if state.effects:
        state = fight_over(play, state)
    calm = [shed(calmed(one), *FIGHT_ONLY) if one.conditions else one for one in state.party]
    party = tuple([replace(one, at=0) if one.at else one for one in calm])
    state = replace(state, party=party, fight=None, ended=Ended(how, fight.round), phase=fight.back_to)
    return lapse(play, state) if state.effects else state


def _no_foes(state: State, _: str) -> Refusal | None:
    if any(up(foe) for foe in state.foes):
        return None
    return Refusal("no_foes", (), "cairn.phase.encounter")


def _call_off(play: Play, state: State, _: str) -> State:
    return end(play, state, "called_off")


def _in_turn(state: State, who: str) -> bool:
    return state.fight is not None and who in undeclared(state)


def _sides_turn(state: State, who: str) -> bool:
    return state.fight is not None and who == state.fight.side and bool(undeclared(state))


def _declares(move: str) -> Deed[State]:
    manoeuvre = MANOEUVRES[move]

    def do(play: Play, state: State, who: str) -> State:
        return declare(play, state, who, move)

    def refuse(state: State, who: str) -> Refusal | None:
        return refused(state, find(state, who), move)

    def shown(state: State, who: str) -> bool:
        return _in_turn(state, who) and find(state, who).kind in manoeuvre.who

    return Deed(
        move, do, manoeuvre.why, cost=manoeuvre.cost, shown=shown, refuse=refuse, group="fight", rank=manoeuvre.rank
    )


DEEDS: tuple[Deed[State], ...] = (
    Deed("turn", turn, "cairn.combat.simultaneous", shown=_sides_turn, group="fight"),
    Deed("all_attack", all_attack, "cairn.action.attack", cost="action", shown=_sides_turn, group="fight"),
    *(_declares(move) for move in MANOEUVRES),
    Deed("move", move, "cairn.action.move", cost="move", shown=_in_turn, refuse=cannot_move, group="fight", rank=-1),
    Deed(
        "start_fight",
        lambda play, state, _: begin(play, state),
        "cairn.phase.first_round",
        by="referee",
        shown=lambda state, _: state.fight is None and bool(state.foes),
        refuse=_no_foes,
        group="fight",
    ),
    Deed(
        "end_fight",
        _call_off,
        "cairn.combat.end",
        by="referee",
        shown=lambda state, _: state.fight is not None,
        group="fight",
        rank=1,
    ),
)
