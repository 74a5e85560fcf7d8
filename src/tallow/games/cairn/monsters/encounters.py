"""Encounters: who and how many, their reaction and morale, the referee's marks, and what is left behind."""

from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from tallow.games.cairn.checks.rolls import rolled
from tallow.games.cairn.combat.morale import FALLEN, stand_or_flee
from tallow.games.cairn.combat.rounds import whence
from tallow.games.cairn.entries import tables
from tallow.games.cairn.folk import Monster, monsters
from tallow.games.cairn.gear.inventory import leave_coins
from tallow.games.cairn.harm.damage import die
from tallow.games.cairn.monsters.afflictions import fight_over, seconds
from tallow.games.cairn.monsters.bestiary import ARMED, band, equipped, leader, spawn, statline, stock
from tallow.games.cairn.state import Creature, Effect, Item, Mark, MarkKind, State, up
from tallow.games.cairn.uses import SPENT
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.suggestions import Malformed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

DISTANCES = (10, 0, 20, 30, 40, 60, 80, 100, 120)
WORDS = ("physique", "feature", "quirk", "weakness", "attack", "critical", "ability", "target")
MARKS: tuple[MarkKind, ...] = get_args(MarkKind)
PURSE = "3d6"
"""The gold pieces that a leader carries."""

TRIES = 3
"""How often a stat line may be mistyped before the meeting is given up."""


@rule("cairn.phase.encounter", "cairn.monster.list", "cairn.monster.build")
def meet(play: Play, state: State, _: str) -> State:
    """The referee brings creatures from the bestiary, by chance or from a stat line, with number and distance."""
    ways = ("bestiary", "random", "statline")
    way = play.choose(REFEREE, "encounter_way", ways, why="cairn.phase.encounter")
    if way == "statline":
        line = _written(play)
        if line is None:
            return state
        number = play.choose(REFEREE, "encounter_number", range(1, 21), line.name, why="cairn.monster.number")
        several = [replace(line, name=f"{line.name} {n + 1}" if number > 1 else line.name) for n in range(number)]
        return arrive(play, state, several)
    monster = by_chance(play) if way == "random" else _by_name(play)
    number = how_many(play, monster)
    met = list(band(monster, number, [""] * max(2, number)))
    if number > 1 and not monster.detachment:
        met = _together(play, monster, number, met)
    return _guarded(play, arrive(play, state, met), monster)


def _by_name(play: Play) -> Monster:
    why: RuleId = "cairn.monster.list"
    return monsters()[play.choose(REFEREE, "encounter_whom", tuple(monsters()), why=why)]


@rule("cairn.table.monster_group")
def by_chance(play: Play) -> Monster:
    """A kind of creature on the d20, then one of that kind, each as likely."""
    table = tables()["cairn.table.monster_group"]
    listed = play.choose(REFEREE, "encounter_list", ("published", "all"), why=table.id)
    (face,) = play.roll(1, 20, by=REFEREE, why=table.id, hidden=True)
    group = table.row(face).group
    known = [m for m in monsters().values() if group in m.group and m.list != "ally"]
    if listed == "published":
        known = [m for m in known if m.list == "published"]
    (which,) = play.roll(1, len(known), by=REFEREE, why=table.id, hidden=True) if len(known) > 1 else (1,)
    return known[which - 1]


@rule("cairn.monster.build")
def _written(play: Play) -> Creature | None:
    """A creature from a stat line; a line that cannot be read is asked for again, with the place where it fails."""
    why: RuleId = "cairn.monster.build"
    for _ in range(TRIES):
        text = play.write(REFEREE, "encounter_statline", why=why)
        try:
            return statline(text, "", "Foe")
        except Malformed as fault:
            play.tell("statline.malformed", text, fault.at + 1, fault.expected, why=why, seen_by=(REFEREE,))
    return None


@rule("cairn.monster.number")
def how_many(play: Play, monster: Monster) -> int:
    """How many are met: as the entry or its HP have it, or as the referee says."""
    why: RuleId = "cairn.monster.number"
    said = play.choose(REFEREE, "encounter_number", ("rule", *range(1, 21)), monster.id, why=why)
    if said != "rule":
        return int(said)
    if monster.least_number:
        return monster.least_number - 1 + rolled(play, "1d4", REFEREE, why)
    if monster.hp >= 9 or monster.detachment:
        return 1
    return rolled(play, "1d6" if monster.hp <= 4 else "1d3", REFEREE, why)


@rule("cairn.detachment.one")
def _together(play: Play, monster: Monster, number: int, met: list[Creature]) -> list[Creature]:
    """Whether a group fights as one detachment: as its entry says, unless the referee has it otherwise."""
    why: RuleId = "cairn.detachment.one"
    one = met[0].detachment
    options = ("detachment", "individuals") if one else ("individuals", "detachment")
    if play.choose(REFEREE, "encounter_together", options, monster.id, number, why=why) == "individuals":
        return [spawn(monster, "", f"{monster.name} {n + 1}") for n in range(number)] if one else met
    whole = met if one else [replace(spawn(monster, "", f"{monster.name} x{number}"), detachment=True)]
    beyond = number - max(1, monster.detachment_from)
    if beyond > 0:
        more = play.choose(REFEREE, "encounter_more_hp", (0, beyond), monster.id, why=why)
        whole[0] = replace(whole[0], hp=whole[0].hp + more, hp_max=whole[0].hp_max + more)
    return whole


@rule("cairn.monster.lich")
def _guarded(play: Play, state: State, monster: Monster) -> State:
    """Add the guards of a kind that has some."""
    if not monster.guards:
        return state
    number = rolled(play, monster.guards, REFEREE, monster.id)
    undead = tuple(m.id for m in monsters().values() if "undead" in m.group and m.id != monster.id)
    which = play.choose(REFEREE, "encounter_guards", (*undead, "none"), monster.id, number, why=monster.id)
    if which == "none":
        return state
    return arrive(play, state, list(band(monsters()[which], number, [""] * max(2, number))))


@rule("cairn.phase.encounter", "cairn.morale.half")
def arrive(play: Play, state: State, met: Sequence[Creature]) -> State:
    """Add creatures at a distance that the referee names; in a fight they are reinforcements."""
    at = play.choose(REFEREE, "encounter_distance", DISTANCES, met[0].name, why="cairn.phase.encounter")
    if not state.foes:
        state = replace(state, ended=None)
    arrived = []
    for one in met:
        state, id_ = serial(state, "c")
        arrived.append(replace(one, id=id_, at=at))
    play.tell("encounter", tuple(one.name for one in arrived), at, why="cairn.phase.encounter")
    state = replace(state, foes=(*state.foes, *arrived))
    for of in dict.fromkeys(one.of for one in arrived if one.of):
        play.tell("encounter.entry", of, monsters()[of].effect, why=of, seen_by=(REFEREE,))
    for one in arrived:
        state = stock(play, state, one.id)
    if state.fight is None:
        return replace(state, phase="encounter")
    return replace(state, fight=replace(state.fight, foes_at_start=state.fight.foes_at_start + len(arrived)))


@rule("cairn.monster.build")
def imagine(play: Play, state: State, _: str) -> State:
    """Roll words for a creature of the referee's own, one on each table of the generator; told to the referee alone."""
    words = []
    for word in WORDS:
        table = tables()[f"cairn.table.generator_{word}"]
        (face,) = play.roll(1, 20, by=REFEREE, why=table.id, hidden=True)
        words.append(table.row(face).name)
    play.tell("encounter.imagined", *words, why="cairn.monster.build", seen_by=(REFEREE,))
    return state


@rule("cairn.table.reaction")
def takes_it(play: Play) -> str:
    """Roll a reaction by 2d6, hidden; gives the name of the row."""
    table = tables()["cairn.table.reaction"]
    (low, high) = play.roll(2, 6, by=REFEREE, why=table.id, hidden=True)
    row = table.row(low + high)
    play.tell("reaction", low + high, row.name, row.effect, why=table.id, seen_by=(REFEREE,))
    return row.name


@rule("cairn.reaction.when", "cairn.action.warden_reaction")
def reaction(play: Play, state: State, _: str) -> State:
    """Roll one reaction for all foes whose reaction is not known yet."""
    takes_it(play)
    return put(state, *(replace(foe, spent=(*foe.spent, SPENT.mark("reaction"))) for foe in state.foes if _unread(foe)))


def _unread(foe: Creature) -> bool:
    return up(foe) and not SPENT.any(foe.spent, "reaction")


def _nobody_unread(state: State, _: str) -> Refusal | None:
    if any(_unread(foe) for foe in state.foes):
        return None
    return Refusal("reaction_known", (), "cairn.reaction.when")


@rule("cairn.action.warden_morale", "cairn.morale.hirelings", "cairn.morale.flee")
def check_morale(play: Play, state: State, _: str) -> State:
    """The referee calls for morale saves: of all foes, of one, or of the hirelings."""
    why: RuleId = "cairn.action.warden_morale"
    foes = [foe for foe in state.foes if up(foe)]
    hired = [one for one in state.party if one.kind == "hireling" and up(one)]
    groups = [name for name, group in (("foes", foes), ("hirelings", hired)) if group]
    whom = play.choose(REFEREE, "morale_whom", (*groups, *(one.id for one in (*foes, *hired))), why=why)
    group = foes if whom == "foes" else hired if whom == "hirelings" else [find(state, whom)]
    return stand_or_flee(play, state, group)


def _somebody_wavers(state: State, _: str) -> bool:
    return any(up(foe) for foe in state.foes) or any(one.kind == "hireling" and up(one) for one in state.party)


@rule("cairn.action.warden_mark", "cairn.combat.impaired", "cairn.combat.enhanced", "cairn.combat.helpless")
def mark(play: Play, state: State, _: str) -> State:
    """The referee marks somebody's attacks, or attacks upon them, for this turn, or removes that mark."""
    why: RuleId = "cairn.action.warden_mark"
    who = play.choose(REFEREE, "mark_whom", tuple(one.id for one in everyone(state) if up(one)), why=why)
    kind = play.choose(REFEREE, "mark_kind", MARKS, find(state, who).name, why=why)
    if state.fight is None:
        return state
    made = Mark(who, kind)
    marks = state.fight.marks
    play.tell("mark.off" if made in marks else "mark", find(state, who).name, kind, why=why)
    kept = tuple(one for one in marks if one != made) if made in marks else (*marks, made)
    return replace(state, fight=replace(state.fight, marks=kept))


@rule("cairn.combat.no_save_needed", "cairn.monster.ettin")
def mark_ready(play: Play, state: State, _: str) -> State:
    """The referee says who is ready when a fight begins and who is unaware: neither makes a save to act first."""
    why: RuleId = "cairn.combat.no_save_needed"
    known = [one for one in everyone(state) if up(one) and not _wary(one)]
    whom = play.choose(REFEREE, "ready_whom", ("party", *(one.id for one in known)), why=why)
    chosen = [one for one in state.party if up(one)] if whom == "party" else [find(state, whom)]
    foe = any(one.id == whom for one in state.foes)
    options = ("unaware", "as_usual") if foe else ("ready", "unaware", "as_usual")
    how = play.choose(REFEREE, "ready_how", options, tuple(one.name for one in chosen), why=why)
    changed = [shed(one, "ready", "unaware") for one in chosen]
    play.tell(f"ready.{how}", tuple(one.name for one in chosen), why=why)
    return put(state, *(changed if how == "as_usual" else (gain(one, how) for one in changed)))


def _wary(creature: Creature) -> bool:
    entry = monsters().get(creature.of)
    return entry is not None and entry.never_surprised


@rule("cairn.morale.leader", "cairn.monster.hobgoblin")
def mark_leader(play: Play, state: State, _: str) -> State:
    """The referee names the leader, whose WIL counts for the morale of all foes and whose command some need."""
    foes = tuple(foe.id for foe in state.foes if up(foe))
    who = play.choose(REFEREE, "leader", foes, why="cairn.morale.leader")
    state = put(state, *(shed(foe, "leader") for foe in state.foes))
    chosen = find(state, who)
    entry = monsters().get(chosen.of)
    led = leader(entry, who) if entry and entry.leader and not chosen.detachment else None
    if led is not None:
        numbers = {"armor": led.armor, "willpower": led.willpower, "willpower_max": led.willpower_max}
        arms = [item for attack in chosen.attacks for item in attack.items]
        others = tuple(item for item in chosen.items if item.id not in arms)
        unarmed = replace(chosen, items=others, spent=tuple(mark for mark in chosen.spent if mark != ARMED))
        chosen = equipped(gain(replace(unarmed, attacks=led.attacks, **numbers), "leader"))
    play.tell("leader", chosen.name, why="cairn.morale.leader")
    state = put(state, gain(chosen, "leader"))
    return replace(state, fight=replace(state.fight, leader=who)) if state.fight else state


@rule("cairn.phase.encounter", "cairn.cast.npcs")
def part(play: Play, state: State, _: str) -> State:
    """End a meeting: the things of the fallen lie on the ground, and some of the fallen will return."""
    for foe in state.foes:
        if foe.conditions and not FALLEN.isdisjoint(foe.conditions):
            state = _loot(play, state, foe)
            state = _returns(play, state, foe)
    for one in state.party:
        if has(one, "carried_off"):
            back = play.choose(REFEREE, "carried_off", ("back", "lost"), one.name, why="cairn.monster.roc")
            state = put(state, die(play, one)) if back == "lost" else state
    if any(FALLEN.isdisjoint(foe.conditions) for foe in state.foes):
        play.tell("encounter.over", why="cairn.phase.encounter")
    state = fight_over(play, replace(state, foes=()))
    phase = whence(state) if state.phase == "encounter" else state.phase
    return replace(state, phase=phase)


def _loot(play: Play, state: State, foe: Creature) -> State:
    """Put on the ground what can be taken from a fallen foe."""
    found = [replace(item, place="pack") for item in foe.items]
    entry = monsters().get(foe.of)
    if entry is not None and entry.treasure_gp:
        state, id_ = serial(state, "i")
        found.append(Item(id_, entry.treasure, value_gp=entry.treasure_gp))
    if has(foe, "leader"):
        state = leave_coins(state, rolled(play, PURSE, REFEREE, "cairn.morale.leader"))
    if entry is not None and entry.honey:
        state, id_ = serial(state, "i")
        found.append(Item(id_, entry.honey.name, uses=entry.honey.uses, heals=entry.honey.heals))
    if found:
        play.tell("loot", foe.name, tuple(item.name for item in found), why="cairn.phase.encounter")
    return replace(state, ground=(*state.ground, *found))


@rule("cairn.monster.list")
def _returns(play: Play, state: State, foe: Creature) -> State:
    """Note that a fallen foe comes back, unless the referee says that it was prevented."""
    entry = monsters().get(foe.of)
    if entry is None or not (entry.regenerates or entry.returns_in):
        return state
    fates = ("undone", "returns")
    if play.choose(REFEREE, "regenerates", fates, foe.name, entry.id, why=entry.id) == "undone":
        return state
    if entry.regenerates:
        play.tell("monster.will_return", foe.name, entry.regenerates, why=entry.id)
    if not entry.returns_in:
        return state
    ends = state.clock + seconds(play, entry.returns_in, REFEREE, entry.id)
    state, id_ = serial(state, "e")
    back = Effect(id_, entry.id, foe.name, "", (), ends, lasting=True, then="returns")
    return replace(state, effects=(*state.effects, back))


def _met(state: State, _: str) -> bool:
    return bool(state.foes)


def _in_fight(state: State, _: str) -> bool:
    return state.fight is not None


def _to_mark(state: State, who: str) -> bool:
    return _in_fight(state, who) and any(up(one) for one in everyone(state))


def _before(state: State, _: str) -> bool:
    return state.fight is None and bool(state.foes)


def _to_part(state: State, _: str) -> bool:
    return state.fight is None and (bool(state.foes) or state.phase == "encounter")


def _may_meet(state: State, _: str) -> bool:
    return state.phase not in {"creation", "downtime"}


def _nobody_up(state: State, _: str) -> Refusal | None:
    return None if any(up(foe) for foe in state.foes) else Refusal("no_foes", (), "cairn.phase.encounter")


DEEDS: tuple[Deed[State], ...] = (
    Deed("meet", meet, "cairn.phase.encounter", by="referee", shown=_may_meet, group="encounter"),
    Deed("imagine", imagine, "cairn.monster.build", by="referee", group="encounter"),
    Deed(
        "reaction",
        reaction,
        "cairn.action.warden_reaction",
        by="referee",
        shown=_before,
        refuse=_nobody_unread,
        group="encounter",
    ),
    Deed(
        "check_morale", check_morale, "cairn.action.warden_morale", by="referee", shown=_somebody_wavers, group="fight"
    ),
    Deed("mark_attack", mark, "cairn.action.warden_mark", by="referee", shown=_to_mark, group="fight"),
    Deed("mark_ready", mark_ready, "cairn.combat.no_save_needed", by="referee", shown=_before, group="fight"),
    Deed("mark_leader", mark_leader, "cairn.morale.leader", by="referee", shown=_met, refuse=_nobody_up, group="fight"),
    Deed("part", part, "cairn.phase.encounter", by="referee", shown=_to_part, group="encounter"),
)
