"""Who is ready when a fight begins: the save that some need not make, the warned, the unaware, a blade in the sun."""

from tallow.games.cairn.characters.boons import SUNLIT, forewarned
from tallow.games.cairn.magic.effects import in_world
from tallow.games.cairn.state import DAY, HOUR, Creature, State, able
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import put
from tallow.play import REFEREE, Play, rule

COB = "cairn.monster.ally_piebald_cob"
SUNNY = ("nice", "fair")
DAWN, DUSK = 6 * HOUR, 18 * HOUR


@rule("cairn.combat.no_save_needed", "cairn.table.prowler_1", "cairn.relic.harbingers_bell")
def readiness(play: Play, state: State, creature: Creature, others: bool = False, rest: str = "") -> str:
    """The referee's word on whether somebody needs the save at all, given beforehand or asked for now.

    Whoever is warned is never unaware. While `others` are still to be asked about, "all_save" answers for them too:
    that is then the `rest`, "" if it has not been said.
    """
    if creature.conditions and has(creature, "quick"):
        return "ready"
    warned = forewarned(creature) or in_world(state, "alarm") or any(_feels(one, creature) for one in state.party)
    for said in ("ready", "unaware"):
        if creature.conditions and has(creature, said) and not (warned and said == "unaware"):
            return said
    if rest:
        return rest
    options: tuple[str, ...] = (*(("all_save",) if others else ()), "save", "ready", *(() if warned else ("unaware",)))
    return play.choose(REFEREE, "readiness", options, creature.name, why="cairn.combat.no_save_needed")


@rule("cairn.table.outrider_2", "cairn.monster.ally_piebald_cob")
def _feels(horse: Creature, owner: Creature) -> bool:
    """Whether this is the Piebald Cob of an Outrider, which feels danger."""
    return horse.of == COB and horse.pay is not None and horse.pay.employer == owner.id and able(horse)


@rule("cairn.spell.befuddle")
def unaware(foe: Creature) -> bool:
    """Whether a foe does not know that anybody is there: unnoticed by it, or forgotten as soon as seen."""
    return has(foe, "unaware") or has(foe, "forgetful")


@rule("cairn.relic.a_blade_called_hope")
def in_the_sun(state: State) -> State:
    """In strong sun, by day and in the open under a fair sky, a blade of hope enhances its first attack."""
    if state.dungeon is not None or state.weather not in SUNNY or not DAWN <= state.clock % DAY < DUSK:
        return state
    bearers = [one for one in state.party if any(SUNLIT in item.qualities for item in one.items)]
    return put(state, *(gain(one, SUNLIT) for one in bearers))
