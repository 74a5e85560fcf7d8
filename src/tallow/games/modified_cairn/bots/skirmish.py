"""Ready-made fights: for the simulator, and a short one for somebody who tries the game."""

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
    """Monsters that one new character has a chance against: low Guard, one plain attack, no special rules."""
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
    """Begin a fight of one character against the named foes, or against a fitting monster that the player chooses."""
    if foes:
        against = opposed(foes)
    else:
        met = opponent(play, character.seat, character.name, fitting(), "modified_cairn.phase.combat_setup")
        against = (spawn(monsters()[met], "foe1"),)
    return begin(play, State(settings=settings, phase="free", party=(character,), foes=against))


def fight(spec: str, foes: str, settings: object) -> State:
    """A party and its foes in a fight, for the simulator: `Thief; 4 GD, sword (d8) x2` against `Goblin x4`.

    A `|` separates foes of different sides, who fight each other too.
    """
    chosen = settings if isinstance(settings, Settings) else Settings()
    return State(settings=chosen, phase="free", party=party(spec, chosen), foes=opposed(foes))
