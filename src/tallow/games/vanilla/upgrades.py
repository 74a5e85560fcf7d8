"""Upgrades of stored states of Grit and Flesh from earlier schemas."""

from tallow.games.stored import Plain, Upgrade, words_of_then


def _entries_say_free_attacks(state: Plain) -> Plain:
    """Schema 1 stored each creature's number of Free Attacks, which now comes from its entry."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _without_free_attacks(creature)
    return state


def _without_free_attacks(creature: Plain) -> Plain:
    creature.pop("free_attacks", None)
    return creature


UPGRADES = (
    Upgrade(state=_entries_say_free_attacks, character=_without_free_attacks),
    words_of_then({"leader.has": "{0} has: {1}."}),
)
