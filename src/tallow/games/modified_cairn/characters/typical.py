"""Typical characters for the simulator: made by the rules for a Background, from average dice."""

from functools import cache

from msgspec.structs import replace

from tallow.games.game import Archetypes
from tallow.games.modified_cairn.characters.creation import create
from tallow.games.modified_cairn.folk import Background, backgrounds
from tallow.games.modified_cairn.monsters.bestiary import described
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature
from tallow.games.shared.by_background import party_by_background
from tallow.play import Typical

PARTY = "Fighter; Thief; Cleric; Magic-User"
ARCHETYPES = Archetypes(party=lambda _: PARTY, foe="Goblin")
"""The four typical characters; the game has no levels, so they are new ones at every level."""


def party(spec: str, settings: Settings) -> tuple[Creature, ...]:
    """Typical characters by the names of their Backgrounds; `spec` may also have stat lines and names of monsters."""
    expected = "somebody: a Background such as Thief, a stat line or a monster's name"
    return party_by_background(
        spec, expected, backgrounds().values(), lambda known: typical(known, settings), described, "Modified Cairn"
    )


@cache
def typical(background: Background, settings: Settings) -> Creature:
    """One typical character of a Background, unhurt."""
    wanted = (("pick", background.list), background.id)
    made = create(Typical(wanted), settings, "party")
    return replace(made, name=background.name)
