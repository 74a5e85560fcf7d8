"""Spell mishaps: the table, row by row."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import REACH, distance, free_squares, within
from tallow.games.dead_weight.entries.attacks import Range
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.gear.inventory import without
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.fatigue import tire, wound_outright
from tallow.games.dead_weight.magic.effects import MISHAP, begin, counted
from tallow.games.dead_weight.monsters.bestiary import arrive
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    OFF_CHART,
    Effect,
    Purse,
    State,
    adventurer,
    alive,
    put,
)
from tallow.games.dead_weight.world.trackers import advance_doom
from tallow.play import REFEREE, Play, RuleId, rule

LAST = 18
BLIND_TURNS = 6


@rule("dead_weight.spell.critical_failure", "dead_weight.table.spell_mishap")
def mishap(play: Play, state: State, who: str, level: int) -> State:
    """A spell mishap: 2d6 plus the spell's level, on the table."""
    one = adventurer(state, who)
    row = min(LAST, sum(play.roll(2, by=one.seat, why=MISHAP)) + level)
    play.tell("mishap", one.name, tables()[MISHAP].row(row).name, why=MISHAP)
    return ROWS[row](play, state, who)


def _near(state: State, who: str, reach: Range) -> tuple[str, ...]:
    """The adventurers in range of somebody, that one first; afflictions do not affect other creatures."""
    one = adventurer(state, who)
    others = [
        other.id for other in state.party if other.id != who and alive(other) and within(state, one, other, reach)
    ]
    return (who, *others)


def _all(play: Play, state: State, whom: tuple[str, ...], name: str) -> State:
    for who in whom:
        state = afflict(play, state, who, name, MISHAP)
    return state


def _sick(play: Play, state: State, who: str) -> State:
    return afflict(play, tire(play, state, who, "INT", MISHAP), who, "nauseated", MISHAP)


def _noise(play: Play, state: State, _: str) -> State:
    return advance_doom(play, state, MISHAP)


@rule("dead_weight.condition.blind")
def _blind(play: Play, state: State, who: str) -> State:
    """Blind for 6 exploration turns, of which a combat is one."""
    play.tell("effect.begins", "dead_weight.condition.blind", (adventurer(state, who).name,), why=MISHAP)
    left = counted(state, BLIND_TURNS, "turn", who)
    return begin(state, Effect("", MISHAP, who, (who,), left, "turn", "blind"))


def _rage(play: Play, state: State, who: str) -> State:
    """Everyone else is Angry, the caster only Terrified."""
    return afflict(play, _all(play, state, _near(state, who, "nearby")[1:], "angry"), who, "terrified", MISHAP)


def _weeping(play: Play, state: State, who: str) -> State:
    return _all(play, state, _near(state, who, "nearby"), "hopeless")


def _visions(play: Play, state: State, who: str) -> State:
    return _all(play, state, _near(state, who, "close"), "terrified")


def _bleeding_eyes(play: Play, state: State, who: str) -> State:
    """A wound on each attribute that nothing reduces, and bleeding."""
    for attribute in ATTRIBUTES:
        state = wound_outright(play, state, who, attribute, MISHAP)
    return afflict(play, state, who, "bleeding", MISHAP)


def _demon_faces(play: Play, state: State, who: str) -> State:
    """The caster sees demons in place of friends from time to time, for ever; the GM says when."""
    play.tell("demon_faces", adventurer(state, who).name, why=MISHAP)
    return begin(state, Effect("", MISHAP, who, (who,), unit="", detail="demon_faces"))


@rule("dead_weight.trait.third_eye")
def _third_eye(play: Play, state: State, who: str) -> State:
    """A third eye opens, and with it a curse."""
    one = adventurer(state, who)
    if "third_eye" not in one.life.traits:
        play.tell("third_eye", one.name, why="dead_weight.trait.third_eye")
        state = put(state, replace(one, life=replace(one.life, traits=(*one.life.traits, "third_eye"))))
    return afflict(play, state, who, "cursed", MISHAP)


def _void_trip(play: Play, state: State, who: str) -> State:
    """Everything carried stays in the void: things, containers and coins."""
    one = adventurer(state, who)
    play.tell("void_trip", one.name, why=MISHAP)
    for item in one.items:
        one = without(one, item.id)
    return put(state, replace(one, containers=(), purse=Purse()))


def _curse(name: str) -> Callable[[Play, State, str], State]:
    """A rule that gives the caster this affliction."""
    return lambda play, state, who: afflict(play, state, who, name, MISHAP)


def _demon(monster: RuleId, reach: Range = "close") -> Callable[[Play, State, str], State]:
    """A rule that makes this demon appear."""
    return lambda play, state, who: appear(play, state, who, monster, reach)


@rule("dead_weight.table.spell_mishap")
def appear(play: Play, state: State, who: str, monster: RuleId, reach: Range) -> State:
    """Something hostile appears near somebody; outside a combat, one begins after this action."""
    at = OFF_CHART
    one = adventurer(state, who)
    state = arrive(state, monster)
    foe = state.enemies[-1]
    if state.combat is not None:
        near = sorted(free_squares(state, foe), key=lambda square: distance(square, one.at, state.settings.diagonals))
        inside = [square for square in near if distance(square, one.at, state.settings.diagonals) <= REACH[reach]]
        at = play.choose(REFEREE, "appears_at", tuple(inside or near[:1]), foe.name, why=MISHAP)
        state = put(state, replace(foe, at=at))
    play.tell("appears", foe.name, why=MISHAP)
    return state


ROWS: dict[int, Callable[[Play, State, str], State]] = {
    3: _sick,
    4: _noise,
    5: _blind,
    6: _curse("shaken"),
    7: _demon("dead_weight.monster.lesser_demon"),
    8: _rage,
    9: _weeping,
    10: _visions,
    11: _demon("dead_weight.monster.void_demon"),
    12: _bleeding_eyes,
    13: _demon_faces,
    14: _curse("doomed"),
    15: _demon("dead_weight.monster.tormentor_demon"),
    16: _third_eye,
    17: _void_trip,
    18: _demon("dead_weight.monster.endless_horror", "nearby"),
}
