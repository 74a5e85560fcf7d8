"""Miracles: the table for prayers with a great success."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import NEXT_COMBAT
from tallow.games.dead_weight.combat.attack import wound_enemy
from tallow.games.dead_weight.combat.chart import within
from tallow.games.dead_weight.combat.morale import gain_morale, minds
from tallow.games.dead_weight.entries.tables import tables
from tallow.games.dead_weight.harm.afflictions import curable, cure
from tallow.games.dead_weight.harm.wounds import Hit, can_heal, heal
from tallow.games.dead_weight.magic.effects import MIRACLE, begin
from tallow.games.dead_weight.state import ATTRIBUTES, Adventurer, Effect, State, adventurer, alive, put, score
from tallow.games.dead_weight.world.trackers import lower_doom
from tallow.play import Play, rule

CLEANSED = ("hungry", "parched", "bleeding", "nauseated", "cursed")


@rule("dead_weight.prayer.great_success", "dead_weight.table.miracle")
def miracle(play: Play, state: State, who: str) -> State:
    """Roll 1d6 on the table of miracles; a row that can do nothing has no effect."""
    one = adventurer(state, who)
    (face,) = play.roll(1, by=one.seat, why=MIRACLE)
    play.tell("miracle", one.name, tables()[MIRACLE].row(face).name, why=MIRACLE)
    return ROWS[face](play, state, who)


def _near(state: State, who: str) -> tuple[Adventurer, ...]:
    """The cleric, and the adventurers near by."""
    one = adventurer(state, who)
    others = tuple(o for o in state.party if o.id != who and alive(o) and within(state, one, o, "nearby"))
    return (one, *others)


def _healing(play: Play, state: State, who: str) -> State:
    """1d6 wounds of one person heal."""
    hurt = [one for one in _near(state, who) if can_heal(one) and any(score(one, a).wounds for a in ATTRIBUTES)]
    if not hurt:
        return state
    seat = adventurer(state, who).seat
    (wounds,) = play.roll(1, by=seat, why=MIRACLE)
    whom = play.choose(seat, "miracle_whom", tuple(one.id for one in hurt), wounds, why=MIRACLE)
    return heal(play, state, whom, wounds, MIRACLE)


def _courage(play: Play, state: State, who: str) -> State:
    """The adventurers gain morale in this combat, or in the next."""
    (points,) = play.roll(1, by=adventurer(state, who).seat, why=MIRACLE)
    if state.combat is not None:
        return gain_morale(play, state, "party", points)
    return replace(state, carries=(*state.carries, NEXT_COMBAT.mark("morale", points)))


def _renewal(_: Play, state: State, who: str) -> State:
    """None of this cleric's prayers is exhausted any more."""
    one = adventurer(state, who)
    return put(state, replace(one, magic=replace(one.magic, exhausted=())))


def _cleansing(play: Play, state: State, who: str) -> State:
    """One affliction of one person is cured."""
    ways = tuple((one.id, n) for one in _near(state, who) for n in one.afflictions if n in CLEANSED and curable(one, n))
    if not ways:
        return state
    whom, name = play.choose(adventurer(state, who).seat, "miracle_cure", ways, why=MIRACLE)
    return cure(play, state, whom, name, why=MIRACLE)


@rule("dead_weight.table.miracle", "dead_weight.setting.miracle_dread")
def _dread(play: Play, state: State, _: str) -> State:
    """All monsters flee (by a setting only those subject to morale); outside a combat doom goes down by one."""
    if state.combat is None:
        return lower_doom(play, state, MIRACLE)
    everybody = state.settings.miracle_dread == "all"
    afraid = tuple(foe for foe in state.enemies if alive(foe) and (everybody or minds(foe)))
    if not afraid:
        return state
    play.tell("frightened", tuple(foe.name for foe in afraid), why=MIRACLE)
    return begin(state, Effect("", MIRACLE, "", tuple(foe.id for foe in afraid), unit="combat"))


@rule("dead_weight.table.miracle", "dead_weight.setting.miracle_wound")
def _wrath(play: Play, state: State, who: str) -> State:
    """One wound for every enemy; outside a combat a shield token for everybody when the next one begins."""
    if state.combat is None:
        return replace(state, carries=(*state.carries, NEXT_COMBAT.mark("shield")))
    sure = state.settings.miracle_wound == "sure"
    for foe in state.enemies:
        if alive(foe):
            hit = Hit(1, pierces=sure, irresistible=sure)
            state, _ = wound_enemy(play, state, foe.id, hit, who, MIRACLE, magic=True)
    return state


ROWS: dict[int, Callable[[Play, State, str], State]] = {
    1: _healing,
    2: _courage,
    3: _renewal,
    4: _cleansing,
    5: _dread,
    6: _wrath,
}
