"""Prayers: what can be prayed for, the holy symbol, the test, exhaustion, and the desperate plea."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.entries.magic import prayers
from tallow.games.dead_weight.gear.inventory import with_role
from tallow.games.dead_weight.harm.fatigue import tire
from tallow.games.dead_weight.magic.aiming import aim, can_aim
from tallow.games.dead_weight.magic.miracles import miracle
from tallow.games.dead_weight.magic.prayer_workings import PRAYER_EFFECTS
from tallow.games.dead_weight.magic.workings import Cast, work
from tallow.games.dead_weight.state import Adventurer, State, adventurer, put
from tallow.play import Play, RuleId, rule

ANGER: RuleId = "dead_weight.prayer.critical_failure"
KAAL_RAFIR: RuleId = "dead_weight.god.kaal_rafir"


@rule("dead_weight.trait.divine_mandate", "dead_weight.prayer.holy_symbol", "dead_weight.prayer.once")
def open_prayers(state: State, one: Adventurer) -> tuple[RuleId, ...]:
    """The memorized prayers that can be prayed now: not exhausted, with a symbol at hand, and the god not angry."""
    open_ = [prayer for prayer in one.magic.ready if prayer not in one.magic.exhausted]
    return tuple([prayer for prayer in open_ if is_heard(state, one, prayer)])


@rule("dead_weight.prayer.desperate_plea", "dead_weight.action.desperate_plea")
def pleas(state: State, one: Adventurer) -> tuple[RuleId, ...]:
    """The exhausted prayers that can still be prayed by a desperate plea."""
    spent = [prayer for prayer in one.magic.ready if prayer in one.magic.exhausted]
    return () if one.magic.pleaded else tuple([prayer for prayer in spent if is_heard(state, one, prayer)])


def is_heard(state: State, one: Adventurer, prayer: RuleId) -> bool:
    """Whether this prayer, if memorized, could be prayed here and now, exhausted or not."""
    return in_favour(one) and can_aim(state, one.id, prayers()[prayer])


@rule("dead_weight.trait.divine_mandate", "dead_weight.prayer.holy_symbol")
def in_favour(one: Adventurer) -> bool:
    """Whether somebody can pray: called by a god who is not angry, and with a symbol."""
    if "divine_mandate" not in one.life.traits or one.magic.angered:
        return False
    return with_role(one, "holy_symbol") is not None


@rule(
    "dead_weight.prayer.test",
    "dead_weight.prayer.success",
    "dead_weight.prayer.failure",
    "dead_weight.prayer.critical_failure",
    "dead_weight.prayer.great_success",
    "dead_weight.prayer.once",
    "dead_weight.prayer.desperate_plea",
)
def pray(play: Play, state: State, who: str, prayer: RuleId, *, plea: bool = False) -> State:
    """Pray: the test decides first whether the prayer works, fails or angers the god; one that worked is exhausted."""
    entry = prayers()[prayer]
    one = adventurer(state, who)
    play.tell("prays", one.name, prayer, why="dead_weight.prayer.test")
    cast = Cast(who, entry, aim(play, state, who, entry))
    if plea:
        play.tell("plea", one.name, why="dead_weight.prayer.desperate_plea")
        state = put(state, replace(one, magic=replace(one.magic, pleaded=True)))
    state, reading = attempt(play, state, who, entry.attribute, "dead_weight.prayer.test", about="prayer")
    if reading.critical:
        return anger(play, state, who)
    if not reading.success:
        play.tell("prayer.ignored", one.name, prayer, why="dead_weight.prayer.failure")
        return state
    state = work(play, state, cast, PRAYER_EFFECTS)
    one = adventurer(state, who)
    if prayer not in one.magic.exhausted:
        state = put(state, replace(one, magic=replace(one.magic, exhausted=(*one.magic.exhausted, prayer))))
    return miracle(play, state, who) if reading.great else state


@rule("dead_weight.prayer.critical_failure", "dead_weight.god.kaal_rafir")
def anger(play: Play, state: State, who: str) -> State:
    """The god becomes angry and answers nothing until a sacrifice is made; Kaal Rafir's anger affects all."""
    one = adventurer(state, who)
    play.tell("god.angry", one.name, one.life.god, why=ANGER)
    state = put(state, replace(one, magic=replace(one.magic, angered=True)))
    if one.life.god == KAAL_RAFIR:
        for other in state.party:
            for _ in range(2):
                state = tire(play, state, other.id, "PRE", KAAL_RAFIR, lethal=False)
    return state
