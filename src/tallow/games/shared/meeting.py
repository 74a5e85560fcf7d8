"""Whom somebody can have to do with: the party with foes that it has met, all others with anybody."""

from collections.abc import Iterable

from tallow.mechanics.ids import Identified


def may_reckon_with(party: Iterable[Identified], unmet: Iterable[Identified], who: str, foe: str) -> bool:
    """Whether `who` may reckon with the one of the id `foe`: anybody may, but one of the party with nobody unmet."""
    return all(one.id != who for one in party) or all(one.id != foe for one in unmet)
