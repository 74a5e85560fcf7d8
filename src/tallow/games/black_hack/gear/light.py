"""Light and darkness: who is in the dark."""

from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.magic.lasting import DAYLIGHT, DRILL, dropped, running, suppressed
from tallow.games.black_hack.monsters.meeting import met
from tallow.games.black_hack.monsters.passives import shines
from tallow.games.black_hack.state import Character, State, alive
from tallow.play import RuleId, rule

CANDLES: RuleId = "black_hack.item.candles"
SHINING: tuple[RuleId, ...] = ("black_hack.spell.light", "black_hack.prayer.light", DAYLIGHT)
"""Spells and prayers that give light."""

DARKVISION: RuleId = "black_hack.spell.darkvision"


@rule("black_hack.light.darkness", "black_hack.light.sources")
def in_the_dark(state: State, one: Character) -> bool:
    """Whether a character has no light: none burns Nearby, no candle Close, and no magic shines or helps the eyes.

    A foe that glows gives light to those who have met it.
    """
    if not state.dark or any(
        effect.of in (*SHINING, DRILL) and not suppressed(state, effect) for effect in state.effects
    ):
        return False
    if running(state, DARKVISION, one.id):
        return False
    for foe in state.foes:
        if shines(foe) and met(state, foe) and within(state, one.id, foe.id, "nearby"):
            return False
    for other in state.party:
        if alive(other):
            for item in other.items:
                if item.lit and within(state, one.id, other.id, "close" if item.ref == CANDLES else "nearby"):
                    return False
    return True


@rule("black_hack.magic_item.sun_drill")
def beams_behind(state: State) -> State:
    """The state in another place: beams of sunlight through drilled holes stay behind."""
    for effect in state.effects:
        if effect.of == DRILL:
            state = dropped(state, effect.id)
    return state
