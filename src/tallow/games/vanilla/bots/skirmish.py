"""Ready-made fights: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from msgspec.structs import replace

from tallow.games.shared.opponent import opponent
from tallow.games.vanilla.combat.rounds import begin
from tallow.games.vanilla.entries import monsters
from tallow.games.vanilla.monsters.bestiary import APART, opposed, rolled_up, several
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, State
from tallow.play import Play, RuleId


@cache
def fitting() -> tuple[RuleId, ...]:
    """Enemies that one new character has a chance against: one Hit Die, a plain attack, no special rules."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.hd == 1
        and monster.hd_dice == "1"
        and monster.ac <= 3
        and not monster.flies
        and all(special.type == "leader" for special in monster.specials)
    )


def skirmish(play: Play, character: Creature, foes: str, settings: Settings) -> State:
    """Begin a fight of one character against the named foes, or against a fitting enemy that the player chooses."""
    if foes:
        against = several(foes, "foe")
    else:
        met = opponent(play, character.seat, character.name, fitting(), "vanilla.phase.round_start")
        against = (rolled_up(play, monsters()[met], "foe1"),)
    state = State(settings=settings, phase="explore", place="dungeon", party=(character,), foes=against)
    return begin(play, state)


def fight(spec: str, foes: str, settings: object) -> State:
    """A party and its foes, for the simulator: `fighter 1, magic-user 1` against `Orc x3`."""
    heroes = tuple(replace(one, seat="party", at=0) for one in several(spec, "hero"))
    against = tuple(replace(opposed(one), at=APART) for one in several(foes, "foe"))
    chosen = settings if isinstance(settings, Settings) else Settings()
    return State(settings=chosen, phase="encounter", place="dungeon", party=heroes, foes=against)
