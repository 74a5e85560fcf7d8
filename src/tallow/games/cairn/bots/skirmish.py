"""Fights made ready: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.typical import party
from tallow.games.cairn.combat.rounds import begin
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.monsters.bestiary import several, spawn
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature, State
from tallow.games.shared.opponent import opponent
from tallow.play import Play, RuleId


@cache
def fitting() -> tuple[RuleId, ...]:
    """Monsters that one new character has a chance against: few HP, one plain attack, no special rules."""
    return tuple(
        monster.id
        for monster in monsters().values()
        if monster.hp <= 4
        and monster.strength <= 11
        and not monster.armor
        and not monster.detachment
        and monster.morale == "save"
        and len(monster.attacks) == 1
        and monster.attacks[0].damage in {"d4", "d6"}
        and not spawn(monster, "").special
    )


def skirmish(play: Play, character: Creature, foes: str, settings: Settings) -> State:
    """A fight of one character against those named, or against somebody fitting of their choice, begun."""
    if foes:
        against = several(foes, "foe")
    else:
        met = opponent(play, character.seat, character.name, fitting(), "cairn.phase.encounter")
        against = (spawn(monsters()[met], "foe1"),)
    apart = tuple(replace(foe, at=10) for foe in against)
    return begin(play, State(settings=settings, phase="encounter", party=(character,), foes=apart))


def fight(spec: str, foes: str, settings: object) -> State:
    """A party and its foes face to face, for the simulator: `Cutpurse; 4 HP, sword (d8) x2` against `Goblin x4`."""
    chosen = settings if isinstance(settings, Settings) else Settings()
    against = tuple(replace(one, at=10) for one in several(foes, "foe"))
    return State(settings=chosen, phase="encounter", party=party(spec, chosen), foes=against)
