"""The sacrifice that each angry god wants."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.combat.attack import kill
from tallow.games.dead_weight.entries.magic import gods
from tallow.games.dead_weight.gear.inventory import SPOILED, carries, without
from tallow.games.dead_weight.gear.trappings import risk, use_up
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.state import Adventurer, State, adventurer, alive, put
from tallow.games.deeds import Refusal
from tallow.play import REFEREE, Play, RuleId, rule

SACRIFICE: RuleId = "dead_weight.prayer.sacrifice"
RATION: RuleId = "dead_weight.item.ration"
RELIC: RuleId = "dead_weight.item.holy_relic"
RATIONS = 2
OTHER = "other"

IN_CAMP = ("prayer", "goods")
"""What is given in camp, for one camp action."""


def wanted(one: Adventurer) -> str:
    """The sacrifice that somebody's god wants; goods for a god that is not in the book."""
    return gods()[one.life.god].wants if one.life.god in gods() else "goods"


def offerings(state: State, one: Adventurer) -> tuple[str, ...]:
    """The possible sacrifices now: the one the god wants, if this is the place for it, and a relic for any god."""
    here = (wanted(one) in IN_CAMP) == (state.phase == "camp")
    ways = (wanted(one),) if here and lacks(state, one) is None else ()
    return (*ways, "relic") if carries(one, RELIC) is not None else ways


@rule("dead_weight.god.goshkalon", "dead_weight.god.akhzu", "dead_weight.prayer.critical_failure")
def lacks(state: State, one: Adventurer) -> Refusal | None:
    """Why the wanted sacrifice cannot be made: no teeth, too few rations, nothing to burn."""
    want = wanted(one)
    if want == "teeth" and not _toothed(state):
        return Refusal("no_teeth", (one.name,), one.life.god)
    if want == "rations" and _rations(one) < RATIONS:
        return Refusal("no_rations", (one.name, RATIONS), one.life.god)
    if want == "goods" and not one.items:
        return Refusal("no_goods", (one.name,), SACRIFICE)
    return None


def _toothed(state: State) -> tuple[str, ...]:
    return tuple(corpse.id for corpse in state.corpses if not corpse.toothless)


def _rations(one: Adventurer) -> int:
    return sum([item.count for item in one.items if item.ref == RATION and SPOILED not in item.marks])


@rule("dead_weight.prayer.sacrifice", "dead_weight.item.holy_relic")
def sacrifice(play: Play, state: State, who: str) -> State:
    """Make a sacrifice to an angry god, or give a relic; most gods then answer prayers again."""
    one = adventurer(state, who)
    way = play.choose(one.seat, "offer", offerings(state, one), one.name, why=SACRIFICE)
    return GIVEN[way](play, state, who)


def appeased(play: Play, state: State, who: str) -> State:
    """The god answers prayers again."""
    one = adventurer(state, who)
    play.tell("god.appeased", one.name, one.life.god, why=SACRIFICE)
    return put(state, replace(one, magic=replace(one.magic, angered=False)))


@rule("dead_weight.god.goshkalon", "dead_weight.dice.risk")
def _teeth(play: Play, state: State, who: str) -> State:
    """Burn the teeth of a corpse; on a 1 Goshkalon laughs again."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "teeth", _toothed(state), one.name, why=one.life.god)
    bare = tuple(replace(corpse, toothless=True) if corpse.id == which else corpse for corpse in state.corpses)
    state = replace(state, corpses=bare)
    if risk(play, 1, one.seat, one.life.god, "risk.god", wanted=True):
        return appeased(play, state, who)
    play.tell("god.unmoved", one.name, one.life.god, why=one.life.god)
    return state


@rule("dead_weight.god.cador")
def _captive(play: Play, state: State, who: str) -> State:
    """Kill a captured undead in the rite: one under the party's command, or one that the GM knows of."""
    one = adventurer(state, who)
    bound = tuple(ally.id for ally in state.allies if alive(ally) and "undead" in ally.tags)
    which = play.choose(one.seat, "captive", (*bound, OTHER), one.name, why=one.life.god)
    if which != OTHER:
        return appeased(play, kill(play, state, which, who, one.life.god), who)
    if play.choose(REFEREE, "captive_there", ("yes", "no"), one.name, why=one.life.god) == "no":
        play.tell("god.unmoved", one.name, one.life.god, why=one.life.god)
        return state
    return appeased(play, state, who)


@rule("dead_weight.god.yulak")
def _blood(play: Play, state: State, who: str) -> State:
    """The cleric takes two wounds that nothing reduces, and bleeds."""
    god = adventurer(state, who).life.god
    state, _ = suffer(play, state, who, Hit(2, pierces=True, irresistible=True), god)
    return appeased(play, afflict(play, state, who, "bleeding", god), who)


@rule("dead_weight.god.akhzu")
def _buried(play: Play, state: State, who: str) -> State:
    """Two rations are buried."""
    for _ in range(RATIONS):
        one = adventurer(state, who)
        item = next(item for item in one.items if item.ref == RATION and SPOILED not in item.marks)
        state = use_up(play, state, who, item.id, one.life.god)
    return appeased(play, state, who)


@rule("dead_weight.god.kaal_rafir")
def _prayer(play: Play, state: State, who: str) -> State:
    """A prayer in camp is enough."""
    return appeased(play, state, who)


@rule("dead_weight.prayer.critical_failure")
def _goods(play: Play, state: State, who: str) -> State:
    """Burn something, if the GM finds that it is worth 10 silver."""
    one = adventurer(state, who)
    which = play.choose(one.seat, "goods", tuple(item.id for item in one.items), one.name, why=SACRIFICE)
    item = next(item for item in one.items if item.id == which)
    state = put(state, without(one, which))
    if play.choose(REFEREE, "goods_enough", ("yes", "no"), item.name, why=SACRIFICE) == "yes":
        return appeased(play, state, who)
    play.tell("god.unmoved", one.name, one.life.god, why=SACRIFICE)
    return state


@rule("dead_weight.item.holy_relic")
def _relic(play: Play, state: State, who: str) -> State:
    """A holy relic serves any god."""
    one = adventurer(state, who)
    relic = carries(one, RELIC)
    return appeased(play, put(state, without(one, relic.id)) if relic else state, who)


GIVEN: dict[str, Callable[[Play, State, str], State]] = {
    "teeth": _teeth,
    "captive": _captive,
    "blood": _blood,
    "rations": _buried,
    "prayer": _prayer,
    "goods": _goods,
    "relic": _relic,
}
