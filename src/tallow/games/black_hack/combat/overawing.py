"""Overawing, an optional rule: a character makes broken groups flee."""

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.morale import dauntless, flee, standing
from tallow.games.black_hack.state import MARKS, State, able, creature
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, rule

OVERAWE: RuleId = "black_hack.option.morale_charisma"


def broken(state: State) -> tuple[str, ...]:
    """The id of one foe of each group that is broken and does not flee yet."""
    combat = state.combat
    if combat is None or state.settings.morale_mode != "charisma":
        return ()
    found = []
    for group in combat.tested:
        left = [foe for foe in standing(state, group) if not dauntless(foe) and foe.id not in combat.fleeing]
        found += [left[0].id] if left else []
    return tuple(found)


@rule("black_hack.option.morale_charisma", "black_hack.setting.morale_mode")
def overawe(play: Play, state: State, who: str) -> State:
    """Once per fight, a CHA test makes the broken flee, at Disadvantage while their leader still fights."""
    one = next(one for one in state.party if one.id == who)
    first = play.choose(one.seat, "overawe_whom", broken(state), one.name, why=OVERAWE)
    foe = creature(state, first)
    combat = state.combat
    if combat is not None:
        state = replace(state, combat=replace(combat, used=(*combat.used, MARKS.mark("overawed"))))
    led = _leader(state, foe.group)
    state, result = attempt(
        play, state, who, "CHA", OVERAWE, disadvantages=("leader",) if led else (), against=foe, about="influence"
    )
    return flee(play, state, foe.group) if result.success else state


def _leader(state: State, group: str) -> bool:
    """Whether one of a group has more Hit Dice than the others and still fights."""
    hd = sorted([foe.hd for foe in state.foes if foe.group == group])
    return len(hd) > 1 and hd[-1] > hd[-2] and any(foe.hd == hd[-1] and able(foe) for foe in standing(state, group))


def _can_overawe(state: State, who: str) -> bool:
    mine = any(one.id == who for one in state.party)
    return mine and bool(broken(state)) and state.combat is not None and not MARKS.any(state.combat.used, "overawed")


DEEDS: tuple[Deed[State], ...] = (turn_deed("overawe", "action", overawe, OVERAWE, shown=_can_overawe),)
