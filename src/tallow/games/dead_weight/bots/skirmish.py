"""Prepared fights: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from tallow.games.dead_weight.characters.typical import party
from tallow.games.dead_weight.combat.rounds import arrayed, begin
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.monsters.bestiary import several, spawn
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Adventurer, State
from tallow.games.shared.opponent import opponent
from tallow.play import Play, RuleId

TOUGHEST = 3
ALLIES = "Allies"


@cache
def fitting() -> tuple[RuleId, ...]:
    """Monsters that one new adventurer can hope to beat: few wounds, at most 1 armour, no resistance, not ethereal."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.wounds <= TOUGHEST
        and monster.armour <= 1
        and not monster.resistance
        and "dead_weight.monster_trait.ethereal" not in monster.traits
        and monster.group != ALLIES
    )


def skirmish(play: Play, character: Adventurer, foes: str, settings: Settings) -> State:
    """A fight of one adventurer, begun, against those named or against one fitting monster that the player chooses."""
    if foes:
        against = several(foes)
    else:
        met = opponent(play, character.seat, character.name, fitting(), "dead_weight.phase.combat")
        against = (spawn(met, "foe1"),)
    state = State(settings=settings, phase="exploration", party=(character,), serial=len(against))
    return begin(play, state, against)


def fight(spec: str, foes: str, settings: object) -> State:
    """A fight ready to begin, for the simulator: adventurers such as `warrior:A, cleric:B` against enemies by name."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return arrayed(State(settings=chosen, phase="exploration", party=party(spec)), several(foes))
