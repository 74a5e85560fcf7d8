"""A short fight for one character, for a first try of the game."""

from functools import cache

from msgspec.structs import replace

from tallow.games.modified_cairn.bestiary import several, spawn
from tallow.games.modified_cairn.combat import begin
from tallow.games.modified_cairn.content import monsters
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, State
from tallow.play import REFEREE, Play, RuleId

ANYBODY = "anybody"


@cache
def fitting() -> tuple[RuleId, ...]:
    """Monsters that one new character can fight and hope: few GD, one plain attack, nothing that bends the rules."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.gd <= 4
        and monster.vig <= 12
        and monster.armour <= 1
        and not (monster.detachment or monster.wound or monster.powers or monster.runeskelfs or monster.immune)
        and monster.attacks
        and all(blow.dice in ("d4", "d6") for blow in monster.attacks)
    )


def skirmish(play: Play, character: Creature, foes: str, settings: Settings) -> State:
    """A fight of one character against those named, or against somebody fitting of their choice, begun."""
    if foes:
        against = several(foes, "foe", together=True)
    else:
        why = "modified_cairn.phase.combat_setup"
        met = play.choose(character.seat, "skirmish_foe", (ANYBODY, *fitting()), character.name, why=why)
        if met == ANYBODY:
            (face,) = play.roll(1, len(fitting()), by=REFEREE, why=why, hidden=True)
            met = fitting()[face - 1]
        against = (spawn(monsters()[met], "foe1"),)
    return begin(play, State(settings=settings, phase="free", party=(replace(character),), foes=against))
