"""Carcasses: dead beasts that can be cooked in camp, at a price."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import afford, camping, paid, the_camp
from tallow.games.dead_weight.camp.cooking import portions
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.harm.afflictions import afflict, cure
from tallow.games.dead_weight.state import Adventurer, Corpse, State, adventurer, alive, speaker
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

EDIBLE: RuleId = "dead_weight.monster_trait.edible"
NOBODY = "nobody"


@rule("dead_weight.monster_trait.edible")
def edible(state: State) -> tuple[Corpse, ...]:
    """The dead beasts here that can be eaten."""
    return tuple(
        body
        for body in state.corpses
        if not body.eaten and body.of in monsters() and EDIBLE in monsters()[body.of].traits
    )


def hungry(state: State) -> tuple[str, ...]:
    """Who is hungry."""
    return tuple(one.id for one in state.party if alive(one) and "hungry" in one.afflictions)


@rule("dead_weight.monster_trait.edible", "dead_weight.camp.cook_portions")
def cook_carcass(play: Play, state: State, _: str) -> State:
    """A dead beast is cooked as one ration; whoever eats of it is fed, and nauseated."""
    body = edible(state)[0]
    state = replace(
        state, corpses=tuple([replace(one, eaten=True) if one.id == body.id else one for one in state.corpses])
    )
    for left in range(portions(state), 0, -1):
        options = (*hungry(state), NOBODY)
        who = play.choose(speaker(state), "eat_carcass", options, body.name, left, why=EDIBLE)
        if who == NOBODY:
            break
        play.tell("eats", adventurer(state, who).name, body.name, why=EDIBLE)
        state = afflict(play, cure(play, state, who, "hungry", why=EDIBLE), who, "nauseated", EDIBLE)
    return state


def _lies_there(state: State, who: str) -> bool:
    return camping(state, who) and bool(edible(state))


def _cannot(state: State, _: Adventurer) -> Refusal | None:
    camp = the_camp(state)
    if not camp.fire:
        return Refusal("no_fire", (), EDIBLE)
    if not camp.supplies:
        return Refusal("no_supply_used", (), EDIBLE)
    return None if hungry(state) else Refusal("nobody_hungry", (), EDIBLE)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "cook_carcass",
        paid(cook_carcass, 1),
        EDIBLE,
        cost="1 camp",
        shown=_lies_there,
        refuse=afford(1, _cannot),
        group="camp",
        rank=-1,
    ),
)
