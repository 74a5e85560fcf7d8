"""Allies: beasts and creatures that go with somebody of the party, and are answered for by the same seat."""

from msgspec.structs import replace

from tallow.games.cairn.folk import monsters
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.state import Creature, Pay, State, alive
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find
from tallow.play import RuleId


def accompany(state: State, whose: str, monster: RuleId) -> State:
    """An ally or beast joins, bound to somebody of the party."""
    owner = find(state, whose)
    state, id_ = serial(state, "a")
    ally = spawn(monsters()[monster], id_, seat=owner.seat, at=owner.at, host=owner)
    return replace(state, party=(*state.party, replace(ally, pay=Pay(whose))))


def ally_of(state: State, whose: str, monster: RuleId) -> Creature | None:
    """The ally of this kind that somebody has, if it lives and is there."""
    return next((one for one in state.party if one.host == whose and one.of == monster and alive(one)), None)


def without_ally(state: State, whose: str, monster: RuleId) -> State:
    """The state without any ally of this kind of somebody's."""
    return replace(state, party=tuple(one for one in state.party if not (one.host == whose and one.of == monster)))
