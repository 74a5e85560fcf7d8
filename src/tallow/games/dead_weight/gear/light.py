"""Light: what burns, how long it lasts, and turns spent in the dark."""

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.gear.inventory import LANTERNS
from tallow.games.dead_weight.gear.trappings import use_up
from tallow.games.dead_weight.harm.afflictions import afflict, guarded
from tallow.games.dead_weight.harm.fatigue import tire
from tallow.games.dead_weight.magic.effects import magic_light
from tallow.games.dead_weight.state import Adventurer, Item, State, adventurer, alive, here
from tallow.play import Play, rule

NEARBY = ("dead_weight.item.torch", *LANTERNS)
"""Lights that shine for the whole party; a candle shines for whoever carries it."""


def burning(one: Adventurer) -> tuple[Item, ...]:
    """The things of somebody that burn as lights."""
    return tuple([item for item in one.items if item.lit and not item.broken])


@rule("dead_weight.light.dark_turn", "dead_weight.item.torch", "dead_weight.item.lantern", "dead_weight.item.candles")
def in_dark(state: State, who: str) -> bool:
    """Whether an adventurer is in the dark: in a dark place, without light from magic, the party or themselves."""
    place = here(state)
    if not state.settings.darkness or place is None or not place.dark or magic_light(state):
        return False
    for one in state.party:
        for item in one.items:
            if item.lit and alive(one) and (one.id == who or item.ref in NEARBY):
                return False
    return True


@rule("dead_weight.light.dark_turn", "dead_weight.setting.darkness")
def dark_turn(play: Play, state: State) -> State:
    """Everybody who ends a turn in the dark gets a PRE fatigue or becomes terrified, as the player chooses."""
    why = "dead_weight.light.dark_turn"
    for who in [one.id for one in state.party if alive(one) and in_dark(state, one.id)]:
        one = adventurer(state, who)
        ways = ["fatigue"]
        if "terrified" not in one.afflictions and not guarded(state, one, "terrified"):
            ways.append("terrified")
        if play.choose(one.seat, "dark", tuple(ways), one.name, available(one, "PRE"), why=why) == "fatigue":
            state = tire(play, state, who, "PRE", why)
        else:
            state = afflict(play, state, who, "terrified", why)
    return state


@rule("dead_weight.light.usage")
def burn(play: Play, state: State) -> State:
    """Roll the usage die of every burning light; one that goes out is missing in the next turn."""
    for one in state.party:
        for item in burning(one):
            play.tell("light.burns", one.name, item.name, why="dead_weight.light.usage")
            state = use_up(play, state, one.id, item.id, "dead_weight.light.usage")
    return state
