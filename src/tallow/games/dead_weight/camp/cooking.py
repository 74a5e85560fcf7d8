"""Cooking in camp: rations shared out, and the drinks that are special rations."""

from tallow.games.dead_weight.camp.camping import afford, camping, holders, owned, paid, spend_one, the_camp
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.state import Adventurer, State, able, adventurer, alive, skilled, speaker
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

RATION = "dead_weight.item.ration"
SPECIAL = ("dead_weight.item.tea", "dead_weight.item.hot_chocolate", "dead_weight.item.coffee")
WHY = "dead_weight.action.camp_cook"


@rule("dead_weight.camp.cook_portions", "dead_weight.skill.cooking", "dead_weight.skill.master_chef")
def portions(state: State) -> int:
    """How many adventurers one cooked ration feeds: two, three if somebody can cook, four with a master chef."""
    cooks = [one for one in state.party if able(one)]
    if any(skilled(one, "master_chef") for one in cooks):
        return 4
    return 3 if any(skilled(one, "cooking") for one in cooks) else 2


@rule(
    "dead_weight.action.camp_cook",
    "dead_weight.camp.regular_ration",
    "dead_weight.camp.special_ration",
    "dead_weight.camp.tea",
    "dead_weight.camp.coffee",
    "dead_weight.item.ration",
    "dead_weight.item.tea",
    "dead_weight.item.hot_chocolate",
    "dead_weight.item.coffee",
)
def cook(play: Play, state: State, __: str) -> State:
    """Cook any number of rations of each kind; whoever needs a portion gets one while there are any."""
    feeds = portions(state)
    for ref in (RATION, *SPECIAL):
        needy, rations = _needy(state, ref), owned(state, ref)
        if not needy or not rations:
            continue
        enough = min(rations, -(-len(needy) // feeds))
        options = range(enough, -1, -1)
        cooked = play.choose(speaker(state), "cook", options, ref, len(needy), feeds, why=WHY)
        for _ in range(cooked):
            state = spend_one(play, state, ref, WHY)
        state = _serve(play, state, ref, feeds * cooked)
    return state


def _serve(play: Play, state: State, ref: RuleId, portions: int) -> State:
    """Give portions to those who need one; if there are not enough for all, the party chooses who gets one."""
    for left in range(portions, 0, -1):
        needy = _needy(state, ref)
        if not needy:
            return state
        options = needy[:1] if left >= len(needy) else needy
        who = play.choose(speaker(state), "feed", options, ref, left, why=WHY)
        play.tell("eats", adventurer(state, who).name, ref, why=WHY)
        state = cure(play, state, who, *things()[ref].removes, why=ref)
    return state


def _needy(state: State, ref: RuleId) -> tuple[str, ...]:
    removes = things()[ref].removes
    return tuple(one.id for one in state.party if alive(one) and any(name in removes for name in one.afflictions))


@rule("dead_weight.action.camp_cook")
def _cannot_cook(state: State, _: Adventurer) -> Refusal | None:
    """Cooking needs a fire, and a camping supply used in this camp."""
    camp = the_camp(state)
    if not camp.fire:
        return Refusal("no_fire", (), WHY)
    if not camp.supplies:
        return Refusal("no_supply_used", (), WHY)
    if not any(holders(state, ref) for ref in (RATION, *SPECIAL)):
        return Refusal("nothing_to_cook", (), WHY)
    if not any(_needy(state, ref) for ref in (RATION, *SPECIAL) if holders(state, ref)):
        return Refusal("nobody_hungry", (), WHY)
    return None


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "cook", paid(cook, 1), WHY, cost="1 camp", shown=camping, refuse=afford(1, _cannot_cook), group="camp", rank=-1
    ),
)
