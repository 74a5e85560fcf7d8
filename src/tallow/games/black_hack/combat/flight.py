"""Flight: foes whose Morale failed, Banished undead, and characters who leave a fight."""

from collections.abc import Iterable

from msgspec.structs import replace

from tallow.games.black_hack.combat.ranges import band, bands_from, beyond, forget, set_bands
from tallow.games.black_hack.state import MARKS, Being, Character, Creature, State, able, creature, find, hindered, put
from tallow.mechanics.conditions import gain, shed
from tallow.play import Play, RuleId, rule

FLIGHT: RuleId = "black_hack.morale.fail"
BANISHED: RuleId = "black_hack.banish.flee"


def running(state: State, foe: Creature) -> bool:
    """Whether a foe does nothing but flee."""
    combat = state.combat
    return foe.banished > 0 or (combat is not None and foe.id in combat.fleeing)


@rule("black_hack.morale.fail", "black_hack.banish.flee", "black_hack.turn.extra_move")
def run(play: Play, state: State, who: str) -> State:
    """A foe spends Move and Action on fleeing two bands from all, or from the Cleric; Distant from all, it escapes."""
    foe = creature(state, who)
    why = BANISHED if foe.banished else FLIGHT
    if hindered(foe, "stuck") or hindered(foe, "paralysed"):
        play.tell("cowers", foe.name, why=why)
        return state
    steps = 1 if hindered(foe, "distracted") else 2
    others = [one for one in state.party + state.allies if able(one)]
    away = [one for one in others if one.id == foe.banished_by] if foe.banished else others
    state = draw_off(state, who, away or others, steps)
    if not foe.banished and all(band(state, who, one.id) == "distant" for one in others):
        play.tell("escapes", foe.name, why=why)
        return gone(state, who)
    play.tell("flees", foe.name, why=why)
    return state


def draw_off(state: State, who: str, others: Iterable[Being], steps: int) -> State:
    """The state with somebody this many bands farther from all of these."""
    now = bands_from(state, who)
    return set_bands(state, who, {one.id: beyond(now.get(one.id, "nearby"), steps) for one in others})


def gone(state: State, who: str) -> State:
    """The state in which somebody has left the fight."""
    return forget(put(state, gain(find(state, who), "fled")), who)


def far_from_all(state: State, one: Being) -> bool:
    """Whether somebody is Distant from every foe who can still fight."""
    return all(band(state, one.id, foe.id) == "distant" for foe in state.foes if able(foe))


def returned(state: State) -> State:
    """The state after a fight in which those of the party's side who left it, were carried away or hid are back."""
    party = tuple([_back(one) for one in state.party])
    return replace(state, party=party, allies=tuple([shed(ally, "fled") for ally in state.allies]))


def _back(one: Character) -> Character:
    return shed(replace(one, marks=MARKS.without(one.marks, "carried")), "fled", "hidden")
