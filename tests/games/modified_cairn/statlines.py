"""The stat line of a creature, as the game would read it."""

from tallow.games.modified_cairn.state import Attack, Creature
from tallow.mechanics.statline import Listed
from tests.games.statlines import noted, write


def _listed(one: Attack) -> Listed:
    which = (one.quality,) if one.quality != "VIG" else ()
    notes = noted(blast=one.blast, reach=one.reach, ignores_armor=one.ignores_armor)
    return Listed(one.name, one.dice, (*notes, *which, *noted(ranged=one.ranged)))


def write_statline(creature: Creature) -> str:
    """The stat line of a creature."""
    numbers = {
        "VIG": creature.vigour_max,
        "CLA": creature.clarity_max,
        "SPI": creature.spirit_max,
        "GD": creature.guard_max,
        "Armor": creature.armor,
    }
    flags = noted(detachment=creature.detachment, feats=creature.feats)
    return write(numbers, [_listed(attack) for attack in creature.attacks], flags)
