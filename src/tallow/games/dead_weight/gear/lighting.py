"""Lights of the party: lighting one, and putting out all."""

from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import HANDS
from tallow.games.dead_weight.gear.items import FREELY, IN_TURN, usable, use
from tallow.games.dead_weight.gear.light import in_dark
from tallow.games.dead_weight.gear.uses import LIGHTS, When
from tallow.games.dead_weight.state import Adventurer, State, able
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.play import Play, RuleId, rule

OIL: RuleId = "dead_weight.item.oil"


@rule("dead_weight.action.explore_free", "dead_weight.action.explore_use_item", "dead_weight.item.lantern")
def lit(play: Play, state: State) -> State:
    """In the dark somebody with a free hand lights a light, or else fills a lantern for a turn and lights it."""
    for when in (FREELY, IN_TURN, FREELY):
        for who in [one.id for one in sorted(_in_the_dark(state), key=hands_full)]:
            one = next(other for other in state.party if other.id == who)
            if in_dark(state, who) and (which := _light_of(state, one, when)):
                state = use(play, state, who, which, *when)
                state = pass_turns(play, state, 1) if when == IN_TURN else state
    return state


def can_be_lit(state: State) -> bool:
    """Whether somebody in the dark has something to light, or oil for a lantern."""
    return any(_light_of(state, one, when) for one in _in_the_dark(state) for when in (FREELY, IN_TURN))


def _in_the_dark(state: State) -> list[Adventurer]:
    return [one for one in state.party if able(one) and in_dark(state, one.id)]


def _light_of(state: State, one: Adventurer, when: When) -> str:
    """The id of what somebody could light, or fill a lantern with; "" for none."""
    lights = [item.id for item in one.items if item.ref in LIGHTS or item.ref == OIL]
    return next((which for which in usable(state, one.id, *when) if which in lights), "")


def hands_full(one: Adventurer) -> int:
    """The number of hands that hold something."""
    return sum([2 if item.place == "both" else item.place in HANDS for item in one.items])


@rule("dead_weight.doom.events", "dead_weight.light.usage")
def lights_out(play: Play, state: State) -> State:
    """All lights of the party go out, and keep their dice."""
    play.tell("lights_out", why="dead_weight.doom.events")
    party = tuple(
        replace(one, items=tuple(replace(item, lit=False) if item.lit else item for item in one.items))
        for one in state.party
    )
    return replace(state, party=party)
