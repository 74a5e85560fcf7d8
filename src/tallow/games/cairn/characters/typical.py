"""Typical characters for the simulator: made by the rules for a background, from average dice."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.creation import create
from tallow.games.cairn.folk import Background, backgrounds
from tallow.games.cairn.monsters.bestiary import described
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature
from tallow.games.game import Archetypes
from tallow.games.shared.by_background import party_by_background
from tallow.play import Typical

PARTY = "Marchguard; Cutpurse; Barber-Surgeon; Half-Witch"
ARCHETYPES = Archetypes(party=lambda _: PARTY, foe="Goblin")
"""The four typical characters; the game has no levels, so they are new ones at every level."""


def party(spec: str, settings: Settings) -> tuple[Creature, ...]:
    """Typical characters by their backgrounds; a stat line or a name of the bestiary may stand beside them."""
    expected = "somebody: a background such as Cutpurse, a stat line or a monster's name"
    return party_by_background(
        spec, expected, backgrounds().values(), lambda known: typical(known, settings), _described, "Cairn"
    )


def _described(text: str, id_: str, name: str) -> Creature:
    """One of the party by a stat line or a name of the bestiary, where the party stands."""
    return replace(described(text, id_, name), at=0)


@cache
def typical(background: Background, settings: Settings) -> Creature:
    """One typical character of a background, unhurt."""
    made = create(Typical((background.id,)), replace(settings, creation_mode="background"), "party")
    return replace(made, name=background.name)
