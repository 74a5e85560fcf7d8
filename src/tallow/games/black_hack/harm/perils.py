"""Perils: who may be brought to 0 HP as time passes, and what would save them."""

from tallow.games.black_hack.state import Character, State, able
from tallow.games.black_hack.world.time import LONGEST
from tallow.games.shared.deadly import Threat, accepts_risk
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, Play, RuleId, rule

DEADLY: RuleId = "black_hack.time.deadly"
PLAYED_OUT = ("hours", "days")
"""Turns so long that Ongoing Damage comes to its end in one of them."""


def rounds(unit: str) -> int:
    """How often Ongoing Damage can be suffered in a Turn of this unit."""
    return LONGEST if unit in PLAYED_OUT else 1


@rule("black_hack.time.deadly", "black_hack.ongoing.loss", "black_hack.hp.zero")
def threats(state: State, times: int) -> tuple[Threat, ...]:
    """The characters whom so many losses by Ongoing Damage may bring to 0 HP, in the order of the party."""
    ailing = [one for one in state.party if able(one) and one.ongoing and one.hp <= one.level * times]
    return tuple([Threat(one.id, one.name, f"{one.hp} HP", certain=False, helps=helps(state, one)) for one in ailing])


@rule("black_hack.oofa.when_roll", "black_hack.heal.oofa", "black_hack.ongoing.end_test")
def helps(state: State, one: Character) -> tuple[str, ...]:
    """What would help somebody who suffers Ongoing Damage or is Out of Action: healing, and aid."""
    friends = any(able(other) for other in state.party if other.id != one.id)
    if has(one, "out_of_action"):
        return ("help.aid", "help.heal") if friends else ()
    return ("help.heal",) if one.ongoing else ()


@rule("black_hack.time.deadly")
def goes_on(play: Play, state: State, unit: str) -> bool:
    """Ask whether Turns are of this unit from now on, though Ongoing Damage may bring somebody down in it."""
    long = unit in PLAYED_OUT and unit != state.unit
    return accepts_risk(play, REFEREE, threats(state, rounds(unit)) if long else (), DEADLY)
