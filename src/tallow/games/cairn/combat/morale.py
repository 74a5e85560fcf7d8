"""Morale: foes save on WIL at the first casualty and at half their number, and a lone one at 0 HP."""

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.state import Creature, Fight, State, fighting, up
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import put
from tallow.play import REFEREE, Play, rule

FALLEN = frozenset(("dead", "critical", "stable", "routed", "petrified", "frozen", "gone"))


@rule("cairn.morale.mindless", "cairn.morale.pcs")
def fearless(creature: Creature) -> bool:
    """Whether a creature never makes morale saves."""
    return creature.kind == "pc" or creature.willpower_max == 0 or "fearless" in creature.conditions


def fallen(creature: Creature) -> bool:
    """Whether a creature counts as lost."""
    return bool(creature.conditions) and not FALLEN.isdisjoint(creature.conditions)


@rule(
    "cairn.morale.first",
    "cairn.morale.half",
    "cairn.morale.lone",
    "cairn.detachment.morale",
    "cairn.setting.morale_half",
)
def morale(play: Play, state: State) -> State:
    """After the party's turn: who of the foes must find the heart to stay."""
    fight = state.fight
    if fight is None or state.settings.morale == "off":
        return state
    standing = fighting(state.foes)
    if not standing:
        return state
    if fight.leader and "leader" not in fight.checked:
        state = _leaderless(play, state, standing)
        fight, standing = state.fight or fight, fighting(state.foes)
        if not standing:
            return state
    if len(standing) == len(state.foes):
        return _lone(play, state, standing)
    if due := _due(state, fight):
        state = replace(state, fight=replace(fight, checked=(*fight.checked, *due)))
        play.tell("morale.due", tuple(due), why=f"cairn.morale.{due[0]}")
        state = stand_or_flee(play, state, standing)
        standing = fighting(state.foes)
    return _lone(play, state, standing)


@rule("cairn.morale.first", "cairn.morale.half", "cairn.setting.morale_half")
def _due(state: State, fight: Fight) -> list[str]:
    """Which of the saves at the first casualty and at half their number fall due now, each once a fight."""
    if "half" in fight.checked and "first" in fight.checked:
        return []
    lost = gone = sum([fallen(foe) for foe in state.foes if foe.conditions])
    if state.settings.morale_half == "fallen_and_fled":
        gone += sum([has(foe, "fled") for foe in state.foes])
    due = [] if not lost or "first" in fight.checked else ["first"]
    if lost and 2 * gone >= fight.foes_at_start and "half" not in fight.checked:
        due.append("half")
    return due


@rule("cairn.morale.leader", "cairn.monster.bandit")
def _leaderless(play: Play, state: State, standing: list[Creature]) -> State:
    """Those whose entry says that they hang on their leader flee when the leader falls."""
    fight = state.fight
    if fight is None or not any(foe.id == fight.leader and fallen(foe) for foe in state.foes):
        return state
    state = replace(state, fight=replace(fight, checked=(*fight.checked, "leader")))
    led = [foe for foe in standing if foe.of and foe.of in monsters() and monsters()[foe.of].morale == "leader"]
    for foe in led:
        play.tell("morale.flees", foe.name, why="cairn.morale.leader")
    return put(state, *(gain(foe, "fled") for foe in led)) if led else state


def _lone(play: Play, state: State, standing: list[Creature]) -> State:
    """A lone foe brought to 0 HP, once a fight."""
    fight = state.fight
    if fight is None or len(standing) != 1 or standing[0].hp > 0 or "lone" in fight.checked:
        return state
    state = replace(state, fight=replace(fight, checked=(*fight.checked, "lone")))
    play.tell("morale.due", ("lone",), why="cairn.morale.lone")
    return stand_or_flee(play, state, standing)


@rule("cairn.morale.leader", "cairn.setting.morale", "cairn.morale.flee")
def stand_or_flee(play: Play, state: State, standing: list[Creature]) -> State:
    """The saves: on the leader's WIL for all, or each alone, or one for the group."""
    tested = [foe for foe in standing if not fearless(foe)]
    if not tested:
        return state
    led = state.fight.leader if state.fight else ""
    leader = next((foe for foe in standing if foe.id == led), None) if led else None
    if leader is not None:
        flee = [] if _holds(play, state, leader) else [foe for foe in tested if not _commanded(state, foe)]
    elif state.settings.morale == "leader_or_group":
        flee = [] if _holds(play, state, _commonest(tested)) else tested
    else:
        flee = [foe for foe in tested if not _holds(play, state, foe)]
    if not flee:
        return state
    for foe in flee:
        play.tell("morale.flees", foe.name, why="cairn.morale.flee")
    return put(state, *[gain(foe, "fled") for foe in flee])


def _holds(play: Play, state: State, foe: Creature) -> bool:
    if _commanded(state, foe):
        play.tell("morale.commanded", foe.name, why="cairn.monster.hobgoblin")
        return True
    return save(play, foe if foe.seat == REFEREE else replace(foe, seat=REFEREE), "WIL", "cairn.morale.first")


def _commanded(state: State, foe: Creature) -> bool:
    """Some pass while a commander stands by."""
    if state.fight is None or not state.fight.leader:
        return False
    entry = monsters().get(foe.of) if foe.of else None
    if entry is None or entry.morale != "auto_with_commander":
        return False
    return any(other.id == state.fight.leader and up(other) for other in state.foes)


def _commonest(foes: list[Creature]) -> Creature:
    """One with the WIL that most of them have, the lower on a tie."""
    wills = [foe.willpower for foe in foes]
    return min(foes, key=lambda foe: (-wills.count(foe.willpower), foe.willpower))
