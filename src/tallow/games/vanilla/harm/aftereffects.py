"""Consequences of harm and death for spells and grips.

`harm/damage.py` calls these functions, so nothing here deals damage.
"""

from msgspec.structs import replace

from tallow.games.vanilla.checks.sways import special
from tallow.games.vanilla.magic.lasting import GRIPS, finish, finish_all, leave, lose_concentration, on
from tallow.games.vanilla.state import MARKS, Creature, State, up
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, RuleId, rule


@rule("vanilla.spell.sleep", "vanilla.monster.asleep", "vanilla.spell.durations", "vanilla.monster.hydra")
def harmed(play: Play, state: State, who: str) -> State:
    """After damage of 1 or more: a sleeper wakes, concentration is broken, a hydra loses heads."""
    if has(find(state, who), "asleep"):
        state = woken(play, state, who)
    if state.effects:
        state = lose_concentration(play, state, who)
    one = find(state, who)
    if special(one, "heads") is not None:
        state = put(state, fewer_heads(one))
    return put(state, _hurt_now(find(state, who), state.clock)) if special(one, "regenerate") is not None else state


def _hurt_now(one: Creature, clock: int) -> Creature:
    """The creature with the time of its last damage noted, if it regenerates."""
    return replace(one, marks=MARKS.instead(one.marks, "hurt", clock))


@rule("vanilla.spell.sleep", "vanilla.monster.asleep")
def woken(play: Play, state: State, who: str) -> State:
    """The state with a sleeping creature awake."""
    play.tell("woken", find(state, who).name, why="vanilla.spell.sleep")
    state = finish_all(play, state, who, "asleep")
    return put(state, shed(find(state, who), "asleep", "unaware"))


@rule("vanilla.monster.hydra")
def fewer_heads(one: Creature) -> Creature:
    """The hydra with one head, and its attack, less for each 6 Flesh lost."""
    heads = special(one, "heads")
    if heads is None:
        return one
    return replace(one, attacks=max(0, -(-one.flesh // heads.flesh_per_head)))


@rule("vanilla.monster.mummy")
def _in_sight(state: State, of: RuleId) -> bool:
    """Whether a creature of this kind is still there to be seen."""
    return any(other.of == of and up(other) for other in everyone(state))


@rule(
    "vanilla.monster.swallow",
    "vanilla.monster.latch",
    "vanilla.spell.raise_dead",
    "vanilla.monster.mummy",
    "vanilla.monster.wererat",
    "vanilla.monster.demon_boar",
)
def fallen(play: Play, state: State, who: str) -> State:
    """After a creature died, passed out or left: whatever it held, kept up or had swallowed is free."""
    one = find(state, who)
    if has(one, "dead") and special(one, "lycanthrope") is not None:
        play.tell("human_again", one.name, why=one.of)
    if has(one, "dead"):
        state = put(state, replace(one, marks=MARKS.instead(one.marks, "died", state.clock)))
    if not state.effects:
        return state
    state = lose_concentration(play, state, who)
    for effect in state.effects:
        grip = effect.by == who and effect.mode in GRIPS and effect.mode not in ("acid", "lodged")
        if grip or (effect.mode == "awed" and effect.of == one.of and not _in_sight(state, one.of)):
            state = finish(play, state, effect.id)
    if has(one, "fled"):
        for effect in on(state, who, *GRIPS):
            state = leave(play, state, effect, who)
    if has(one, "dead"):
        for effect in on(state, who, *GRIPS, "asleep", "held_fast", "paralysed", "webbed", "rooted", "in_pit"):
            state = leave(play, state, effect, who)
        for effect in on(state, who, "shape"):
            state = finish(play, state, effect.id)
    return state
