"""Fights made ready: for the simulator, and a short one for somebody who tries the game."""

from functools import cache

from tallow.games.modified_cairn.characters.typical import party
from tallow.games.modified_cairn.combat.rounds import begin
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.monsters.bestiary import opposed, spawn
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature, State
from tallow.games.shared.opponent import opponent
from tallow.play import Play, RuleId


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
        against = opposed(foes)
    else:
        met = opponent(play, character.seat, character.name, fitting(), "modified_cairn.phase.combat_setup")
        against = (spawn(monsters()[met], "foe1"),)
    return begin(play, State(settings=settings, phase="free", party=(character,), foes=against))


def fight(spec: str, foes: str, settings: object) -> State:
    """A party and its foes face to face, for the simulator: `Thief; 4 GD, sword (d8) x2` against `Goblin x4`.

    Foes of several sides, who fight each other too, have a `|` between them.
    """
    chosen = settings if isinstance(settings, Settings) else Settings()
    return State(settings=chosen, phase="free", party=party(spec, chosen), foes=opposed(foes))
