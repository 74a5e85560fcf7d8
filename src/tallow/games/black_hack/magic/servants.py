"""Servants: charmed, summoned, animated or made creatures, their commands, and how they are lost."""

from msgspec.structs import replace

from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.entries import spell, tables
from tallow.games.black_hack.harm.damage import rolled
from tallow.games.black_hack.harm.victims import charmed as charmed_character
from tallow.games.black_hack.magic.aiming import Cast
from tallow.games.black_hack.magic.effects import released
from tallow.games.black_hack.magic.lasting import changed, dropped, effect_of, lay_spell
from tallow.games.black_hack.magic.resistance import overcomes
from tallow.games.black_hack.magic.workings import Working, caster_of, roll_dice, seat_of, unwilling
from tallow.games.black_hack.monsters.bestiary import lines, readied, spawn
from tallow.games.black_hack.monsters.foes import assail
from tallow.games.black_hack.monsters.reactions import reacts
from tallow.games.black_hack.state import Character, Creature, Effect, State, able, creature, everyone, find, put
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

ELEMENTS = ("air", "earth", "fire", "water")
COMMAND: RuleId = "black_hack.action.command_servant"
CHARM: RuleId = "black_hack.spell.charm"
STALKER: RuleId = "black_hack.spell.invisible_stalker"
DAEMONS: RuleId = "black_hack.spell.conjuration_of_daemons"
CORPSE: RuleId = "black_hack.monster.animated_corpse"
BY_HD: RuleId = "black_hack.monster.by_hd"
ORDERS = ("fight", "guard", "wait", "other")
"""The commands for a servant; what "other" is the GM says."""


def summon(play: Play, state: State, cast: Cast, ref: RuleId, hd: int, number: int = 1, name: str = "") -> State:
    """Summon this many of a kind, who obey the caster; the caster gives a command at once."""
    caster = find(state, cast.by)
    made = "spell" if cast.spell.attribute == "INT" else "prayer"
    ids: tuple[str, ...] = ()
    for _ in range(number):
        state, id_ = serial(state, "servant")
        new = readied(play, spawn(ref, id_, name, hd=hd, seat=caster.seat, commander=cast.by))
        state = _joins(state, replace(new, name=f"{new.name} {id_[7:]}", tags=(*new.tags, made)), cast.by)
        ids = (*ids, id_)
    if not ids:
        return state
    state, effect = lay_spell(state, cast.spell, cast.by, ids, otherwise="session")
    play.tell("servant.comes", caster.name, tuple([find(state, id_).name for id_ in ids]), hd, why=cast.spell.id)
    return _told(play, state, effect)


def _joins(state: State, new: Creature, by: str) -> State:
    """The state with a new creature next to the caster, on the caster's side."""
    if any(foe.id == by for foe in state.foes):
        state = replace(state, foes=(*state.foes, replace(new, commander="", group=new.of)))
    else:
        state = replace(state, allies=(*state.allies, new))
    return state


@rule("black_hack.spell.animate_dead", "black_hack.monster.animated_corpse", "black_hack.magic.no_duration")
def animate_dead(play: Play, state: State, cast: Cast) -> State:
    """As many corpses as are there, up to 2d4, rise with half the caster's Hit Dice each."""
    most = rolled(play, cast.spell.targets_dice, seat_of(state, cast), cast.spell.id)
    fallen = sum([has(one, "dead") or has(one, "removed") for one in everyone(state)])
    likely = min(most, fallen) or most
    options = (likely, *[many for many in range(most, -1, -1) if many != likely])
    there = play.choose(REFEREE, "corpses", options, caster_of(state, cast), most, why=cast.spell.id)
    return summon(play, state, cast, CORPSE, max(1, cast.level // 2), there)


@rule(
    "black_hack.spell.elemental",
    "black_hack.prayer.conjure_elemental",
    "black_hack.table.elementals",
    "black_hack.magic.no_duration",
)
def elemental(play: Play, state: State, cast: Cast) -> State:
    """An elemental of the element that the caster names; its Hit Dice are rolled, or are the caster's Level."""
    element = play.choose(seat_of(state, cast), "element", ELEMENTS, caster_of(state, cast), why=cast.spell.id)
    hd = roll_dice(play, state, cast) if cast.spell.dice else cast.level
    size = tables()["black_hack.table.elementals"].row(hd)
    play.tell("elemental", size.name, size.effect, why="black_hack.table.elementals")
    return summon(play, state, cast, f"black_hack.monster.elemental_{element}", hd)


@rule("black_hack.spell.invisible_stalker", "black_hack.monster.invisible_stalker")
def stalker(play: Play, state: State, cast: Cast) -> State:
    """Something from elsewhere comes to carry out one complex task, and leaves when that is done."""
    return summon(play, state, cast, cast.spell.what, roll_dice(play, state, cast))


@rule("black_hack.prayer.animate_object")
def animate_object(play: Play, state: State, cast: Cast) -> State:
    """A thing moves and thinks a little; the GM says how many Hit Dice it has, usually half the caster's."""
    usual = max(1, cast.level // 2)
    options = (usual, *[hd for hd in range(1, cast.level + 1) if hd != usual])
    hd = play.choose(REFEREE, "object_hd", options, caster_of(state, cast), why=cast.spell.id)
    return summon(play, state, cast, BY_HD, hd, name="object")


@rule("black_hack.spell.conjuration_of_daemons", "black_hack.table.daemons", "black_hack.daemon.common")
def daemon(play: Play, state: State, cast: Cast) -> State:
    """A daemon of 1d8 Hit Dice comes; the Charm upon it holds only if the caster passes a test."""
    hd = roll_dice(play, state, cast)
    state = summon(play, state, cast, tables()["black_hack.table.daemons"].row(hd).effect, hd)
    return maintained(play, state, state.effects[-1])[0]


@rule("black_hack.spell.conjuration_of_daemons", "black_hack.foe.powerful")
def maintained(play: Play, state: State, effect: Effect) -> tuple[State, bool]:
    """Whether the Charm on a daemon holds; if not, it is free, and makes a Reaction Roll."""
    foe = next(one for one in everyone(state) if one.id in effect.on)
    if not any(one.id == effect.by for one in state.party):
        return state, True
    against = foe if isinstance(foe, Creature) else 0
    state, holds = overcomes(play, state, spell(effect.of), effect.by, against, effect.of)
    if holds:
        return state, True
    play.tell("charm.broken", foe.name, why=effect.of)
    for who in effect.on:
        state = released(state, who)
    state = reacts(play, state, foe if isinstance(foe, Creature) else None)
    return dropped(state, effect.id), False


@rule("black_hack.spell.charm", "black_hack.magic.no_save")
def charm(play: Play, state: State, cast: Cast) -> State:
    """One obeys a simple command with its next Action: stands by, attacks its own, or does what the GM allows."""
    state, caught = unwilling(play, state, cast)
    for who in caught:
        one = find(state, who)
        if isinstance(one, Character):
            state = charmed_character(play, state, cast.by, who)
            continue
        others = [foe.id for foe in state.foes if foe.id != who and able(foe)] if state.combat is not None else []
        options = ("stand_by", "attack", "other") if others else ("stand_by", "other")
        order = play.choose(seat_of(state, cast), "charm_command", options, one.name, why=CHARM)
        play.tell("charm.told", caster_of(state, cast), one.name, order, why=CHARM)
        if order == "other" and not _granted(play, one.name):
            continue
        state, _ = lay_spell(state, cast.spell, cast.by, (who,), detail=order)
        if order == "attack":
            state = _turned(play, state, cast, who, tuple(others))
    return state


def _granted(play: Play, name: str) -> bool:
    """Whether the GM accepts a command as simple and not self-destructive."""
    return play.choose(REFEREE, "charm_granted", ("yes", "no"), name, why=CHARM) == "yes"


@rule("black_hack.servant.attacks")
def _turned(play: Play, state: State, cast: Cast, who: str, others: tuple[str, ...]) -> State:
    """The charmed attacks one of its own at once, by the test of whoever charmed it."""
    one = creature(state, who)
    target = play.choose(seat_of(state, cast), "charm_target", others, one.name, why=CHARM)
    made = "spell" if cast.spell.attribute == "INT" else "prayer"
    state = put(state, replace(one, commander=cast.by, tags=(*one.tags, made)))
    state = assail(play, state, who, target, lines(one)[0])
    now = creature(state, who)
    return put(state, replace(now, commander="", tags=one.tags))


def _told(play: Play, state: State, effect: Effect) -> State:
    """The master gives a command, which all who were summoned together hear."""
    master = find(state, effect.by)
    names = tuple([find(state, who).name for who in effect.on])
    order = play.choose(master.seat, "servant_order", ORDERS, names, why=COMMAND)
    play.tell("servant.told", master.name, names, order, why=COMMAND)
    if effect.of == STALKER and order == "wait":
        return _turns(play, state, effect)
    return changed(state, replace(effect, detail=order))


@rule("black_hack.monster.invisible_stalker", "black_hack.spell.invisible_stalker")
def _turns(play: Play, state: State, effect: Effect) -> State:
    """A stalker that is left without a task turns upon whoever summoned it."""
    for who in effect.on:
        play.tell("servant.turns", find(state, who).name, find(state, effect.by).name, why=STALKER)
        state = released(state, who)
    return dropped(state, effect.id)


def commanded(state: State, who: str) -> tuple[str, ...]:
    """The ids of the effects that give somebody servants who can hear a command, one for each summoning."""
    return tuple([effect.id for effect in state.effects if effect.by == who and _heard(state, who, effect)])


def _heard(state: State, who: str, effect: Effect) -> bool:
    return any(
        ally.id in effect.on and ally.commander == who and able(ally) and within(state, who, ally.id, "faraway")
        for ally in state.allies
    )


@rule("black_hack.action.command_servant", "black_hack.spell.conjuration_of_daemons", "black_hack.spell.charm")
def command(play: Play, state: State, who: str) -> State:
    """Give servants a new command; for a daemon the Charm is tested again first."""
    one = find(state, who)
    id_ = play.choose(one.seat, "command_whom", commanded(state, who), one.name, why=COMMAND)
    effect = effect_of(state, id_)
    if effect is None:
        return state
    if effect.of == DAEMONS:
        state, holds = maintained(play, state, effect)
        if not holds:
            return state
    return _told(play, state, effect)


def _has_servants(state: State, who: str) -> bool:
    return any(ally.commander == who and able(ally) for ally in state.allies)


def _out_of_hearing(state: State, who: str) -> Refusal | None:
    return None if commanded(state, who) else Refusal("out_of_hearing", (find(state, who).name,), COMMAND)


SUMMONS: dict[str, Working] = {
    "charm": charm,
    "animate_dead": animate_dead,
    "elemental": elemental,
    "stalker": stalker,
    "animate_object": animate_object,
    "daemon": daemon,
}
"""The workings that bring or bind servants, by the code that an entry names."""

DEEDS: tuple[Deed[State], ...] = (
    turn_deed(
        "command_servant",
        "action",
        command,
        COMMAND,
        shown=_has_servants,
        refuse=_out_of_hearing,
        outside=True,
        group="magic",
    ),
)
