"""What was stored by earlier versions of The Black Hack, brought to the schema of this one."""

from tallow.games.stored import Plain, Upgrade


def _poison_of_then(creature: Plain) -> Plain:
    """Schema 1 did not say what ails somebody, and Neutralise Poison ended all of it."""
    if creature.get("ongoing"):
        creature["conditions"] = [*creature.get("conditions", ()), "poisoned"]
    for hindrance in creature.get("hindrances", ()):
        hindrance["poison"] = hindrance["name"] in {"weakened", "paralysed"}
    return creature


def _poisoned(state: Plain) -> Plain:
    for creature in (*state.get("party", ()), *state.get("foes", ()), *state.get("allies", ())):
        _poison_of_then(creature)
    return state


UPGRADES = (Upgrade(state=_poisoned, character=_poison_of_then),)
