"""Typical characters for the simulator: a Background, made by the rules from middling dice."""

from functools import cache

from msgspec.structs import replace

from tallow.games.game import Archetypes
from tallow.games.modified_cairn.bestiary import listed
from tallow.games.modified_cairn.creation import create
from tallow.games.modified_cairn.folk import Background, backgrounds
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Creature
from tallow.mechanics.near import Unknown, nearest
from tallow.mechanics.roster import Part, numbered, roster
from tallow.play import Typical

PARTY = "Fighter; Thief; Cleric; Magic-User"
ARCHETYPES = Archetypes(party=lambda _: PARTY, foe="Goblin")
"""A game without levels: the four are new characters, whatever the level."""


def party(spec: str, settings: Settings) -> tuple[Creature, ...]:
    """Typical characters by their Backgrounds; a stat line or a name of the bestiary may stand beside them."""
    made: list[Creature] = []
    for part in roster(spec, "somebody: a Background such as Thief, a stat line or a monster's name"):
        known = named(part.text)
        made += [typical(known, settings)] * part.number if known else _others(part)
    names = numbered([one.name for one in made])
    return tuple(_placed(one, f"hero{at}", name) for at, (one, name) in enumerate(zip(made, names, strict=True), 1))


def named(text: str) -> Background | None:
    """The Background of that name, whatever the case."""
    return next((one for one in backgrounds().values() if one.name.casefold() == text.casefold()), None)


def _others(part: Part) -> tuple[Creature, ...]:
    try:
        return listed(part, ["hero"] * max(2, part.number), "hero")
    except Unknown as unknown:
        near = nearest(unknown.name, [one.name for one in backgrounds().values()])
        raise Unknown("Background or monster", unknown.name, (*near, *unknown.near)[:3], "Modified Cairn") from None


def _placed(one: Creature, id_: str, name: str) -> Creature:
    """Somebody of the party, with ids of their own for what they carry."""
    ids = {item.id: f"{id_}.{item.id}" for item in one.items}
    items = tuple([replace(item, id=ids[item.id], place=ids.get(item.place, item.place)) for item in one.items])
    return replace(one, id=id_, name=name, kind="pc", seat="party", items=items)


@cache
def typical(background: Background, settings: Settings) -> Creature:
    """One typical character of a Background, unhurt."""
    wanted = (("pick", background.list), background.id)
    made = create(Typical(wanted), settings, "party")
    return replace(made, name=background.name)
