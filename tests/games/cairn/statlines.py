"""The stat line of a creature, as the game would read it."""

from tallow.games.cairn.state import Creature
from tallow.mechanics.statline import Listed
from tests.games.statlines import noted, write


def write_statline(creature: Creature) -> str:
    """The stat line of a creature."""
    numbers = {
        "HP": creature.hp_max,
        "Armor": creature.armor,
        "STR": creature.strength_max,
        "DEX": creature.dexterity_max,
        "WIL": creature.willpower_max,
    }
    attacks = [
        Listed(one.name, one.dice, noted(blast=one.blast, ignores_armor=one.ignores_armor, ranged=one.ranged))
        for one in creature.attacks
    ]
    return write(numbers, attacks, noted(detachment=creature.detachment))
