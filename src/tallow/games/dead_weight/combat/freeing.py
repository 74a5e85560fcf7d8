"""Combat actions that end conditions: breaking free, tearing loose, pulling off vermin, waking a sleeper."""

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.combat.acting import combat_deed
from tallow.games.dead_weight.combat.chart import on_chart, within
from tallow.games.dead_weight.harm.conditions import PREFIX, freed, released, woken
from tallow.games.dead_weight.state import Adventurer, Creature, State, adventurer
from tallow.games.deeds import Deed
from tallow.play import Play, RuleId, rule

GRABBED: RuleId = "dead_weight.condition.grabbed"
GLUED: RuleId = "dead_weight.condition.glued"
LEECH: RuleId = "dead_weight.condition.leech_attached"
ASLEEP: RuleId = "dead_weight.condition.asleep"
VERMIN = ("leech_attached", "worm_attached")


@rule("dead_weight.condition.grabbed", "dead_weight.enemy_action.grab")
def break_free(play: Play, state: State, who: str) -> State:
    """A grabbed adventurer makes a STR test to get free."""
    return _wrest(play, state, who, "grabbed")


@rule("dead_weight.condition.glued", "dead_weight.spell.glue")
def unstick(play: Play, state: State, who: str) -> State:
    """A glued adventurer makes a STR test to get loose."""
    return _wrest(play, state, who, "glued")


def _wrest(play: Play, state: State, who: str, condition: str) -> State:
    state, reading = attempt(play, state, who, "STR", PREFIX + condition)
    if reading.success:
        return freed(play, state, who, condition)
    play.tell("stuck", adventurer(state, who).name, why=PREFIX + condition)
    return state


@rule("dead_weight.condition.leech_attached", "dead_weight.condition.worm_attached")
def vermin(state: State, who: str) -> tuple[tuple[str, str], ...]:
    """The leeches and worms on somebody or on those Close: pairs of the condition and the victim's id."""
    one = adventurer(state, who)
    return tuple(
        [
            (condition, other.id)
            for other in (one, *[other for other in state.party if other.id != who])
            for condition in VERMIN
            if condition in other.conditions and (other.id == who or within(state, one, other, "close"))
        ]
    )


@rule("dead_weight.condition.leech_attached", "dead_weight.condition.worm_attached")
def pull_off(play: Play, state: State, who: str) -> State:
    """Pull off a leech or a worm, from oneself or from somebody Close, without a test."""
    condition, whom = play.choose(adventurer(state, who).seat, "pull_off", vermin(state, who), why=LEECH)
    leech = [effect for effect in state.effects if effect.of == PREFIX + condition and whom in effect.on]
    return released(play, state, leech[0]) if leech else freed(play, state, whom, condition)


def _asleep(state: State, one: Adventurer) -> tuple[str, ...]:
    others: tuple[Creature, ...] = state.party + state.allies
    return tuple([other.id for other in others if "asleep" in other.conditions and within(state, one, other, "close")])


@rule("dead_weight.condition.asleep")
def wake(play: Play, state: State, who: str) -> State:
    """Wake a sleeper who is Close."""
    one = adventurer(state, who)
    return woken(play, state, play.choose(one.seat, "wake_whom", _asleep(state, one), one.name, why=ASLEEP))


def _grabbed(state: State, who: str) -> bool:
    return "grabbed" in adventurer(state, who).conditions


def _glued(state: State, who: str) -> bool:
    return "glued" in adventurer(state, who).conditions


def _infested(state: State, who: str) -> bool:
    return bool(vermin(state, who))


def _beside_sleeper(state: State, who: str) -> bool:
    one = adventurer(state, who)
    return on_chart(one) and bool(_asleep(state, one))


DEEDS: tuple[Deed[State], ...] = (
    combat_deed("break_free", 1, break_free, GRABBED, shown=_grabbed, held=True),
    combat_deed("unstick", 1, unstick, GLUED, shown=_glued),
    combat_deed("pull_off", 1, pull_off, LEECH, shown=_infested),
    combat_deed("wake", 1, wake, ASLEEP, shown=_beside_sleeper),
)
