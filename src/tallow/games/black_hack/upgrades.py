"""Upgrades of what earlier versions of The Black Hack stored to the current schema."""

import re

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


_LENT_2 = re.compile(r"(STR|DEX|CON|INT|WIS|CHA):(-?\d+)")
"""Schema 2 had points that an effect lends in its detail: `STR:3`, `INT:-11`."""


def _typed(state: Plain) -> Plain:
    """Schema 2 had whose ammunition was used, and what an effect lends, as texts with a colon."""
    combat = state.get("combat")
    if combat is not None:
        combat["shot"] = [use.split(":", 1) for use in combat.get("shot", ())]
    return state | {"effects": [_lending(effect) for effect in state.get("effects", ())]}


def _lending(effect: Plain) -> Plain:
    found = _LENT_2.fullmatch(effect.get("detail", ""))
    return effect | {"detail": "", "attribute": found[1], "points": int(found[2])} if found else effect


UPGRADES = (Upgrade(state=_poisoned, character=_poison_of_then), Upgrade(state=_typed))
