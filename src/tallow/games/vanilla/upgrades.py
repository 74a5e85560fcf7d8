"""What was stored by earlier versions of Grit and Flesh, brought to the schema of this one."""

from tallow.games.stored import Plain, Upgrade, words_of_then


def _entries_say_free_attacks(state: Plain) -> Plain:
    """Schema 1 had in every creature how many Free Attacks it makes; its entry says that."""
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
