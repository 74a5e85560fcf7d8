"""What was stored by earlier versions of Cairn, brought to the schema of this one."""

from tallow.games.stored import Plain, Upgrade


def _weapons_by_their_ids(creature: Plain) -> Plain:
    """Schema 1 had the ids of an attack's weapons in one text, `i1+i2`."""
    for attack in creature.get("attacks", ()):
        attack["items"] = [id_ for id_ in attack.pop("item", "").split("+") if id_]
    return creature


def _to_2(state: Plain) -> Plain:
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _weapons_by_their_ids(creature)
    return state


UPGRADES = (Upgrade(state=_to_2, character=_weapons_by_their_ids),)
