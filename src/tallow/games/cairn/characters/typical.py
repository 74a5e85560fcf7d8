"""Typical characters for the simulator: a background, made by the rules from middling dice."""

from functools import cache

from msgspec.structs import replace

from tallow.games.cairn.characters.creation import create
from tallow.games.cairn.folk import Background, backgrounds
from tallow.games.cairn.monsters.bestiary import described
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Creature
from tallow.games.game import Archetypes
from tallow.mechanics.roster import everybody, roster
from tallow.mechanics.suggestions import Unknown, by_name, nearest
from tallow.play import Typical

PARTY = "Marchguard; Cutpurse; Barber-Surgeon; Half-Witch"
ARCHETYPES = Archetypes(party=lambda _: PARTY, foe="Goblin")
"""A game without levels: the four are new characters, whatever the level."""


def party(spec: str, settings: Settings) -> tuple[Creature, ...]:
    """Typical characters by their backgrounds; a stat line or a name of the bestiary may stand beside them."""
    parts = roster(spec, "somebody: a background such as Cutpurse, a stat line or a monster's name")
    return everybody(parts, lambda part, id_: _placed(_one(part.text, settings), id_), "hero")


def _one(text: str, settings: Settings) -> Creature:
    known = by_name(text, backgrounds().values())
    if known is not None:
        return typical(known, settings)
    try:
        return described(text, "", "Hero")
    except Unknown as unknown:
        near = nearest(unknown.name, [one.name for one in backgrounds().values()])
        raise Unknown("background or monster", unknown.name, (*near, *unknown.near)[:3], "Cairn") from None


def _placed(one: Creature, id_: str) -> Creature:
    """Somebody of the party, with ids of their own for what they carry."""
    ids = {item.id: f"{id_}.{item.id}" for item in one.items}
    items = tuple([replace(item, id=ids[item.id], place=ids.get(item.place, item.place)) for item in one.items])
    return replace(one, id=id_, kind="pc", seat="party", at=0, items=items)


@cache
def typical(background: Background, settings: Settings) -> Creature:
    """One typical character of a background, unhurt."""
    made = create(Typical((background.id,)), replace(settings, creation_mode="background"), "party")
    return replace(made, name=background.name)
