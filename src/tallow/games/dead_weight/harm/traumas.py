"""Traumas that matter in a fight: the fearful step back from attacks, and spells stun those who have visions."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.chart import neighbours, on_chart, squared, towards, within
from tallow.games.dead_weight.harm.conditions import rooted, stun
from tallow.games.dead_weight.state import Enemy, State, able, adventurer, alive, put
from tallow.play import Play, rule

FEARFUL, VISIONS = "dead_weight.trauma.fearful", "dead_weight.trauma.visions"


@rule("dead_weight.trauma.fearful")
def attacked(play: Play, state: State, who: str, by: Enemy) -> State:
    """After an attack the fearful step back a tile; the second attack in a round also stuns them, later ones do not."""
    one, combat = adventurer(state, who), state.combat
    if combat is None or "fearful" not in one.life.traumas or not able(one):
        return state
    before = sum([of == combat.round for of, _ in SPENT.parts(one.spent, "attacked")])
    marks = [SPENT.mark("attacked", combat.round, number) for number in range(1, min(2, before + 1) + 1)]
    state = put(state, replace(one, spent=(*SPENT.without(one.spent, "attacked"), *marks)))
    state = _step_back(play, state, who, by)
    return stun(play, state, who, 1, FEARFUL) if before == 1 else state


def _step_back(play: Play, state: State, who: str, by: Enemy) -> State:
    """Move a tile away from the attacker without a test, if a tile is free and nothing holds them."""
    one, combat = adventurer(state, who), state.combat
    if combat is None or rooted(one) or not on_chart(one) or not on_chart(by):
        return state
    here = squared(one.at, by.at)
    taken = {foe.at for foe in state.enemies if alive(foe)}
    near = neighbours(one.at, combat, diagonals=state.settings.diagonals)
    back = [to for to in near if to not in taken and squared(to, by.at) > here]
    if not back:
        return state
    to = max(back, key=lambda to: (squared(to, by.at), to))
    play.tell("steps_back", one.name, why=FEARFUL)
    return put(state, replace(one, at=to, facing=towards(to, by.at)))


@rule("dead_weight.trauma.visions")
def spell_cast(play: Play, state: State, caster: str) -> State:
    """A spell in a fight stuns everyone Nearby who has visions, the caster too."""
    if state.combat is None:
        return state
    source = adventurer(state, caster)
    for one in state.party:
        if one.life.traumas and "visions" in one.life.traumas and alive(one) and within(state, source, one, "nearby"):
            state = stun(play, state, one.id, 1, VISIONS)
    return state
