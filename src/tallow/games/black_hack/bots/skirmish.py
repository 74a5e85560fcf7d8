"""Prepared fights: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from tallow.games.black_hack.characters.typical import party
from tallow.games.black_hack.combat.rounds import begin
from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.monsters.bestiary import BY_HD, readied, several, spawn
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Character, State
from tallow.games.shared.opponent import opponent
from tallow.play import Play, RuleId

START: RuleId = "black_hack.phase.combat_start"


@cache
def fitting() -> tuple[RuleId, ...]:
    """Monsters that one new character can hope to beat: one Hit Die, and nothing deadlier than damage."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.hd == 1 and monster.id != BY_HD and all(not special.fail for special in monster.specials)
    )


def skirmish(play: Play, character: Character, foes: str, settings: Settings) -> State:
    """A fight of one character, begun, against those named or against one fitting monster that the player chooses."""
    if foes:
        against = several(foes)
    else:
        met = opponent(play, character.seat, character.name, fitting(), START)
        against = (spawn(met, "foe1"),)
    ready = tuple([readied(play, foe) for foe in against])
    state = State(settings=settings, phase="exploration", party=(character,), serial=100)
    return begin(play, state, ready, distance="nearby")


def fight(spec: str, foes: str, settings: object) -> State:
    """A fight ready to begin, for the simulator: `warrior 2, thief 2` against `HD 2 x4` or names."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    return State(settings=chosen, phase="exploration", party=party(spec, chosen), foes=several(foes), serial=100)
