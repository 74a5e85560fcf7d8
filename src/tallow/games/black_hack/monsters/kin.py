"""Those whom a spectre kills: they rise as spectres a little later, unless they are Blessed or Raised first."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.magic.lasting import changed, dropped, lay
from tallow.games.black_hack.monsters.bestiary import arrive
from tallow.games.black_hack.state import Effect, State, character, put
from tallow.mechanics.amounts import roll_secretly
from tallow.mechanics.conditions import gain, has
from tallow.play import REFEREE, Play, RuleId, rule

SPECTRE: RuleId = "black_hack.monster.spectre"
MINUTES = "1d6"


@rule("black_hack.monster.spectre")
def claimed(state: State, foe: str, who: str) -> State:
    """The state with an effect that notes whom a spectre has taken Out of Action, in case they die of it."""
    return lay(spared(state, who), SPECTRE, by=foe, detail=who)[0]


@rule("black_hack.monster.spectre")
def spared(state: State, who: str = "") -> State:
    """The state without that effect on somebody, or on anybody: they do not rise as spectres."""
    for effect in state.effects:
        if effect.of == SPECTRE and who in ("", effect.detail):
            state = dropped(state, effect.id)
    return state


@rule("black_hack.monster.spectre")
def dies(play: Play, state: State, who: str) -> State:
    """Somebody has died: if it was by a spectre, so many Minutes are left, which the GM alone knows."""
    for effect in state.effects:
        if effect.of == SPECTRE and effect.detail == who:
            left = roll_secretly(play, MINUTES, SPECTRE)
            play.tell("kin", character(state, who).name, left, why=SPECTRE, seen_by=(REFEREE,))
            state = changed(state, replace(effect, unit="minutes", left=left))
    return state


@rule("black_hack.monster.spectre")
def rises(play: Play, state: State, effect: Effect) -> State:
    """The Minutes are over: whoever is still dead is a spectre now, and cannot be raised any more."""
    one = next((one for one in state.party if one.id == effect.detail), None)
    if one is None or effect.unit != "minutes" or not has(one, "dead"):
        return state
    play.tell("kin.rises", one.name, monsters()[SPECTRE].name, why=SPECTRE)
    return arrive(play, put(state, gain(one, "beyond_raising")), SPECTRE)
